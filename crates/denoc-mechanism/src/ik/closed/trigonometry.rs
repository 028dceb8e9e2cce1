//! Roots of equations in the sine and cosine of one angle.

use nalgebra::DMatrix;

/// The angles with c cos θ + s sin θ = k, at most two. An equation that misses by rounding has its double root.
pub(super) fn linear(c: f64, s: f64, k: f64) -> Vec<f64> {
    let size = c.hypot(s);
    let ratio = k / size;
    if !ratio.is_finite() || ratio.abs() > 1.0 + 1e-7 {
        return Vec::new();
    }
    // within rounding of ±1, the angle between the roots would be the square root of that rounding
    let middle = s.atan2(c);
    if 1.0 - ratio.abs() < 16.0 * f64::EPSILON {
        return vec![if ratio > 0.0 { middle } else { middle + std::f64::consts::PI }];
    }
    let half = ratio.acos();
    vec![middle - half, middle + half]
}

/// The angles with p + q cos + r sin + s cos² + t cos sin + u sin² = 0, at most four: a quartic in the tangent of half the
/// angle (Pieper).
pub(super) fn quadratic([p, q, r, s, t, u]: [f64; 6]) -> Vec<f64> {
    let value = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        p + q * cos + r * sin + s * cos * cos + t * cos * sin + u * sin * sin
    };
    // the tangent has a pole at half a turn: count angles such that there is no root near it
    let turn = (0..16).map(|k| f64::from(k) * 0.41).max_by(|a, b| {
        let at = |x: &f64| value(x + std::f64::consts::PI).abs();
        at(a).total_cmp(&at(b))
    });
    let turn = turn.unwrap_or(0.0);
    let (sin, cos) = turn.sin_cos();
    let (q, r) = (q * cos + r * sin, r * cos - q * sin);
    let (s, t, u) = (
        s * cos * cos + t * cos * sin + u * sin * sin,
        2.0 * (u - s) * cos * sin + t * (cos * cos - sin * sin),
        s * sin * sin - t * cos * sin + u * cos * cos,
    );
    let quartic = [p + q + s, 2.0 * (r + t), 2.0 * (p - s) + 4.0 * u, 2.0 * (r - t), p - q + s];
    real_roots(&quartic).into_iter().map(|x| 2.0 * x.atan() + turn).collect()
}

/// The (nearly) real roots of a polynomial, lowest coefficient first: eigenvalues of its companion matrix.
pub(super) fn real_roots(coefficients: &[f64]) -> Vec<f64> {
    let size = coefficients.iter().fold(0.0f64, |m, c| m.max(c.abs()));
    let degree = coefficients.iter().rposition(|c| c.abs() > 1e-14 * size).unwrap_or(0);
    if degree == 0 || !size.is_finite() {
        return Vec::new();
    }
    let lead = coefficients[degree];
    let mut companion = DMatrix::zeros(degree, degree);
    for i in 0..degree {
        companion[(i, degree - 1)] = -coefficients[i] / lead;
        if i > 0 {
            companion[(i, i - 1)] = 1.0;
        }
    }
    // a double root splits into a complex pair by the square root of the rounding
    let near = |z: &&nalgebra::Complex<f64>| z.im.abs() < 1e-4 * (1.0 + z.re.abs());
    companion.complex_eigenvalues().iter().filter(near).map(|z| z.re).collect()
}

#[cfg(test)]
mod tests {
    use super::{linear, quadratic, real_roots};

    // oracle: the equation itself, and roots chosen beforehand
    #[test]
    fn roots_are_found_wherever_they_are() {
        for k in 0..60 {
            let angle = 0.11 * f64::from(k);
            let (s, c) = angle.sin_cos();
            // (cos − c)(cos·0.3 + sin·0.7 − 2) + (sin − s) = 0 has the root `angle`
            let form = [2.0 * c - s, -2.0 - 0.3 * c, 1.0 - 0.7 * c, 0.3, 0.7, 0.0];
            let found = quadratic(form);
            let off = |x: &f64| (x - angle).sin().abs().max(1.0 - (x - angle).cos());
            assert!(found.iter().any(|x| off(x) < 1e-9), "{angle}: {found:?}");
            for x in linear(0.6, -0.8, 0.5 * c) {
                assert!((0.6 * x.cos() - 0.8 * x.sin() - 0.5 * c).abs() < 1e-14);
            }
        }
        assert!(linear(1.0, 0.0, 1.1).is_empty());
        assert_eq!(linear(2.0, 0.0, 2.0 - 1e-15), [0.0]);
        assert_eq!(linear(2.0, 0.0, 1e-15 - 2.0), [std::f64::consts::PI]);
        let mut roots = real_roots(&[-6.0, 11.0, -6.0, 1.0]);
        roots.sort_by(f64::total_cmp);
        denoc_testkit::close_within(roots, [1.0, 2.0, 3.0], 1e-12);
    }
}
