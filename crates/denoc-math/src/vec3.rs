//! Three-vectors.

use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use crate::{Mat3, Real};

/// A vector with three components.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
#[repr(C)]
pub struct Vec3<T> {
    /// First component.
    pub x: T,
    /// Second component.
    pub y: T,
    /// Third component.
    pub z: T,
}

impl<T: Real> Vec3<T> {
    /// From its components.
    #[inline(always)]
    pub fn new(x: T, y: T, z: T) -> Self {
        Self { x, y, z }
    }

    /// The zero vector.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::new(T::zero(), T::zero(), T::zero())
    }

    /// The unit vector along axis 0, 1 or 2.
    #[inline(always)]
    pub fn unit(axis: usize) -> Self {
        let mut v = [T::zero(); 3];
        v[axis] = T::one();
        v.into()
    }

    /// Converts constants to the number type of the computation.
    #[inline(always)]
    pub fn lift(v: Vec3<f64>) -> Self {
        v.map(T::lift)
    }

    /// Applies a function to every component.
    #[inline(always)]
    pub fn map<U>(self, f: impl Fn(T) -> U) -> Vec3<U> {
        Vec3 { x: f(self.x), y: f(self.y), z: f(self.z) }
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, b: Self) -> T {
        self.x.mul_add(b.x, self.y.mul_add(b.y, self.z * b.z))
    }

    /// Vector product.
    #[inline(always)]
    pub fn cross(self, b: Self) -> Self {
        Self {
            x: self.z.neg_mul_add(b.y, self.y * b.z),
            y: self.x.neg_mul_add(b.z, self.z * b.x),
            z: self.y.neg_mul_add(b.x, self.x * b.y),
        }
    }

    /// `self × b + c`.
    #[inline(always)]
    pub fn cross_add(self, b: Self, c: Self) -> Self {
        Self {
            x: self.z.neg_mul_add(b.y, self.y.mul_add(b.z, c.x)),
            y: self.x.neg_mul_add(b.z, self.z.mul_add(b.x, c.y)),
            z: self.y.neg_mul_add(b.x, self.x.mul_add(b.y, c.z)),
        }
    }

    /// `self * s`.
    #[inline(always)]
    pub fn scale(self, s: T) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }

    /// `self * s + c`.
    #[inline(always)]
    pub fn mul_add(self, s: T, c: Self) -> Self {
        Self::new(self.x.mul_add(s, c.x), self.y.mul_add(s, c.y), self.z.mul_add(s, c.z))
    }

    /// `c - self * s`.
    #[inline(always)]
    pub fn neg_mul_add(self, s: T, c: Self) -> Self {
        Self::new(self.x.neg_mul_add(s, c.x), self.y.neg_mul_add(s, c.y), self.z.neg_mul_add(s, c.z))
    }

    /// Euclidean length.
    #[inline(always)]
    pub fn norm(self) -> T {
        self.dot(self).sqrt()
    }

    /// The same direction with length one.
    #[inline(always)]
    pub fn normalized(self) -> Self {
        self.scale(self.norm().recip())
    }

    /// The matrix S with S b = self × b.
    #[inline(always)]
    pub fn skew(self) -> Mat3<T> {
        let o = T::zero();
        Mat3::from_columns(Self::new(o, self.z, -self.y), Self::new(-self.z, o, self.x), Self::new(self.y, -self.x, o))
    }

    /// The components.
    #[inline(always)]
    pub fn to_array(self) -> [T; 3] {
        [self.x, self.y, self.z]
    }
}

impl<T> From<[T; 3]> for Vec3<T> {
    #[inline(always)]
    fn from([x, y, z]: [T; 3]) -> Self {
        Self { x, y, z }
    }
}

impl<T: Real> Add for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl<T: Real> Sub for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl<T: Real> Neg for Vec3<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}
impl<T: Real> AddAssign for Vec3<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<T: Real> SubAssign for Vec3<T> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}
