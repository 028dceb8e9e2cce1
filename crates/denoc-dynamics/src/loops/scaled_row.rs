//! Dimensionless rows of the Jacobian.

use denoc_math::Real;
use denoc_model::Model;

use super::Loops;
use crate::kinematics::KinematicsBuffers;

/// Entries of a row divided by its unit are of order one; a row without entries larger than this is zero up to rounding and
/// must not be compared with other such rows.
const NOTHING: f64 = 1e-12;

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
    if out.iter().all(|x| x.value().abs() < NOTHING) {
        out.fill(T::zero());
    }
}
