//! A case: something that a source computes, computed again, and how far it is from what it should be.

use denoc::results::{Plot, TextTable, Verdict};

/// One example, figure, table or exercise.
pub(crate) struct Case {
    /// As the source calls it: `Example 9.5`.
    pub(crate) id: &'static str,
    /// In a few words.
    pub(crate) title: &'static str,
    pub(crate) run: fn() -> Result<Findings, denoc::Error>,
}

/// What a case found.
#[derive(Default)]
pub(crate) struct Findings {
    /// What was computed, with what, and what is to be said about it: paragraphs separated by empty lines.
    pub(crate) text: String,
    pub(crate) checks: Vec<Check>,
    pub(crate) plots: Vec<Plot>,
    pub(crate) tables: Vec<TextTable>,
}

/// One comparison.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// What is compared: `torques`.
    pub(crate) what: String,
    pub(crate) oracle: Oracle,
    /// The largest deviation found; NaN is a failure.
    pub(crate) deviation: f64,
    /// What it may be at most, in the same unit.
    pub(crate) tolerance: f64,
    /// The unit of both, and what they are relative to.
    pub(crate) unit: &'static str,
}

/// What a result is compared with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Oracle {
    /// Numbers of other engines (`data/`).
    Engines,
    /// Expressions printed in the source.
    ClosedForm,
    /// Dense equations and an integrator that share nothing with the recursions (`dense.rs`).
    Dense,
    /// A number or a sentence printed in the source.
    Printed,
    /// What must hold whatever the source says: energy, symmetry.
    Identity,
}

impl Oracle {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Engines => "third-party engines",
            Self::ClosedForm => "closed form of the text",
            Self::Dense => "dense integration of ours",
            Self::Printed => "printed in the text",
            Self::Identity => "identity",
        }
    }
}

impl Check {
    pub(crate) fn passed(&self) -> bool {
        // false for NaN
        self.deviation <= self.tolerance
    }
}

/// A case that was run.
pub(crate) struct Done {
    pub(crate) document: &'static str,
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) findings: Findings,
    pub(crate) seconds: f64,
}

impl Done {
    pub(crate) fn verdict(&self) -> Verdict {
        if self.findings.checks.iter().all(Check::passed) { Verdict::Passed } else { Verdict::Missed }
    }
}
