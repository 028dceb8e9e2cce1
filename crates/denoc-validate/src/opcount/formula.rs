//! Polynomials in the number of joints.

use core::fmt;

use serde::ser::{Serialize, SerializeSeq, Serializer};

/// A polynomial in the number n of joints: `K` coefficients, that of the highest power first.
///
/// ```
/// use denoc_validate::opcount::Formula;
///
/// let additions = Formula([1.0 / 6.0, 7.0, 233.0 / 6.0, -46.0]);
/// assert_eq!(additions.to_string(), "n³/6 + 7n² + 233n/6 − 46");
/// assert_eq!(additions.at(7).round(), 626.0);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Formula<const K: usize>(pub [f64; K]);

impl<const K: usize> Formula<K> {
    /// The value for n joints.
    pub fn at(&self, n: u32) -> f64 {
        self.0.iter().fold(0.0, |sum, c| sum * f64::from(n) + c)
    }
}

impl<const K: usize> From<[i64; K]> for Formula<K> {
    fn from(coefficients: [i64; K]) -> Self {
        Self(coefficients.map(|c| c as f64))
    }
}

/// As in books: `n³/6 + 23n²/2 + 115n/3 − 47`.
impl<const K: usize> fmt::Display for Formula<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (&c, power) in self.0.iter().zip((0..K).rev()).filter(|(c, _)| **c != 0.0) {
            let sign = match (first, c < 0.0) {
                (true, false) => "",
                (true, true) => "−",
                (false, false) => " + ",
                (false, true) => " − ",
            };
            write!(f, "{sign}{}", term(c.abs(), power))?;
            first = false;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

/// A list of coefficients; whole numbers are written as integers.
impl<const K: usize> Serialize for Formula<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(K))?;
        for &c in &self.0 {
            if c.fract() == 0.0 { list.serialize_element(&(c as i64))? } else { list.serialize_element(&c)? }
        }
        list.end()
    }
}

/// A coefficient as a fraction, with its power of n.
fn term(c: f64, power: usize) -> String {
    let power = match power {
        0 => String::new(),
        1 => "n".to_owned(),
        2 => "n²".to_owned(),
        3 => "n³".to_owned(),
        more => format!("n^{more}"),
    };
    let integer = |x: f64| (x - x.round()).abs() < 1e-9;
    match [1.0, 2.0, 3.0, 6.0].into_iter().find(|d| integer(c * d)) {
        None => format!("{c}{power}"),
        Some(d) => {
            let top = (c * d).round();
            let top = if top == 1.0 && !power.is_empty() { String::new() } else { top.to_string() };
            let bottom = if d == 1.0 { String::new() } else { format!("/{d}") };
            format!("{top}{power}{bottom}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: how the book writes them
    #[test]
    fn formulas_read_as_in_the_book() {
        assert_eq!(Formula([1.0 / 6.0, 11.5, 115.0 / 3.0, -47.0]).to_string(), "n³/6 + 23n²/2 + 115n/3 − 47");
        assert_eq!(Formula([0.0, 0.0, 150.0, 48.0]).to_string(), "150n + 48");
        assert_eq!(Formula([-1.0, 1.0]).to_string(), "−n + 1");
        assert_eq!(Formula([0.0; 2]).to_string(), "0");
    }

    // oracle: the keys and numbers of earlier versions
    #[test]
    fn whole_coefficients_are_written_as_integers() {
        assert_eq!(serde_json::to_string(&Formula([10.5, -3.0, 0.0])).unwrap(), "[10.5,-3,0]");
    }
}
