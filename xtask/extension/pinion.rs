use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Form, Guess, Joint, JointDescription, JointKind, JointSpace, Measure, Parameter, Unit, Value, Values,
    random_axis,
};

/// A pinion that rolls on a rack: it turns about an axis and advances along the rack; q is the angle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Pinion<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
    /// Unit vector along the rack.
    pub rack: Vec3<T>,
    /// Radius, m.
    pub radius: T,
}

impl<T: Real> Pinion<T> {
    /// The direction of the rack in link axes.
    #[inline(always)]
    fn rack_seen(&self, q: &[T]) -> Vec3<T> {
        let (s, c) = q[0].sin_cos();
        Mat3::rotation(self.axis, s, c).apply_transpose(self.rack)
    }
}

impl Joint<f64> {
    /// A pinion of this radius that turns about an axis and rolls along a rack.
    pub fn pinion(axis: Vec3<f64>, rack: Vec3<f64>, radius: f64) -> Self {
        Self::Pinion(Pinion { axis: axis.normalized(), rack: rack.normalized(), radius })
    }
}

impl<T: Real> JointKind<T> for Pinion<T> {
    const KEYWORD: &'static str = "pinion";
    const SUMMARY: &'static str = "pinion that rolls on a rack; q = angle";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::General;
    type Over<U: Real> = Pinion<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Pinion<U> {
        Pinion { axis: self.axis.map(number), rack: self.rack.map(number), radius: number(self.radius) }
    }
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Angle]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        let (s, c) = q[0].sin_cos();
        Pose::new(Mat3::rotation(self.axis, s, c), self.rack.scale(self.radius * q[0]))
    }
    #[inline(always)]
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]) {
        columns[0] = Twist::new(self.axis, self.rack_seen(q).scale(self.radius));
    }
    #[inline(always)]
    fn bias(&self, q: &[T], v: &[T]) -> Twist<T> {
        // the rack turns backwards in link axes
        let turning = self.rack_seen(q).cross(self.axis);
        Twist::new(Vec3::zero(), turning.scale(self.radius * v[0] * v[0]))
    }
    // how far it has rolled says how many turns it has made
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        q[0] = self.rack.dot(target.position) * self.radius.recip();
        Guess::Start
    }
    fn full_turns_repeat(&self) -> bool {
        false
    }
}

impl JointSpace for Pinion<f64> {}

impl JointDescription for Pinion<f64> {
    const SYNONYMS: &'static [&'static str] = &["gear wheel"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            key: "axes",
            alternatives: &[],
            form: Form::Directions(2),
            meaning: "The axis of the pinion and the direction of the rack",
            example: "[[0, 0, 1], [1, 0, 0]]",
        },
        Parameter {
            key: "radius",
            alternatives: &[],
            form: Form::Number { measure: Measure::Length, default: Some(0.05) },
            meaning: "Radius of the pinion",
            example: "\"20 mm\"",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        let [axis, rack] = values.directions("axes")?.map(Vec3::normalized);
        Some(Self { axis, rack, radius: values.number("radius")? })
    }
    fn values(&self) -> Values {
        let axes = Value::Directions(vec![self.axis, self.rack]);
        Values::default().with("axes", axes).with("radius", Value::Number(self.radius))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        let axis = random_axis(random);
        loop {
            let rack = random_axis(random);
            if axis.cross(rack).norm() > 0.3 {
                return Self { axis, rack, radius: 0.3 + 0.2 * random() };
            }
        }
    }
}
