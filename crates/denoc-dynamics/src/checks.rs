//! Checks of arguments and results that several stages share.

use denoc_math::Real;
use denoc_model::Model;

use crate::DynamicsError;

/// The length of an output.
#[inline]
pub(crate) fn length<T: Real>(
    model: &Model<T>,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), DynamicsError> {
    Ok(model.check_length(what, found, expected)?)
}

/// A result of one number per speed is finite.
pub(crate) fn finite<T: Real>(model: &Model<T>, what: &'static str, result: &[T]) -> Result<(), DynamicsError> {
    match result.iter().position(|x| !x.value().is_finite()) {
        None => Ok(()),
        Some(index) => Err(overflow(model, what, result, index)),
    }
}

#[cold]
fn overflow<T: Real>(model: &Model<T>, what: &'static str, result: &[T], index: usize) -> DynamicsError {
    let joint = model.joint_names()[model.joint_of_speed(index).0].clone();
    DynamicsError::NotFinite { what, index, joint, value: result[index].value() }
}
