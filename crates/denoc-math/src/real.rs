//! The scalar trait of all recursions.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A number type that the recursions can compute with.
///
/// Deliberately small: no comparison, no conversion to integers, nothing that a recording or symbolic number could not
/// support. Branches in the recursions depend on the model, never on a value.
pub trait Real:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Whether [`Real::mul_add`] is one machine operation. Kernels use it only to choose between two forms of the same
    /// expression, one with fewer fused operations, one with fewer products.
    const FUSED: bool;

    /// Whether to use kernels for special geometry with this number type. They multiply the size of the compiled code, so the
    /// portable fallback does without.
    const SPECIALISE: bool = Self::FUSED;

    /// Converts a constant.
    fn lift(value: f64) -> Self;

    /// `self * b + c`.
    fn mul_add(self, b: Self, c: Self) -> Self;

    /// `c - self * b`.
    fn neg_mul_add(self, b: Self, c: Self) -> Self;

    /// `1 / self`.
    fn recip(self) -> Self;

    /// Square root.
    fn sqrt(self) -> Self;

    /// Sine and cosine of an angle in radians; see [`crate::sincos`] for accuracy and range.
    fn sin_cos(self) -> (Self, Self);

    /// Sine and cosine of `self + offset`. Machine numbers stay accurate for angles of many turns, to which an offset cannot be
    /// added exactly; other numbers simply add.
    #[inline(always)]
    fn sin_cos_of_sum(self, offset: Self) -> (Self, Self) {
        (self + offset).sin_cos()
    }

    /// The value for checks: the number itself, the value part of a dual number, the smallest lane (NaN if any lane is not
    /// finite).
    fn value(self) -> f64;

    /// Zero.
    #[inline(always)]
    fn zero() -> Self {
        Self::lift(0.0)
    }

    /// One.
    #[inline(always)]
    fn one() -> Self {
        Self::lift(1.0)
    }

    /// `self * self`.
    #[inline(always)]
    fn square(self) -> Self {
        self * self
    }
}

/// A [`Real`] stored as `LANES` consecutive numbers: one for plain numbers, several for SIMD lanes.
pub trait Lane: Real {
    /// The number in one lane.
    type Element: Real;
    /// Number of lanes.
    const LANES: usize;

    /// Reads the first `LANES` numbers of a slice.
    fn load(from: &[Self::Element]) -> Self;

    /// Writes the first `LANES` numbers of a slice.
    fn store(self, to: &mut [Self::Element]);

    /// The same number in every lane.
    fn splat(value: Self::Element) -> Self;

    /// Fills the lanes one by one.
    fn from_lanes(lane: impl FnMut(usize) -> Self::Element) -> Self;

    /// Whether every lane exceeds that of `threshold` and is finite (false for NaN and infinity).
    fn exceeds(self, threshold: Self) -> bool;
}

/// A constant of a compiled model that can be used with numbers of type `T`.
///
/// A constant is stored as one `f64` or `f32`, broadcast to the lanes when used, or as one number per lane if limbs of one tree
/// share the lanes.
pub trait Constant<T: Real>: Copy + Debug + Send + Sync + 'static {
    /// The constant in the number type of the computation.
    fn get(self) -> T;
}

impl<T: Real> Constant<T> for f64 {
    #[inline(always)]
    fn get(self) -> T {
        T::lift(self)
    }
}

impl<T: Lane<Element = f32>> Constant<T> for f32 {
    #[inline(always)]
    fn get(self) -> T {
        T::splat(self)
    }
}
