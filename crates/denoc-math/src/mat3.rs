//! Three-by-three matrices, by columns.

use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::{Real, Vec3};

/// A 3×3 matrix, stored by columns. Rotation matrices map link axes to parent axes.
#[derive(Copy, Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Mat3<T> {
    /// First column.
    pub x: Vec3<T>,
    /// Second column.
    pub y: Vec3<T>,
    /// Third column.
    pub z: Vec3<T>,
}

impl<T: Real> Mat3<T> {
    /// From its columns.
    #[inline(always)]
    pub fn from_columns(x: Vec3<T>, y: Vec3<T>, z: Vec3<T>) -> Self {
        Self { x, y, z }
    }

    /// From its rows.
    #[inline(always)]
    pub fn from_rows(rows: [[T; 3]; 3]) -> Self {
        let [a, b, c] = rows;
        Self::from_columns(Vec3::new(a[0], b[0], c[0]), Vec3::new(a[1], b[1], c[1]), Vec3::new(a[2], b[2], c[2]))
    }

    /// Zero.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::from_columns(Vec3::zero(), Vec3::zero(), Vec3::zero())
    }

    /// Identity.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::from_columns(Vec3::unit(0), Vec3::unit(1), Vec3::unit(2))
    }

    /// Converts constants to the number type of the computation.
    #[inline(always)]
    pub fn lift(m: Mat3<f64>) -> Self {
        Self::from_columns(Vec3::lift(m.x), Vec3::lift(m.y), Vec3::lift(m.z))
    }

    /// Applies a function to every entry.
    #[inline(always)]
    pub fn map<U>(self, f: impl Fn(T) -> U + Copy) -> Mat3<U> {
        Mat3 { x: self.x.map(f), y: self.y.map(f), z: self.z.map(f) }
    }

    /// Rotation about a unit `axis` by an angle whose sine and cosine are given (Rodrigues).
    #[inline(always)]
    pub fn rotation(axis: Vec3<T>, sin: T, cos: T) -> Self {
        // cos 1 + sin e× + (1 − cos) e eᵀ
        let part = axis.scale(T::one() - cos);
        let turn = axis.scale(sin);
        Self::from_columns(
            axis.mul_add(part.x, Vec3::new(cos, turn.z, -turn.y)),
            axis.mul_add(part.y, Vec3::new(-turn.z, cos, turn.x)),
            axis.mul_add(part.z, Vec3::new(turn.y, -turn.x, cos)),
        )
    }

    /// Roll, pitch, yaw about the fixed axes x, y, z (URDF): R = Rz(yaw) Ry(pitch) Rx(roll).
    pub fn from_rpy(rpy: [T; 3]) -> Self {
        let about = |axis: usize, angle: T| {
            let (s, c) = angle.sin_cos();
            Self::rotation(Vec3::unit(axis), s, c)
        };
        about(2, rpy[2]) * about(1, rpy[1]) * about(0, rpy[0])
    }

    /// Transpose.
    #[inline(always)]
    pub fn transpose(self) -> Self {
        Self::from_rows([self.x.to_array(), self.y.to_array(), self.z.to_array()])
    }

    /// `M v`.
    #[inline(always)]
    pub fn apply(self, v: Vec3<T>) -> Vec3<T> {
        self.x.mul_add(v.x, self.y.mul_add(v.y, self.z.scale(v.z)))
    }

    /// `M v + a`.
    #[inline(always)]
    pub fn apply_add(self, v: Vec3<T>, a: Vec3<T>) -> Vec3<T> {
        self.x.mul_add(v.x, self.y.mul_add(v.y, self.z.mul_add(v.z, a)))
    }

    /// `Mᵀ v`.
    #[inline(always)]
    pub fn apply_transpose(self, v: Vec3<T>) -> Vec3<T> {
        Vec3::new(self.x.dot(v), self.y.dot(v), self.z.dot(v))
    }

    /// The entry in row `i`, column `j`.
    #[inline(always)]
    pub fn get(&self, i: usize, j: usize) -> T {
        [self.x, self.y, self.z][j].to_array()[i]
    }

    /// The rows.
    #[inline(always)]
    pub fn to_rows(self) -> [[T; 3]; 3] {
        let t = self.transpose();
        [t.x.to_array(), t.y.to_array(), t.z.to_array()]
    }
}

impl<T: Real> Mul for Mat3<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self::from_columns(self.apply(b.x), self.apply(b.y), self.apply(b.z))
    }
}
impl<T: Real> Add for Mat3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self::from_columns(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl<T: Real> Sub for Mat3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self::from_columns(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl<T: Real> Neg for Mat3<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::from_columns(-self.x, -self.y, -self.z)
    }
}
impl<T: Real> AddAssign for Mat3<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
