//! Numbers in attributes.

use super::element::{Element, Text};
use crate::FormatError;

/// Whether a number may be infinite.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Infinity {
    Refused,
    /// A limit of "inf" means no limit.
    Allowed,
}

impl<'a> Element<'a, '_> {
    /// The `N` numbers of an optional attribute.
    pub(crate) fn numbers<const N: usize>(&self, attribute: &str) -> Result<Option<[f64; N]>, FormatError> {
        self.attribute(attribute).map(|text| self.parse(text, attribute, Infinity::Refused)).transpose()
    }

    /// The number of an optional attribute.
    pub(crate) fn number(&self, attribute: &str) -> Result<Option<f64>, FormatError> {
        Ok(self.numbers::<1>(attribute)?.map(|[x]| x))
    }

    /// The number of an optional attribute, which may be infinite.
    pub(crate) fn limit(&self, attribute: &str) -> Result<Option<f64>, FormatError> {
        let Some(text) = self.attribute(attribute) else { return Ok(None) };
        let [x] = self.parse(text, attribute, Infinity::Allowed)?;
        Ok(Some(x))
    }

    /// The number of a required attribute.
    pub(crate) fn needed_number(&self, attribute: &'static str) -> Result<f64, FormatError> {
        let [x] = self.parse(self.needed_attribute(attribute)?, attribute, Infinity::Refused)?;
        Ok(x)
    }

    /// All numbers of an optional attribute.
    pub(crate) fn list(&self, attribute: &str) -> Result<Option<Vec<f64>>, FormatError> {
        self.attribute(attribute).map(|text| self.tokens(text, attribute, Infinity::Refused)).transpose()
    }

    /// The `N` numbers between its tags.
    pub(crate) fn content_numbers<const N: usize>(&self, example: &'static str) -> Result<[f64; N], FormatError> {
        let missing = || FormatError::MissingText { element: self.name().to_owned(), example, at: self.spot() };
        self.parse(self.content().ok_or_else(missing)?, "", Infinity::Refused)
    }

    /// All numbers between its tags.
    pub(crate) fn content_list(&self) -> Result<Vec<f64>, FormatError> {
        self.content().map_or(Ok(Vec::new()), |text| self.tokens(text, "", Infinity::Refused))
    }

    /// The number of an optional child, between its tags.
    pub(crate) fn child_number(&self, name: &'static str, owner: &str) -> Result<Option<f64>, FormatError> {
        let Some(child) = self.child(name, owner)? else { return Ok(None) };
        child.content_numbers::<1>("a number between its tags").map(|[x]| Some(x))
    }

    /// The number of an optional child, between its tags, which may be infinite.
    pub(crate) fn child_limit(&self, name: &'static str, owner: &str) -> Result<Option<f64>, FormatError> {
        let Some(child) = self.child(name, owner)? else { return Ok(None) };
        let Some(text) = child.content() else { return Ok(None) };
        child.parse(text, "", Infinity::Allowed).map(|[x]| Some(x))
    }

    /// Parses the text; `name` is that of the attribute, empty for the text between the tags.
    fn parse<const N: usize>(&self, text: Text<'a>, name: &str, infinity: Infinity) -> Result<[f64; N], FormatError> {
        let numbers = self.tokens(text, name, infinity)?;
        numbers.try_into().map_err(|numbers: Vec<f64>| FormatError::WrongCount {
            element: self.name().to_owned(),
            attribute: name.to_owned(),
            found: numbers.len(),
            needed: N,
            at: self.spot_at(text.name()),
        })
    }

    fn tokens(&self, text: Text<'a>, name: &str, infinity: Infinity) -> Result<Vec<f64>, FormatError> {
        let (element, attribute) = (self.name().to_owned(), name.to_owned());
        if let Some(i) = text.text.find("${").or_else(|| text.text.find("$(")) {
            let at = self.spot_at(text.at(&text.text[i..]));
            return Err(FormatError::Xacro { what: format!("\"{}\"", text.text.trim()), at });
        }
        let mut numbers = Vec::new();
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
            numbers.push(value);
        }
        Ok(numbers)
    }
}

fn remedy(token: &str) -> &'static str {
    if token.contains(',') {
        "separate numbers by spaces, and use a decimal point"
    } else if token.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        "write the number without a unit, in SI units and radians"
    } else {
        "write a number such as 0.25"
    }
}
