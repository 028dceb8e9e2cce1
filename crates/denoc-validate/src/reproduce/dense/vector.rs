//! Three-vectors, 4×4 matrices and linear equations, written for this oracle so that it shares no code with the library.

use crate::ValidationError;

pub(in crate::reproduce) type V3 = [f64; 3];
pub(super) type Matrix3 = [[f64; 3]; 3];
pub(super) type Matrix4 = [[f64; 4]; 4];

pub(super) const IDENTITY: Matrix4 =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

pub(in crate::reproduce) fn add(a: V3, b: V3) -> V3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(in crate::reproduce) fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(in crate::reproduce) fn scale(a: V3, s: f64) -> V3 {
    a.map(|x| x * s)
}

pub(in crate::reproduce) fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn apply(m: &Matrix3, a: V3) -> V3 {
    m.map(|row| dot(row, a))
}

pub(super) fn product(a: &Matrix4, b: &Matrix4) -> Matrix4 {
    let entry = |i: usize, j: usize| (0..4).map(|k| a[i][k] * b[k][j]).sum();
    core::array::from_fn(|i| core::array::from_fn(|j| entry(i, j)))
}

pub(super) fn position(m: &Matrix4) -> V3 {
    [m[0][3], m[1][3], m[2][3]]
}

fn rotation(m: &Matrix4) -> Matrix3 {
    core::array::from_fn(|i| [m[i][0], m[i][1], m[i][2]])
}

pub(super) fn rotate(m: &Matrix4, a: V3) -> V3 {
    apply(&rotation(m), a)
}

pub(super) fn point(m: &Matrix4, a: V3) -> V3 {
    add(position(m), rotate(m, a))
}

/// R T Rᵀ.
pub(super) fn turned(m: &Matrix4, tensor: &Matrix3) -> Matrix3 {
    let r = rotation(m);
    let half = r.map(|row| apply(tensor, row));
    core::array::from_fn(|i| core::array::from_fn(|j| dot(r[j], half[i])))
}

/// A shift along an axis.
pub(super) fn shift(axis: V3, by: f64) -> Matrix4 {
    let mut m = IDENTITY;
    (0..3).for_each(|i| m[i][3] = by * axis[i]);
    m
}

/// A turn about an axis through the origin (Rodrigues).
pub(super) fn turn(axis: V3, angle: f64) -> Matrix4 {
    let (s, c) = angle.sin_cos();
    let mut m = IDENTITY;
    for j in 0..3 {
        let unit: V3 = core::array::from_fn(|i| if i == j { 1.0 } else { 0.0 });
        let along = scale(axis, (1.0 - c) * axis[j]);
        let column = add(add(scale(unit, c), scale(cross(axis, unit), s)), along);
        (0..3).for_each(|i| m[i][j] = column[i]);
    }
    m
}

/// Gauss elimination; the largest entry of a column is its pivot.
pub(in crate::reproduce) fn solve(mut m: Vec<Vec<f64>>, mut b: Vec<f64>) -> Result<Vec<f64>, ValidationError> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| m[i][k].abs().total_cmp(&m[j][k].abs())).unwrap_or(k);
        m.swap(k, pivot);
        b.swap(k, pivot);
        if m[k][k] == 0.0 || !m[k][k].is_finite() {
            return Err(ValidationError::case(format!("the dense inertia matrix is singular in column {}", k + 1)));
        }
        let (row, right) = (m[k].clone(), b[k]);
        for (other, b) in m[k + 1..].iter_mut().zip(&mut b[k + 1..]) {
            let factor = other[k] / row[k];
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            *b -= factor * right;
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| m[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / m[k][k];
    }
    Ok(b)
}
