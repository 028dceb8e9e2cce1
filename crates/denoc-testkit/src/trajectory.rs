use std::f64::consts::TAU;

/// The cycloidal motion of the book's examples [SahaIR (9.36)]: from `start` to `end` in time `period`, at rest at both ends.
/// Returns position, speed and acceleration at time `t`.
pub fn cycloidal(start: f64, end: f64, period: f64, t: f64) -> [f64; 3] {
    let (mean, rate) = ((end - start) / period, TAU / period);
    let (s, c) = (rate * t).sin_cos();
    [start + mean * (t - s / rate), mean * (1.0 - c), mean * rate * s]
}

#[cfg(test)]
mod tests {
    use super::cycloidal;
    use crate::close_within;

    // oracle: rest at both ends, half way at half time
    #[test]
    fn it_starts_and_ends_at_rest() {
        close_within(cycloidal(1.0, 3.0, 10.0, 0.0), [1.0, 0.0, 0.0], 1e-15);
        close_within(cycloidal(1.0, 3.0, 10.0, 5.0), [2.0, 0.4, 0.0], 1e-15);
        close_within(cycloidal(1.0, 3.0, 10.0, 10.0), [3.0, 0.0, 0.0], 1e-15);
    }
}
