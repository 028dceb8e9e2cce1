//! Numbers in attributes.

use super::element::{Element, Text};
use crate::FormatError;

/// May a number be infinite?
#[derive(Copy, Clone, PartialEq, Eq)]
enum Infinity {
    Refused,
    /// "inf" in a limit means that there is none.
    Allowed,
}

impl<'a> Element<'a, '_> {
    /// The `N` numbers of an attribute, if it is there.
    pub(super) fn numbers<const N: usize>(&self, attribute: &str) -> Result<Option<[f64; N]>, FormatError> {
        self.attribute(attribute).map(|text| self.parse(text, attribute, Infinity::Refused)).transpose()
    }

    /// One number, if the attribute is there.
    pub(super) fn number(&self, attribute: &str) -> Result<Option<f64>, FormatError> {
        Ok(self.numbers::<1>(attribute)?.map(|[x]| x))
    }

    /// One number, which may be infinite.
    pub(super) fn limit(&self, attribute: &str) -> Result<Option<f64>, FormatError> {
        let Some(text) = self.attribute(attribute) else { return Ok(None) };
        let [x] = self.parse(text, attribute, Infinity::Allowed)?;
        Ok(Some(x))
    }

    /// One number that must be there.
    pub(super) fn needed_number(&self, attribute: &'static str) -> Result<f64, FormatError> {
        let [x] = self.parse(self.needed_attribute(attribute)?, attribute, Infinity::Refused)?;
        Ok(x)
    }

    fn parse<const N: usize>(&self, text: Text<'a>, name: &str, infinity: Infinity) -> Result<[f64; N], FormatError> {
        let (element, attribute) = (self.name().to_owned(), name.to_owned());
        if let Some(i) = text.text.find("${").or_else(|| text.text.find("$(")) {
            let at = self.spot_at(text.at(&text.text[i..]));
            return Err(FormatError::Xacro { what: format!("\"{}\"", text.text.trim()), at });
        }
        let mut numbers = [0.0; N];
        let mut found = 0;
        for token in text.text.split_ascii_whitespace() {
            let value: f64 = token.parse().map_err(|_| FormatError::NotANumber {
                element: element.clone(),
                attribute: attribute.clone(),
                text: token.to_owned(),
                remedy: remedy(token),
                at: self.spot_at(text.at(token)),
            })?;
            if value.is_nan() || (value.is_infinite() && infinity == Infinity::Refused) {
                let at = self.spot_at(text.at(token));
                return Err(FormatError::NotFinite { element, attribute, text: token.to_owned(), at });
            }
            if let Some(slot) = numbers.get_mut(found) {
                *slot = value;
            }
            found += 1;
        }
        if found == N {
            return Ok(numbers);
        }
        Err(FormatError::WrongCount { element, attribute, found, needed: N, at: self.spot_at(text.name()) })
    }
}

fn remedy(token: &str) -> &'static str {
    if token.contains(',') {
        "separate numbers by spaces, and write decimals with a point"
    } else if token.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        "write the number alone, in SI units and radians"
    } else {
        "write a number such as 0.25"
    }
}
