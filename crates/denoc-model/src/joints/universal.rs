use denoc_math::{Pose, Real, Twist, Vec3};

use super::{JointKind, JointSpace, Unit, product, random_axis};

/// Two successive rotations: about `first`, fixed in the parent, then about `second`, fixed in the link (a Hooke or
/// Cardan joint; the two-degree-of-freedom joint of Saha13).
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Universal<T> {
    /// Unit vector of the first axis.
    pub first: Vec3<T>,
    /// Unit vector of the second axis.
    pub second: Vec3<T>,
}

impl<T: Real> Universal<T> {
    #[inline(always)]
    fn axes(&self) -> [Vec3<T>; 2] {
        [self.first, self.second]
    }
}

impl Universal<f64> {
    pub(super) fn lift<U: Real>(&self) -> Universal<U> {
        Universal { first: Vec3::lift(self.first), second: Vec3::lift(self.second) }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        let first = random_axis(random);
        loop {
            let second = random_axis(random);
            if first.cross(second).norm() > 0.3 {
                return Self { first, second };
            }
        }
    }
}

impl<T: Real> JointKind<T> for Universal<T> {
    const KEYWORD: &'static str = "universal";
    const SUMMARY: &'static str = "two successive rotations; q = (angle, angle)";
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Angle; 2]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        Pose::new(product::rotation(&self.axes(), q), Vec3::zero())
    }
    #[inline(always)]
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]) {
        product::columns(&self.axes(), q, columns);
    }
    #[inline(always)]
    fn bias(&self, q: &[T], v: &[T]) -> Twist<T> {
        product::bias(&self.axes(), q, v)
    }
}

impl JointSpace for Universal<f64> {}
