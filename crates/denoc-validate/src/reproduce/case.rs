//! What there is to compute.

use denoc_run::Loaded;

use super::{CaseReport, Finding, SOURCES};
use crate::ValidationError;

/// A book or paper and the cases that reproduce it.
#[derive(Debug)]
pub struct Source {
    /// The key of the source in `docs/theory/equations.toml`.
    pub key: &'static str,
    /// Authors, title and year.
    pub title: &'static str,
    /// The cases, in the order of the source.
    pub cases: &'static [Case],
}

/// An example, an exercise, a figure or a table of a source.
#[derive(Debug)]
pub struct Case {
    /// The place in the source, such as "SahaIR Example 9.5"; begins with the key of the source.
    pub id: &'static str,
    /// What is computed.
    pub title: &'static str,
    pub(super) work: Work,
}

/// How a case is computed.
#[derive(Debug)]
pub(super) enum Work {
    /// From a mechanism of the catalogue.
    Arm(&'static str, fn(&Loaded) -> Result<Finding, ValidationError>),
    /// From numbers of the text alone.
    Text(fn() -> Result<Finding, ValidationError>),
}

impl Case {
    /// The source that the case is taken from.
    pub fn source(&self) -> &'static Source {
        // a test holds that every id begins with the key of its source
        SOURCES.iter().find(|source| self.id.starts_with(source.key)).unwrap_or(&SOURCES[0])
    }

    /// The name of the mechanism in the catalogue; empty if the case needs none.
    pub fn model(&self) -> &'static str {
        match self.work {
            Work::Arm(model, _) => model,
            Work::Text(_) => "",
        }
    }

    /// Whether the id, the title or the model contains this text; case does not matter. Numbers must be complete: `Example 9.1` is
    /// neither 9.10 nor 9.11, but one of `Examples 9.1, 9.2`.
    pub fn is_about(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let says = |part: &str| contains(&part.to_lowercase(), &text);
        [self.id, self.title, self.model()].into_iter().any(says) || members(self.id).iter().any(|id| says(id))
    }

    /// Its id and model, and the words of its title, for suggestions.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.id, self.model()].into_iter().chain(self.title.split_whitespace())
    }

    /// Computes the case and compares it with its oracles. A case that cannot be computed has one check that failed.
    pub fn run(&'static self) -> CaseReport {
        let found = match self.work {
            Work::Arm(model, compute) => {
                denoc_run::load(model).map_err(ValidationError::from).and_then(|arm| compute(&arm))
            }
            Work::Text(compute) => compute(),
        };
        CaseReport { case: self, finding: found.unwrap_or_else(|error| Finding::failed(&error)) }
    }
}

/// Whether a text contains another one without cutting a number.
fn contains(text: &str, part: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let starts_number = is_digit(part.chars().next());
    let ends_number = is_digit(part.chars().next_back());
    text.match_indices(part).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + part.len()..]);
        // 9.1 is no part of 19.1, and 1 no part of 9.1
        let cut = before.trim_end_matches('.');
        let cuts_start = starts_number && is_digit(cut.chars().next_back());
        !(cuts_start || ends_number && is_digit(after.chars().next()))
    })
}

/// The members of lists in an id: `SahaIR Example 9.1` and `SahaIR Example 9.2` of `SahaIR Examples 9.1, 9.2`.
fn members(id: &str) -> Vec<String> {
    let mut members = Vec::new();
    let (mut before, mut singular) = (String::new(), None);
    for word in id.split(' ') {
        let number = word.trim_end_matches(',');
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            members.extend(singular.as_ref().map(|kind| format!("{kind} {number}")));
        } else {
            let dot = if word.ends_with('.') { "." } else { "" };
            let kind = word.trim_end_matches('.').strip_suffix('s');
            singular = kind.map(|kind| format!("{before}{kind}{dot}"));
        }
        before += word;
        before.push(' ');
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand
    #[test]
    fn numbers_of_ids_are_complete() {
        assert!(contains("example 9.1", "example 9.1") && contains("sections 2.1-2.7", "2.1"));
        assert!(!contains("example 9.10", "example 9.1") && !contains("example 19.1", "9.1"));
        assert!(!contains("example 9.1", "1") && contains("example 9.1", "example 9"));
        assert_eq!(members("SahaIR Examples 9.1, 9.2"), ["SahaIR Example 9.1", "SahaIR Example 9.2"]);
        let figures = ["MukAnd06 section 4.1, Fig. 8", "MukAnd06 section 4.1, Fig. 9"];
        assert_eq!(members("MukAnd06 section 4.1, Figs. 8, 9"), figures);
        assert!(members("SahaIR Example 9.5").is_empty());
    }

    // oracle: the ids
    #[test]
    fn a_case_is_chosen_by_its_number() {
        let chosen = |text: &str| -> Vec<&str> {
            super::super::cases().filter(|case| case.is_about(text)).map(|case| case.id).collect()
        };
        assert_eq!(chosen("Example 9.1"), ["SahaIR Examples 9.1, 9.2"]);
        assert_eq!(chosen("example 9.2"), ["SahaIR Examples 9.1, 9.2"]);
        assert_eq!(chosen("Example 9.11"), ["SahaIR Example 9.11"]);
    }
}
