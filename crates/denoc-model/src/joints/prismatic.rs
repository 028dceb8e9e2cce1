use denoc_math::{Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Guess, Joint, JointDescription, JointKind, JointSpace, Parameter, SimpleMotion, SimpleMotions, Unit, Value, Values,
    random_axis,
};

/// Sliding along a fixed axis; q is the distance [SahaIR (9.5b)].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Prismatic<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
}

impl Joint<f64> {
    /// Sliding along an axis.
    pub fn prismatic(axis: Vec3<f64>) -> Self {
        Self::Prismatic(Prismatic { axis: axis.normalized() })
    }
}

impl<T: Real> JointKind<T> for Prismatic<T> {
    const KEYWORD: &'static str = "prismatic";
    const SUMMARY: &'static str = "sliding along an axis; q = distance";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Prismatic<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Prismatic<U> {
        Prismatic { axis: self.axis.map(number) }
    }
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
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        q[0] = self.axis.dot(target.position);
        Guess::Exact
    }
}

impl JointSpace for Prismatic<f64> {}

impl JointDescription for Prismatic<f64> {
    const SYNONYMS: &'static [&'static str] = &["slide", "slider", "linear"];
    const PARAMETERS: &'static [Parameter] = &[Parameter::AXIS];
    fn from_values(values: &Values) -> Option<Self> {
        Some(Self { axis: values.direction("axis")?.normalized() })
    }
    fn values(&self) -> Values {
        Values::default().with("axis", Value::Direction(self.axis))
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([SimpleMotion::Slide(self.axis)]))
    }
    fn reversed(&self) -> Option<Joint<f64>> {
        Some(Joint::Prismatic(Self { axis: -self.axis }))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random) }
    }
}
