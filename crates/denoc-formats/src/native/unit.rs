//! Units: products and quotients of base units with prefixes, such as `kg mm^2` or `N m/rad`.

use denoc_model::names;

/// Powers of length, mass, time and angle.
pub(super) type Dimension = [i8; 4];

/// A unit: its dimension, and its value in SI units, up · 10^ten · (π/180)^degrees / down.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Unit {
    pub(super) dimension: Dimension,
    ten: i32,
    up: f64,
    down: f64,
    degrees: i32,
}

/// An error in the text of a unit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) rule: String,
    pub(super) remedy: String,
    pub(super) at: usize,
}

/// A named unit and its prefixes.
struct Base {
    name: &'static str,
    unit: Unit,
    prefixes: &'static str,
}

const fn base(name: &'static str, dimension: Dimension, ten: i32, up: f64, prefixes: &'static str) -> Base {
    Base { name, unit: Unit { dimension, ten, up, down: 1.0, degrees: 0 }, prefixes }
}

const fn turning(name: &'static str, degrees: f64, time: i8) -> Base {
    let unit = Unit { dimension: [0, 0, time, 1], ten: 0, up: degrees, down: 1.0, degrees: 1 };
    Base { name, unit, prefixes: "" }
}

const LENGTH: Dimension = [1, 0, 0, 0];
const MASS: Dimension = [0, 1, 0, 0];
const TIME: Dimension = [0, 0, 1, 0];

const BASES: &[Base] = &[
    base("m", LENGTH, 0, 1.0, "nuµmcdk"),
    base("in", LENGTH, -4, 254.0, ""),
    base("ft", LENGTH, -4, 3048.0, ""),
    base("g", MASS, -3, 1.0, "uµmk"),
    base("t", MASS, 3, 1.0, ""),
    base("lb", MASS, -8, 45_359_237.0, ""),
    base("s", TIME, 0, 1.0, "nuµm"),
    base("min", TIME, 0, 60.0, ""),
    base("h", TIME, 0, 3600.0, ""),
    base("rad", [0, 0, 0, 1], 0, 1.0, "um"),
    turning("deg", 1.0, 0),
    turning("°", 1.0, 0),
    turning("turn", 360.0, 0),
    turning("rev", 360.0, 0),
    turning("rpm", 6.0, -1),
    base("N", [1, 1, -2, 0], 0, 1.0, "uµmkM"),
    base("Nm", [2, 1, -2, 0], 0, 1.0, "uµmkM"),
];

