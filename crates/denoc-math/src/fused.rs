//! `f64` and `f32` with fused multiply-add (one rounding).

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::{Constant, Lane, Real, sincos};

macro_rules! fused {
    ($name:ident, $t:ty, $sin_cos:path, $doc:literal) => {
        #[doc = $doc]
        ///
        /// Correct everywhere, but fast only where the fused instruction is enabled: inside a kernel entered through [`crate::simd`].
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd)]
        #[repr(transparent)]
        pub struct $name(pub $t);

        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                Self(self.0 + o.0)
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                Self(self.0 - o.0)
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, o: Self) -> Self {
                Self(self.0 * o.0)
            }
        }
        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }
        impl AddAssign for $name {
            #[inline(always)]
            fn add_assign(&mut self, o: Self) {
                self.0 += o.0;
            }
        }
        impl SubAssign for $name {
            #[inline(always)]
            fn sub_assign(&mut self, o: Self) {
                self.0 -= o.0;
            }
        }

        impl Real for $name {
            const FUSED: bool = true;
            #[inline(always)]
            fn lift(value: f64) -> Self {
                Self(value as $t)
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                Self(self.0.mul_add(b.0, c.0))
            }
            #[inline(always)]
            fn neg_mul_add(self, b: Self, c: Self) -> Self {
                Self((-self.0).mul_add(b.0, c.0))
            }
            #[inline(always)]
            fn recip(self) -> Self {
                Self(1.0 / self.0)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                $sin_cos(self)
            }
            #[inline(always)]
            fn sin_cos_of_sum(self, offset: Self) -> (Self, Self) {
                let sum = self + offset;
                if sum.0.abs() <= sincos::ADD_LIMIT as $t {
                    $sin_cos(sum)
                } else {
                    sincos::of_rounded_sum(self, offset)
                }
            }
            #[inline(always)]
            fn value(self) -> f64 {
                self.0 as f64
            }
        }

        impl Lane for $name {
            type Element = $t;
            const LANES: usize = 1;
            #[inline(always)]
            fn load(from: &[$t]) -> Self {
                Self(from[0])
            }
            #[inline(always)]
            fn store(self, to: &mut [$t]) {
                to[0] = self.0;
            }
            #[inline(always)]
            fn splat(value: $t) -> Self {
                Self(value)
            }
            #[inline(always)]
            fn from_lanes(mut lane: impl FnMut(usize) -> $t) -> Self {
                Self(lane(0))
            }
            #[inline(always)]
            fn exceeds(self, threshold: Self) -> bool {
                self.0 > threshold.0 && self.0 < <$t>::INFINITY
            }
        }

        impl Constant<$name> for $name {
            #[inline(always)]
            fn get(self) -> $name {
                self
            }
        }

        impl From<$t> for $name {
            #[inline(always)]
            fn from(value: $t) -> Self {
                Self(value)
            }
        }

        impl sincos::Bits for $name {
            type Float = $t;
            #[inline(always)]
            fn to_float(self) -> $t {
                self.0
            }
            #[inline(always)]
            fn from_float(value: $t) -> Self {
                Self(value)
            }
        }
    };
}

fused!(Fused64, f64, sincos::scalar64::<Fused64>, "An `f64` with fused multiply-add.");
fused!(Fused32, f32, sincos::scalar32::<Fused32>, "An `f32` with fused multiply-add.");
