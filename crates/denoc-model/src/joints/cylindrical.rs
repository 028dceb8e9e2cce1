use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::revolute::angle_about;
use super::{
    ColumnChange, Guess, Joint, JointDescription, JointKind, JointSpace, Parameter, SimpleMotion, SimpleMotions, Unit, Value, Values,
    random_axis,
};

/// Rotation about and sliding along the same axis; q = (angle, distance).
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Cylindrical<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
}

impl Joint<f64> {
    /// Rotation about and sliding along an axis.
    pub fn cylindrical(axis: Vec3<f64>) -> Self {
        Self::Cylindrical(Cylindrical { axis: axis.normalized() })
    }
}

impl<T: Real> JointKind<T> for Cylindrical<T> {
    const KEYWORD: &'static str = "cylindrical";
    const SUMMARY: &'static str = "rotation about and sliding along one axis; q = (angle, distance)";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Cylindrical<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Cylindrical<U> {
        Cylindrical { axis: self.axis.map(number) }
    }
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
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        q[0] = angle_about(self.axis, target.rotation);
        q[1] = self.axis.dot(target.position);
        Guess::Exact
    }
}

impl JointSpace for Cylindrical<f64> {}

impl JointDescription for Cylindrical<f64> {
    const PARAMETERS: &'static [Parameter] = &[Parameter::AXIS];
    fn from_values(values: &Values) -> Option<Self> {
        Some(Self { axis: values.direction("axis")?.normalized() })
    }
    fn values(&self) -> Values {
        Values::default().with("axis", Value::Direction(self.axis))
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([SimpleMotion::Turn(self.axis), SimpleMotion::Slide(self.axis)]))
    }
    fn reversed(&self) -> Option<Joint<f64>> {
        Some(Joint::Cylindrical(Self { axis: -self.axis }))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random) }
    }
}
