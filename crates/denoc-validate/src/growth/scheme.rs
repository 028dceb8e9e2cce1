//! Closure schemes: how a run keeps its loops closed.

use denoc_dynamics::loops::LoopMethod;
use denoc_sim::{LoopClosure, LoopSettings};

use crate::ValidationError;

/// A method of forward dynamics together with what keeps the loops closed.
#[derive(Debug)]
pub struct ClosureScheme {
    /// The keyword of the scheme on the command line and in JSON.
    pub keyword: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// What keeps the loops closed.
    pub closure: LoopClosure,
    /// The method of forward dynamics.
    pub method: LoopMethod,
    /// Growth of the closure error as printed in the paper; empty where it prints none.
    pub claim: &'static str,
    /// The power of time that theory predicts for long runs; none where the loops stay closed.
    pub power: Option<f64>,
}

/// All schemes, in the order of tables.
pub const SCHEMES: &[ClosureScheme] = &[
    ClosureScheme {
        keyword: "odca",
        summary: "accelerations alone, by O-DCA",
        closure: LoopClosure::Accelerations,
        method: LoopMethod::Odca,
        claim: "t^0.7, near 1e-14 m",
        power: Some(2.0),
    },
    ClosureScheme {
        keyword: "multipliers",
        summary: "accelerations alone, by multipliers",
        closure: LoopClosure::Accelerations,
        method: LoopMethod::Multipliers,
        claim: "t^2",
        power: Some(2.0),
    },
    ClosureScheme {
        keyword: "speeds",
        summary: "speeds and accelerations",
        closure: LoopClosure::Speeds,
        method: LoopMethod::Multipliers,
        claim: "t",
        power: Some(1.0),
    },
    ClosureScheme {
        keyword: "odca-projected",
        summary: "every state projected, O-DCA",
        closure: LoopClosure::Projected,
        method: LoopMethod::Odca,
        claim: "",
        power: None,
    },
    ClosureScheme {
        keyword: "projected",
        summary: "every state projected, multipliers",
        closure: LoopClosure::Projected,
        method: LoopMethod::Multipliers,
        claim: "",
        power: None,
    },
    ClosureScheme {
        keyword: "corrected",
        summary: "corrected after every step, multipliers",
        closure: LoopClosure::Corrected,
        method: LoopMethod::Multipliers,
        claim: "",
        power: None,
    },
];

impl ClosureScheme {
    /// The schemes with these keywords, each at most once.
    pub fn select(keywords: &[String]) -> Result<Vec<&'static Self>, ValidationError> {
        let twice = (1..keywords.len()).find(|&k| keywords[..k].contains(&keywords[k]));
        if let Some(k) = twice {
            return Err(ValidationError::RepeatedScheme { keyword: keywords[k].clone() });
        }
        let find = |keyword: &String| {
            SCHEMES.iter().find(|scheme| scheme.keyword == keyword.as_str()).ok_or_else(|| {
                let known = SCHEMES.iter().map(|scheme| scheme.keyword).collect::<Vec<_>>().join(", ");
                ValidationError::UnknownScheme { keyword: keyword.clone(), known }
            })
        };
        keywords.iter().map(find).collect()
    }

    pub(super) fn settings(&self) -> LoopSettings {
        LoopSettings { closure: Some(self.closure), method: Some(self.method), ..LoopSettings::default() }
    }
}
