//! The facade is a selection: few names, each with an example.

use std::path::Path;

/// A line `pub use …::Name;` of the facade and the comment above it.
struct Name {
    line: String,
    comment: String,
}

/// The public names of all files but `lib.rs`, which only re-exports those.
fn names() -> Vec<Name> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.ends_with("lib.rs") {
            continue;
        }
        let mut comment = String::new();
        for line in std::fs::read_to_string(file).unwrap().lines() {
            match line.trim_start() {
                text if text.starts_with("///") => comment += &format!("{text}\n"),
                text if text.starts_with("pub use") => {
                    names.push(Name { line: text.to_owned(), comment: std::mem::take(&mut comment) });
                }
                text if text.starts_with('#') => {}
                _ => comment.clear(),
            }
        }
    }
    names
}

// oracle: the sources
#[test]
fn every_name_has_a_sentence_and_an_example() {
    for Name { line, comment } in names() {
        let sentence = comment.lines().next().is_some_and(|first| first.len() > 10 && !first.contains("```"));
        assert!(sentence, "{line}: say in one sentence what it is");
        assert_eq!(comment.matches("```").count() % 2, 0, "{line}");
        assert!(comment.contains("/// ```\n"), "{line}: add an example");
        assert!(!line.contains('{') && !line.contains('*'), "{line}: one name a line, with its example");
    }
}

// oracle: the decision in docs/adr/0021-facade.md
#[test]
fn the_names_are_few() {
    let count = names().len();
    assert!((40..=85).contains(&count), "{count} names: is each of them needed by users?");
}
