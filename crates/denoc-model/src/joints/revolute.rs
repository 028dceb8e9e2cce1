use core::f64::consts::{PI, TAU};

use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Guess, Joint, JointDescription, JointKind, JointSpace, Parameter, SimpleMotion, SimpleMotions, Unit, Value, Values,
    random_axis,
};

/// Rotation about a fixed axis through the joint origin; q is the angle [SahaIR (9.4d)].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Revolute<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
}

impl Joint<f64> {
    /// Rotation about an axis.
    pub fn revolute(axis: Vec3<f64>) -> Self {
        Self::Revolute(Revolute { axis: axis.normalized() })
    }
}

impl<T: Real> JointKind<T> for Revolute<T> {
    const KEYWORD: &'static str = "revolute";
    const SUMMARY: &'static str = "rotation about an axis; q = angle";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Revolute<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Revolute<U> {
        Revolute { axis: self.axis.map(number) }
    }
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
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        q[0] = angle_about(self.axis, target.rotation);
        Guess::Exact
    }
}

/// Angles this near to minus half a turn are taken as half a turn, so that rounding does not decide the sign there.
const NEAR_HALF: f64 = 1e-9;

/// The angle of the rotation about an axis that is nearest to a rotation, above −π and up to π.
pub(super) fn angle_about<T: Real>(axis: Vec3<T>, r: Mat3<T>) -> T {
    // twice the sine times the axis of the rotation, and twice the cosine, as far as they are along the axis
    let sine = axis.dot(Vec3::new(r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x));
    let cosine = r.x.x + r.y.y + r.z.z - axis.dot(r.apply(axis));
    let (s, c) = (sine.value(), cosine.value());
    let size = s.hypot(c);
    if size == 0.0 {
        return T::zero();
    }
    let angle = s.atan2(c);
    let angle = if angle < NEAR_HALF - PI { angle + TAU } else { angle };
    // the value is known; derivatives follow from the sine of the difference, which is zero up to rounding
    let rest = sine * T::lift(c / size) - cosine * T::lift(s / size);
    T::lift(angle) + rest * T::lift(size.recip())
}

impl JointSpace for Revolute<f64> {}

impl JointDescription for Revolute<f64> {
    const SYNONYMS: &'static [&'static str] = &["hinge", "rotational", "continuous", "pin"];
    const PARAMETERS: &'static [Parameter] = &[Parameter::AXIS];
    fn from_values(values: &Values) -> Option<Self> {
        Some(Self { axis: values.direction("axis")?.normalized() })
    }
    fn values(&self) -> Values {
        Values::default().with("axis", Value::Direction(self.axis))
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([SimpleMotion::Turn(self.axis)]))
    }
    fn reversed(&self) -> Option<Joint<f64>> {
        Some(Joint::Revolute(Self { axis: -self.axis }))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random) }
    }
}
