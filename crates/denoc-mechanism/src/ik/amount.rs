//! Small lengths and angles in units that show their digits.

use denoc_base::number::six;

use super::tasks::TaskError;

/// An error in words: "0.23 m and 1.5°".
pub(super) fn amount(error: &TaskError, tolerance: f64) -> String {
    // what is within the tolerance is not worth a word beside what is not
    let worth = |x: f64, other: f64| x > 0.0 && (x > tolerance || other <= tolerance);
    let mut parts = Vec::new();
    if worth(error.length, error.angle) {
        parts.push(length(error.length));
    }
    if worth(error.angle, error.length) {
        parts.push(angle(error.angle));
    }
    if parts.is_empty() { "0".into() } else { parts.join(" and ") }
}

/// Errors below this, m and rad, are rounding: one digit in base units says enough.
const ROUNDING: f64 = 1e-11;

fn rounding(x: f64) -> String {
    if x == 0.0 { "0".into() } else { format!("{x:.0e}") }
}

/// "0.23 m", "4.1 mm", "3.6 nm".
fn length(x: f64) -> String {
    if x.abs() < ROUNDING {
        return format!("{} m", rounding(x));
    }
    scaled(x, &[(1.0, "m"), (1e-3, "mm"), (1e-6, "µm"), (1e-9, "nm")], 0.1)
}

/// "12.3°", "4.1 mrad", "3.6 nrad".
fn angle(x: f64) -> String {
    let degrees = x.to_degrees();
    if degrees.abs() >= 0.1 {
        return format!("{}°", three(degrees));
    }
    if x.abs() < ROUNDING {
        return format!("{} rad", rounding(x));
    }
    scaled(x, &[(1e-3, "mrad"), (1e-6, "µrad"), (1e-9, "nrad")], 0.1)
}

/// In the largest unit of which there is at least `least`, else in the smallest.
fn scaled(x: f64, units: &[(f64, &str)], least: f64) -> String {
    let fits = units.iter().find(|(size, _)| x.abs() >= least * size).or(units.last());
    fits.map_or_else(String::new, |(size, name)| format!("{} {name}", three(x / size)))
}

/// Four digits are enough for an error.
fn three(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return six(x);
    }
    let unit = 10f64.powi(x.abs().log10().floor() as i32 - 3);
    six((x / unit).round() * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_show_digits() {
        assert_eq!([0.23, 4.12345e-3, 3.59e-9, 0.0].map(length), ["0.23 m", "4.123 mm", "3.59 nm", "0 m"]);
        assert_eq!([0.2, 1e-3, 3.59e-9].map(angle), ["11.46°", "1 mrad", "3.59 nrad"]);
        assert_eq!([4.163e-16, 9.2e-12].map(length), ["4e-16 m", "9e-12 m"]);
        assert_eq!(angle(3.51e-17), "4e-17 rad");
    }
}
