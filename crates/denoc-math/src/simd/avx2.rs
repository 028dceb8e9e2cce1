//! AVX2 with fused multiply-add: 4 × `f64`, 8 × `f32`.
//!
//! Why `unsafe`: plain arrays leave the choice of instructions to the vectoriser, which fails on the long forward kernels (up to
//! 1.5× slower, docs/adr/0003-simd-dispatch.md). Why sound: the intrinsics need a CPU with AVX2 and FMA; values of these private
//! types exist only behind [`Avx2`], and only [`Avx2::detect`] creates one. The safe counterpart is [`crate::Lanes`]; `tests.rs` in
//! this folder compares the two bit for bit.
#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::fmt;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::{Isa, Kernel};
use crate::{Constant, Fused32, Fused64, Lane, Real, lanes::smallest, sincos};

/// Proof that this CPU has AVX2 and FMA; `registers` says that it has AVX-512VL too.
#[derive(Copy, Clone)]
pub(super) struct Avx2 {
    registers: bool,
}

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let registers = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Self { registers })
    }
}

impl Isa for Avx2 {
    const NAME: &'static str = "avx2+fma";
    const WIDE: bool = true;
    type F64 = Fused64;
    type F32 = Fused32;
    type F64x4 = Avx64;
    type F32x8 = Avx32;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        // SAFETY: `self` proves that the CPU has these features.
        unsafe { entry(kernel) }
    }

    #[inline(always)]
    fn enter_long<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        if self.registers {
            // SAFETY: so does `registers`.
            unsafe { entry_with_registers(kernel) }
        } else {
            self.enter(kernel)
        }
    }
}

/// Out of line on purpose: inlined into a caller, the kernels were measured 20 % slower.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
fn entry<K: Kernel<Avx2>>(kernel: K) -> K::Output {
    kernel.run()
}

/// The same 256-bit lanes with the 32 registers of AVX-512VL: long kernels run 10 to 20 % faster with them.
#[inline(never)]
#[target_feature(enable = "avx2,fma,avx512f,avx512vl")]
fn entry_with_registers<K: Kernel<Avx2>>(kernel: K) -> K::Output {
    kernel.run()
}

