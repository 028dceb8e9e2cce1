use denoc_math::{Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Form, Joint, JointDescription, JointKind, JointSpace, Parameter, SimpleMotion, SimpleMotions, Unit, Value,
    Values, product, random_axis,
};

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

impl Joint<f64> {
    /// Two successive rotations.
    pub fn universal(first: Vec3<f64>, second: Vec3<f64>) -> Self {
        Self::Universal(Universal { first: first.normalized(), second: second.normalized() })
    }
}

impl<T: Real> JointKind<T> for Universal<T> {
    const KEYWORD: &'static str = "universal";
    const SUMMARY: &'static str = "two successive rotations; q = (angle, angle)";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Successive;
    type Over<U: Real> = Universal<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Universal<U> {
        Universal { first: self.first.map(number), second: self.second.map(number) }
    }
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

impl JointDescription for Universal<f64> {
    const SYNONYMS: &'static [&'static str] = &["hooke", "cardan"];
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        key: "axes",
        alternatives: &[],
        form: Form::Directions(2),
        meaning: "The two axes, the first fixed in the parent, the second in the child",
        example: "[[1, 0, 0], [0, 1, 0]]",
    }];
    fn from_values(values: &Values) -> Option<Self> {
        let [first, second] = values.directions("axes")?.map(Vec3::normalized);
        Some(Self { first, second })
    }
    fn values(&self) -> Values {
        Values::default().with("axes", Value::Directions(vec![self.first, self.second]))
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new(self.axes().map(SimpleMotion::Turn)))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        let first = random_axis(random);
        loop {
            let second = random_axis(random);
            if first.cross(second).norm() > 0.3 {
                return Self { first, second };
            }
        }
    }
}
