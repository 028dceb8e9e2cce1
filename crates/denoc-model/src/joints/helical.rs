use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{JointKind, JointSpace, Unit, random_axis};

/// A screw: rotation about an axis with an advance of `pitch` metres per radian along it; q is the angle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Helical<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
    /// Advance in metres per radian.
    pub pitch: T,
}

impl Helical<f64> {
    pub(super) fn lift<U: Real>(&self) -> Helical<U> {
        Helical { axis: Vec3::lift(self.axis), pitch: U::lift(self.pitch) }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random), pitch: 0.3 * random() }
    }
}

impl<T: Real> JointKind<T> for Helical<T> {
    const KEYWORD: &'static str = "helical";
    const SUMMARY: &'static str = "screw about an axis; q = angle";
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Angle]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        let (s, c) = q[0].sin_cos();
        Pose::new(Mat3::rotation(self.axis, s, c), self.axis.scale(self.pitch * q[0]))
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        columns[0] = Twist::new(self.axis, self.axis.scale(self.pitch));
    }
}

impl JointSpace for Helical<f64> {}