/// Other spellings, for hints.
const SPELLINGS: &[(&str, &str)] = &[
    ("degree", "deg"),
    ("degrees", "deg"),
    ("grad", "deg"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("turns", "turn"),
    ("revolution", "turn"),
    ("revolutions", "turn"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("millimeter", "mm"),
    ("millimetre", "mm"),
    ("inch", "in"),
    ("inches", "in"),
    ("gram", "g"),
    ("kilogram", "kg"),
    ("kilo", "kg"),
    ("ton", "t"),
    ("lbs", "lb"),
    ("pound", "lb"),
    ("sec", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("minute", "min"),
    ("newton", "N"),
    ("Newton", "N"),
    ("Hz", "turn/s or rad/s"),
    ("J", "N m"),
];

/// Splits a number with a unit into its digits and the text of the unit.
pub(super) fn split(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let digits = |mut i: usize| {
        while bytes.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        i
    };
    let sign = |i: usize| i + usize::from(matches!(bytes.get(i), Some(b'+' | b'-')));
    let start = text.len() - text.trim_start().len();
    let mut end = digits(sign(start));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let first = sign(end + 1);
        if digits(first) > first {
            end = digits(first);
        }
    }
    (&text[start..end], &text[end..])
}

impl Unit {
    const ONE: Self = Self { dimension: [0; 4], ten: 0, up: 1.0, down: 1.0, degrees: 0 };

    /// Reads `kg m^2`, `kg·m²`, `kg*m^2`, `N m/rad`, `m/s/s`. Offsets of errors are counted from the beginning of `text`.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut unit = Self::ONE;
        let (mut divide, mut divided) = (false, false);
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let Some(first) = rest.chars().next() else { break };
            if first.is_whitespace() || first == '*' || first == '·' || first == '⋅' {
                at += first.len_utf8();
                continue;
            }
            if first == '/' {
                (divide, divided) = (true, true);
                at += 1;
                continue;
            }
            if divided && !divide {
                return Err(Fault {
                    rule: format!("the denominator of \"{}\" is ambiguous", text.trim()),
                    remedy:
                        "write / before each unit of the denominator, as in m/s/s, after the units of the numerator"
                            .into(),
                    at,
                });
            }
            let length = rest.find(|c: char| !(c.is_alphabetic() || c == '°')).unwrap_or(rest.len());
            let (power, used) = power(&rest[length..]);
            if length == 0 {
                return Err(unknown(rest, at));
            }
            let one = Self::named(&rest[..length]).ok_or_else(|| unknown(&rest[..length], at))?;
            unit = unit.times(one, if divide { -power } else { power });
            divide = false;
            at += length + used;
        }
        if divide {
            let (rule, remedy) = ("there is no unit after the /".into(), "write one, as in rad/s".into());
            return Err(Fault { rule, remedy, at: text.len() });
        }
        Ok(unit)
    }

    /// A named unit, with or without a prefix.
    fn named(name: &str) -> Option<Self> {
        let find = |name: &str| BASES.iter().find(|base| base.name == name);
        if let Some(base) = find(name) {
            return Some(base.unit);
        }
        let prefix = name.chars().next()?;
        let ten = match prefix {
            'n' => -9,
            'u' | 'µ' | 'μ' => -6,
            'm' => -3,
            'c' => -2,
            'd' => -1,
            'k' => 3,
            'M' => 6,
            _ => return None,
        };
        let base = find(&name[prefix.len_utf8()..])?;
        // the Greek letter and the micro sign look alike
        let prefix = if prefix == 'μ' { 'µ' } else { prefix };
        base.prefixes.contains(prefix).then(|| Self { ten: base.unit.ten + ten, ..base.unit })
    }

    fn times(mut self, other: Self, power: i8) -> Self {
        for (sum, one) in self.dimension.iter_mut().zip(other.dimension) {
            *sum = sum.saturating_add(one.saturating_mul(power));
        }
        self.ten += other.ten * i32::from(power);
        self.degrees += other.degrees * i32::from(power);
        let factor = other.up.powi(i32::from(power.unsigned_abs()));
        if power >= 0 {
            self.up *= factor
        } else {
            self.down *= factor
        }
        self
    }

    /// Converts a decimal number in this unit to SI units. Powers of ten are combined with the decimal exponent, so that `"120 mm"` is the
    /// double 0.12; degrees are converted with more digits of π than a double has, so that `"90 deg"` is the double π/2.
    pub(super) fn value(&self, digits: &str) -> f64 {
        let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
        let far = if exponent.starts_with('-') { -100_000 } else { 100_000 };
        let exponent = exponent.parse::<i32>().unwrap_or(far).clamp(-100_000, 100_000) + self.ten;
        let read = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
        let mut value = if self.up == 1.0 && self.down == 1.0 {
            read(&format!("{mantissa}e{exponent}"))
        } else {
            // an inch is 254 · 10⁻⁴ m: integers and powers of ten are exact, so only the division is rounded
            let whole = read(digits) * self.up / self.down;
            let power = 10f64.powi(self.ten.abs());
            if self.ten < 0 { whole / power } else { whole * power }
        };
        for _ in 0..self.degrees {
            value = value.mul_add(DEGREE, value * DEGREE_REST);
        }
        for _ in self.degrees..0 {
            value /= DEGREE;
        }
        value
    }
}

/// π/180 and its rounding error.
const DEGREE: f64 = 0.017453292519943295;
const DEGREE_REST: f64 = 2.9486522708701687e-19;

/// The exponent after a unit (`^2`, `^-1`, `²`) and its length in bytes; 1 and 0 if there is none.
fn power(text: &str) -> (i8, usize) {
    if let Some(rest) = text.strip_prefix('^') {
        let sign = usize::from(rest.starts_with(['-', '+']));
        let end = rest[sign..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |i| i + sign);
        return match rest[..end].parse::<i8>() {
            Ok(n) if n.unsigned_abs() <= 6 => (n, 1 + end),
            _ => (1, 0), // the ^ remains and is an error
        };
    }
    match text.chars().next() {
        Some('²') => (2, '²'.len_utf8()),
        Some('³') => (3, '³'.len_utf8()),
        _ => (1, 0),
    }
}

