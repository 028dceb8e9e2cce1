use serde::{Deserialize, Serialize};

/// Outcome of a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The value is within its tolerance.
    Passed,
    /// The value exceeds its tolerance, or is not a number.
    Missed,
    /// The value has no tolerance: it informs.
    Unjudged,
}

/// One line of an audit: a number that a run reports about itself, with a tolerance where there is one.
///
/// ```
/// use denoc_base::{AuditRow, Verdict};
///
/// let drift = AuditRow::bounded("energy drift", f64::NAN, "J", 1e-6, "end minus start");
/// assert_eq!(drift.verdict, Verdict::Missed);
/// let steps = AuditRow::unjudged("steps", 1200.0, "", "taken");
/// assert_eq!(steps.verdict, Verdict::Unjudged);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditRow {
    /// What was checked: `energy drift`.
    pub name: String,
    /// What was found, in `unit`.
    pub value: f64,
    /// SI unit; empty for plain numbers.
    pub unit: String,
    /// The greatest value that passes, in `unit`.
    pub tolerance: Option<f64>,
    /// The outcome.
    pub verdict: Verdict,
    /// What the number means, in a sentence.
    pub meaning: String,
}

impl AuditRow {
    /// A number without a tolerance.
    pub fn unjudged(name: impl Into<String>, value: f64, unit: &str, meaning: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value,
            unit: unit.to_owned(),
            tolerance: None,
            verdict: Verdict::Unjudged,
            meaning: meaning.into(),
        }
    }

    /// A number that must not exceed `tolerance`. NaN exceeds every tolerance.
    pub fn bounded(
        name: impl Into<String>,
        value: f64,
        unit: &str,
        tolerance: f64,
        meaning: impl Into<String>,
    ) -> Self {
        let verdict = if value <= tolerance { Verdict::Passed } else { Verdict::Missed };
        Self { tolerance: Some(tolerance), verdict, ..Self::unjudged(name, value, unit, meaning) }
    }

    /// Whether the tolerance was missed.
    pub fn missed(&self) -> bool {
        self.verdict == Verdict::Missed
    }
}
