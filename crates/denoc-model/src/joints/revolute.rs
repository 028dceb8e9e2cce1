use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{JointKind, JointSpace, Unit, random_axis};

/// Rotation about a fixed axis through the joint origin; q is the angle [SahaIR (9.4d)].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Revolute<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
}

impl Revolute<f64> {
    pub(super) fn lift<U: Real>(&self) -> Revolute<U> {
        Revolute { axis: Vec3::lift(self.axis) }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random) }
    }
}

impl<T: Real> JointKind<T> for Revolute<T> {
    const KEYWORD: &'static str = "revolute";
    const SUMMARY: &'static str = "rotation about an axis; q = angle";
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Angle]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        let (s, c) = q[0].sin_cos();
        Pose::new(Mat3::rotation(self.axis, s, c), Vec3::zero())
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        columns[0] = Twist::new(self.axis, Vec3::zero());
    }
}

impl JointSpace for Revolute<f64> {}
