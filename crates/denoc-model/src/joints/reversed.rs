use denoc_math::{Pose, Real, Twist, Wrench};

use super::{Joint, JointKind, JointSpace, Revolute, Unit};

/// A joint passed from its child to its parent, as happens when the base of a mechanism is changed. Coordinates and speeds
/// keep the meaning they have in the original joint.
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

impl Joint<f64> {
    /// The joint seen from the other side. Joints whose motion is a screw simply turn their axis round.
    pub fn reversed(&self) -> Self {
        match self {
            Joint::Fixed(j) => Joint::Fixed(*j),
            Joint::Revolute(j) => Joint::Revolute(Revolute { axis: -j.axis }),
            Joint::Prismatic(j) => Joint::Prismatic(super::Prismatic { axis: -j.axis }),
            Joint::Helical(j) => Joint::Helical(super::Helical { axis: -j.axis, pitch: j.pitch }),
            Joint::Cylindrical(j) => Joint::Cylindrical(super::Cylindrical { axis: -j.axis }),
            Joint::Reversed(j) => (*j.inner).clone(),
            other => Joint::Reversed(Reversed { inner: Box::new(other.clone()) }),
        }
    }
}

impl Reversed<f64> {
    pub(super) fn lift<U: Real>(&self) -> Reversed<U> {
        Reversed { inner: Box::new(self.inner.lift()) }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { inner: Box::new(Joint::Universal(super::Universal::example(random))) }
    }
}

/// The joint inside, out of line: inlined, every kind of joint would be compiled into each function below, for every number.
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
    const SUMMARY: &'static str = "another joint passed from child to parent; coordinates as in that joint";
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
}
