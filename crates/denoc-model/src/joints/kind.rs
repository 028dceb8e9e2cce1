//! The three traits that every joint type implements, in its own file.

use denoc_math::{Pose, Real, Twist};

use super::slopes::{self, Slopes};
use super::{Joint, Parameter, SimpleMotions, Values};

/// The most degrees of freedom a joint can have.
pub const MAX_COLUMNS: usize = 6;

/// The unit of one entry of q or v.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Radians (and rad/s, N m).
    Angle,
    /// Metres (and m/s, N).
    Length,
    /// A component of a unit quaternion `[x, y, z, w]`.
    Quaternion,
}

/// How the columns of a joint, in link axes, depend on its coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ColumnChange {
    /// They are constant.
    Constant,
    /// The joint is a sequence of motions, one coordinate each: a column moves with the motions after it.
    Successive,
    /// Any other dependence. Derivatives are computed with dual numbers through [`JointKind::columns`] and [`JointKind::bias`].
    General,
}

/// Coordinates and speeds of one joint.
#[derive(Copy, Clone, Debug)]
pub struct JointState<'a, T> {
    /// Coordinates.
    pub q: &'a [T],
    /// Speeds.
    pub v: &'a [T],
}

/// What a joint knows about the coordinates of a given pose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Nothing: search from several initial guesses.
    Unknown,
    /// The coordinates written are a good initial guess for Newton's method.
    Start,
    /// The coordinates written are those of the nearest pose: no speed of the joint leads nearer to the given one.
    Exact,
}

/// Gimbal lock of a joint in Euler angles: where its columns become dependent.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct GimbalLock {
    /// Index of the coordinate that determines it.
    pub coordinate: usize,
    /// The joint is in gimbal lock at this value ± multiples of π: 0 or π/2, rad.
    pub angle: f64,
    /// The sequence of axes in letters.
    pub sequence: &'static str,
}

/// The kinematics of a joint type, as the recursions use it.
pub trait JointKind<T: Real>: Sized {
    /// Keyword in files and tables.
    const KEYWORD: &'static str;
    /// One-line summary for tables and help.
    const SUMMARY: &'static str;
    /// How its columns depend on its coordinates.
    const COLUMN_CHANGE: ColumnChange;
    /// Whether the columns span the same space in link axes at all coordinates. The bias then lies in that space.
    const CONSTANT_SPAN: bool = matches!(Self::COLUMN_CHANGE, ColumnChange::Constant);

    /// The same joint type over another number type.
    type Over<U: Real>: JointKind<U>;

    /// The same joint with every parameter converted.
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Self::Over<U>;

    /// Units of the entries of q; the length is the number of coordinates.
    fn q_units(&self) -> &'static [Unit];

    /// Units of the entries of v; the length is the number of degrees of freedom.
    fn v_units(&self) -> &'static [Unit] {
        self.q_units()
    }

    /// Pose of the link frame in the joint's fixed frame.
    fn pose(&self, q: &[T]) -> Pose<T>;

    /// The columns of the motion propagation, in link axes.
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]);

    /// Ṗ v at constant speeds.
    fn bias(&self, _q: &[T], _v: &[T]) -> Twist<T> {
        Twist::zero()
    }

    /// The rates of q for speeds v.
    fn rate(&self, _q: &[T], v: &[T], rate: &mut [T]) {
        rate.copy_from_slice(v);
    }

    /// The derivatives of columns and bias with respect to the coordinates; `columns` are those for `at.q`.
    fn slopes(&self, at: JointState<'_, T>, columns: &[Twist<T>], out: Slopes<'_, T>) {
        match Self::COLUMN_CHANGE {
            ColumnChange::Constant => out.clear(),
            ColumnChange::Successive => slopes::successive(at.v, columns, out),
            ColumnChange::General => slopes::by_duals(self, at, out),
        }
    }

    /// Writes the coordinates whose pose is `target`, or an initial guess for a search. Joints with quaternions must write
    /// the solution.
    fn coordinates(&self, _target: Pose<T>, _q: &mut [T]) -> Guess {
        Guess::Unknown
    }

    /// Whether the pose is periodic in every angle, with period 2π.
    fn full_turns_repeat(&self) -> bool {
        true
    }

    /// Gimbal lock, if the joint has it.
    fn gimbal_lock(&self) -> Option<GimbalLock> {
        None
    }

    /// The joint that this one reverses, if it is a reversed joint.
    fn original(&self) -> Option<&Joint<T>> {
        None
    }
}

/// How a step (speeds times time) changes coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// The step is added.
    Vector,
    /// A rotation vector; q is a quaternion.
    Ball,
    /// A rotation vector, then a displacement in link axes; q is a position, then a quaternion.
    Free,
}

/// The space of the coordinates; the defaults describe a vector space.
pub trait JointSpace {
    /// The coordinates of the zero pose.
    fn neutral(&self, q: &mut [f64]) {
        q.fill(0.0);
    }

    /// `q` moved along `step` (speeds times time).
    fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) {
        for ((o, q), s) in out.iter_mut().zip(q).zip(step) {
            *o = q + s;
        }
    }

    /// The step that leads from `from` to `to`.
    fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) {
        for ((s, a), b) in step.iter_mut().zip(from).zip(to) {
            *s = b - a;
        }
    }

    /// The length of the quaternion, for joints with one.
    fn quaternion_norm(&self, _q: &[f64]) -> Option<f64> {
        None
    }

    /// The kind of step.
    fn chart(&self) -> Chart {
        Chart::Vector
    }
}

/// A joint type as files and other programs describe it.
pub trait JointDescription: Sized {
    /// Names used by other programs.
    const SYNONYMS: &'static [&'static str] = &[];
    /// Parameters in model files, besides those of all joints.
    const PARAMETERS: &'static [Parameter] = &[];
    /// Whether model files can describe it; otherwise it can be created in code only.
    const IN_FILES: bool = true;
    /// Whether it can have a rotation spring; q must be one quaternion.
    const ROTATION_SPRING: bool = false;

    /// The joint with these values of [`PARAMETERS`](Self::PARAMETERS); `None` if one is missing or invalid.
    fn from_values(values: &Values) -> Option<Self>;

    /// The parameter values, as [`from_values`](Self::from_values) takes them; directions are unit vectors.
    fn values(&self) -> Values {
        Values::default()
    }

    /// The joint as a sequence of simple motions, one per coordinate; `None` if it is not such a sequence.
    fn simple_motions(&self) -> Option<SimpleMotions> {
        None
    }

    /// The reversed joint, if a joint type describes it with the same coordinates.
    fn reversed(&self) -> Option<Joint<f64>> {
        None
    }

    /// A joint with random parameters, from random numbers between −1 and 1.
    fn example(random: &mut dyn FnMut() -> f64) -> Self;
}
