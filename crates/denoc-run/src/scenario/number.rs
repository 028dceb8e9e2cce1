//! Numbers of a scenario: plain (SI) or with a unit.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A number in SI units, or a text with a unit such as `"90 deg"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// In SI units and radians.
    Plain(f64),
    /// With a unit.
    WithUnit(String),
}

impl From<f64> for Number {
    fn from(x: f64) -> Self {
        Self::Plain(x)
    }
}

/// Numbers for the entries of q, v or tau: all of them in order, or some by the name of their joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// In the order of the model.
    All(Vec<Number>),
    /// By name; several numbers for joints with several entries.
    Named(BTreeMap<String, Vec<Number>>),
}

/// One number for all joints, or one for each.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Gains {
    /// The same everywhere.
    Same(f64),
    /// In order, or by name (zero where not named).
    Each(Values),
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number, or a text with a unit such as \"90 deg\"")
    }
    fn visit_f64<E: de::Error>(self, x: f64) -> Result<Number, E> {
        Ok(Number::Plain(x))
    }
    fn visit_i64<E: de::Error>(self, x: i64) -> Result<Number, E> {
        Ok(Number::Plain(x as f64))
    }
    fn visit_u64<E: de::Error>(self, x: u64) -> Result<Number, E> {
        Ok(Number::Plain(x as f64))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        Ok(Number::WithUnit(text.to_owned()))
    }
}

impl Number {
    /// As [`Number::in_si`] for a time, while a file is read; rules of plain numbers are those of their key.
    fn in_seconds<E: de::Error>(self) -> Result<f64, E> {
        match self {
            Self::Plain(x) => Ok(x),
            Self::WithUnit(text) => denoc_formats::in_si(&text, "s").map_err(E::custom),
        }
    }
}

/// Reads a time: a number of seconds, or a text such as `"500 ms"`.
pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Number::deserialize(deserializer)?.in_seconds()
}

/// As [`seconds`], for a key that may be missing.
pub(super) fn some_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?.map(Number::in_seconds).transpose()
}

/// As [`some_seconds`], for a list.
pub(super) fn list_of_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<f64>>, D::Error> {
    let list = Option::<Vec<Number>>::deserialize(deserializer)?;
    list.map(|list| list.into_iter().map(Number::in_seconds).collect()).transpose()
}

/// One or several numbers of a joint.
struct OneOrMore(Vec<Number>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMoreVisitor;
        impl<'de> Visitor<'de> for OneOrMoreVisitor {
            type Value = OneOrMore;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number, a text with a unit, or a list of them")
            }
            fn visit_f64<E: de::Error>(self, x: f64) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![Number::Plain(x)]))
            }
            fn visit_i64<E: de::Error>(self, x: i64) -> Result<OneOrMore, E> {
                self.visit_f64(x as f64)
            }
            fn visit_u64<E: de::Error>(self, x: u64) -> Result<OneOrMore, E> {
                self.visit_f64(x as f64)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![Number::WithUnit(text.to_owned())]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<OneOrMore, A::Error> {
                Vec::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(OneOrMore)
            }
        }
        deserializer.deserialize_any(OneOrMoreVisitor)
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValuesVisitor)
    }
}

struct ValuesVisitor;

impl<'de> Visitor<'de> for ValuesVisitor {
    type Value = Values;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of numbers, or a table such as { joint2 = 0.5 }")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Values, A::Error> {
        Vec::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(Values::All)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
        let mut named = BTreeMap::new();
        while let Some((name, OneOrMore(numbers))) = map.next_entry::<String, OneOrMore>()? {
            named.insert(name, numbers);
        }
        Ok(Values::Named(named))
    }
}

impl<'de> Deserialize<'de> for Gains {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct GainsVisitor;
        impl<'de> Visitor<'de> for GainsVisitor {
            type Value = Gains;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number for all joints, a list, or a table such as { joint2 = 50 }")
            }
            fn visit_f64<E: de::Error>(self, x: f64) -> Result<Gains, E> {
                Ok(Gains::Same(x))
            }
            fn visit_i64<E: de::Error>(self, x: i64) -> Result<Gains, E> {
                Ok(Gains::Same(x as f64))
            }
            fn visit_u64<E: de::Error>(self, x: u64) -> Result<Gains, E> {
                Ok(Gains::Same(x as f64))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Gains, A::Error> {
                ValuesVisitor.visit_seq(seq).map(Gains::Each)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Gains, A::Error> {
                ValuesVisitor.visit_map(map).map(Gains::Each)
            }
        }
        deserializer.deserialize_any(GainsVisitor)
    }
}
