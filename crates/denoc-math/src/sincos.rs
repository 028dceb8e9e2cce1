//! Sine and cosine with identical results for every lane width.
//!
//! `x = n π/2 + r`, |r| ≤ π/4, with π/2 in three parts short enough that the first two products are exact; then one
//! polynomial for sine and one for cosine (near-minimax fits on |r| ≤ π/4, made with a Chebyshev expansion in 50-digit
//! arithmetic), swapped and signed by the quadrant. No tables, and no branch except the range check, so it suits SIMD lanes.
//!
//! * `f64`: absolute error below 2.3e-16 (one unit in the last place of 1) for |x| ≤ [`LIMIT_64`].
//! * `f32`: absolute error below 1.2e-7 for |x| ≤ [`LIMIT_32`].
//! * Larger arguments, infinities and NaN are passed to the standard library (in `f64` for `f32`), lane by lane.

use crate::Real;

/// Largest |x| of the fast path in `f64`.
pub const LIMIT_64: f64 = 1.0e5;
/// Largest |x| of the fast path in `f32`.
pub const LIMIT_32: f32 = 5.0e3;

/// π/2 in parts of 33, 33 and 53 bits.
pub(crate) const HALF_PI_64: [f64; 3] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
/// π/2 in parts of 11, 11 and 24 bits.
pub(crate) const HALF_PI_32: [f64; 3] = [1.5703125, 0.0004837512969970703, 7.549789954891882e-08];
/// Adding 1.5·2⁵² (1.5·2²³) leaves the nearest integer in the low bits.
pub(crate) const MAGIC_64: f64 = 6755399441055744.0;
pub(crate) const MAGIC_32: f64 = 12582912.0;

const SIN_64: [f64; 6] = [
    -0.16666666666666666,
    0.008333333333330936,
    -0.00019841269836740527,
    2.7557316093196066e-06,
    -2.5051129895962807e-08,
    1.5917988944318716e-10,
];
const COS_64: [f64; 6] = [
    0.041666666666666664,
    -0.0013888888888887389,
    2.48015872987544e-05,
    -2.7557317265876615e-07,
    2.087614504910828e-09,
    -1.1382544623404291e-11,
];
const SIN_32: [f64; 3] = [-0.16666664656310706, 0.008332747104372895, -0.000195876390357926];
const COS_32: [f64; 3] = [0.04166666465348729, -0.0013888301867270142, 2.4547689709382208e-05];

/// Sine and cosine for |r| ≤ π/4, to `f64` accuracy.
#[inline(always)]
pub(crate) fn near_zero_64<T: Real>(r: T) -> (T, T) {
    let z = r * r;
    let w = z * z;
    let sin = (z * r).mul_add(polynomial_64(&SIN_64, z, w), r);
    let cos = w.mul_add(polynomial_64(&COS_64, z, w), T::lift(0.5).neg_mul_add(z, T::one()));
    (sin, cos)
}

// A function, not a closure: closures cannot be forced inline, and out of line they lose the caller's instruction set.
#[inline(always)]
fn polynomial_64<T: Real>(c: &[f64; 6], z: T, w: T) -> T {
    let high = T::lift(c[5]).mul_add(z, T::lift(c[4]));
    let middle = T::lift(c[3]).mul_add(z, T::lift(c[2]));
    let low = T::lift(c[1]).mul_add(z, T::lift(c[0]));
    high.mul_add(w, middle).mul_add(w, low)
}

#[inline(always)]
fn polynomial_32<T: Real>(c: &[f64; 3], z: T) -> T {
    T::lift(c[2]).mul_add(z, T::lift(c[1])).mul_add(z, T::lift(c[0]))
}

/// Sine and cosine for |r| ≤ π/4, to `f32` accuracy.
#[inline(always)]
pub(crate) fn near_zero_32<T: Real>(r: T) -> (T, T) {
    let z = r * r;
    let sin = (z * r).mul_add(polynomial_32(&SIN_32, z), r);
    let cos = (z * z).mul_add(polynomial_32(&COS_32, z), T::lift(0.5).neg_mul_add(z, T::one()));
    (sin, cos)
}

/// `x - n π/2` in three exact or nearly exact steps.
#[inline(always)]
pub(crate) fn reduce<T: Real>(x: T, n: T, half_pi: &[f64; 3]) -> T {
    let r = n.neg_mul_add(T::lift(half_pi[0]), x);
    let r = n.neg_mul_add(T::lift(half_pi[1]), r);
    n.neg_mul_add(T::lift(half_pi[2]), r)
}

/// A scalar that wraps one machine float (plain or fused).
pub trait Bits: Real {
    /// The machine float.
    type Float;
    /// Unwraps.
    fn to_float(self) -> Self::Float;
    /// Wraps.
    fn from_float(value: Self::Float) -> Self;
}

macro_rules! bits {
    ($t:ty) => {
        impl Bits for $t {
            type Float = $t;
            #[inline(always)]
            fn to_float(self) -> $t {
                self
            }
            #[inline(always)]
            fn from_float(value: $t) -> Self {
                value
            }
        }
    };
}
bits!(f64);
bits!(f32);

/// Up to this size the rounded sum of an angle and an offset is used; its error is within a few units in the last place.
pub(crate) const ADD_LIMIT: f64 = 12.0;