fn unknown(text: &str, at: usize) -> Fault {
    let shown: String = text.chars().take(20).collect();
    let remedy = if text.starts_with(',') {
        "use a decimal point, as in 0.5".to_owned()
    } else if text.starts_with('^') {
        "write an exponent as ^2 or ², after a unit".to_owned()
    } else if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        "write one number, then its unit".to_owned()
    } else if let Some((_, unit)) = SPELLINGS.iter().find(|(spelling, _)| *spelling == text) {
        format!("did you mean {unit}?")
    } else {
        match names::nearest(text, COMMON.split(' ')).filter(|_| text.len() > 1) {
            Some(unit) => format!("did you mean {unit}?"),
            None => "units are products of m, kg, s, rad, deg, turn, N and their multiples".to_owned(),
        }
    };
    Fault { rule: format!("\"{shown}\" is not a unit"), remedy, at }
}

/// Units that hints suggest.
const COMMON: &str = "m mm cm km in ft g kg t lb s ms min h rad mrad deg turn rev rpm N mN kN Nm mNm kNm";

#[cfg(test)]
mod tests {
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI, TAU};

    use super::*;

    fn si(text: &str) -> f64 {
        let (digits, unit) = split(text);
        Unit::parse(unit).map(|u| u.value(digits)).unwrap_or_else(|f| panic!("{text}: {f:?}"))
    }

    // oracle: the doubles nearest to the exact values, as the compiler reads them
    #[test]
    fn values_are_the_nearest_doubles() {
        assert_eq!(si("90 deg"), FRAC_PI_2);
        assert_eq!(si("-180 deg"), -PI);
        assert_eq!(si("270°"), 4.71238898038469);
        assert_eq!(si("360 deg"), TAU);
        assert_eq!(si("1 turn"), TAU);
        assert_eq!(si("0.25 rev"), FRAC_PI_2);
        assert_eq!(si("30 deg"), FRAC_PI_6);
        assert_eq!(si("60 rpm"), TAU);
        for milli in 0..2000 {
            assert_eq!(si(&format!("{milli} mm")), format!("{milli}e-3").parse::<f64>().unwrap());
        }
        assert_eq!(si("2.7 g/cm^3"), 2700.0);
        assert_eq!(si("2.7e3kg/m³"), 2700.0);
        assert_eq!(si("1 in"), 0.0254);
        assert_eq!(si("1 lb"), 0.45359237);
        assert_eq!(si("5 kg mm^2"), 5e-6);
        assert_eq!(si("5 g·cm²"), 5e-7);
        assert_eq!(si("12 mN*m"), 0.012);
        assert_eq!(si("12 mNm"), 0.012);
        assert_eq!(si("3 min"), 180.0);
        assert_eq!(si("6 m/min"), 0.1);
        assert_eq!(si("9.81 m/s/s"), 9.81);
        assert_eq!(si("9.81 m s^-2"), 9.81);
        assert_eq!(si("180 deg/s"), PI);
        assert!((si("1 N m/deg") - 180.0 / PI).abs() < 1e-13);
    }

    #[test]
    fn dimensions_are_counted() {
        let dimension = |text: &str| Unit::parse(text).map(|u| u.dimension);
        assert_eq!(dimension("N m s/rad"), Ok([2, 1, -1, -1]));
        assert_eq!(dimension("kg*m^2/s^2"), dimension("Nm"));
        assert_eq!(dimension(" "), Ok([0; 4]));
    }

    #[test]
    fn unknown_units_are_rejected() {
        for text in ["furlong", "m^", "m^99", "m^-", "^2", "kg/m s", "m/", "2 m", ",5 m", "mmm", "kdeg", "\u{0}", "m^²"]
        {
            assert!(Unit::parse(text).is_err(), "{text}");
        }
        let remedy = |text: &str| Unit::parse(text).map_err(|f| f.remedy).unwrap_err();
        assert_eq!(remedy("degrees"), "did you mean deg?");
        assert_eq!(remedy("rpn"), "did you mean rpm?");
    }

    #[test]
    fn numbers_and_units_are_split() {
        assert_eq!(split("90 deg"), ("90", " deg"));
        assert_eq!(split(" -1.5e-3kg"), ("-1.5e-3", "kg"));
        assert_eq!(split("3e m"), ("3", "e m"));
        assert_eq!(split("deg"), ("", "deg"));
        assert_eq!(split("1e999999999999 m"), ("1e999999999999", " m"));
        assert_eq!(Unit::parse("m").unwrap().value("1e999999999999"), f64::INFINITY);
    }
}
