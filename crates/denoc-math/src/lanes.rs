//! Portable SIMD lanes.
//!
//! The safe counterpart of the AVX2 lanes in [`crate::simd`]: same operations, same order, unfused.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::{Constant, Lane, Real};

/// `N` numbers that are processed together.
#[derive(Copy, Clone, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Lanes<E, const N: usize>(pub [E; N]);

/// Four `f64`.
pub type F64x4 = Lanes<f64, 4>;
/// Eight `f32`.
pub type F32x8 = Lanes<f32, 8>;

impl<E: Real, const N: usize> Lanes<E, N> {
    #[inline(always)]
    fn zip(self, o: Self, f: impl Fn(E, E) -> E) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], o.0[i])))
    }
}

impl<E: Real, const N: usize> Add for Lanes<E, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        self.zip(o, |a, b| a + b)
    }
}
impl<E: Real, const N: usize> Sub for Lanes<E, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        self.zip(o, |a, b| a - b)
    }
}
impl<E: Real, const N: usize> Mul for Lanes<E, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        self.zip(o, |a, b| a * b)
    }
}
impl<E: Real, const N: usize> Neg for Lanes<E, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|a| -a))
    }
}
impl<E: Real, const N: usize> AddAssign for Lanes<E, N> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<E: Real, const N: usize> SubAssign for Lanes<E, N> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl<E: Real, const N: usize> Real for Lanes<E, N> {
    const FUSED: bool = E::FUSED;
    #[inline(always)]
    fn lift(value: f64) -> Self {
        Self([E::lift(value); N])
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].mul_add(b.0[i], c.0[i])))
    }
    #[inline(always)]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].neg_mul_add(b.0[i], c.0[i])))
    }
    #[inline(always)]
    fn recip(self) -> Self {
        Self(self.0.map(E::recip))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(E::sqrt))
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let both = self.0.map(E::sin_cos);
        (Self(both.map(|x| x.0)), Self(both.map(|x| x.1)))
    }
    #[inline(always)]
    fn sin_cos_of_sum(self, offset: Self) -> (Self, Self) {
        let both: [_; N] = core::array::from_fn(|i| self.0[i].sin_cos_of_sum(offset.0[i]));
        (Self(both.map(|x| x.0)), Self(both.map(|x| x.1)))
    }
    #[inline(always)]
    fn value(self) -> f64 {
        smallest(self.0.map(E::value))
    }
}

/// The smallest value; NaN if any is not finite.
#[inline(always)]
pub(crate) fn smallest<const N: usize>(values: [f64; N]) -> f64 {
    let mut least = f64::INFINITY;
    for x in values {
        if !x.is_finite() {
            return f64::NAN;
        }
        least = least.min(x);
    }
    least
}

impl<E: Lane<Element = E>, const N: usize> Lane for Lanes<E, N> {
    type Element = E;
    const LANES: usize = N;
    #[inline(always)]
    fn load(from: &[E]) -> Self {
        Self(core::array::from_fn(|i| from[i]))
    }
    #[inline(always)]
    fn store(self, to: &mut [E]) {
        to[..N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn splat(value: E) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn from_lanes(lane: impl FnMut(usize) -> E) -> Self {
        Self(core::array::from_fn(lane))
    }
    #[inline(always)]
    fn exceeds(self, threshold: Self) -> bool {
        self.0.iter().zip(&threshold.0).all(|(x, t)| x.exceeds(*t))
    }
}

impl<E: Real, const N: usize> Constant<Lanes<E, N>> for Lanes<E, N> {
    #[inline(always)]
    fn get(self) -> Self {
        self
    }
}
