//! What a case found.

use denoc::results::{Plot, TextTable};

use super::curves::Curves;
use crate::output::Failure;

/// What the numbers are compared with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Oracle {
    /// Other programs, which share no code with ours.
    Engines,
    /// A formula of the text.
    ClosedForm,
    /// Dense equations of motion of ours, which share nothing with the recursions.
    Dense,
    /// Numbers kept from a separate program, written from the text alone.
    Kept,
    /// A number or a sentence of the text.
    Printed,
    /// A law of mechanics, or a special case solved by hand.
    Law,
    /// Nothing: the computation failed.
    None,
}

impl Oracle {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Engines => "third-party engines",
            Self::ClosedForm => "closed form of the text",
            Self::Dense => "dense equations of ours",
            Self::Kept => "kept numbers",
            Self::Printed => "the printed text",
            Self::Law => "mechanics by hand",
            Self::None => "–",
        }
    }
}

/// What a comparison gave.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measure {
    /// The largest deviation and what is allowed, in a unit.
    Deviation { value: f64, tolerance: f64, unit: &'static str },
    /// Whether a sentence of the text holds, and whether we know it to hold.
    Sentence { holds: bool, known: bool },
    /// Why there is nothing to compare.
    Failed(String),
}

/// One comparison.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Check {
    pub(crate) what: String,
    pub(crate) oracle: Oracle,
    pub(crate) measure: Measure,
}

impl Check {
    /// Whether it was found as it should be.
    pub(crate) fn passed(&self) -> bool {
        match self.measure {
            Measure::Deviation { value, tolerance, .. } => value <= tolerance,
            Measure::Sentence { holds, known } => holds == known,
            Measure::Failed(_) => false,
        }
    }
}

/// What a deviation of curves is measured by.
#[derive(Copy, Clone, Debug)]
pub(super) enum Bound<'a> {
    /// The largest number of the reference.
    Largest(f64),
    /// The number itself, where it is larger than one.
    Number(f64),
    /// Nothing; each row of the reference has its own bound.
    Rows(&'a [f64]),
}

/// Checks, and what to show of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    /// What is computed, and from what.
    pub(crate) text: String,
    pub(crate) checks: Vec<Check>,
    /// What is worth a sentence: gaps and errors of the source, sentences that do not hold and why.
    pub(crate) remarks: Vec<String>,
    pub(crate) plots: Vec<Plot>,
    pub(crate) tables: Vec<TextTable>,
}

impl Finding {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn failed(failure: &Failure) -> Self {
        let measure = Measure::Failed(failure.to_string());
        let check = Check { what: "the computation".into(), oracle: Oracle::None, measure };
        Self { checks: vec![check], ..Self::default() }
    }

    pub(super) fn remark(&mut self, words: impl Into<String>) {
        self.remarks.push(words.into());
    }

    /// A deviation against a tolerance.
    pub(super) fn check(&mut self, what: &str, oracle: Oracle, value: f64, tolerance: f64, unit: &'static str) {
        let measure = Measure::Deviation { value, tolerance, unit };
        self.checks.push(Check { what: what.into(), oracle, measure });
    }

    /// A sentence of the text: whether it holds, and whether we know it to.
    pub(super) fn sentence(&mut self, what: &str, holds: bool, known: bool) {
        let measure = Measure::Sentence { holds, known };
        self.checks.push(Check { what: what.into(), oracle: Oracle::Printed, measure });
    }

    /// Curves against a reference: the worst of all numbers.
    pub(super) fn compare(
        &mut self,
        what: &str,
        oracle: Oracle,
        ours: &[&Curves],
        reference: &Curves,
        bound: Bound<'_>,
    ) {
        let largest = reference.largest();
        let mut worst = (0.0, 0.0, 0.0);
        for (k, (deviation, numbers)) in
            ours.iter().flat_map(|own| own.deviation(reference).rows.into_iter().zip(&reference.rows).enumerate())
        {
            for (d, x) in deviation.iter().zip(numbers) {
                let (value, tolerance) = match bound {
                    Bound::Largest(tolerance) => (d / largest, tolerance),
                    Bound::Number(tolerance) => (d / x.abs().max(1.0), tolerance),
                    Bound::Rows(rows) => (*d, rows.get(k).copied().unwrap_or(0.0)),
                };
                let ratio = value / tolerance;
                // a NaN is the worst, and stays it
                if worst.1 == 0.0 || ratio > worst.2 || ratio.is_nan() {
                    worst = (value, tolerance, if ratio.is_nan() { f64::INFINITY } else { ratio });
                }
            }
        }
        let unit = match bound {
            Bound::Largest(_) => "of the largest",
            Bound::Number(_) => "",
            Bound::Rows(_) => "rad, rad/s",
        };
        let (value, tolerance, _) = worst;
        // no number compared is no agreement
        let value = if tolerance == 0.0 { f64::NAN } else { value };
        self.check(what, oracle, value, tolerance, unit);
    }
}

impl Check {
    /// What, compared with, deviation, tolerance, verdict: for tables.
    pub(crate) fn cells(&self) -> [String; 5] {
        let (deviation, tolerance) = match &self.measure {
            Measure::Deviation { value, tolerance, unit } => {
                (format!("{} {unit}", figure(*value, 1)).trim_end().to_owned(), figure(*tolerance, 0))
            }
            Measure::Sentence { holds: true, .. } => ("reproduced".to_owned(), String::new()),
            Measure::Sentence { holds: false, .. } => ("not reproduced".to_owned(), String::new()),
            Measure::Failed(why) => (why.lines().next().unwrap_or_default().to_owned(), String::new()),
        };
        let verdict = match (&self.measure, self.passed()) {
            (Measure::Sentence { holds: false, .. }, true) => "known",
            (_, true) => "ok",
            (_, false) => "MISSED",
        };
        [self.what.clone(), self.oracle.words().to_owned(), deviation, tolerance, verdict.to_owned()]
    }
}

/// A size with a few digits.
fn figure(x: f64, digits: usize) -> String {
    if x == 0.0 { "0".into() } else { format!("{x:.digits$e}") }
}
