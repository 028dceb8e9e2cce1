//! Vectors in a plane.

use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A vector in the plane of a mechanism.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Vec2 {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Vec2 {
    pub(super) const ZERO: Self = Self { x: 0.0, y: 0.0 };

    #[inline(always)]
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    #[inline(always)]
    pub(super) fn scale(self, s: f64) -> Self {
        Self::new(self.x * s, self.y * s)
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The component of the vector product along the normal of the plane.
    #[inline(always)]
    pub(super) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Turned by 90°: the vector product of the normal and this vector.
    #[inline(always)]
    pub(super) fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Turned by an angle, whose cosine and sine are the components of `by`.
    #[inline(always)]
    pub(super) fn rotated(self, by: Self) -> Self {
        Self::new(by.x * self.x - by.y * self.y, by.y * self.x + by.x * self.y)
    }
}

impl Add for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Vec2 {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl SubAssign for Vec2 {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}
