//! Parameters of joint and constraint types, as data: reader, writer, checks, schema and tables are generated from them.

use denoc_math::Vec3;

use crate::cam_profile::CamProfile;

/// A parameter of a joint or constraint type.
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
    /// A direction, of any length.
    Direction,
    /// A direction with a default.
    DirectionOr([f64; 3]),
    /// This many directions, no two of them parallel.
    Directions(usize),
    /// A finite number.
    Number {
        /// Physical quantity.
        measure: Measure,
        /// Value if the key is missing; `None` if the key is required.
        default: Option<f64>,
    },
    /// A finite number above 0.
    Positive(Measure),
    /// One of several keywords.
    Choice {
        /// What the keywords denote, with an article, for messages.
        what: &'static str,
        /// The keywords.
        choices: &'static [&'static str],
    },
    /// A point, three lengths; the origin by default.
    Point,
    /// `true` or `false`.
    Flag {
        /// Value if the key is missing.
        default: bool,
    },
    /// The name of a link.
    Link(LinkRule),
    /// The name of a joint with one coordinate.
    Joint {
        /// What relates such joints, in the plural, for messages.
        users: &'static str,
        /// The key of a joint that this one must differ from.
        other_than: Option<&'static str>,
    },
    /// A curve through points, in the file or, under the alternative key, in a table (CSV) beside it: the coordinate of one
    /// joint as a function of that of another.
    Curve {
        /// The key of the joint that follows.
        of: &'static str,
        /// The key of the joint that drives it.
        over: &'static str,
        /// The key of the flag for a periodic curve; by default true if the driving joint rotates.
        periodic: &'static str,
    },
    /// A table of parameters, all of which have defaults.
    Table(&'static [Parameter]),
}

/// Which links a parameter may name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LinkRule {
    /// Any, and the ground.
    Any,
    /// Any but the one under this key.
    OtherThan(&'static str),
    /// Any but the ground.
    Moving {
        /// What the ground does not do, for messages.
        verb: &'static str,
        /// What to do instead, for messages.
        remedy: &'static str,
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
        match self.form {
            Form::Number { default, .. } => default.is_none(),
            Form::Direction
            | Form::Directions(_)
            | Form::Positive(_)
            | Form::Choice { .. }
            | Form::Link(_)
            | Form::Joint { .. }
            | Form::Curve { .. } => true,
            Form::DirectionOr(_) | Form::Point | Form::Flag { .. } | Form::Table(_) => false,
        }
    }

    /// All its keys in model files.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        let flag = if let Form::Curve { periodic, .. } = self.form { Some(periodic) } else { None };
        [self.key].into_iter().chain(self.alternatives.iter().copied()).chain(flag)
    }

    /// Whether it has numbers that can be changed individually.
    pub fn has_numbers(&self) -> bool {
        match self.form {
            Form::Number { .. } | Form::Positive(_) | Form::Point => true,
            Form::Table(parameters) => parameters.iter().any(Self::has_numbers),
            Form::Direction
            | Form::DirectionOr(_)
            | Form::Directions(_)
            | Form::Choice { .. }
            | Form::Flag { .. }
            | Form::Link(_)
            | Form::Joint { .. }
            | Form::Curve { .. } => false,
        }
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
    /// A point.
    Point(Vec3<f64>),
    /// `true` or `false`.
    Flag(bool),
    /// The name of a link or a joint.
    Name(String),
    /// A curve.
    Curve(CamProfile),
    /// The values of a table.
    Table(Values),
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

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
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

    /// The point under a key.
    pub fn point(&self, key: &str) -> Option<Vec3<f64>> {
        if let Value::Point(point) = self.get(key)? { Some(*point) } else { None }
    }

    /// The flag under a key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        if let Value::Flag(flag) = self.get(key)? { Some(*flag) } else { None }
    }

    /// The name of a link or joint under a key.
    pub fn name(&self, key: &str) -> Option<String> {
        if let Value::Name(name) = self.get(key)? { Some(name.clone()) } else { None }
    }

    /// The curve under a key.
    pub fn curve(&self, key: &str) -> Option<CamProfile> {
        if let Value::Curve(curve) = self.get(key)? { Some(curve.clone()) } else { None }
    }

    /// The values of the table under a key.
    pub fn table(&self, key: &str) -> Option<&Self> {
        if let Value::Table(values) = self.get(key)? { Some(values) } else { None }
    }
}
