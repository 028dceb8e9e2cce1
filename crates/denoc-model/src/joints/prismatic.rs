use denoc_math::{Pose, Real, Twist, Vec3};

use super::{JointKind, JointSpace, Unit, random_axis};

/// Sliding along a fixed axis; q is the distance [SahaIR (9.5b)].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Prismatic<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
}

impl Prismatic<f64> {
    pub(super) fn lift<U: Real>(&self) -> Prismatic<U> {
        Prismatic { axis: Vec3::lift(self.axis) }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random) }
    }
}

impl<T: Real> JointKind<T> for Prismatic<T> {
    const KEYWORD: &'static str = "prismatic";
    const SUMMARY: &'static str = "sliding along an axis; q = distance";
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Length]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        Pose::translation(self.axis.scale(q[0]))
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        columns[0] = Twist::new(Vec3::zero(), self.axis);
    }
}

impl JointSpace for Prismatic<f64> {}
