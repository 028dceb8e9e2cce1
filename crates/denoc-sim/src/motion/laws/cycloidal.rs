//! The cycloidal law of the book's examples.

use std::f64::consts::TAU;

/// Largest speed and acceleration in unit time.
pub(super) const PEAKS: [f64; 2] = [2.0, TAU];

/// s = x − sin(2πx)/2π and its derivatives [SahaIR (9.36)].
pub(super) fn unit(x: f64) -> [f64; 3] {
    let (sin, cos) = (TAU * x).sin_cos();
    [x - sin / TAU, 1.0 - cos, TAU * sin]
}
