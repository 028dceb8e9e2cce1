//! The Jacobian of loop closures without units: rows are divided by the unit of their residual ([`Loops::units`]), columns
//! multiplied by that of their speed ([`Loops::speed_units`]), so that ranks and distances do not depend on the unit of length.
//!
//! [`Loops::units`]: denoc_dynamics::loops::Loops::units
//! [`Loops::speed_units`]: denoc_dynamics::loops::Loops::speed_units

use denoc_dynamics::loops::ZERO_ROW;
use nalgebra::DMatrix;

/// The scaled rows of a Jacobian, for the units of these rows and some speeds, which are sorted. Rows that are zero up to rounding
/// ([`ZERO_ROW`]) are zero. `sweep(i, add)` calls `add` with the
/// speeds and entries of row `i`; entries of other speeds are left out.
pub fn scaled_rows(
    row_units: impl ExactSizeIterator<Item = f64>,
    speeds: &[usize],
    speed_units: &[f64],
    mut sweep: impl FnMut(usize, &mut dyn FnMut(usize, f64)),
) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(row_units.len(), speeds.len());
    for (i, unit) in row_units.enumerate() {
        sweep(i, &mut |s, x| {
            if let Ok(j) = speeds.binary_search(&s) {
                matrix[(i, j)] += x * speed_units[s] / unit;
            }
        });
        if matrix.row(i).iter().all(|x: &f64| x.abs() < ZERO_ROW) {
            matrix.row_mut(i).fill(0.0);
        }
    }
    matrix
}
