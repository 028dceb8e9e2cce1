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
    /// The check could not be made.
    Unchecked,
}

/// Outcome of an audit as a whole.
///
/// ```
/// use denoc_base::{AuditOutcome, AuditRow};
///
/// let held = AuditRow::bounded("drift", 1e-9, "J", 1e-6, "end minus start");
/// let open = AuditRow::unchecked("forward dynamics", "the inertia matrix is singular");
/// assert_eq!(AuditOutcome::of(&[held.clone()]), Some(AuditOutcome::Passed));
/// assert_eq!(AuditOutcome::of(&[held, open]), Some(AuditOutcome::Incomplete));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuditOutcome {
    /// Every check was made and holds.
    Passed,
    /// Every check that was made holds; some could not be made.
    Incomplete,
    /// Some check does not hold.
    Missed,
}

impl AuditOutcome {
    /// The outcome of these rows; `None` if none of them is a check.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a AuditRow>) -> Option<Self> {
        Self::of_verdicts(rows.into_iter().map(|row| row.verdict))
    }

    /// The outcome of checks with these verdicts; `None` if none of them is a check.
    pub fn of_verdicts(verdicts: impl IntoIterator<Item = Verdict>) -> Option<Self> {
        let outcome = |verdict| match verdict {
            Verdict::Passed => Some(Self::Passed),
            Verdict::Unchecked => Some(Self::Incomplete),
            Verdict::Missed => Some(Self::Missed),
            Verdict::Unjudged => None,
        };
        verdicts.into_iter().filter_map(outcome).max_by_key(|&outcome| outcome as u8)
    }
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

    /// A check that could not be made, and why.
    pub fn unchecked(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Unchecked, ..Self::unjudged(name, f64::NAN, "", reason) }
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
