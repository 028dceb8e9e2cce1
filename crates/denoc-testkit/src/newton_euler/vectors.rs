//! Vectors and rotation matrices in space.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use denoc_model::Description;

/// A vector.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(super) struct Vector(pub(super) [f64; 3]);

/// A 3×3 matrix by rows.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Matrix(pub(super) [[f64; 3]; 3]);

impl Vector {
    pub(super) const ZERO: Self = Self([0.0; 3]);

    pub(super) fn unit(axis: usize) -> Self {
        Self(std::array::from_fn(|i| f64::from(u8::from(i == axis))))
    }

    pub(super) fn dot(self, other: Self) -> f64 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }

    pub(super) fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub(super) fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub(super) fn normalized(self) -> Self {
        self * (1.0 / self.norm())
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl AddAssign for Vector {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl Neg for Vector {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0.map(|x| x * factor))
    }
}

impl Matrix {
    pub(super) const IDENTITY: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    pub(super) fn from_columns(columns: [Vector; 3]) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|k| columns[k].0[i])))
    }

    pub(super) fn column(self, k: usize) -> Vector {
        Vector(self.0.map(|row| row[k]))
    }

    pub(super) fn transpose(self) -> Self {
        Self(std::array::from_fn(|i| self.column(i).0))
    }

    /// The rotation about a unit vector (Rodrigues).
    pub(super) fn about(axis: Vector, angle: f64) -> Self {
        let (s, c) = angle.sin_cos();
        let turned = |e: Vector| e * c + axis.cross(e) * s + axis * (axis.dot(e) * (1.0 - c));
        Self::from_columns([0, 1, 2].map(|k| turned(Vector::unit(k))))
    }

    /// The rotation of a quaternion [x, y, z, w] of any length.
    pub(super) fn from_quaternion([x, y, z, w]: [f64; 4]) -> Self {
        let n = 2.0 / (x * x + y * y + z * z + w * w);
        Self([
            [1.0 - n * (y * y + z * z), n * (x * y - z * w), n * (x * z + y * w)],
            [n * (x * y + z * w), 1.0 - n * (x * x + z * z), n * (y * z - x * w)],
            [n * (x * z - y * w), n * (y * z + x * w), 1.0 - n * (x * x + y * y)],
        ])
    }

    /// The quaternion [x, y, z, w] of a rotation matrix, from its largest component.
    pub(super) fn quaternion(self) -> [f64; 4] {
        let m = self.0;
        let trace = m[0][0] + m[1][1] + m[2][2];
        let squares =
            [1.0 + 2.0 * m[0][0] - trace, 1.0 + 2.0 * m[1][1] - trace, 1.0 + 2.0 * m[2][2] - trace, 1.0 + trace];
        let most = (0..4).max_by(|&i, &k| squares[i].total_cmp(&squares[k])).unwrap_or(3);
        let s = 2.0 * squares[most].sqrt();
        let mut q = match most {
            0 => [0.0, m[0][1] + m[1][0], m[0][2] + m[2][0], m[2][1] - m[1][2]],
            1 => [m[0][1] + m[1][0], 0.0, m[1][2] + m[2][1], m[0][2] - m[2][0]],
            2 => [m[0][2] + m[2][0], m[1][2] + m[2][1], 0.0, m[1][0] - m[0][1]],
            _ => [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 0.0],
        }
        .map(|x| x / s);
        q[most] = 0.25 * s;
        q
    }

    /// The vector a of the skew part [a]× of a matrix.
    pub(super) fn skew_vector(self) -> Vector {
        let m = self.0;
        Vector([m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]]) * 0.5
    }
}

impl Mul<Vector> for Matrix {
    type Output = Vector;
    fn mul(self, x: Vector) -> Vector {
        Vector(self.0.map(|row| Vector(row).dot(x)))
    }
}

impl Mul for Matrix {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::from_columns([0, 1, 2].map(|k| self * other.column(k)))
    }
}

/// A pose: the orientation of a frame and its origin.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Frame {
    /// Axes of the frame to axes of its parent.
    pub(super) rotation: Matrix,
    /// Its origin, in axes of the parent.
    pub(super) origin: Vector,
}

impl Frame {
    pub(super) const IDENTITY: Self = Self { rotation: Matrix::IDENTITY, origin: Vector::ZERO };

    pub(super) fn point(self, point: Vector) -> Vector {
        self.origin + self.rotation * point
    }

    pub(super) fn inverse(self) -> Self {
        let rotation = self.rotation.transpose();
        Self { rotation, origin: -(rotation * self.origin) }
    }
}

impl Mul for Frame {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        Self { rotation: self.rotation * inner.rotation, origin: self.point(inner.origin) }
    }
}

// plain data of descriptions

pub(super) fn vector(v: denoc_math::Vec3<f64>) -> Vector {
    Vector([v.x, v.y, v.z])
}

pub(super) fn frame(pose: denoc_math::Pose<f64>) -> Frame {
    let r = pose.rotation;
    Frame { rotation: Matrix::from_columns([vector(r.x), vector(r.y), vector(r.z)]), origin: vector(pose.position) }
}

pub(super) fn symmetric(m: denoc_math::Sym3<f64>) -> Matrix {
    Matrix([[m.xx, m.xy, m.xz], [m.xy, m.yy, m.yz], [m.xz, m.yz, m.zz]])
}

/// The number of a link among those of the description; `None` for the ground.
pub(super) fn body(d: &Description, name: &str) -> Option<usize> {
    d.links.iter().position(|link| link.name == name).filter(|_| name != d.ground)
}
