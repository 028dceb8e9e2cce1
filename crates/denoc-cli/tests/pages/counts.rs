//! Numbers in the text that count something of the program.

use denoc_formats::catalogue;

use super::{Page, pages, repository};

const WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The number of this word.
fn number(word: &str) -> Option<usize> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    word.parse().ok().or_else(|| WORDS.iter().position(|w| *w == word))
}

/// All numbers that stand before this phrase, each with the page.
fn said(pages: &[Page], phrase: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for page in pages {
        let text = page.plain();
        for (at, _) in text.match_indices(&format!(" {phrase}")) {
            let word = text[..at].rsplit(' ').next().unwrap_or_default();
            found.extend(number(word).map(|n| (page.name().to_owned(), n)));
        }
    }
    found
}

// oracle: the registries
#[test]
fn numbers_of_things_are_right() {
    let mut pages = pages();
    for name in ["ARCHITECTURE.md", "CHANGELOG.md"] {
        pages.push(Page::read(&repository(), &repository().join(name)));
    }
    let loops = |name: &str| !catalogue::describe(name).unwrap().build().unwrap().closures().is_empty();
    let (all, with_loops) =
        (catalogue::ENTRIES.len(), catalogue::ENTRIES.iter().filter(|entry| loops(entry.name)).count());
    let methods = denoc_dynamics::loops::LoopMethod::ALL.len();
    let check = |phrase: &str, right: &[usize]| {
        let numbers = said(&pages, phrase);
        assert!(!numbers.is_empty(), "nobody speaks of \"{phrase}\": leave it out here");
        for (page, n) in numbers {
            assert!(right.contains(&n), "{page} says \"{n} {phrase}\", there are {right:?}");
        }
    };
    check("mechanisms", &[all, with_loops]);
    // of forward dynamics with closed loops
    check("algorithms", &[methods]);
    check("integrators", &[denoc_sim::Integrator::ALL.len()]);
}
