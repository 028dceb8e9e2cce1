//! The quintic law.

/// Largest speed, 15/8, and acceleration, 10/√3, in unit time.
pub(super) const PEAKS: [f64; 2] = [1.875, 5.773_502_691_896_258];

/// s = 10x³ − 15x⁴ + 6x⁵ and its derivatives.
pub(super) fn unit(x: f64) -> [f64; 3] {
    let rest = 1.0 - x;
    [x * x * x * (10.0 + x * (6.0 * x - 15.0)), 30.0 * x * x * rest * rest, 60.0 * x * rest * (1.0 - 2.0 * x)]
}
