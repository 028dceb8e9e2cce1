use denoc_math::{Pose, Real, Twist, Wrench};

use super::{
    Chart, ColumnChange, GimbalLock, Guess, Joint, JointDescription, JointKind, JointSpace, JointState, MAX_COLUMNS, Slopes,
    Unit, Universal, Values, bracket,
};

/// A joint traversed from its child to its parent, as after a change of base. Coordinates and speeds keep the meaning they
/// have in the original joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Reversed<T> {
    inner: Box<Joint<T>>,
}

impl<T: Real> Reversed<T> {
    /// The joint it reverses.
    pub fn inner(&self) -> &Joint<T> {
        &self.inner
    }

    /// A relative twist of the original child, as the twist of the original parent seen from the child, in parent axes:
    /// the opposite, moved to the parent's origin.
    #[inline(always)]
    fn opposite(pose: Pose<T>, t: Twist<T>) -> Twist<T> {
        // moving a twist outward-to-inward is the same algebra as moving a wrench with the two parts exchanged
        let moved = pose.propagate_back(Wrench::new(t.linear, t.angular));
        Twist::new(-moved.force, -moved.moment)
    }
}

impl Reversed<f64> {
    pub(super) fn new(joint: Joint<f64>) -> Self {
        Self { inner: Box::new(joint) }
    }
}

/// The original joint, out of line: inlined, every joint type would be compiled into each function below, for every number type.
impl<T: Real> Reversed<T> {
    #[inline(never)]
    fn inner_pose(&self, q: &[T]) -> Pose<T> {
        self.inner.pose(q)
    }
    #[inline(never)]
    fn inner_columns(&self, q: &[T], columns: &mut [Twist<T>]) {
        self.inner.columns(q, columns);
    }
    #[inline(never)]
    fn inner_bias(&self, q: &[T], v: &[T]) -> Twist<T> {
        self.inner.bias(q, v)
    }
}

impl<T: Real> JointKind<T> for Reversed<T> {
    const KEYWORD: &'static str = "reversed";
    const SUMMARY: &'static str = "another joint, traversed from child to parent; coordinates as in that joint";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::General;
    type Over<U: Real> = Reversed<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Reversed<U> {
        Reversed { inner: Box::new(self.inner.map(number)) }
    }
    fn q_units(&self) -> &'static [Unit] {
        self.inner.q_units()
    }
    fn v_units(&self) -> &'static [Unit] {
        self.inner.v_units()
    }
    #[inline]
    fn pose(&self, q: &[T]) -> Pose<T> {
        self.inner_pose(q).inverse()
    }
    #[inline]
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]) {
        self.inner_columns(q, columns);
        let pose = self.inner_pose(q);
        for column in columns {
            *column = Self::opposite(pose, *column);
        }
    }
    #[inline]
    fn bias(&self, q: &[T], v: &[T]) -> Twist<T> {
        Self::opposite(self.inner_pose(q), self.inner_bias(q, v))
    }
    fn rate(&self, q: &[T], v: &[T], out: &mut [T]) {
        self.inner.rate(q, v, out);
    }
    /// Columns and bias are the original ones, opposite and moved to the other origin, −Ad_g P; and g moves:
    /// −Ad_g (∂ₘP + P_m × P).
    fn slopes(&self, at: JointState<'_, T>, _: &[Twist<T>], out: Slopes<'_, T>) {
        let n = at.v.len();
        let mut columns = [Twist::zero(); MAX_COLUMNS];
        let columns = &mut columns[..n];
        self.inner.columns(at.q, columns);
        let Slopes { columns: slopes, bias } = out;
        self.inner.slopes(at, columns, Slopes { columns: &mut *slopes, bias: &mut *bias });
        let (pose, rest) = (self.inner.pose(at.q), self.inner.bias(at.q, at.v));
        for m in 0..n {
            for (slope, &column) in slopes[m * MAX_COLUMNS..].iter_mut().zip(&*columns) {
                *slope = Self::opposite(pose, *slope + bracket(columns[m], column));
            }
            bias[m] = Self::opposite(pose, bias[m] + bracket(columns[m], rest));
        }
    }
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        self.inner.coordinates(target.inverse(), q)
    }
    fn full_turns_repeat(&self) -> bool {
        self.inner.full_turns_repeat()
    }
    fn gimbal_lock(&self) -> Option<GimbalLock> {
        self.inner.gimbal_lock()
    }
    fn original(&self) -> Option<&Joint<T>> {
        Some(&self.inner)
    }
}

impl JointSpace for Reversed<f64> {
    fn neutral(&self, q: &mut [f64]) {
        self.inner.neutral(q);
    }
    fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) {
        self.inner.integrate(q, step, out);
    }
    fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) {
        self.inner.difference(from, to, step);
    }
    fn quaternion_norm(&self, q: &[f64]) -> Option<f64> {
        self.inner.quaternion_norm(q)
    }
    fn chart(&self) -> Chart {
        self.inner.chart()
    }
}

impl JointDescription for Reversed<f64> {
    const IN_FILES: bool = false;
    fn from_values(_: &Values) -> Option<Self> {
        None
    }
    fn reversed(&self) -> Option<Joint<f64>> {
        Some((*self.inner).clone())
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self::new(Joint::Universal(Universal::example(random)))
    }
}
