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

    /// Whether the id, the title or the model contains this text; case does not matter.
    pub fn is_about(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        [self.id, self.title, self.model()].iter().any(|part| part.to_lowercase().contains(&text))
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