/// Sine and cosine of `x + offset`, with a first-order correction by the rounding error of the sum, which is known exactly.
#[inline(always)]
pub(crate) fn of_rounded_sum<T: Real>(x: T, offset: T) -> (T, T) {
    let sum = x + offset;
    let part = sum - x;
    let lost = (x - (sum - part)) + (offset - part);
    let (s, c) = sum.sin_cos();
    (lost.mul_add(c, s), lost.neg_mul_add(s, c))
}

#[cold]
#[inline(never)]
fn library_64(x: f64) -> (f64, f64) {
    x.sin_cos()
}

#[cold]
#[inline(never)]
fn library_32(x: f32) -> (f32, f32) {
    let (s, c) = f64::from(x).sin_cos();
    (s as f32, c as f32)
}

macro_rules! scalar {
    ($name:ident, $float:ty, $uint:ty, $bits:literal, $magic:ident, $half_pi:ident, $limit:ident, $near:ident, $library:ident) => {
        /// Sine and cosine of one number.
        #[inline(always)]
        pub fn $name<T: Bits<Float = $float>>(x: T) -> (T, T) {
            // false for NaN, which is passed to the library too
            let near = x.to_float().abs() <= $limit;
            if !near {
                let (s, c) = $library(x.to_float());
                return (T::from_float(s), T::from_float(c));
            }
            let magic = T::lift($magic);
            let shifted = x.mul_add(T::lift(core::f64::consts::FRAC_2_PI), magic);
            let quadrant = shifted.to_float().to_bits();
            let (s, c) = $near(reduce(x, shifted - magic, &$half_pi));
            // swap in odd quadrants, without a branch
            let (s, c) = (s.to_float().to_bits(), c.to_float().to_bits());
            let swap = (s ^ c) & (0 as $uint).wrapping_sub(quadrant & 1);
            let sign: $uint = 1 << ($bits - 1);
            let s_sign = (quadrant << ($bits - 2)) & sign;
            let c_sign = (quadrant.wrapping_add(1) << ($bits - 2)) & sign;
            (
                T::from_float(<$float>::from_bits((s ^ swap) ^ s_sign)),
                T::from_float(<$float>::from_bits((c ^ swap) ^ c_sign)),
            )
        }
    };
}
scalar!(scalar64, f64, u64, 64, MAGIC_64, HALF_PI_64, LIMIT_64, near_zero_64, library_64);
scalar!(scalar32, f32, u32, 32, MAGIC_32, HALF_PI_32, LIMIT_32, near_zero_32, library_32);

#[cfg(test)]
mod tests {
    use crate::{Fused32, Fused64, Real};

    fn sweep(limit: f64, count: usize) -> impl Iterator<Item = f64> {
        // irregular steps through the range, then values close to multiples of π/2
        let step = limit * 2.0 / count as f64;
        let spread = (0..count).map(move |i| -limit + step * (i as f64 + 0.377 * ((i * 7919 % 101) as f64 / 101.0)));
        let near =
            (-400i32..400).flat_map(|n| [-1e-9, 0.0, 1e-7].map(|e| f64::from(n) * core::f64::consts::FRAC_PI_2 + e));
        spread.chain(near)
    }

    // oracle: the standard library (below one unit in the last place)
    #[test]
    fn double_precision_is_within_the_stated_error() {
        let mut worst: f64 = 0.0;
        for limit in [4.0, 200.0, 1.0e5] {
            for x in sweep(limit, 40_000) {
                let exact = (x.sin(), x.cos());
                let plain = Real::sin_cos(x);
                let fused = Real::sin_cos(Fused64(x));
                for (a, b) in [(plain.0, exact.0), (plain.1, exact.1), (fused.0.0, exact.0), (fused.1.0, exact.1)] {
                    worst = worst.max((a - b).abs());
                }
            }
        }
        assert!(worst < 2.3e-16, "{worst:e}");
    }

    #[test]
    fn single_precision_is_within_the_stated_error() {
        let mut worst: f64 = 0.0;
        for x in sweep(5.0e3, 100_000).map(|x| x as f32) {
            let (s, c) = (f64::from(x).sin(), f64::from(x).cos());
            let plain = Real::sin_cos(x);
            let fused = Real::sin_cos(Fused32(x));
            for (a, b) in [(plain.0, s), (plain.1, c), (fused.0.0, s), (fused.1.0, c)] {
                worst = worst.max((f64::from(a) - b).abs());
            }
        }
        assert!(worst < 1.2e-7, "{worst:e}");
    }

    #[test]
    fn large_and_bad_arguments_agree_with_the_library() {
        for x in [1.0e5 + 1.0, -3.0e9, 1e300, f64::INFINITY, f64::NAN] {
            let (s, c) = Real::sin_cos(x);
            let (ls, lc) = x.sin_cos();
            assert_eq!((s.to_bits(), c.to_bits()), (ls.to_bits(), lc.to_bits()), "at {x}");
        }
        let (s, _) = Real::sin_cos(1.0e7f32);
        assert_eq!(s, (1.0e7f64).sin() as f32);
        assert!(Real::sin_cos(f32::NAN).0.is_nan());
    }
}
