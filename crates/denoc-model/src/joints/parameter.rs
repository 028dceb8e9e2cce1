//! The parameters of a kind of joint, as data: reader, writer, checks, schema and tables are made from them.

use denoc_math::Vec3;

/// A parameter of a kind of joint.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its key in a model file.
    pub key: &'static str,
    /// Other keys that may stand in its place.
    pub alternatives: &'static [&'static str],
    /// What its value looks like.
    pub form: Form,
    /// What it is: a phrase that begins with a capital letter, without a full stop.
    pub meaning: &'static str,
    /// A value as a model file would have it.
    pub example: &'static str,
}

/// What the value of a parameter looks like.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Form {
    /// A direction.
    Direction,
    /// So many directions, no two of them parallel.
    Directions(usize),
    /// A finite number.
    Number {
        /// What it measures.
        measure: Measure,
        /// The value where a file has none; without one the key must be there.
        default: Option<f64>,
    },
    /// One of these words.
    Word {
        /// What the words are, with an article.
        what: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
}

/// What a number measures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nothing: a ratio.
    Plain,
    /// An angle, rad.
    Angle,
    /// A length, m.
    Length,
    /// A length per angle, m/rad.
    LengthPerAngle,
    /// An angle per length, rad/m.
    AnglePerLength,
}

impl Measure {
    /// Its SI unit.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Angle => "rad",
            Self::Length => "m",
            Self::LengthPerAngle => "m/rad",
            Self::AnglePerLength => "rad/m",
        }
    }
}

impl Parameter {
    /// The axis of a joint, under the key `axis`.
    pub const AXIS: Self = Self {
        key: "axis",
        alternatives: &[],
        form: Form::Direction,
        meaning: "Direction of the axis, of any length",
        example: "[0, 0, 1]",
    };

    /// Whether a file must have it.
    pub fn required(&self) -> bool {
        !matches!(self.form, Form::Number { default: Some(_), .. })
    }

    /// The line of a model file that shows how to write it.
    pub fn line(&self) -> String {
        format!("{} = {}", self.key, self.example)
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A direction.
    Direction(Vec3<f64>),
    /// Several directions.
    Directions(Vec<Vec3<f64>>),
    /// A number, in SI units.
    Number(f64),
    /// A word.
    Word(&'static str),
}

/// Values by the keys of parameters.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// The same with one more.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: Value) -> Self {
        self.0.push((key, value));
        self
    }

    /// Every key with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// Every value, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Value)> {
        self.0.iter_mut().map(|(key, value)| (*key, value))
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, value)| value)
    }

    /// The direction of this key.
    pub fn direction(&self, key: &str) -> Option<Vec3<f64>> {
        if let Value::Direction(direction) = self.get(key)? { Some(*direction) } else { None }
    }

    /// The directions of this key, if there are as many.
    pub fn directions<const N: usize>(&self, key: &str) -> Option<[Vec3<f64>; N]> {
        if let Value::Directions(all) = self.get(key)? { all.as_slice().try_into().ok() } else { None }
    }

    /// The number of this key.
    pub fn number(&self, key: &str) -> Option<f64> {
        if let Value::Number(number) = self.get(key)? { Some(*number) } else { None }
    }

    /// The word of this key.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        if let Value::Word(word) = self.get(key)? { Some(word) } else { None }
    }
}
