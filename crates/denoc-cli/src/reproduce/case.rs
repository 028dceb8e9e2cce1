//! What there is to compute.

use denoc::Loaded;

use super::Finding;
use crate::output::Failure;

/// A source and its cases.
#[derive(Debug)]
pub(crate) struct Document {
    /// As in `docs/theory/equations.toml`.
    pub(crate) key: &'static str,
    pub(crate) title: &'static str,
    pub(crate) cases: &'static [Case],
}

/// An example, an exercise or a table.
#[derive(Debug)]
pub(crate) struct Case {
    /// The place in the source, such as "SahaIR Example 9.5".
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) work: Work,
}

/// How a case is computed.
#[derive(Debug)]
pub(crate) enum Work {
    /// From a mechanism of the catalogue.
    Arm(&'static str, fn(&Loaded) -> Result<Finding, Failure>),
    /// From numbers of the text alone.
    Text(fn() -> Result<Finding, Failure>),
}

impl Case {
    /// The mechanism, or nothing.
    pub(crate) fn model(&self) -> &'static str {
        match self.work {
            Work::Arm(model, _) => model,
            Work::Text(_) => "",
        }
    }

    /// Computes it. What cannot be computed is a check that failed: the other cases go on.
    pub(crate) fn run(&self) -> Finding {
        let found = match self.work {
            Work::Arm(model, compute) => denoc::load(model).map_err(Failure::from).and_then(|arm| compute(&arm)),
            Work::Text(compute) => compute(),
        };
        found.unwrap_or_else(|failure| Finding::failed(&failure))
    }

    /// Whether one of its words contains this one; capital letters do not matter.
    pub(crate) fn is_about(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        [self.id, self.title, self.model()].iter().any(|text| text.to_lowercase().contains(&word))
    }
}
