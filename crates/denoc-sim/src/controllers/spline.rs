//! Natural cubic splines through points in time.

/// Second derivatives of the natural spline through one column of a table (zero at both ends).
pub(super) fn curvatures(times: &[f64], value: impl Fn(usize) -> f64) -> Vec<f64> {
    let n = times.len();
    let mut m = vec![0.0; n];
    if n < 3 {
        return m;
    }
    // the tridiagonal equations h₋ m₋ + 2 (h₋ + h) m + h m₊ = 6 (s − s₋), eliminated outward
    let mut upper = vec![0.0; n];
    for i in 1..n - 1 {
        let (left, right) = (times[i] - times[i - 1], times[i + 1] - times[i]);
        let slopes = [(value(i) - value(i - 1)) / left, (value(i + 1) - value(i)) / right];
        let pivot = 2.0 * (left + right) - left * upper[i - 1];
        upper[i] = right / pivot;
        m[i] = (6.0 * (slopes[1] - slopes[0]) - left * m[i - 1]) / pivot;
    }
    for i in (1..n - 1).rev() {
        m[i] -= upper[i] * m[i + 1];
    }
    m
}

/// The spline at the fraction `s` of an interval of length `h`, from values and curvatures at its ends.
pub(super) fn value(s: f64, h: f64, [a, b]: [f64; 2], [ma, mb]: [f64; 2]) -> f64 {
    let r = 1.0 - s;
    let bend = (r * r * r - r) * ma + (s * s * s - s) * mb;
    r * a + s * b + bend * h * h / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the definition: through the points, slopes without jumps, no curvature at the ends; a straight line stays one
    #[test]
    fn splines_pass_through_their_points_and_are_smooth() {
        let times = [0.0, 0.7, 1.0, 2.5, 3.0];
        let values = [1.0, -2.0, 0.5, 3.0, 3.5];
        let m = curvatures(&times, |i| values[i]);
        assert_eq!((m[0], m[4]), (0.0, 0.0));
        let at = |i: usize, s: f64| value(s, times[i + 1] - times[i], [values[i], values[i + 1]], [m[i], m[i + 1]]);
        for i in 0..4 {
            assert!((at(i, 0.0) - values[i]).abs() < 1e-15 && (at(i, 1.0) - values[i + 1]).abs() < 1e-15);
        }
        // one-sided differences of second order agree at the inner points: the slope is continuous
        for i in 1..4 {
            let (left, right) = (times[i] - times[i - 1], times[i + 1] - times[i]);
            let d = 1e-4;
            let before =
                (3.0 * at(i - 1, 1.0) - 4.0 * at(i - 1, 1.0 - d) + at(i - 1, 1.0 - 2.0 * d)) / (2.0 * d * left);
            let after = (-3.0 * at(i, 0.0) + 4.0 * at(i, d) - at(i, 2.0 * d)) / (2.0 * d * right);
            assert!((before - after).abs() < 1e-5, "{before} {after}");
        }
        let line = curvatures(&times, |i| 2.0 * times[i] - 1.0);
        assert!(line.iter().all(|m| m.abs() < 1e-13));
    }
}
