use denoc_math::{Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Joint, JointDescription, JointKind, JointSpace, SimpleMotion, SimpleMotions, Unit, Values,
};

/// Three translations along the parent's axes, no rotation; q = (x, y, z).
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Translational<T>(core::marker::PhantomData<T>);

impl<T> Translational<T> {
    /// The translational joint.
    pub fn new() -> Self {
        Self(core::marker::PhantomData)
    }
}

impl Joint<f64> {
    /// Three translations.
    pub fn translational() -> Self {
        Self::Translational(Translational::new())
    }
}

impl<T: Real> JointKind<T> for Translational<T> {
    const KEYWORD: &'static str = "translational";
    const SUMMARY: &'static str = "three translations; q = (x, y, z)";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Translational<U>;
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Translational<U> {
        Translational::new()
    }
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Length; 3]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        Pose::translation(Vec3::new(q[0], q[1], q[2]))
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        for (k, column) in columns[..3].iter_mut().enumerate() {
            *column = Twist::new(Vec3::zero(), Vec3::unit(k));
        }
    }
}

impl JointSpace for Translational<f64> {}

impl JointDescription for Translational<f64> {
    fn from_values(_: &Values) -> Option<Self> {
        Some(Self::new())
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([0, 1, 2].map(|k| SimpleMotion::Slide(Vec3::unit(k)))))
    }
    fn example(_: &mut dyn FnMut() -> f64) -> Self {
        Self::new()
    }
}
