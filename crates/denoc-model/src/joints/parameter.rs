//! Parameters of a joint type, as data: reader, writer, checks, schema and tables are generated from them.

use denoc_math::Vec3;

/// A parameter of a joint type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Key in model files.
    pub key: &'static str,
    /// Alternative keys.
    pub alternatives: &'static [&'static str],
    /// Form of the value.
    pub form: Form,
    /// Meaning, as a phrase that starts with a capital letter and has no full stop.
    pub meaning: &'static str,
    /// Example value, as written in a model file.
    pub example: &'static str,
}

/// The form of a parameter's value.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Form {
    /// A direction.
    Direction,
    /// This many directions, no two of them parallel.
    Directions(usize),
    /// A finite number.
    Number {
        /// Physical quantity.
        measure: Measure,
        /// Value if the key is missing; `None` if the key is required.
        default: Option<f64>,
    },
    /// One of several keywords.
    Choice {
        /// What the keywords denote, with an article, for messages.
        what: &'static str,
        /// The keywords.
        choices: &'static [&'static str],
    },
}

/// The physical quantity of a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A dimensionless ratio.
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
    /// The SI unit.
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
    /// The axis of a joint: key `axis`.
    pub const AXIS: Self = Self {
        key: "axis",
        alternatives: &[],
        form: Form::Direction,
        meaning: "Direction of the axis, of any length",
        example: "[0, 0, 1]",
    };

    /// Whether the key is required.
    pub fn required(&self) -> bool {
        !matches!(self.form, Form::Number { default: Some(_), .. })
    }

    /// An example line of a model file.
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
    /// A keyword.
    Choice(&'static str),
}

/// Parameter values by key.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// Adds a value.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: Value) -> Self {
        self.0.push((key, value));
        self
    }

    /// All keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// All keys with mutable values.
    pub fn values_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Value)> {
        self.0.iter_mut().map(|(key, value)| (*key, value))
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, value)| value)
    }

    /// The direction under a key.
    pub fn direction(&self, key: &str) -> Option<Vec3<f64>> {
        if let Value::Direction(direction) = self.get(key)? { Some(*direction) } else { None }
    }

    /// The directions under a key; `None` unless there are `N`.
    pub fn directions<const N: usize>(&self, key: &str) -> Option<[Vec3<f64>; N]> {
        if let Value::Directions(all) = self.get(key)? { all.as_slice().try_into().ok() } else { None }
    }

    /// The number under a key.
    pub fn number(&self, key: &str) -> Option<f64> {
        if let Value::Number(number) = self.get(key)? { Some(*number) } else { None }
    }

    /// The keyword under a key.
    pub fn choice(&self, key: &str) -> Option<&'static str> {
        if let Value::Choice(choice) = self.get(key)? { Some(choice) } else { None }
    }
}
