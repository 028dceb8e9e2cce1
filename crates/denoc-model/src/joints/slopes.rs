//! Derivatives of the columns of a joint with respect to its coordinates.

use denoc_math::{Dual, Real, Twist};

use super::{JointKind, JointState, MAX_COLUMNS};

/// The derivatives of a joint's columns and bias, as seen in link axes.
#[derive(Debug)]
pub struct Slopes<'a, T> {
    /// ∂ₘPₖ, in rows of [`MAX_COLUMNS`] by m; as many rows as speeds.
    pub columns: &'a mut [Twist<T>],
    /// ∂ₘ(Ṗ v).
    pub bias: &'a mut [Twist<T>; MAX_COLUMNS],
}

impl<T: Real> Slopes<'_, T> {
    /// Constant columns: all derivatives are zero.
    pub(super) fn clear(self) {
        self.columns.fill(Twist::zero());
        self.bias.fill(Twist::zero());
    }
}

/// [a, b] = [ω_a × ω_b; ω_a × v_b + v_a × ω_b].
#[inline(always)]
pub fn bracket<T: Real>(a: Twist<T>, b: Twist<T>) -> Twist<T> {
    Twist::new(a.angular.cross(b.angular), a.angular.cross_add(b.linear, a.linear.cross(b.angular)))
}

/// A sequence of motions: a column moves with those after it, ∂ₘP_k = P_k × P_m for m > k. So does the bias
/// Σ P_k × P_l v_k v_l, k < l.
pub(super) fn successive<T: Real>(v: &[T], columns: &[Twist<T>], out: Slopes<'_, T>) {
    let Slopes { columns: slopes, bias } = out;
    for m in 0..columns.len() {
        let row = &mut slopes[m * MAX_COLUMNS..][..columns.len()];
        for (k, slope) in row.iter_mut().enumerate() {
            *slope = if m > k { bracket(columns[k], columns[m]) } else { Twist::zero() };
        }
        bias[m] = Twist::zero();
        for l in 0..columns.len() {
            for k in 0..l {
                let change = bracket(row[k], columns[l]) + bracket(columns[k], row[l]);
                bias[m] = change.mul_add(v[k] * v[l], bias[m]);
            }
        }
    }
}

/// Any joint, by dual numbers, one coordinate at a time.
pub(super) fn by_duals<T: Real, K: JointKind<T>>(joint: &K, at: JointState<'_, T>, out: Slopes<'_, T>) {
    type Moved<T> = Dual<T, 1>;
    let joint = joint.map(Moved::constant);
    let n = at.v.len();
    let (mut q, mut v) = ([Moved::zero(); MAX_COLUMNS], [Moved::zero(); MAX_COLUMNS]);
    for k in 0..n {
        (q[k], v[k]) = (Moved::constant(at.q[k]), Moved::constant(at.v[k]));
    }
    let mut columns = [Twist::zero(); MAX_COLUMNS];
    for m in 0..n {
        q[m] = Moved { value: at.q[m], parts: [T::one()] };
        joint.columns(&q[..n], &mut columns[..n]);
        for (slope, column) in out.columns[m * MAX_COLUMNS..].iter_mut().zip(&columns[..n]) {
            *slope = column.map(|x| x.parts[0]);
        }
        out.bias[m] = joint.bias(&q[..n], &v[..n]).map(|x| x.parts[0]);
        q[m] = Moved::constant(at.q[m]);
    }
}
