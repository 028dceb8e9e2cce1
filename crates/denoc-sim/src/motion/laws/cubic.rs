//! The cubic law.

/// Largest speed and acceleration in unit time.
pub(super) const PEAKS: [f64; 2] = [1.5, 6.0];

/// s = 3x² − 2x³ and its derivatives.
pub(super) fn unit(x: f64) -> [f64; 3] {
    [x * x * (3.0 - 2.0 * x), 6.0 * x * (1.0 - x), 6.0 - 12.0 * x]
}
