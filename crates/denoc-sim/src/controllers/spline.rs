//! Cubic splines through points in time.

/// What holds at the ends of a spline.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// The first two intervals have one polynomial, and so do the last two (not-a-knot): the error is that of the inner intervals, of
    /// order h⁴. Three points have one parabola.
    NotAKnot,
    /// No curvature; the error near the ends is of order h², unless the curvature vanishes there.
    Natural,
}

/// Second derivatives of the spline through one column of a table.
pub(super) fn curvatures(times: &[f64], value: impl Fn(usize) -> f64, ends: Ends) -> Vec<f64> {
    let n = times.len();
    let mut m = vec![0.0; n];
    if n < 3 {
        return m;
    }
    let h = |i: usize| times[i + 1] - times[i];
    let slope = |i: usize| (value(i + 1) - value(i)) / h(i);
    if n == 3 && ends == Ends::NotAKnot {
        return vec![2.0 * (slope(1) - slope(0)) / (times[2] - times[0]); 3];
    }
    // the tridiagonal equations h₋ m₋ + 2 (h₋ + h) m + h m₊ = 6 (s − s₋), eliminated outward
    let mut upper = vec![0.0; n];
    for i in 1..n - 1 {
        let (left, right) = (h(i - 1), h(i));
        let (mut lower, mut diagonal, mut above) = (left, 2.0 * (left + right), right);
        if ends == Ends::NotAKnot {
            // the third derivatives (m₊ − m)/h of the outer two intervals are equal, which gives the curvature at the end
            if i == 1 {
                diagonal += left * (1.0 + left / right);
                above -= left * left / right;
                lower = 0.0;
            }
            if i == n - 2 {
                diagonal += right * (1.0 + right / left);
                lower -= right * right / left;
                above = 0.0;
            }
        }
        let pivot = diagonal - lower * upper[i - 1];
        upper[i] = above / pivot;
        m[i] = (6.0 * (slope(i) - slope(i - 1)) - lower * m[i - 1]) / pivot;
    }
    for i in (1..n - 1).rev() {
        m[i] -= upper[i] * m[i + 1];
    }
    if ends == Ends::NotAKnot {
        m[0] = m[1] + (m[1] - m[2]) * h(0) / h(1);
        m[n - 1] = m[n - 2] + (m[n - 2] - m[n - 3]) * h(n - 2) / h(n - 3);
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

    /// The spline through `values` at a time.
    fn at(times: &[f64], values: &[f64], m: &[f64], t: f64) -> f64 {
        let i = times.partition_point(|&x| x <= t).clamp(1, times.len() - 1) - 1;
        let h = times[i + 1] - times[i];
        value((t - times[i]) / h, h, [values[i], values[i + 1]], [m[i], m[i + 1]])
    }

    // oracle: the definition: through the points, slopes without jumps; a straight line stays one
    #[test]
    fn splines_pass_through_their_points_and_are_smooth() {
        let times = [0.0, 0.7, 1.0, 2.5, 3.0];
        let values = [1.0, -2.0, 0.5, 3.0, 3.5];
        for ends in [Ends::NotAKnot, Ends::Natural] {
            let m = curvatures(&times, |i| values[i], ends);
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
                assert!((before - after).abs() < 2e-5, "{before} {after}");
            }
            let line = curvatures(&times, |i| 2.0 * times[i] - 1.0, ends);
            assert!(line.iter().all(|m| m.abs() < 1e-12), "{line:?}");
        }
        assert_eq!(curvatures(&times, |i| values[i], Ends::Natural)[0], 0.0);
    }

    // oracle: polynomials: of three points a parabola, of four and more a cubic, at any spacing
    #[test]
    fn cubics_are_met_exactly() {
        let cubic = |t: f64| 0.3 - t + 2.0 * t * t - 0.7 * t * t * t;
        let parabola = |t: f64| 0.3 - t + 2.0 * t * t;
        let all = [0.0, 0.4, 1.5, 1.7, 2.6, 3.0];
        for n in 3..=all.len() {
            let f = |t: f64| if n == 3 { parabola(t) } else { cubic(t) };
            let (times, values) = (&all[..n], all.map(f));
            let m = curvatures(times, |i| values[i], Ends::NotAKnot);
            for k in 0..=30 {
                let t = times[n - 1] * f64::from(k) / 30.0;
                assert!((at(times, &values[..n], &m, t) - f(t)).abs() < 1e-13, "{n} points at {t}");
            }
        }
    }

    // oracle: the order: halving the distance of the points divides the largest error by 16
    #[test]
    fn errors_are_of_fourth_order() {
        let worst = |n: usize| {
            let times: Vec<f64> = (0..=n).map(|i| 2.0 * i as f64 / n as f64).collect();
            let values: Vec<f64> = times.iter().map(|t| (2.0 * t).cos()).collect();
            let m = curvatures(&times, |i| values[i], Ends::NotAKnot);
            (0..1000)
                .map(|k| 0.002 * f64::from(k))
                .map(|t| (at(&times, &values, &m, t) - (2.0 * t).cos()).abs())
                .fold(0.0, f64::max)
        };
        let rate = worst(40) / worst(80);
        assert!((12.0..20.0).contains(&rate), "{rate}");
    }
}