macro_rules! avx {
    ($name:ident, $vector:ty, $float:ty, $lanes:literal,
     $add:ident, $sub:ident, $mul:ident, $div:ident, $sqrt:ident, $cmp:ident, $mask:ident, $all:literal, $xor:ident, $andnot:ident, $set1:ident,
     $fmadd:ident, $fnmadd:ident, $loadu:ident, $storeu:ident, $sin_cos:ident, $blend:ident) => {
        #[derive(Copy, Clone)]
        #[repr(transparent)]
        pub(crate) struct $name($vector);

        // SAFETY, for every block of this macro: see the head of the file.
        impl $name {
            #[inline(always)]
            fn to_array(self) -> [$float; $lanes] {
                let mut out = [0.0; $lanes];
                unsafe { $storeu(out.as_mut_ptr(), self.0) };
                out
            }
            /// |x| ≤ limit in every lane; false for NaN.
            #[inline(always)]
            fn within(self, limit: Self) -> bool {
                unsafe {
                    let magnitude = $andnot($set1(-0.0), self.0);
                    $mask($cmp::<_CMP_LE_OQ>(magnitude, limit.0)) == $all
                }
            }
            #[inline(always)]
            fn from_array(x: [$float; $lanes]) -> Self {
                Self(unsafe { $loadu(x.as_ptr()) })
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.to_array().fmt(f)
            }
        }
        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                Self(unsafe { $add(self.0, o.0) })
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                Self(unsafe { $sub(self.0, o.0) })
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, o: Self) -> Self {
                Self(unsafe { $mul(self.0, o.0) })
            }
        }
        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(unsafe { $xor(self.0, $set1(-0.0)) })
            }
        }
        impl AddAssign for $name {
            #[inline(always)]
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
        impl SubAssign for $name {
            #[inline(always)]
            fn sub_assign(&mut self, o: Self) {
                *self = *self - o;
            }
        }
        impl Real for $name {
            const FUSED: bool = true;
            #[inline(always)]
            fn lift(value: f64) -> Self {
                Self(unsafe { $set1(value as $float) })
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                Self(unsafe { $fmadd(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn neg_mul_add(self, b: Self, c: Self) -> Self {
                Self(unsafe { $fnmadd(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn recip(self) -> Self {
                Self(unsafe { $div($set1(1.0), self.0) })
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(unsafe { $sqrt(self.0) })
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                $sin_cos(self)
            }
            #[inline(always)]
            fn sin_cos_of_sum(self, offset: Self) -> (Self, Self) {
                let (sum, limit) = (self + offset, Self::lift(sincos::ADD_LIMIT));
                // the limit applies to the sum, so one comparison serves both range checks
                if sum.within(limit) {
                    return sum.sin_cos_within();
                }
                // lanes within the limit have the same bits as single numbers
                let (plain, rounded) = (sum.sin_cos(), sincos::of_rounded_sum(self, offset));
                unsafe {
                    let small = $cmp::<_CMP_LE_OQ>($andnot($set1(-0.0), sum.0), limit.0);
                    (Self($blend(rounded.0.0, plain.0.0, small)), Self($blend(rounded.1.0, plain.1.0, small)))
                }
            }
            #[inline(always)]
            fn value(self) -> f64 {
                smallest(self.to_array().map(f64::from))
            }
        }
        impl Lane for $name {
            type Element = $float;
            const LANES: usize = $lanes;
            #[inline(always)]
            fn load(from: &[$float]) -> Self {
                let from: &[$float; $lanes] = from[..$lanes].try_into().expect("slice of LANES numbers");
                Self(unsafe { $loadu(from.as_ptr()) })
            }
            #[inline(always)]
            fn store(self, to: &mut [$float]) {
                let to: &mut [$float; $lanes] = (&mut to[..$lanes]).try_into().expect("slice of LANES numbers");
                unsafe { $storeu(to.as_mut_ptr(), self.0) };
            }
            #[inline(always)]
            fn splat(value: $float) -> Self {
                Self(unsafe { $set1(value) })
            }
            #[inline(always)]
            fn from_lanes(lane: impl FnMut(usize) -> $float) -> Self {
                Self::from_array(core::array::from_fn(lane))
            }
            #[inline(always)]
            fn exceeds(self, threshold: Self) -> bool {
                unsafe {
                    let above = $mask($cmp::<_CMP_GT_OQ>(self.0, threshold.0));
                    (above & $mask($cmp::<_CMP_LT_OQ>(self.0, $set1(<$float>::INFINITY)))) == $all
                }
            }
        }
        impl Constant<$name> for $name {
            #[inline(always)]
            fn get(self) -> Self {
                self
            }
        }
    };
}

avx!(
    Avx64,
    __m256d,
    f64,
    4,
    _mm256_add_pd,
    _mm256_sub_pd,
    _mm256_mul_pd,
    _mm256_div_pd,
    _mm256_sqrt_pd,
    _mm256_cmp_pd,
    _mm256_movemask_pd,
    0xF,
    _mm256_xor_pd,
    _mm256_andnot_pd,
    _mm256_set1_pd,
    _mm256_fmadd_pd,
    _mm256_fnmadd_pd,
    _mm256_loadu_pd,
    _mm256_storeu_pd,
    sin_cos_64,
    _mm256_blendv_pd
);
avx!(
    Avx32,
    __m256,
    f32,
    8,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_div_ps,
    _mm256_sqrt_ps,
    _mm256_cmp_ps,
    _mm256_movemask_ps,
    0xFF,
    _mm256_xor_ps,
    _mm256_andnot_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_fnmadd_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    sin_cos_32,
    _mm256_blendv_ps
);

macro_rules! sin_cos {
    ($name:ident, $far:ident, $t:ident, $fused:ident, $float:ty, $magic:ident, $half_pi:ident, $limit:ident,
     $near:ident, $int_of:ident, $of_int:ident, $shift:ident, $top:literal, $second:literal, $addi:ident, $one:expr,
     $blend:ident, $and:ident, $xor:ident, $set1:ident) => {
        #[inline(always)]
        fn $name(x: $t) -> ($t, $t) {
            if x.within($t::lift(sincos::$limit as f64)) { x.sin_cos_within() } else { $far(x) }
        }

        impl $t {
            /// Sine and cosine in the fast range.
            #[inline(always)]
            fn sin_cos_within(self) -> ($t, $t) {
                // SAFETY: see the head of the file.
                unsafe {
                    let sign = $set1(-0.0);
                    let magic = $t::lift(sincos::$magic);
                    let shifted = self.mul_add($t::lift(core::f64::consts::FRAC_2_PI), magic);
                    let quadrant = $int_of(shifted.0);
                    let (s, c) = sincos::$near(sincos::reduce(self, shifted - magic, &sincos::$half_pi));
                    let swap = $of_int($shift::<$top>(quadrant));
                    let (s, c) = ($blend(s.0, c.0, swap), $blend(c.0, s.0, swap));
                    let s_sign = $and($of_int($shift::<$second>(quadrant)), sign);
                    let c_sign = $and($of_int($shift::<$second>($addi(quadrant, $one))), sign);
                    ($t($xor(s, s_sign)), $t($xor(c, c_sign)))
                }
            }
        }

        /// Some lane is out of the fast range: lane by lane, like the single number.
        #[cold]
        #[inline(never)]
        fn $far(x: $t) -> ($t, $t) {
            let both = x.to_array().map(|x| $fused(x).sin_cos());
            ($t::from_array(both.map(|x| x.0.0)), $t::from_array(both.map(|x| x.1.0)))
        }
    };
}

sin_cos!(
    sin_cos_64,
    sin_cos_64_far,
    Avx64,
    Fused64,
    f64,
    MAGIC_64,
    HALF_PI_64,
    LIMIT_64,
    near_zero_64,
    _mm256_castpd_si256,
    _mm256_castsi256_pd,
    _mm256_slli_epi64,
    63,
    62,
    _mm256_add_epi64,
    _mm256_set1_epi64x(1),
    _mm256_blendv_pd,
    _mm256_and_pd,
    _mm256_xor_pd,
    _mm256_set1_pd
);
sin_cos!(
    sin_cos_32,
    sin_cos_32_far,
    Avx32,
    Fused32,
    f32,
    MAGIC_32,
    HALF_PI_32,
    LIMIT_32,
    near_zero_32,
    _mm256_castps_si256,
    _mm256_castsi256_ps,
    _mm256_slli_epi32,
    31,
    30,
    _mm256_add_epi32,
    _mm256_set1_epi32(1),
    _mm256_blendv_ps,
    _mm256_and_ps,
    _mm256_xor_ps,
    _mm256_set1_ps
);
