//! Units in which people read results: degrees and revolutions per minute. Files stay in SI units and radians.

use std::f64::consts::PI;

/// How a unit of the files is shown: the factor that numbers are multiplied by, and the shown unit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Shown<'a> {
    pub(crate) factor: f64,
    pub(crate) unit: &'a str,
}

impl Shown<'_> {
    pub(crate) fn all(self, values: &[f64]) -> Vec<f64> {
        values.iter().map(|x| x * self.factor).collect()
    }
}

/// A unit with typeset exponents, otherwise as it is.
pub(crate) fn plain(unit: &str) -> Shown<'_> {
    let unit = match unit {
        "rad/s^2" => "rad/s²",
        "m/s^2" => "m/s²",
        "1" => "",
        unit => unit,
    };
    Shown { factor: 1.0, unit }
}

/// Angles in degrees: `rad`, `rad/s` and `rad/s²`; other units as they are.
pub(crate) fn degrees(unit: &str) -> Shown<'_> {
    let unit = match unit {
        "rad" => "°",
        "rad/s" => "°/s",
        "rad/s^2" | "rad/s²" => "°/s²",
        other => return plain(other),
    };
    Shown { factor: 180.0 / PI, unit }
}

/// As [`degrees`], for machines with shafts that turn fully: speeds in revolutions per minute, accelerations in rad/s².
pub(crate) fn turning(unit: &str) -> Shown<'_> {
    match unit {
        "rad/s" => Shown { factor: 30.0 / PI, unit: "rpm" },
        "rad/s^2" | "rad/s²" => plain(unit),
        other => degrees(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: a turn is 360°, and a turn per second is 60 revolutions per minute
    #[test]
    fn a_turn_in_every_unit() {
        let turn = 2.0 * PI;
        let shown = |as_shown: fn(&str) -> Shown<'_>, unit| {
            let Shown { factor, unit } = as_shown(unit);
            (format!("{:.9}", turn * factor), unit)
        };
        assert_eq!(shown(degrees, "rad"), ("360.000000000".into(), "°"));
        assert_eq!(shown(degrees, "rad/s"), ("360.000000000".into(), "°/s"));
        assert_eq!(shown(degrees, "rad/s^2"), ("360.000000000".into(), "°/s²"));
        assert_eq!(shown(turning, "rad/s"), ("60.000000000".into(), "rpm"));
        assert_eq!((turning("rad").unit, turning("rad/s^2").unit), ("°", "rad/s²"));
        for unit in ["m", "N m", "", "J", "m/s^2"] {
            assert_eq!((degrees(unit).factor, turning(unit)), (1.0, degrees(unit)));
        }
    }
}
