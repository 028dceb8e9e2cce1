//! Plain `f64` and `f32`, with separate multiplication and addition.
//!
//! `f64::mul_add` is a library call on a baseline x86-64 build, twenty times slower than the two operations. Fused
//! arithmetic therefore has separate types, [`crate::Fused64`] and [`crate::Fused32`], used only inside kernels of
//! [`crate::simd`].

use crate::{Lane, Real, sincos};

macro_rules! plain {
    ($t:ty, $sin_cos:path) => {
        impl Real for $t {
            const FUSED: bool = false;
            #[inline(always)]
            fn lift(value: f64) -> Self {
                value as $t
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                self * b + c
            }
            #[inline(always)]
            fn neg_mul_add(self, b: Self, c: Self) -> Self {
                c - self * b
            }
            #[inline(always)]
            fn recip(self) -> Self {
                1.0 / self
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$t>::sqrt(self)
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                $sin_cos(self)
            }
            #[inline(always)]
            fn sin_cos_of_sum(self, offset: Self) -> (Self, Self) {
                let sum = self + offset;
                if sum.abs() <= sincos::ADD_LIMIT as $t { $sin_cos(sum) } else { sincos::of_rounded_sum(self, offset) }
            }
            #[inline(always)]
            fn value(self) -> f64 {
                self as f64
            }
        }

        impl Lane for $t {
            type Element = $t;
            const LANES: usize = 1;
            #[inline(always)]
            fn load(from: &[$t]) -> Self {
                from[0]
            }
            #[inline(always)]
            fn store(self, to: &mut [$t]) {
                to[0] = self;
            }
            #[inline(always)]
            fn splat(value: $t) -> Self {
                value
            }
            #[inline(always)]
            fn from_lanes(mut lane: impl FnMut(usize) -> $t) -> Self {
                lane(0)
            }
            #[inline(always)]
            fn exceeds(self, threshold: Self) -> bool {
                self > threshold && self < <$t>::INFINITY
            }
        }
    };
}

plain!(f64, sincos::scalar64::<f64>);
plain!(f32, sincos::scalar32::<f32>);
