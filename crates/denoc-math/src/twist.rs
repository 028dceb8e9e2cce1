//! Six-vectors: twists and wrenches.

use core::ops::{Add, AddAssign, Neg, Sub};

use crate::{Mat3, Real, Vec3};

/// A twist [ω; v] [SahaIR (9.2c)]: angular velocity and velocity of the frame's origin (also used for its rate).
#[derive(Copy, Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Twist<T> {
    /// ω, rad/s.
    pub angular: Vec3<T>,
    /// v of the origin, m/s.
    pub linear: Vec3<T>,
}

/// A wrench [n; f] [SahaIR (9.2c)]: moment about the frame's origin, and force.
#[derive(Copy, Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Wrench<T> {
    /// n about the origin, N m.
    pub moment: Vec3<T>,
    /// f, N.
    pub force: Vec3<T>,
}

macro_rules! six {
    ($name:ident, $top:ident, $bottom:ident) => {
        impl<T: Real> $name<T> {
            /// From its two parts.
            #[inline(always)]
            pub fn new($top: Vec3<T>, $bottom: Vec3<T>) -> Self {
                Self { $top, $bottom }
            }
            /// Zero.
            #[inline(always)]
            pub fn zero() -> Self {
                Self::new(Vec3::zero(), Vec3::zero())
            }
            /// Every component times `s`.
            #[inline(always)]
            pub fn scale(self, s: T) -> Self {
                Self::new(self.$top.scale(s), self.$bottom.scale(s))
            }
            /// `self * s + c`.
            #[inline(always)]
            pub fn mul_add(self, s: T, c: Self) -> Self {
                Self::new(self.$top.mul_add(s, c.$top), self.$bottom.mul_add(s, c.$bottom))
            }
            /// `c - self * s`.
            #[inline(always)]
            pub fn neg_mul_add(self, s: T, c: Self) -> Self {
                Self::new(self.$top.neg_mul_add(s, c.$top), self.$bottom.neg_mul_add(s, c.$bottom))
            }
            /// The same vector in other axes, about the same origin.
            #[inline(always)]
            pub fn rotate(self, r: Mat3<T>) -> Self {
                Self::new(r.apply(self.$top), r.apply(self.$bottom))
            }
            /// The six components, angular part first.
            #[inline(always)]
            pub fn to_array(self) -> [T; 6] {
                let ([a, b, c], [d, e, f]) = (self.$top.to_array(), self.$bottom.to_array());
                [a, b, c, d, e, f]
            }
            /// From six components, angular part first.
            #[inline(always)]
            pub fn from_array([a, b, c, d, e, f]: [T; 6]) -> Self {
                Self::new(Vec3::new(a, b, c), Vec3::new(d, e, f))
            }
            /// Applies a function to every component.
            #[inline(always)]
            pub fn map<U>(self, f: impl Fn(T) -> U + Copy) -> $name<U> {
                $name { $top: self.$top.map(f), $bottom: self.$bottom.map(f) }
            }
        }
        impl<T: Real> Add for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                Self::new(self.$top + o.$top, self.$bottom + o.$bottom)
            }
        }
        impl<T: Real> Sub for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                Self::new(self.$top - o.$top, self.$bottom - o.$bottom)
            }
        }
        impl<T: Real> Neg for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self::new(-self.$top, -self.$bottom)
            }
        }
        impl<T: Real> AddAssign for $name<T> {
            #[inline(always)]
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
    };
}
six!(Twist, angular, linear);
six!(Wrench, moment, force);

impl<T: Real> Twist<T> {
    /// Power of a wrench along this twist; also the coefficient pᵀw of a joint-motion column.
    #[inline(always)]
    pub fn dot(self, w: Wrench<T>) -> T {
        self.angular.dot(w.moment) + self.linear.dot(w.force)
    }
}
