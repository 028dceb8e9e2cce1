//! Successive rotations about the axes of the moved frame: universal and Euler-angle joints.

use denoc_math::{Mat3, Real, Twist, Vec3};

/// R = R(a₁, q₁) R(a₂, q₂) …
#[inline(always)]
pub(super) fn rotation<T: Real>(axes: &[Vec3<T>], q: &[T]) -> Mat3<T> {
    let mut all = Mat3::identity();
    for (axis, q) in axes.iter().zip(q) {
        let (s, c) = q.sin_cos();
        all = all * Mat3::rotation(*axis, s, c);
    }
    all
}

/// Column k is axis k turned back by all later rotations.
#[inline(always)]
pub(super) fn columns<T: Real>(axes: &[Vec3<T>], q: &[T], columns: &mut [Twist<T>]) {
    let mut later = Mat3::identity();
    for k in (0..axes.len()).rev() {
        columns[k] = Twist::new(later.apply_transpose(axes[k]), Vec3::zero());
        let (s, c) = q[k].sin_cos();
        later = Mat3::rotation(axes[k], s, c) * later;
    }
}

/// Σ ċₖ vₖ with ċₖ = cₖ × Σ_{j>k} cⱼ vⱼ: a column turns with the rotations after it.
#[inline(always)]
pub(super) fn bias<T: Real, const N: usize>(axes: &[Vec3<T>; N], q: &[T], v: &[T]) -> Twist<T> {
    let mut c = [Twist::zero(); N];
    columns(axes, q, &mut c);
    let (mut outer, mut sum) = (Vec3::zero(), Vec3::zero());
    for k in (0..N).rev() {
        let turned = c[k].angular.scale(v[k]);
        sum += turned.cross(outer);
        outer += turned;
    }
    Twist::new(sum, Vec3::zero())
}
