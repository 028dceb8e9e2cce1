//! Numbers as text: one place decides how many digits people and files see.

use core::fmt::Write;
use core::ops::Range;

/// The shortest text that reads back as the same number, for files: `0.1`, `2`, `1e-300`, `NaN`.
///
/// ```
/// use denoc_base::number::exact;
/// assert_eq!([0.1, 2.0, 1e-300, -0.0].map(exact), ["0.1", "2", "1e-300", "-0"]);
/// ```
pub fn exact(x: f64) -> String {
    let mut text = String::new();
    push_exact(&mut text, x);
    text
}

/// Appends the text of [`exact`].
pub fn push_exact(text: &mut String, x: f64) {
    let start = text.len();
    // Debug keeps exponents short and reads back exactly; writing to a String cannot fail
    let _ = write!(text, "{x:?}");
    if text[start..].ends_with(".0") {
        text.truncate(text.len() - 2);
    }
}

/// Six decimals, or an exponent where they would not do: all cells of a column get the same form.
///
/// ```
/// use denoc_base::number::decimals;
/// assert_eq!([0.25, 0.0, 1e-7].map(decimals), ["0.250000", "0", "1.000000e-7"]);
/// ```
pub fn decimals(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        1e-3..1e6 => format!("{x:.6}"),
        _ => format!("{x:.6e}"),
    }
}

/// As [`decimals`], without zeros at the end.
///
/// ```
/// use denoc_base::number::short;
/// assert_eq!([0.25, 10.0, 1e-7].map(short), ["0.25", "10", "1.000000e-7"]);
/// ```
pub fn short(x: f64) -> String {
    let text = decimals(x);
    if text.contains('e') { text } else { trimmed(text) }
}

/// A number in a sentence or an audit: whole numbers as such, else with at most six digits, or with three decimals and an exponent.
/// A dash stands for NaN.
///
/// ```
/// use denoc_base::number::brief;
/// assert_eq!([1200.0, 12.345678, 2.5e-9, -0.0, f64::NAN].map(brief), ["1200", "12.3457", "2.500e-9", "0", "–"]);
/// ```
pub fn brief(x: f64) -> String {
    match x.abs() {
        _ if x.is_nan() => "–".into(),
        // without the sign of a negative zero
        size if size == size.trunc() && size < 1e9 => format!("{:.0}", x + 0.0),
        1e-3..1e6 => Digits::TABLE.text(x),
        _ => format!("{x:.3e}"),
    }
}

/// A number in a message: whole numbers as such, others with at most six digits.
///
/// ```
/// use denoc_base::number::six;
/// assert_eq!([0.1 + 0.2, -2.0, -0.0, 1e300, f64::NAN].map(six), ["0.3", "-2", "0", "1e300", "NaN"]);
/// assert_eq!([123456.789, 1.0 / 3e7, 1000001.0].map(six), ["123457", "3.33333e-8", "1000001"]);
/// ```
pub fn six(x: f64) -> String {
    if x == x.trunc() && x.abs() < 1e9 {
        // without the sign of a negative zero
        return format!("{:.0}", x + 0.0);
    }
    let text = Digits { mantissa: 5, ..Digits::TABLE }.text(x);
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa.to_owned())),
        None => text,
    }
}

/// A number in a message that compares it with another: at most six digits, unless both would read the same.
///
/// ```
/// use denoc_base::number::six_beside;
/// assert_eq!([six_beside(1.25, 1.0), six_beside(1.0000001, 1.0)], ["1.25", "1.0000001"]);
/// ```
pub fn six_beside(x: f64, other: f64) -> String {
    if six(x) == six(other) { exact(x) } else { six(x) }
}

/// A number of significant digits without zeros at the end, and an exponent outside the range of plain numbers.
///
/// ```
/// use denoc_base::number::Digits;
/// let four = Digits { significant: 4, plain: 1e-3..1e5, mantissa: 2 };
/// assert_eq!([12.3456, 0.5, 2.5e-9].map(|x| four.text(x)), ["12.35", "0.5", "2.50e-9"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Digits {
    /// Significant digits of plain numbers.
    pub significant: i32,
    /// Sizes that are written without an exponent.
    pub plain: Range<f64>,
    /// Decimals of the mantissa where there is an exponent.
    pub mantissa: usize,
}

impl Digits {
    /// Six digits, for tables.
    pub const TABLE: Self = Self { significant: 6, plain: 1e-4..1e6, mantissa: 4 };

    /// The number as text.
    pub fn text(&self, x: f64) -> String {
        match x.abs() {
            0.0 => "0".into(),
            size if self.plain.contains(&size) => {
                let decimals = (self.significant - 1 - size.log10().floor() as i32).clamp(0, 14) as usize;
                trimmed(format!("{x:.decimals$}"))
            }
            size if size.is_finite() => format!("{x:.*e}", self.mantissa),
            _ => x.to_string(),
        }
    }
}

/// Without zeros behind the point, and without the point if nothing is left behind it.
fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the numbers themselves, read back
    #[test]
    fn exact_text_keeps_all_bits() {
        for x in [0.1, -0.0, 1.0 / 3.0, 5e-324, f64::MAX, -2.0, 1e21, 123_456_789.0, f64::INFINITY] {
            assert_eq!(exact(x).parse::<f64>().unwrap().to_bits(), x.to_bits(), "{x}");
        }
        assert_eq!(exact(f64::NAN), "NaN");
    }

    // oracle: by hand
    #[test]
    fn significant_digits_round_across_powers_of_ten() {
        assert_eq!(Digits::TABLE.text(9.999_999_9), "10");
        assert_eq!(Digits::TABLE.text(123_456.7), "123457");
        assert_eq!(Digits::TABLE.text(-0.000_123_456_78), "-0.000123457");
        assert_eq!(Digits::TABLE.text(9.999_99e-5), "1.0000e-4");
        assert_eq!(Digits::TABLE.text(f64::NAN), "NaN");
    }
}
