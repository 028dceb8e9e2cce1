//! Exact fractions: what is zero here is zero.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use denoc_math::Real;

/// A fraction in lowest terms; the denominator is positive. Panics when numbers become too large.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction(i128, i128);

impl Fraction {
    pub(super) fn new(numerator: i128, denominator: i128) -> Self {
        let (mut a, mut b) = (numerator.abs(), denominator.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        assert!(denominator != 0, "a fraction with denominator 0");
        let a = a.max(1) * denominator.signum();
        Self(numerator / a, denominator / a)
    }
}

fn times(a: i128, b: i128) -> i128 {
    a.checked_mul(b).expect("a fraction that fits")
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(times(self.0, o.1).checked_add(times(o.0, self.1)).expect("a fraction that fits"), times(self.1, o.1))
    }
}
impl Neg for Fraction {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, self.1)
    }
}
impl Sub for Fraction {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}
impl Mul for Fraction {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        // across first: smaller products
        let (a, b) = (Self::new(self.0, o.1), Self::new(o.0, self.1));
        Self(times(a.0, b.0), times(a.1, b.1))
    }
}
impl AddAssign for Fraction {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl SubAssign for Fraction {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Real for Fraction {
    const FUSED: bool = false;
    fn lift(value: f64) -> Self {
        let scaled = value * 1024.0;
        assert_eq!(scaled, scaled.round(), "a multiple of 1/1024");
        Self::new(scaled as i128, 1024)
    }
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        c - self * b
    }
    fn recip(self) -> Self {
        Self::new(self.1, self.0)
    }
    fn sqrt(self) -> Self {
        unreachable!("not a fraction")
    }
    fn sin_cos(self) -> (Self, Self) {
        unreachable!("not fractions")
    }
    fn value(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

// oracle: sums by hand
#[test]
fn fractions_are_exact() {
    let third = Fraction::new(-2, -6);
    assert_eq!(third + third + third, Fraction::one());
    assert_eq!((third * Fraction::new(9, 2)).recip() - Fraction::lift(0.5), Fraction::new(1, 6));
    assert_eq!((third - third).value(), 0.0);
}
