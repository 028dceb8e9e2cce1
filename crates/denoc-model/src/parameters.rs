//! The parameters of kinds of joints and constraints, as data: reader, writer, checks, schema and tables are made from them.

use denoc_math::Vec3;

use crate::profile::Profile;

/// A parameter of a kind of joint or constraint.
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
    /// A direction, of any length.
    Direction,
    /// A direction with a default.
    DirectionOr([f64; 3]),
    /// So many directions, no two of them parallel.
    Directions(usize),
    /// A finite number.
    Number {
        /// What it measures.
        measure: Measure,
        /// The value where a file has none; without one the key must be there.
        default: Option<f64>,
    },
    /// A finite number above 0.
    Positive(Measure),
    /// One of these words.
    Word {
        /// What the words are, with an article.
        what: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// A point, three lengths; the origin by default.
    Point,
    /// `true` or `false`.
    Flag {
        /// The value where a file has none.
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
        /// The key of the joint that leads.
        over: &'static str,
        /// The key of the flag that tells whether the curve repeats; by default it does where the leading joint turns.
        periodic: &'static str,
    },
    /// A table with keys of its own, all of which have defaults.
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
        match self.form {
            Form::Number { default, .. } => default.is_none(),
            Form::Direction
            | Form::Directions(_)
            | Form::Positive(_)
            | Form::Word { .. }
            | Form::Link(_)
            | Form::Joint { .. }
            | Form::Curve { .. } => true,
            Form::DirectionOr(_) | Form::Point | Form::Flag { .. } | Form::Table(_) => false,
        }
    }

    /// Every key that belongs to it in a model file.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        let flag = if let Form::Curve { periodic, .. } = self.form { Some(periodic) } else { None };
        [self.key].into_iter().chain(self.alternatives.iter().copied()).chain(flag)
    }

    /// Whether it has numbers that can be changed one by one.
    pub fn has_numbers(&self) -> bool {
        match self.form {
            Form::Number { .. } | Form::Positive(_) | Form::Point => true,
            Form::Table(parameters) => parameters.iter().any(Self::has_numbers),
            Form::Direction
            | Form::DirectionOr(_)
            | Form::Directions(_)
            | Form::Word { .. }
            | Form::Flag { .. }
            | Form::Link(_)
            | Form::Joint { .. }
            | Form::Curve { .. } => false,
        }
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
    /// A point.
    Point(Vec3<f64>),
    /// `true` or `false`.
    Flag(bool),
    /// The name of a link or a joint.
    Name(String),
    /// A curve.
    Curve(Profile),
    /// The values of a table.
    Table(Values),
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

    /// The value of this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
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

    /// The point of this key.
    pub fn point(&self, key: &str) -> Option<Vec3<f64>> {
        if let Value::Point(point) = self.get(key)? { Some(*point) } else { None }
    }

    /// The flag of this key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        if let Value::Flag(flag) = self.get(key)? { Some(*flag) } else { None }
    }

    /// The name of a link or joint of this key.
    pub fn name(&self, key: &str) -> Option<String> {
        if let Value::Name(name) = self.get(key)? { Some(name.clone()) } else { None }
    }

    /// The curve of this key.
    pub fn curve(&self, key: &str) -> Option<Profile> {
        if let Value::Curve(curve) = self.get(key)? { Some(curve.clone()) } else { None }
    }

    /// The values of the table of this key.
    pub fn table(&self, key: &str) -> Option<&Self> {
        if let Value::Table(values) = self.get(key)? { Some(values) } else { None }
    }
}
