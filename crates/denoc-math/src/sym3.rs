//! Symmetric three-by-three matrices.

use core::ops::{Add, AddAssign, Neg, Sub};

use crate::{Mat3, Real, Vec3};

/// A symmetric 3×3 matrix, stored as six numbers.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
#[repr(C)]
pub struct Sym3<T> {
    /// Entry (1,1).
    pub xx: T,
    /// Entry (1,2).
    pub xy: T,
    /// Entry (1,3).
    pub xz: T,
    /// Entry (2,2).
    pub yy: T,
    /// Entry (2,3).
    pub yz: T,
    /// Entry (3,3).
    pub zz: T,
}

impl<T: Real> Sym3<T> {
    /// Zero.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::diagonal(T::zero(), T::zero(), T::zero())
    }

    /// A diagonal matrix.
    #[inline(always)]
    pub fn diagonal(xx: T, yy: T, zz: T) -> Self {
        let o = T::zero();
        Self { xx, xy: o, xz: o, yy, yz: o, zz }
    }

    /// Applies a function to every entry.
    #[inline(always)]
    pub fn map<U>(self, f: impl Fn(T) -> U) -> Sym3<U> {
        Sym3 { xx: f(self.xx), xy: f(self.xy), xz: f(self.xz), yy: f(self.yy), yz: f(self.yz), zz: f(self.zz) }
    }

    /// Converts constants to the number type of the computation.
    #[inline(always)]
    pub fn lift(m: Sym3<f64>) -> Self {
        m.map(T::lift)
    }

    /// The symmetric matrix with the upper triangle of a matrix.
    #[inline(always)]
    pub fn from_upper(m: Mat3<T>) -> Self {
        Self { xx: m.x.x, xy: m.y.x, xz: m.z.x, yy: m.y.y, yz: m.z.y, zz: m.z.z }
    }

    /// As a full matrix.
    #[inline(always)]
    pub fn to_mat3(self) -> Mat3<T> {
        Mat3::from_columns(
            Vec3::new(self.xx, self.xy, self.xz),
            Vec3::new(self.xy, self.yy, self.yz),
            Vec3::new(self.xz, self.yz, self.zz),
        )
    }

    /// `M v`.
    #[inline(always)]
    pub fn apply(self, v: Vec3<T>) -> Vec3<T> {
        self.to_mat3().apply(v)
    }

    /// `M v + a`.
    #[inline(always)]
    pub fn apply_add(self, v: Vec3<T>, a: Vec3<T>) -> Vec3<T> {
        self.to_mat3().apply_add(v, a)
    }

    /// `R M Rᵀ`.
    #[inline(always)]
    pub fn rotate(self, r: Mat3<T>) -> Self {
        let half = (r * self.to_mat3()).transpose(); // columns are the rows of R M
        let rt = r.transpose();
        Self {
            xx: half.x.dot(rt.x),
            xy: half.x.dot(rt.y),
            xz: half.x.dot(rt.z),
            yy: half.y.dot(rt.y),
            yz: half.y.dot(rt.z),
            zz: half.z.dot(rt.z),
        }
    }

    /// `|v|² 1 − v vᵀ`: minus the square of the skew matrix of v.
    #[inline(always)]
    pub fn parallel_axis(v: Vec3<T>) -> Self {
        let (xx, yy, zz) = (v.x * v.x, v.y * v.y, v.z * v.z);
        Self { xx: yy + zz, xy: -(v.x * v.y), xz: -(v.x * v.z), yy: xx + zz, yz: -(v.y * v.z), zz: xx + yy }
    }

    /// Every entry times `s`.
    #[inline(always)]
    pub fn scale(self, s: T) -> Self {
        Self { xx: self.xx * s, xy: self.xy * s, xz: self.xz * s, yy: self.yy * s, yz: self.yz * s, zz: self.zz * s }
    }

    /// Sum of the diagonal.
    #[inline(always)]
    pub fn trace(self) -> T {
        self.xx + self.yy + self.zz
    }
}

impl<T: Real> Add for Sym3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self {
            xx: self.xx + o.xx,
            xy: self.xy + o.xy,
            xz: self.xz + o.xz,
            yy: self.yy + o.yy,
            yz: self.yz + o.yz,
            zz: self.zz + o.zz,
        }
    }
}
impl<T: Real> Sub for Sym3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}
impl<T: Real> Neg for Sym3<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { xx: -self.xx, xy: -self.xy, xz: -self.xz, yy: -self.yy, yz: -self.yz, zz: -self.zz }
    }
}
impl<T: Real> AddAssign for Sym3<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
