//! Values: strings, names, numbers with units.

use denoc_base::number::six;
use denoc_math::Vec3;
use denoc_model::names;
use toml::Spanned;
use toml::de::{DeArray, DeValue};

use super::quantity::{self, Quantity};
use super::section::{Item, Section, wrong_type};
use super::unit::{self, Unit};
use crate::FormatError;

/// Whether a number may be infinite.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Infinity {
    Refused,
    /// An infinite limit means no limit.
    Allowed,
}

impl<'a> Item<'_, 'a> {
    /// A string.
    pub(super) fn text(&self, example: &str) -> Result<&'a str, FormatError> {
        self.value.get_ref().as_str().ok_or_else(|| self.wrong_type("a string", example))
    }

    /// A string that is a valid name.
    pub(super) fn name(&self) -> Result<&'a str, FormatError> {
        let text = self.text(&format!("{} = \"…\"", self.key))?;
        let (rule, remedy) = if text.trim().is_empty() {
            ("is empty", "write a name")
        } else if text.chars().any(char::is_control) {
            ("contains a line break or another control character", "write the name on one line")
        } else {
            return Ok(text);
        };
        let rule = format!("{} {rule}", self.label());
        Err(FormatError::BadValue { rule, remedy: remedy.into(), at: self.spot() })
    }

    /// A keyword of a list.
    pub(super) fn keyword(
        &self,
        known: impl Iterator<Item = &'static str> + Clone,
        synonyms: &[(&str, &str)],
    ) -> Result<&'static str, FormatError> {
        let all: Vec<&'static str> = known.collect();
        let text = self.text(&format!("{} = \"{}\"", self.key, all.first().unwrap_or(&"…")))?;
        all.iter().copied().find(|keyword| *keyword == text).ok_or_else(|| {
            let synonym = synonyms.iter().find(|(other, _)| *other == text).map(|(_, keyword)| (*keyword).to_owned());
            FormatError::UnknownKeyword {
                what: self.label(),
                found: text.to_owned(),
                nearest: synonym.or_else(|| names::nearest(text, all.iter().copied())),
                known: all.clone(),
                at: self.spot(),
            }
        })
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool, FormatError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.wrong_type("true or false", &format!("{} = true", self.key)))
    }

    /// A finite number.
    pub(super) fn number(&self, quantity: Quantity) -> Result<f64, FormatError> {
        self.quantity(self.value, quantity, Infinity::Refused)
    }

    /// A finite number that must not be negative.
    pub(super) fn not_negative(&self, quantity: Quantity, name: &'static str) -> Result<f64, FormatError> {
        let value = self.number(quantity)?;
        self.refuse_negative(value, name)
    }

    /// A number that must not be negative and may be infinite.
    pub(super) fn limit(&self, quantity: Quantity, name: &'static str) -> Result<f64, FormatError> {
        let value = self.quantity(self.value, quantity, Infinity::Allowed)?;
        self.refuse_negative(value, name)
    }

    fn refuse_negative(&self, value: f64, quantity: &'static str) -> Result<f64, FormatError> {
        if value >= 0.0 {
            return Ok(value);
        }
        let owner = self.section.title.clone();
        Err(FormatError::Negative { owner, quantity, value, at: self.spot() })
    }

    /// A positive number.
    pub(super) fn positive(&self, quantity: Quantity) -> Result<f64, FormatError> {
        let value = self.number(quantity)?;
        self.refuse_not_positive(value)?;
        Ok(value)
    }

    pub(super) fn refuse_not_positive(&self, value: f64) -> Result<(), FormatError> {
        if value > 0.0 {
            return Ok(());
        }
        let rule = format!("{} is {}, but it must be positive", self.label(), six(value));
        Err(FormatError::BadValue { rule, remedy: "write a positive number".into(), at: self.spot() })
    }

    /// The entries of an array.
    pub(super) fn array(&self, example: &str) -> Result<&'a DeArray<'a>, FormatError> {
        self.value.get_ref().as_array().ok_or_else(|| self.wrong_type("an array", example))
    }

    /// `N` finite numbers.
    pub(super) fn numbers<const N: usize>(&self, quantity: Quantity) -> Result<[f64; N], FormatError> {
        self.array_of(self.value, quantity, Infinity::Refused)
    }

    /// The same for numbers with individual meanings, which the example shows.
    pub(super) fn numbers_like<const N: usize>(
        &self,
        quantity: Quantity,
        example: &str,
    ) -> Result<[f64; N], FormatError> {
        self.array_like(self.value, quantity, Infinity::Refused, example)
    }

    /// Two numbers, which may be infinite.
    pub(super) fn range(&self, quantity: Quantity) -> Result<[f64; 2], FormatError> {
        self.array_of(self.value, quantity, Infinity::Allowed)
    }

    /// A vector.
    pub(super) fn vector(&self, quantity: Quantity) -> Result<Vec3<f64>, FormatError> {
        Ok(Vec3::from(self.numbers::<3>(quantity)?))
    }

    /// A direction that is not zero.
    pub(super) fn direction(&self) -> Result<Vec3<f64>, FormatError> {
        self.direction_of(self.value)
    }

    /// `count` directions.
    pub(super) fn directions(&self, count: usize, example: &str) -> Result<Vec<Vec3<f64>>, FormatError> {
        let array = self.array(example)?;
        if array.len() != count {
            return Err(self.wrong_length(self.value, array.len(), count.to_string(), example));
        }
        array.iter().map(|value| self.direction_of(value)).collect()
    }

    fn direction_of(&self, value: &'a Spanned<DeValue<'a>>) -> Result<Vec3<f64>, FormatError> {
        let numbers = self.array_of::<3>(value, quantity::NUMBER, Infinity::Refused)?;
        let largest = numbers.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        if largest == 0.0 {
            let (rule, remedy) =
                (format!("{} has zero length", self.label()), "write a direction such as [0, 0, 1]".into());
            return Err(FormatError::BadValue { rule, remedy, at: self.section.source.spot(value.span().start) });
        }
        let direction = Vec3::from(numbers);
        // avoids overflow and underflow of the squares
        let ordinary = (1e-100..1e100).contains(&largest);
        Ok(if ordinary { direction } else { direction.map(|x| x / largest) })
    }

    /// `N` numbers of an array inside this item.
    pub(super) fn array_of<const N: usize>(
        &self,
        value: &'a Spanned<DeValue<'a>>,
        quantity: Quantity,
        infinity: Infinity,
    ) -> Result<[f64; N], FormatError> {
        let example = match N {
            2 => "[lower, upper]",
            3 => "[x, y, z]",
            4 => "[x, y, z, w]",
            _ => "that many numbers in brackets",
        };
        self.array_like(value, quantity, infinity, example)
    }

    fn array_like<const N: usize>(
        &self,
        value: &'a Spanned<DeValue<'a>>,
        quantity: Quantity,
        infinity: Infinity,
        example: &str,
    ) -> Result<[f64; N], FormatError> {
        let Some(array) = value.get_ref().as_array() else {
            let needed = format!("an array of {N} numbers");
            return Err(wrong_type(self.section.source, value, self.label(), &needed, example));
        };
        if array.len() != N {
            return Err(self.wrong_length(value, array.len(), N.to_string(), example));
        }
        let mut numbers = [0.0; N];
        for (slot, value) in numbers.iter_mut().zip(array.iter()) {
            *slot = self.quantity(value, quantity, infinity)?;
        }
        Ok(numbers)
    }

    pub(super) fn wrong_length(
        &self,
        value: &Spanned<DeValue>,
        found: usize,
        needed: String,
        example: &str,
    ) -> FormatError {
        let at = self.section.source.spot(value.span().start);
        FormatError::WrongLength { what: self.label(), found, needed, example: example.to_owned(), at }
    }

    /// One number: plain in SI units, or a string with a unit.
    pub(super) fn quantity(
        &self,
        value: &'a Spanned<DeValue<'a>>,
        quantity: Quantity,
        infinity: Infinity,
    ) -> Result<f64, FormatError> {
        let number = match value.get_ref() {
            DeValue::Integer(whole) => integer(whole.as_str(), whole.radix()),
            DeValue::Float(float) => float.as_str().parse().unwrap_or(f64::NAN),
            DeValue::String(text) => self.with_unit(text, value, quantity)?,
            _ => {
                let unit = if quantity.units.is_empty() {
                    "a number such as 0.5".to_owned()
                } else {
                    format!("a number, or a string with a unit ({})", quantity.units)
                };
                return Err(wrong_type(self.section.source, value, self.label(), quantity.name, &unit));
            }
        };
        if number.is_finite() || (number.is_infinite() && infinity == Infinity::Allowed) {
            return Ok(number);
        }
        let at = self.section.source.spot(value.span().start);
        let rule = format!("{} is not a finite number", self.label());
        Err(FormatError::BadValue { rule, remedy: "write a finite number".into(), at })
    }

    fn with_unit(&self, text: &str, value: &Spanned<DeValue>, quantity: Quantity) -> Result<f64, FormatError> {
        let span = value.span();
        let source = self.section.source;
        // with escapes or triple quotes, offsets differ: then the location is that of the string
        let plain = source.text.get(span.start + 1..span.end.saturating_sub(1)) == Some(text);
        let spot = |at: usize| source.spot(if plain { span.start + 1 + at } else { span.start });
        let (digits, unit_text) = unit::split(text);
        let bad = |rule: String, remedy: String, at: usize| FormatError::BadValue { rule, remedy, at: spot(at) };
        let behind = text.len() - unit_text.len();
        if !digits.contains(|c: char| c.is_ascii_digit()) {
            let rule = format!("{} is \"{text}\", which does not begin with a number", self.label());
            let remedy = match quantity.units {
                "" => "write a number such as 0.5, without quotes".to_owned(),
                units => format!("write a number, or a number with a unit in quotes ({units})"),
            };
            return Err(bad(rule, remedy, 0));
        }
        if quantity.units.is_empty() {
            let rule = format!("{} is a string, but it must be {}", self.label(), quantity.name);
            return Err(bad(rule, format!("write {digits} without unit and quotes"), 0));
        }
        if unit_text.trim().is_empty() {
            let rule = format!("{} is a string without a unit", self.label());
            let remedy = format!("write {digits} without quotes (SI), or add a unit: {}", quantity.units);
            return Err(bad(rule, remedy, behind));
        }
        let unit = Unit::parse(unit_text)
            .map_err(|f| bad(format!("{} in {}", f.rule, self.label()), f.remedy, behind + f.at))?;
        if !quantity.accepts(unit.dimension) {
            let found = quantity::name(unit.dimension);
            let rule = format!("\"{text}\" is {found}, but {} is {}", self.label(), quantity.name);
            let at = behind + unit_text.len() - unit_text.trim_start().len();
            return Err(bad(rule, format!("write it in {}", quantity.units), at));
        }
        Ok(unit.value(digits))
    }
}

