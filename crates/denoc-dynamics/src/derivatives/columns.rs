//! How the columns of a joint change with its own coordinates.

use denoc_math::{Dual, Real, Twist};
use denoc_model::Joint;
use denoc_model::joints::{Custom, JointKind};

use crate::kinematics::{MAX_COLUMNS, bracket, opposite};

/// One twist per column.
pub(super) type Columns<T> = [Twist<T>; MAX_COLUMNS];

/// Whether the columns of a joint are constant in link axes.
#[inline(always)]
pub(super) fn constant<T: Real>(joint: &Joint<T>) -> bool {
    match joint {
        Joint::Fixed(_)
        | Joint::Revolute(_)
        | Joint::Prismatic(_)
        | Joint::Helical(_)
        | Joint::Cylindrical(_)
        | Joint::Spherical(_)
        | Joint::Translational(_)
        | Joint::Free(_) => true,
        Joint::Universal(_) | Joint::Euler(_) | Joint::Planar(_) | Joint::Custom(_) | Joint::Reversed(_) => false,
    }
}

/// ∂ₘP_k of a joint, in rows of [`MAX_COLUMNS`] by m, and ∂ₘ(Ṗ v), as seen in link axes.
pub(super) fn slopes<T: Real>(
    joint: &Joint<T>,
    (q, v): (&[T], &[T]),
    columns: &[Twist<T>],
    slopes: &mut [Twist<T>],
    bias: &mut Columns<T>,
) {
    match joint {
        Joint::Custom(custom) => recorded(custom, (q, v), slopes, bias),
        Joint::Reversed(reversed) => turned_round(reversed.inner(), (q, v), slopes, bias),
        _ if constant(joint) => {
            slopes.fill(Twist::zero());
            bias.fill(Twist::zero());
        }
        _ => successive(v, columns, slopes, bias),
    }
}

/// One motion after the other: a column moves with those after it, ∂ₘP_k = P_k × P_m for m > k. So does the bias
/// Σ P_k × P_l v_k v_l, k < l.
fn successive<T: Real>(v: &[T], columns: &[Twist<T>], slopes: &mut [Twist<T>], bias: &mut Columns<T>) {
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

/// A joint of which only the pose is known: its recording, replayed with dual numbers.
fn recorded<T: Real>(custom: &Custom<T>, (q, v): (&[T], &[T]), slopes: &mut [Twist<T>], bias: &mut Columns<T>) {
    type Moved<T> = Dual<T, 1>;
    let custom: Custom<Moved<T>> = custom.lift();
    let n = v.len();
    let (mut at, mut speeds) = ([Moved::zero(); MAX_COLUMNS], [Moved::zero(); MAX_COLUMNS]);
    for k in 0..n {
        (at[k], speeds[k]) = (Moved::constant(q[k]), Moved::constant(v[k]));
    }
    let mut columns = [Twist::zero(); MAX_COLUMNS];
    for m in 0..n {
        at[m] = Moved { value: q[m], parts: [T::one()] };
        custom.columns(&at[..n], &mut columns[..n]);
        for (slope, column) in slopes[m * MAX_COLUMNS..].iter_mut().zip(&columns[..n]) {
            *slope = column.map(|x| x.parts[0]);
        }
        bias[m] = custom.bias(&at[..n], &speeds[..n]).map(|x| x.parts[0]);
        at[m] = Moved::constant(q[m]);
    }
}

/// Columns and bias are the original ones, opposite and moved to the other origin, −Ad_g P; and g moves: −Ad_g (∂ₘP + P_m × P).
fn turned_round<T: Real>(inner: &Joint<T>, (q, v): (&[T], &[T]), to: &mut [Twist<T>], bias: &mut Columns<T>) {
    let n = v.len();
    let mut columns = [Twist::zero(); MAX_COLUMNS];
    let columns = &mut columns[..n];
    inner.columns(q, columns);
    slopes(inner, (q, v), columns, to, bias);
    let (pose, rest) = (inner.pose(q), inner.bias(q, v));
    for m in 0..n {
        for (slope, &column) in to[m * MAX_COLUMNS..].iter_mut().zip(&*columns) {
            *slope = opposite(pose, *slope + bracket(columns[m], column));
        }
        bias[m] = opposite(pose, bias[m] + bracket(columns[m], rest));
    }
}
