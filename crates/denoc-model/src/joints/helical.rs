use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Form, Guess, Joint, JointDescription, JointKind, JointSpace, Measure, Parameter, Unit, Value, Values,
    random_axis,
};

/// A screw: rotation about an axis with an advance of `pitch` metres per radian along it; q is the angle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Helical<T> {
    /// Unit vector of the axis.
    pub axis: Vec3<T>,
    /// Advance in metres per radian.
    pub pitch: T,
}

impl Joint<f64> {
    /// A screw about an axis; `pitch` in metres per radian.
    pub fn helical(axis: Vec3<f64>, pitch: f64) -> Self {
        Self::Helical(Helical { axis: axis.normalized(), pitch })
    }
}

impl<T: Real> JointKind<T> for Helical<T> {
    const KEYWORD: &'static str = "helical";
    const SUMMARY: &'static str = "screw about an axis; q = angle";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Helical<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Helical<U> {
        Helical { axis: self.axis.map(number), pitch: number(self.pitch) }
    }
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
    // the advance determines the number of turns
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        if self.pitch.value() == 0.0 {
            return Guess::Unknown;
        }
        q[0] = self.axis.dot(target.position) * self.pitch.recip();
        Guess::Start
    }
    fn full_turns_repeat(&self) -> bool {
        self.pitch.value() == 0.0
    }
}

impl JointSpace for Helical<f64> {}

impl JointDescription for Helical<f64> {
    const SYNONYMS: &'static [&'static str] = &["screw"];
    const PARAMETERS: &'static [Parameter] = &[
        Parameter::AXIS,
        Parameter {
            key: "pitch",
            alternatives: &[],
            form: Form::Number { measure: Measure::LengthPerAngle, default: None },
            meaning: "Advance along the axis per angle",
            example: "\"5 mm/turn\"",
        },
    ];
    fn from_values(values: &Values) -> Option<Self> {
        Some(Self { axis: values.direction("axis")?.normalized(), pitch: values.number("pitch")? })
    }
    fn values(&self) -> Values {
        Values::default().with("axis", Value::Direction(self.axis)).with("pitch", Value::Number(self.pitch))
    }
    fn reversed(&self) -> Option<Joint<f64>> {
        Some(Joint::Helical(Self { axis: -self.axis, pitch: self.pitch }))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self { axis: random_axis(random), pitch: 0.3 * random() }
    }
}
