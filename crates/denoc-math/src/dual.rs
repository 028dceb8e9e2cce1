//! Dual numbers: a value and its derivatives along `N` directions.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::Real;

/// `value + Σ parts[k] εₖ`, εₖεₗ = 0. Nest (`Dual<Dual<f64, 1>, 1>`) for second derivatives.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Dual<T, const N: usize> {
    /// The value.
    pub value: T,
    /// The derivative along each direction.
    pub parts: [T; N],
}

impl<T: Real, const N: usize> Dual<T, N> {
    /// A variable: derivative one along `direction`.
    pub fn variable(value: T, direction: usize) -> Self {
        let mut parts = [T::zero(); N];
        parts[direction] = T::one();
        Self { value, parts }
    }

    /// A constant.
    #[inline(always)]
    pub fn constant(value: T) -> Self {
        Self { value, parts: [T::zero(); N] }
    }

    /// `f(self)` given f and f′ at the value.
    #[inline(always)]
    fn chain(self, value: T, slope: T) -> Self {
        Self { value, parts: self.parts.map(|p| p * slope) }
    }
}

impl<T: Real, const N: usize> Add for Dual<T, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { value: self.value + o.value, parts: core::array::from_fn(|i| self.parts[i] + o.parts[i]) }
    }
}
impl<T: Real, const N: usize> Sub for Dual<T, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { value: self.value - o.value, parts: core::array::from_fn(|i| self.parts[i] - o.parts[i]) }
    }
}
impl<T: Real, const N: usize> Mul for Dual<T, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Self {
            value: self.value * o.value,
            parts: core::array::from_fn(|i| self.parts[i].mul_add(o.value, self.value * o.parts[i])),
        }
    }
}
impl<T: Real, const N: usize> Neg for Dual<T, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { value: -self.value, parts: self.parts.map(|p| -p) }
    }
}
impl<T: Real, const N: usize> AddAssign for Dual<T, N> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<T: Real, const N: usize> SubAssign for Dual<T, N> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl<T: Real, const N: usize> Real for Dual<T, N> {
    const FUSED: bool = T::FUSED;
    #[inline(always)]
    fn lift(value: f64) -> Self {
        Self::constant(T::lift(value))
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        Self {
            value: self.value.mul_add(b.value, c.value),
            parts: core::array::from_fn(|i| self.parts[i].mul_add(b.value, self.value.mul_add(b.parts[i], c.parts[i]))),
        }
    }
    #[inline(always)]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        (-self).mul_add(b, c)
    }
    #[inline(always)]
    fn recip(self) -> Self {
        let r = self.value.recip();
        self.chain(r, -(r * r))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let r = self.value.sqrt();
        self.chain(r, T::lift(0.5) * r.recip())
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = self.value.sin_cos();
        (self.chain(s, c), self.chain(c, -s))
    }
    #[inline(always)]
    fn value(self) -> f64 {
        self.value.value()
    }
}

#[cfg(test)]
mod tests {
    use super::Dual;
    use crate::Real;

    fn f<T: Real>(x: T, y: T) -> T {
        let (s, c) = (x * y).sin_cos();
        s.mul_add(x, y.neg_mul_add(c, x.sqrt())) + y.recip() - x * c
    }

    // oracle: central differences
    #[test]
    fn first_and_second_derivatives() {
        let (x, y, h) = (1.3, 0.7, 1e-5);
        let d = f(Dual::<f64, 2>::variable(x, 0), Dual::variable(y, 1));
        assert!((d.value - f(x, y)).abs() < 1e-15);
        assert!((d.parts[0] - (f(x + h, y) - f(x - h, y)) / (2.0 * h)).abs() < 1e-9);
        assert!((d.parts[1] - (f(x, y + h) - f(x, y - h)) / (2.0 * h)).abs() < 1e-9);

        type Twice = Dual<Dual<f64, 1>, 1>;
        let xx = Twice { value: Dual::variable(x, 0), parts: [Dual::constant(1.0)] };
        let second = f(xx, Twice::lift(y)).parts[0].parts[0];
        let difference = (f(x + 1e-4, y) - 2.0 * f(x, y) + f(x - 1e-4, y)) / 1e-8;
        assert!((second - difference).abs() < 1e-6, "{second} {difference}");
    }
}
