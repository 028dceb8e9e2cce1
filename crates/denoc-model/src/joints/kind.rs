//! What every kind of joint supplies: three traits, implemented in the file of the kind.

use denoc_math::{Pose, Real, Twist};

use super::slopes::{self, Slopes};
use super::{Joint, Parameter, SimpleMotions, Values};

/// The most degrees of freedom a joint can have.
pub const MAX_COLUMNS: usize = 6;

/// What one entry of q, or of v, measures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Radians (and rad/s, N m).
    Angle,
    /// Metres (and m/s, N).
    Length,
    /// A component of a unit quaternion `[x, y, z, w]`.
    Quaternion,
}

/// How the columns of a joint, in link axes, change with its own coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ColumnChange {
    /// Not at all.
    Constant,
    /// The joint is a sequence of motions, one coordinate each: a column moves with the motions after it.
    Successive,
    /// In any other way. Derivatives come from dual numbers through [`JointKind::columns`] and [`JointKind::bias`].
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

/// What a joint knows about the coordinates for a given pose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Nothing: search from several starts.
    Unknown,
    /// The coordinates written are a good start for Newton's method.
    Start,
    /// The coordinates written are the answer.
    Exact,
}

/// Where the columns of a joint in Euler angles become dependent.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct GimbalLock {
    /// The coordinate that decides.
    pub coordinate: usize,
    /// The joint is locked where it has this value, or differs from it by half a turn; 0 or π/2.
    pub angle: f64,
    /// The sequence of axes in letters.
    pub sequence: &'static str,
}

/// The contract between a joint and the recursions.
pub trait JointKind<T: Real>: Sized {
    /// The word for it in files and tables.
    const KEYWORD: &'static str;
    /// One line for tables and help.
    const SUMMARY: &'static str;
    /// How its columns change.
    const COLUMN_CHANGE: ColumnChange;
    /// Whether the columns span the same space in link axes whatever the coordinates are. The bias then lies in that space.
    const CONSTANT_SPAN: bool = matches!(Self::COLUMN_CHANGE, ColumnChange::Constant);

    /// The same kind of joint over other numbers.
    type Over<U: Real>: JointKind<U>;

    /// The same joint with every parameter converted.
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Self::Over<U>;

    /// What the entries of q measure; its length is the number of coordinates.
    fn q_units(&self) -> &'static [Unit];

    /// What the entries of v measure; its length is the number of degrees of freedom.
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

    /// Writes the coordinates for which the pose is `target`, or a start to search them from. Joints with quaternions must
    /// know them.
    fn coordinates(&self, _target: Pose<T>, _q: &mut [T]) -> Guess {
        Guess::Unknown
    }

    /// Whether the pose is the same after a full turn of any coordinate that is an angle.
    fn full_turns_repeat(&self) -> bool {
        true
    }

    /// Where its columns become dependent, if they do.
    fn gimbal_lock(&self) -> Option<GimbalLock> {
        None
    }

    /// The joint that this one passes from child to parent, if it only does that.
    fn original(&self) -> Option<&Joint<T>> {
        None
    }
}

/// How coordinates around a given pose are made from speeds times time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// They are added.
    Vector,
    /// A rotation vector; q is a quaternion.
    Ball,
    /// A rotation vector, then a displacement in link axes; q is a position, then a quaternion.
    Free,
}

/// The space its coordinates live in; the defaults describe a vector space.
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

    /// The length of the quaternion, for joints that have one.
    fn quaternion_norm(&self, _q: &[f64]) -> Option<f64> {
        None
    }

    /// What steps are.
    fn chart(&self) -> Chart {
        Chart::Vector
    }
}

/// A kind of joint as files and other programs know it.
pub trait JointDescription: Sized {
    /// What others call it.
    const SYNONYMS: &'static [&'static str] = &[];
    /// What a model file says about it, besides what all joints have.
    const PARAMETERS: &'static [Parameter] = &[];
    /// Whether a model file can describe it; otherwise it is made in code only.
    const IN_FILES: bool = true;
    /// Whether it can carry a rotation spring; q must be one quaternion.
    const ROTATION_SPRING: bool = false;

    /// The joint with these values of [`PARAMETERS`](Self::PARAMETERS); `None` if one is missing or makes no sense.
    fn from_values(values: &Values) -> Option<Self>;

    /// The values that [`from_values`](Self::from_values) makes the joint from; directions are unit vectors.
    fn values(&self) -> Values {
        Values::default()
    }

    /// The joint as simple motions one after the other, one for each coordinate in turn; `None` if it is not of that sort.
    fn simple_motions(&self) -> Option<SimpleMotions> {
        None
    }

    /// The joint seen from the other side where that is a joint of a kind in its own right, with the same coordinates.
    fn reversed(&self) -> Option<Joint<f64>> {
        None
    }

    /// A joint with random parameters, made from random numbers between −1 and 1.
    fn example(random: &mut dyn FnMut() -> f64) -> Self;
}
