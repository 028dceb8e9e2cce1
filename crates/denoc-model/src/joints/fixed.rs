use denoc_math::{Pose, Real, Twist};

use super::{JointKind, JointSpace, Unit};

/// No motion: two links welded together.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Fixed<T>(core::marker::PhantomData<T>);

impl<T> Fixed<T> {
    /// The fixed joint.
    pub fn new() -> Self {
        Self(core::marker::PhantomData)
    }
}

impl Fixed<f64> {
    pub(super) fn lift<U: Real>(&self) -> Fixed<U> {
        Fixed::new()
    }
    pub(super) fn example(_: &mut dyn FnMut() -> f64) -> Self {
        Self::new()
    }
}

impl<T: Real> JointKind<T> for Fixed<T> {
    const KEYWORD: &'static str = "fixed";
    const SUMMARY: &'static str = "no motion";
    fn q_units(&self) -> &'static [Unit] {
        &[]
    }
    #[inline(always)]
    fn pose(&self, _: &[T]) -> Pose<T> {
        Pose::identity()
    }
    #[inline(always)]
    fn columns(&self, _: &[T], _: &mut [Twist<T>]) {}
}

impl JointSpace for Fixed<f64> {}
