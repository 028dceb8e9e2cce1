//! What a case found.

use denoc_results::{Plot, TextTable};
use serde::{Serialize, Serializer};

use super::curves::Curves;
use crate::ValidationError;

/// What the numbers are compared with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// Other engines, which share no code with denoc.
    Engines,
    /// A formula of the text.
    ClosedForm,
    /// Dense equations of motion in this crate, which share no code with the recursions.
    Dense,
    /// Recorded numbers of a separate program, written from the text alone.
    Kept,
    /// A number or a statement of the text.
    Printed,
    /// A law of mechanics, or a special case solved by hand.
    Law,
    /// Nothing: the computation failed.
    None,
}

impl Oracle {
    /// The name of the oracle in tables.
    pub fn label(self) -> &'static str {
        match self {
            Self::Engines => "third-party engines",
            Self::ClosedForm => "closed form of the text",
            Self::Dense => "dense equations of motion",
            Self::Kept => "recorded numbers",
            Self::Printed => "the printed text",
            Self::Law => "hand calculation",
            Self::None => "–",
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Measure {
    /// The largest deviation from the oracle.
    Deviation {
        /// The deviation, in `unit`.
        #[serde(rename = "deviation")]
        value: f64,
        /// The largest deviation that passes, in `unit`.
        tolerance: f64,
        /// The unit, or what the deviation is relative to.
        unit: &'static str,
    },
    /// A statement of the text.
    Sentence {
        /// Whether the statement holds for the numbers of the source.
        #[serde(rename = "reproduced")]
        holds: bool,
        /// Whether the statement is known to hold; those that do not are errata.
        #[serde(rename = "known_to_hold")]
        known: bool,
    },
    /// Nothing could be compared.
    Failed {
        /// Why the computation failed.
        error: String,
    },
}

/// One comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is compared.
    pub what: String,
    /// What it is compared with.
    pub oracle: Oracle,
    /// The result.
    pub measure: Measure,
}

impl Check {
    /// Whether the deviation is within its tolerance, or the statement holds exactly if it is known to.
    pub fn passed(&self) -> bool {
        match self.measure {
            Measure::Deviation { value, tolerance, .. } => value <= tolerance,
            Measure::Sentence { holds, known } => holds == known,
            Measure::Failed { .. } => false,
        }
    }
}

/// What the deviation of curves is relative to.
#[derive(Copy, Clone, Debug)]
pub(super) enum Bound<'a> {
    /// The largest number of the reference.
    Largest(f64),
    /// The number itself, where it is larger than one.
    Number(f64),
    /// Nothing; each row of the reference has a bound.
    Rows(&'a [f64]),
}

/// The checks of a case, with text, plots and tables for its report.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// What is computed, and from what.
    pub text: String,
    /// The comparisons, in the order of the report.
    pub checks: Vec<Check>,
    /// Gaps and errors of the source; statements that do not hold, and why.
    pub remarks: Vec<String>,
    /// Plots of denoc's curves with those of the oracles.
    pub plots: Vec<Plot>,
    /// Tables besides that of the checks.
    pub tables: Vec<TextTable>,
}

impl Finding {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn failed(error: &ValidationError) -> Self {
        let measure = Measure::Failed { error: error.to_string() };
        let check = Check { what: "the computation".into(), oracle: Oracle::None, measure };
        Self { checks: vec![check], ..Self::default() }
    }

    pub(super) fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// A deviation against a tolerance.
    pub(super) fn check(&mut self, what: &str, oracle: Oracle, value: f64, tolerance: f64, unit: &'static str) {
        let measure = Measure::Deviation { value, tolerance, unit };
        self.checks.push(Check { what: what.into(), oracle, measure });
    }

    /// A statement of the text: whether it holds, and whether it is known to hold.
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
            ours.iter().flat_map(|curves| curves.deviation(reference).rows.into_iter().zip(&reference.rows).enumerate())
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

/// The JSON object of a check.
#[derive(Serialize)]
struct Record<'a> {
    what: &'a str,
    oracle: &'static str,
    passed: bool,
    #[serde(flatten)]
    measure: &'a Measure,
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (oracle, passed) = (self.oracle.label(), self.passed());
        Record { what: &self.what, oracle, passed, measure: &self.measure }.serialize(serializer)
    }
}

impl Check {
    /// The cells of a table row: what, compared with, deviation, tolerance, verdict.
    pub fn cells(&self) -> [String; 5] {
        let (deviation, tolerance) = match &self.measure {
            Measure::Deviation { value, tolerance, unit } => {
                (format!("{} {unit}", figure(*value, 1)).trim_end().to_owned(), figure(*tolerance, 0))
            }
            Measure::Sentence { holds: true, .. } => ("reproduced".to_owned(), String::new()),
            Measure::Sentence { holds: false, .. } => ("not reproduced".to_owned(), String::new()),
            Measure::Failed { error } => (error.lines().next().unwrap_or_default().to_owned(), String::new()),
        };
        let verdict = match (&self.measure, self.passed()) {
            (Measure::Sentence { holds: false, .. }, true) => "known",
            (_, true) => "ok",
            (_, false) => "MISSED",
        };
        [self.what.clone(), self.oracle.label().to_owned(), deviation, tolerance, verdict.to_owned()]
    }
}

/// A size with a few digits.
fn figure(x: f64, digits: usize) -> String {
    if x == 0.0 { "0".into() } else { format!("{x:.digits$e}") }
}