impl<'a> Section<'a> {
    /// A required name.
    pub(super) fn need_name(&self, key: &'static str) -> Result<(&'a str, Item<'_, 'a>), FormatError> {
        let item = self.need(key, &format!("{key} = \"…\""))?;
        Ok((item.name()?, item))
    }

    /// A number, or a default.
    pub(super) fn number_or(&self, key: &str, quantity: Quantity, default: f64) -> Result<f64, FormatError> {
        self.get(key).map_or(Ok(default), |item| item.number(quantity))
    }

    /// A number that is not negative, or a default.
    pub(super) fn not_negative_or(
        &self,
        key: &str,
        quantity: Quantity,
        name: &'static str,
        default: f64,
    ) -> Result<f64, FormatError> {
        self.get(key).map_or(Ok(default), |item| item.not_negative(quantity, name))
    }

    /// A vector, or zero.
    pub(super) fn vector_or_zero(&self, key: &str, quantity: Quantity) -> Result<Vec3<f64>, FormatError> {
        self.get(key).map_or(Ok(Vec3::zero()), |item| item.vector(quantity))
    }
}

fn integer(digits: &str, radix: u32) -> f64 {
    match radix {
        10 => digits.parse().unwrap_or(f64::NAN),
        _ => u64::from_str_radix(digits, radix).map_or(f64::NAN, |n| n as f64),
    }
}
