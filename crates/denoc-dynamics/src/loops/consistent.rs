//! Checks that a motion satisfies the closures.

use denoc_math::Real;
use denoc_model::{ClosureId, Model};

use crate::DynamicsError;
use crate::loops::Loops;

/// Largest violation relative to the motion at the closure.
const TOLERANCE: f64 = 1e-6;
/// Largest violation relative to the motion of the whole mechanism, to allow for rounding.
const ROUNDING: f64 = 1e-12;
/// Largest violation of a mechanism at rest, in rad (or the size of the mechanism), per s or s².
const REST: f64 = 1e-9;

/// Refuses motions that violate a closure. `sizes` is the magnitude of the terms of each row whose sum is its violation, `motion`
/// that of the whole mechanism ([`Loops::pace`]).
pub(super) fn check<T: Real>(
    model: &Model<T>,
    loops: &Loops<T>,
    what: &'static str,
    violation: &[T],
    sizes: impl Fn(usize) -> f64,
    motion: f64,
) -> Result<(), DynamicsError> {
    let unit = |row: usize| loops.units[row].value();
    let mut worst: Option<(f64, usize)> = None;
    for closure in 0..model.closures().len() {
        let rows = loops.rows_of(ClosureId(closure));
        // rows of one closure together, because in some of them all terms are zero up to rounding
        let size = rows.clone().map(|row| sizes(row) / unit(row)).fold(0.0, f64::max);
        let limit = TOLERANCE * size + ROUNDING * motion + REST;
        for row in rows {
            let ratio = violation[row].value().abs() / unit(row) / limit;
            if ratio > 1.0 && worst.is_none_or(|(most, _)| ratio > most) {
                worst = Some((ratio, row));
            }
        }
    }
    match worst {
        None => Ok(()),
        Some((ratio, row)) => Err(DynamicsError::NotClosed {
            what,
            closure: model.closure_names()[loops.rows()[row].closure.0].clone(),
            value: violation[row].value().abs(),
            relative: ratio * TOLERANCE,
        }),
    }
}
