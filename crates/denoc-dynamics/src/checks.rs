//! Checks of arguments and results that several stages share.

use denoc_math::Real;
use denoc_model::Model;

use crate::DynamicsError;

/// Checks the length of an output.
#[inline]
pub(crate) fn length<T: Real>(
    model: &Model<T>,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), DynamicsError> {
    Ok(model.check_length(what, found, expected)?)
}

/// Checks that the model has no loops.
#[inline]
pub(crate) fn no_loops<T: Real>(model: &Model<T>) -> Result<(), DynamicsError> {
    match model.closure_names().first() {
        None => Ok(()),
        Some(closure) => Err(DynamicsError::HasLoops { model: model.name().to_owned(), closure: closure.clone() }),
    }
}

/// Checks that a result with one number per speed is finite.
pub(crate) fn finite<T: Real>(model: &Model<T>, what: &'static str, result: &[T]) -> Result<(), DynamicsError> {
    match result.iter().position(|x| !x.value().is_finite()) {
        None => Ok(()),
        Some(index) => Err(overflow(model, what, result, index)),
    }
}

/// Checks that an inertia matrix (nv × nv) is finite; by the Cauchy-Schwarz inequality its diagonal suffices.
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

/// Checks that any nv × nv matrix is finite.
pub(crate) fn finite_rows<T: Real>(model: &Model<T>, what: &'static str, matrix: &[T]) -> Result<(), DynamicsError> {
    // no early exit, so that the loop is vectorised
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
