//! Single numbers with units, for other readers.

use super::quantity::name;
use super::unit::{Unit, split};

/// A text such as `"90 deg"` in SI units; `unit` is the SI unit of the quantity that is meant, such as `rad` or `N m`. A text
/// without a unit is refused: plain numbers are not written as texts.
///
/// ```
/// assert_eq!(denoc_formats::in_si("90 deg", "rad"), Ok(std::f64::consts::FRAC_PI_2));
/// let words = denoc_formats::in_si("120 mm", "rad").unwrap_err();
/// assert_eq!(words, "\"120 mm\" is a length, but an angle is needed here: write it in rad or in units of the same kind");
/// ```
pub fn in_si(text: &str, unit: &str) -> Result<f64, String> {
    let (digits, behind) = split(text);
    if digits.is_empty() {
        return Err(format!("\"{text}\" does not begin with a number: write one and its unit, such as \"1.5 {unit}\""));
    }
    let found = Unit::parse(behind).map_err(|fault| format!("in \"{text}\" {}: {}", fault.rule, fault.remedy))?;
    let wanted = Unit::parse(if unit == "1" { "" } else { unit }).map_err(|fault| fault.rule)?;
    if found.dimension != wanted.dimension {
        let (is, needed) = (name(found.dimension), name(wanted.dimension));
        return Err(format!(
            "\"{text}\" is {is}, but {needed} is needed here: write it in {unit} or in units of the same kind"
        ));
    }
    let value = found.value(digits);
    if value.is_finite() { Ok(value) } else { Err(format!("\"{text}\" is not a finite number")) }
}
