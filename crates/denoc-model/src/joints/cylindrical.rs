use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{JointKind, JointSpace, Unit, random_axis};

/// Rotation about and sliding along the same axis; q = (angle, distance).
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Cylindrical<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
}

impl Cylindrical<f64> {
    pub(super) fn lift<U: Real>(&self) -> Cylindrical<U> {
        Cylindrical { axis: Vec3::lift(self.axis) }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random) }
    }
}

impl<T: Real> JointKind<T> for Cylindrical<T> {
    const KEYWORD: &'static str = "cylindrical";
    const SUMMARY: &'static str = "rotation about and sliding along one axis; q = (angle, distance)";
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Angle, Unit::Length]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        let (s, c) = q[0].sin_cos();
        Pose::new(Mat3::rotation(self.axis, s, c), self.axis.scale(q[1]))
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        columns[0] = Twist::new(self.axis, Vec3::zero());
        columns[1] = Twist::new(Vec3::zero(), self.axis);
    }
}

impl JointSpace for Cylindrical<f64> {}
