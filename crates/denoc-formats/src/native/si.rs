//! Numbers with units, for other readers.

use super::quantity::name;
use super::unit::{Unit, split};

/// Reads a plain number, which is in SI units, or a number with a unit, such as `"90 deg"` or `"90deg"`.
///
/// ```
/// use denoc_formats::number_in_si;
/// assert_eq!(["0.5", "500 ms", "500ms"].map(|text| number_in_si(text, "s")), [Ok(0.5), Ok(0.5), Ok(0.5)]);
/// assert_eq!(number_in_si("soon", "s").unwrap_err(), "\"soon\" is not a number; write one such as 0.25 or \"1.5 s\"");
/// ```
pub fn number_in_si(text: &str, unit: &str) -> Result<f64, String> {
    let text = text.trim();
    match text.parse() {
        Ok(x) => Ok(x),
        Err(_) if split(text).0.is_empty() => {
            let unit = if unit == "1" { "" } else { unit };
            let example = format!("1.5 {unit}");
            Err(format!(
                "\"{}\" is not a number; write one such as 0.25 or \"{}\"",
                denoc_base::excerpt(text),
                example.trim_end()
            ))
        }
        Err(_) => in_si(text, unit),
    }
}

/// Converts a text such as `"90 deg"` to SI units; `unit` is the SI unit of the expected quantity, such as `rad` or `N m`. A text
/// without a unit is an error.
///
/// ```
/// assert_eq!(denoc_formats::in_si("90 deg", "rad"), Ok(std::f64::consts::FRAC_PI_2));
/// let message = denoc_formats::in_si("120 mm", "rad").unwrap_err();
/// assert_eq!(message, "\"120 mm\" is a length, but an angle is required: use rad or another unit of the same quantity");
/// ```
pub fn in_si(text: &str, unit: &str) -> Result<f64, String> {
    let (digits, behind) = split(text);
    if digits.is_empty() {
        return Err(format!(
            "\"{text}\" does not begin with a number: write a number and its unit, such as \"1.5 {unit}\""
        ));
    }
    let found = Unit::parse(behind).map_err(|fault| format!("in \"{text}\", {}: {}", fault.rule, fault.remedy))?;
    let expected = Unit::parse(if unit == "1" { "" } else { unit }).map_err(|fault| fault.rule)?;
    if found.dimension != expected.dimension {
        let (is, required) = (name(found.dimension), name(expected.dimension));
        return Err(format!(
            "\"{text}\" is {is}, but {required} is required: use {unit} or another unit of the same quantity"
        ));
    }
    let value = found.value(digits);
    if value.is_finite() { Ok(value) } else { Err(format!("\"{text}\" is not a finite number")) }
}
