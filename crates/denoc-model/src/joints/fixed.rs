use denoc_math::{Pose, Real, Twist};

use super::{
    ColumnChange, Guess, Joint, JointDescription, JointKind, JointSpace, SimpleMotions, Unit, Values,
};

/// No motion: two links welded together.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Fixed<T>(core::marker::PhantomData<T>);

impl<T> Fixed<T> {
    /// The fixed joint.
    pub fn new() -> Self {
        Self(core::marker::PhantomData)
    }
}

impl Joint<f64> {
    /// No motion.
    pub fn fixed() -> Self {
        Self::Fixed(Fixed::new())
    }
}

impl<T: Real> JointKind<T> for Fixed<T> {
    const KEYWORD: &'static str = "fixed";
    const SUMMARY: &'static str = "no motion";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Fixed<U>;
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Fixed<U> {
        Fixed::new()
    }
    fn q_units(&self) -> &'static [Unit] {
        &[]
    }
    #[inline(always)]
    fn pose(&self, _: &[T]) -> Pose<T> {
        Pose::identity()
    }
    #[inline(always)]
    fn columns(&self, _: &[T], _: &mut [Twist<T>]) {}
    fn coordinates(&self, _: Pose<T>, _: &mut [T]) -> Guess {
        Guess::Exact
    }
}

impl JointSpace for Fixed<f64> {}

impl JointDescription for Fixed<f64> {
    const SYNONYMS: &'static [&'static str] = &["weld", "rigid"];
    fn from_values(_: &Values) -> Option<Self> {
        Some(Self::new())
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([]))
    }
    fn reversed(&self) -> Option<Joint<f64>> {
        Some(Joint::Fixed(*self))
    }
    fn example(_: &mut dyn FnMut() -> f64) -> Self {
        Self::new()
    }
}
