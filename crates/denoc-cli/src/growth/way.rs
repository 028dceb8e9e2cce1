//! Ways to keep loops closed.

use denoc::dynamics::loops::LoopMethod;
use denoc::sim::{LoopClosure, LoopSettings};

use crate::output::{Code, Failure};

/// A method of forward dynamics, what keeps loops closed, and what the paper says about it.
#[derive(Debug)]
pub(crate) struct Way {
    /// The word for it.
    pub(crate) keyword: &'static str,
    pub(crate) words: &'static str,
    pub(crate) closure: LoopClosure,
    pub(crate) method: LoopMethod,
    /// Growth of the error, as printed.
    pub(crate) claim: &'static str,
    /// The power of time in the long run, by theory; none where loops stay closed.
    pub(crate) power: Option<f64>,
}

/// All of them, in the order of tables.
pub(crate) const WAYS: &[Way] = &[
    Way {
        keyword: "odca",
        words: "accelerations alone, by O-DCA",
        closure: LoopClosure::Accelerations,
        method: LoopMethod::Odca,
        claim: "t^0.7, near 1e-14 m",
        power: Some(2.0),
    },
    Way {
        keyword: "multipliers",
        words: "accelerations alone, by multipliers",
        closure: LoopClosure::Accelerations,
        method: LoopMethod::Multipliers,
        claim: "t^2",
        power: Some(2.0),
    },
    Way {
        keyword: "speeds",
        words: "speeds and accelerations",
        closure: LoopClosure::Speeds,
        method: LoopMethod::Multipliers,
        claim: "t",
        power: Some(1.0),
    },
    Way {
        keyword: "odca-projected",
        words: "every state projected, O-DCA",
        closure: LoopClosure::Projected,
        method: LoopMethod::Odca,
        claim: "",
        power: None,
    },
    Way {
        keyword: "projected",
        words: "every state projected, multipliers",
        closure: LoopClosure::Projected,
        method: LoopMethod::Multipliers,
        claim: "",
        power: None,
    },
    Way {
        keyword: "corrected",
        words: "corrected after every step, multipliers",
        closure: LoopClosure::Corrected,
        method: LoopMethod::Multipliers,
        claim: "",
        power: None,
    },
];

impl Way {
    /// The ways of these words.
    pub(crate) fn chosen(words: &[String]) -> Result<Vec<&'static Self>, Failure> {
        let find = |word: &String| {
            WAYS.iter().find(|way| way.keyword == word.as_str()).ok_or_else(|| {
                let known: Vec<&str> = WAYS.iter().map(|way| way.keyword).collect();
                let words = format!(
                    "--methods {word}: there is no such way to keep loops closed; known are {}",
                    known.join(", ")
                );
                Failure::new(words).with_code(Code::BadInput)
            })
        };
        let twice = (1..words.len()).find(|&k| words[..k].contains(&words[k]));
        if let Some(k) = twice {
            let said = format!("--methods {}: {} is there twice; name each method once", words.join(","), words[k]);
            return Err(Failure::new(said).with_code(Code::BadInput));
        }
        words.iter().map(find).collect()
    }

    pub(crate) fn settings(&self) -> LoopSettings {
        LoopSettings { closure: Some(self.closure), method: Some(self.method), ..LoopSettings::default() }
    }
}
