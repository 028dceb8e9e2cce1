use denoc_math::{Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Form, GimbalLock, Joint, JointDescription, JointKind, JointSpace, Parameter, SimpleMotion, SimpleMotions,
    Unit, Value, Values, product,
};

/// The twelve sequences of axes (0 = x, 1 = y, 2 = z) without an immediate repetition.
pub const SEQUENCES: [[u8; 3]; 12] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
    [0, 1, 0],
    [0, 2, 0],
    [1, 0, 1],
    [1, 2, 1],
    [2, 0, 2],
    [2, 1, 2],
];

/// [`SEQUENCES`] in letters.
const LETTERS: [&str; 12] =
    ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"];

/// A ball joint in Euler angles (the Euler-angle joint, EAJ, of Saha13): three successive rotations about coordinate
/// axes of the moved frame. Speeds are the rates of the angles, so two columns become parallel at gimbal lock.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Euler<T> {
    sequence: [u8; 3],
    number: core::marker::PhantomData<T>,
}

impl<T: Real> Euler<T> {
    /// A sequence of axes (0 = x, 1 = y, 2 = z); `None` if it is not one of [`SEQUENCES`].
    pub fn new(sequence: [u8; 3]) -> Option<Self> {
        SEQUENCES.contains(&sequence).then_some(Self { sequence, number: core::marker::PhantomData })
    }

    /// The sequence in letters, such as `"zyx"`; `None` if it is not one of the twelve.
    pub fn from_letters(letters: &str) -> Option<Self> {
        let axes: Vec<u8> = letters.bytes().map(|b| b.to_ascii_lowercase().wrapping_sub(b'x')).collect();
        Self::new(axes.try_into().ok()?)
    }

    /// The sequence in letters.
    pub fn letters(&self) -> &'static str {
        // `new` takes no other sequence
        LETTERS[SEQUENCES.iter().position(|s| *s == self.sequence).unwrap_or(0)]
    }

    #[inline(always)]
    fn axes(&self) -> [Vec3<T>; 3] {
        self.sequence.map(|a| Vec3::unit(usize::from(a)))
    }
}

impl Joint<f64> {
    /// A ball joint in Euler angles, such as `"zyx"`; `None` if the letters are not one of the twelve sequences.
    pub fn euler(letters: &str) -> Option<Self> {
        Euler::from_letters(letters).map(Self::Euler)
    }
}

impl<T: Real> JointKind<T> for Euler<T> {
    const KEYWORD: &'static str = "euler";
    const SUMMARY: &'static str = "ball joint in Euler angles (twelve sequences); q = three angles";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Successive;
    type Over<U: Real> = Euler<U>;
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Euler<U> {
        Euler { sequence: self.sequence, number: core::marker::PhantomData }
    }
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Angle; 3]
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
    fn gimbal_lock(&self) -> Option<GimbalLock> {
        // first and last axis become parallel at a second angle of 0 if they are the same axis, of ±π/2 otherwise
        let angle = if self.sequence[0] == self.sequence[2] { 0.0 } else { core::f64::consts::FRAC_PI_2 };
        Some(GimbalLock { coordinate: 1, angle, sequence: self.letters() })
    }
}

impl JointSpace for Euler<f64> {}

impl JointDescription for Euler<f64> {
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        key: "sequence",
        alternatives: &[],
        form: Form::Choice { what: "a sequence of axes", choices: &LETTERS },
        meaning: "The axes in order, each in the axes that those before it have turned",
        example: "\"zyx\"",
    }];
    fn from_values(values: &Values) -> Option<Self> {
        Self::from_letters(values.choice("sequence")?)
    }
    fn values(&self) -> Values {
        Values::default().with("sequence", Value::Choice(self.letters()))
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new(self.axes().map(SimpleMotion::Turn)))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        let pick = ((random() + 1.0) * 6.0) as usize % 12;
        Self { sequence: SEQUENCES[pick], number: core::marker::PhantomData }
    }
}
