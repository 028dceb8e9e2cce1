//! Checks that the motions share.

use denoc_model::Model;

use super::MotionKind;
use crate::SimError;

/// The error for a number that makes no sense.
pub(super) fn number(motion: &'static str, what: impl Into<String>, value: f64, rule: &'static str) -> SimError {
    SimError::MotionNumber { motion, what: what.into(), value, rule }
}

/// The error for an unknown word.
pub(super) fn unknown(what: &'static str, word: &str, known: &[MotionKind]) -> SimError {
    SimError::Keyword { what, word: word.to_owned(), known: known.iter().map(|k| k.keyword).collect() }
}

/// A duration: positive and finite.
pub(super) fn duration(motion: &'static str, t: f64) -> Result<(), SimError> {
    if t.is_finite() && t > 0.0 {
        return Ok(());
    }
    Err(number(motion, "the duration", t, "it must be a positive number of seconds"))
}

/// One positive limit for every speed.
pub(super) fn limits(motion: &'static str, what: &str, model: &Model, limits: &[f64]) -> Result<(), SimError> {
    model.check_length("limits", limits.len(), model.nv())?;
    match limits.iter().position(|&x| x.is_nan() || x <= 0.0) {
        None => Ok(()),
        Some(k) => {
            let joint = &model.joint_names()[model.joint_of_speed(k).0];
            let what = format!("the {what} limit of joint \"{joint}\"");
            Err(number(motion, what, limits[k], "limits must be positive (infinite: none)"))
        }
    }
}

/// Rising times, at least two.
pub(super) fn times(motion: &'static str, times: &[f64]) -> Result<(), SimError> {
    if times.len() < 2 {
        return Err(number(motion, "the number of points", times.len() as f64, "give at least two"));
    }
    if let Some(k) = times.iter().position(|t| !t.is_finite()) {
        return Err(number(motion, format!("time {}", k + 1), times[k], "times must be finite numbers"));
    }
    match times.windows(2).position(|w| w[1] <= w[0]) {
        None => Ok(()),
        Some(k) => {
            let what = format!("time {}", k + 2);
            Err(number(motion, what, times[k + 1], "times must rise from point to point"))
        }
    }
}

/// The requested time.
pub(super) fn instant(motion: &'static str, t: f64) -> Result<(), SimError> {
    if t.is_finite() { Ok(()) } else { Err(number(motion, "the time", t, "it must be a finite number")) }
}

/// Lengths of the slices of a sample (found, needed) where there is no model to ask.
pub(super) fn lengths(motion: &'static str, pairs: [(usize, usize); 3]) -> Result<(), SimError> {
    match pairs.iter().zip(["q", "v", "a"]).find(|((found, needed), _)| found != needed) {
        None => Ok(()),
        Some(((found, _), what)) => {
            let what = format!("the length of {what}");
            Err(number(motion, what, *found as f64, "it must be that of the model's coordinates (q) or speeds (v, a)"))
        }
    }
}
