use denoc_math::{Pose, Real, Twist, Vec3};

use super::{JointKind, JointSpace, Unit, product};

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

/// A ball joint in Euler angles (the Euler-angle joint, EAJ, of Saha13): three successive rotations about coordinate
/// axes of the moved frame. Speeds are the rates of the angles, so that two columns become parallel at gimbal lock.
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
    pub fn letters(&self) -> String {
        self.sequence.iter().map(|&a| char::from(b'x' + a)).collect()
    }

    #[inline(always)]
    fn axes(&self) -> [Vec3<T>; 3] {
        self.sequence.map(|a| Vec3::unit(usize::from(a)))
    }
}

impl Euler<f64> {
    pub(super) fn lift<U: Real>(&self) -> Euler<U> {
        Euler { sequence: self.sequence, number: core::marker::PhantomData }
    }
    pub(super) fn example(random: &mut dyn FnMut() -> f64) -> Self {
        let pick = ((random() + 1.0) * 6.0) as usize % 12;
        Self { sequence: SEQUENCES[pick], number: core::marker::PhantomData }
    }
}

impl<T: Real> JointKind<T> for Euler<T> {
    const KEYWORD: &'static str = "euler";
    const SUMMARY: &'static str = "ball joint in Euler angles (twelve sequences); q = three angles";
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
}

impl JointSpace for Euler<f64> {}
