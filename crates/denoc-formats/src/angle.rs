//! Angles in files: sines and cosines of multiples of 90° are exact, all other angles are taken as written.

use core::f64::consts::FRAC_PI_2;

use denoc_math::{Mat3, Vec3};

/// Angles closer than this to a multiple of 90°, but not equal to it, are noted.
const NEAR: f64 = 1e-5;

/// The nearest multiple of π/2 and the distance from it; `None` for angles too large for this to be meaningful.
fn nearest_right(angle: f64) -> Option<(i64, f64)> {
    let k = (angle / FRAC_PI_2).round();
    (k.abs() < 1e3).then(|| (k as i64, (angle - k * FRAC_PI_2).abs()))
}

/// Whether the distance is within the rounding error of the angle.
fn is_exact(k: i64, angle: f64, distance: f64) -> bool {
    if k == 0 { angle == 0.0 } else { distance <= 1e-15_f64.max(f64::EPSILON * angle.abs()) }
}

/// Sine and cosine, exactly 0 and ±1 for the doubles nearest to multiples of π/2.
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    match nearest_right(angle) {
        Some((k, distance)) if is_exact(k, angle, distance) => {
            [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][k.rem_euclid(4) as usize]
        }
        _ => angle.sin_cos(),
    }
}

/// The rotation of roll, pitch, yaw about the fixed axes x, y, z.
pub(crate) fn rotation(rpy: [f64; 3]) -> Mat3<f64> {
    let about = |axis: usize| {
        let (s, c) = sin_cos(rpy[axis]);
        Mat3::rotation(Vec3::unit(axis), s, c)
    };
    about(2) * about(1) * about(0)
}

/// The multiple of π/2 that an angle nearly equals, or approximates with few digits, and the distance from it; `None` if it is exact
/// or not near any.
pub(crate) fn nearly_right(angle: f64, written: &str) -> Option<(String, f64)> {
    let (k, distance) = nearest_right(angle)?;
    if is_exact(k, angle, distance) {
        return None;
    }
    // 1.57, 3.142: as near as the number of digits permits
    let decimals = written.split(['e', 'E']).next()?.split('.').nth(1).map_or(0, str::len);
    let digits = if k != 0 && decimals >= 2 { 10f64.powi(-(decimals.min(20) as i32)) } else { 0.0 };
    (distance <= NEAR.max(digits)).then(|| (name(k), distance))
}

fn name(k: i64) -> String {
    let sign = if k < 0 { "-" } else { "" };
    match k.abs() {
        0 => "0".into(),
        1 => format!("{sign}π/2"),
        2 => format!("{sign}π"),
        n if n % 2 == 0 => format!("{sign}{}π", n / 2),
        n => format!("{sign}{n}π/2"),
    }
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::*;

    #[test]
    fn only_the_nearest_doubles_are_exact() {
        assert_eq!(sin_cos(FRAC_PI_2), (1.0, 0.0));
        assert_eq!(sin_cos(-FRAC_PI_2), (-1.0, 0.0));
        assert_eq!(sin_cos(-PI), (0.0, -1.0));
        assert_eq!(sin_cos(4.71238898038469), (-1.0, 0.0));
        assert_eq!(sin_cos(9.42477796076938), (0.0, -1.0));
        for written in ["1.57079632679", "1.570796", "3.14159", "1e-14", "1.57079632679490", "1e300"] {
            let angle: f64 = written.parse().unwrap();
            assert_eq!(sin_cos(angle), angle.sin_cos());
        }
    }

    #[test]
    fn nearly_right_angles_are_reported() {
        let reported = |text: &str| nearly_right(text.parse().unwrap(), text).map(|(n, d)| format!("{n} {d:.2e}"));
        assert_eq!(reported("3.14159").as_deref(), Some("π 2.65e-6"));
        assert_eq!(reported("-1.5708").as_deref(), Some("-π/2 3.67e-6"));
        assert_eq!(reported("1.57").as_deref(), Some("π/2 7.96e-4"));
        assert_eq!(reported("4.71239").as_deref(), Some("3π/2 1.02e-6"));
        assert_eq!(reported("1.53106e-11").as_deref(), Some("0 1.53e-11"));
        for plain in ["0", "-0.0", "1.5707963267948966", "0.01", "0.785", "1.6", "3", "3.1", "1e300", "1.5746"] {
            assert_eq!(reported(plain), None, "{plain}");
        }
    }

    // oracle: the rotation without exact values
    #[test]
    fn rotations_agree_with_plain_ones() {
        for rpy in [[0.1, -0.2, 0.3], [FRAC_PI_2, 0.4, PI], [3.0, -FRAC_PI_2, 1e-9]] {
            let difference = rotation(rpy) - Mat3::from_rpy(rpy);
            assert!(difference.to_rows().as_flattened().iter().all(|x| x.abs() < 1e-15));
        }
    }
}
