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

/// The model has no loops: its tree is all of it.
#[inline]
pub(crate) fn no_loops<T: Real>(model: &Model<T>) -> Result<(), DynamicsError> {
    match model.closure_names().first() {
        None => Ok(()),
        Some(closure) => Err(DynamicsError::HasLoops { model: model.name().to_owned(), closure: closure.clone() }),
    }
}

/// A result of one number per speed is finite.
pub(crate) fn finite<T: Real>(model: &Model<T>, what: &'static str, result: &[T]) -> Result<(), DynamicsError> {
    match result.iter().position(|x| !x.value().is_finite()) {
        None => Ok(()),
        Some(index) => Err(overflow(model, what, result, index)),
    }
}

/// A result of nv × nv numbers is finite; by the inequality of Cauchy and Schwarz its diagonal tells.
pub(crate) fn finite_matrix<T: Real>(model: &Model<T>, what: &'static str, matrix: &[T]) -> Result<(), DynamicsError> {
    let nv = model.nv();
    match matrix.iter().step_by(nv + 1).position(|x| !x.value().is_finite()) {
        None => Ok(()),
        Some(joint) => {
            let (index, value) = (joint * (nv + 1), matrix[joint * (nv + 1)].value());
            let joint = model.joint_names()[model.joint_of_speed(joint).0].clone();
            Err(DynamicsError::NotFinite { what, index, joint, value })
        }
    }
}

/// A result of nv × nv numbers of any kind is finite.
pub(crate) fn finite_rows<T: Real>(model: &Model<T>, what: &'static str, matrix: &[T]) -> Result<(), DynamicsError> {
    // without an early way out, so that several numbers are looked at at once
    if matrix.iter().fold(true, |all, x| all & x.value().is_finite()) {
        return Ok(());
    }
    matrix.chunks_exact(model.nv().max(1)).try_for_each(|row| finite(model, what, row))
}

#[cold]
fn overflow<T: Real>(model: &Model<T>, what: &'static str, result: &[T], index: usize) -> DynamicsError {
    let joint = model.joint_names()[model.joint_of_speed(index).0].clone();
    DynamicsError::NotFinite { what, index, joint, value: result[index].value() }
}
