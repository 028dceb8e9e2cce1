//! Dimensionless rows of the Jacobian.

use denoc_math::Real;
use denoc_model::Model;

use super::Loops;
use crate::kinematics::KinematicsBuffers;

/// Entries of a row of the Jacobian divided by its unit are of order one. A row without entries larger than this is zero up to
/// rounding: no joint can influence its constraint. Before ranks are determined it must be set to zero, because among such rows alone
/// rounding would look like constraints, as in a door on two hinges.
pub const ZERO_ROW: f64 = 1e-12;

/// Sets a row to zero if it is zero up to rounding; `unit` is what its entries are still to be divided by.
pub(crate) fn clear_rounding<T: Real>(row: &mut [T], unit: f64) {
    if row.iter().all(|x| x.value().abs() < ZERO_ROW * unit) {
        row.fill(T::zero());
    }
}

/// Row `j` of J divided by its unit; zeros if no joint can influence its constraint.
pub(crate) fn scaled_row<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    loops: &Loops<T>,
    j: usize,
    out: &mut [T],
) {
    let scale = loops.units[j].recip();
    out.fill(T::zero());
    loops.rows.sweep(model, k, &loops.rows.rows[j], |s, x| out[s] = x.mul_add(scale, out[s]));
    clear_rounding(out, 1.0);
}
