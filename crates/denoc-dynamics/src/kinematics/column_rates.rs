//! Time derivatives of the columns of a joint.

use denoc_math::{Pose, Real, Twist};
use denoc_model::Joint;

pub(crate) use denoc_model::joints::{MAX_COLUMNS, bracket};

/// Ṗ of a joint, column by column, as seen in link axes.
///
/// The joint provides only the sum Q(v) = Σ Ṗₖ vₖ (its bias). The single columns follow from it:
/// writing ∂ₗPₖ for the derivative of a column, Ṗₖ = Σ ∂ₗPₖ vₗ has
///
/// * a symmetric part Σ (∂ₗPₖ + ∂ₖPₗ) vₗ, the polar form of Q, here [Q(v + s eₖ) − Q(v − s eₖ)] / 2s, exact for a quadratic
///   form with any s,
/// * an antisymmetric part Σ (∂ₗPₖ − ∂ₖPₗ) vₗ, which for a motion g(q) with Pₖ = g⁻¹ ∂ₖg is the bracket of Pₖ with Σ Pₗ vₗ.
///
/// Joints whose speeds are not rates of their coordinates (quaternions) have constant columns.
#[inline(never)]
pub(crate) fn column_rates<T: Real>(joint: &Joint<T>, q: &[T], v: &[T], columns: &[Twist<T>], rates: &mut [Twist<T>]) {
    if let Some(original) = joint.original() {
        return reversed_rates(original, q, v, rates);
    }
    rates.fill(Twist::zero());
    if q.len() != v.len() || v.is_empty() {
        return;
    }
    let moving = super::outward::combine(columns, v);
    let s = v.iter().fold(T::one(), |sum, &v| v.mul_add(v, sum)).sqrt();
    let half = T::lift(0.5);
    let quarter = (T::lift(4.0) * s).recip();
    let mut varied = [T::zero(); MAX_COLUMNS];
    let varied = &mut varied[..v.len()];
    varied.copy_from_slice(v);
    for k in 0..v.len() {
        varied[k] = v[k] + s;
        let above = joint.bias(q, varied);
        varied[k] = v[k] - s;
        let below = joint.bias(q, varied);
        varied[k] = v[k];
        rates[k] = (above - below).scale(quarter) + bracket(columns[k], moving).scale(half);
    }
}

/// The column of a reversed joint is the negative original one, moved to the other origin: −Ad_g P. Since g moves, its rate
/// is −Ad_g (Ṗ + [t, P]).
#[inline(never)]
fn reversed_rates<T: Real>(inner: &Joint<T>, q: &[T], v: &[T], rates: &mut [Twist<T>]) {
    let mut columns = [Twist::zero(); MAX_COLUMNS];
    let columns = &mut columns[..v.len()];
    inner.columns(q, columns);
    column_rates(inner, q, v, columns, rates);
    let moving = super::outward::combine(columns, v);
    let pose = inner.pose(q);
    for (rate, &column) in rates.iter_mut().zip(columns.iter()) {
        *rate = opposite(pose, *rate + bracket(moving, column));
    }
}

/// A relative twist of a joint's child, as that of its parent seen from the child: −Ad_g t.
fn opposite<T: Real>(pose: Pose<T>, t: Twist<T>) -> Twist<T> {
    let angular = pose.rotation.apply(t.angular);
    let linear = pose.rotation.apply_add(t.linear, pose.position.cross(angular));
    Twist::new(-angular, -linear)
}

/// [ė; u̇ − e × ȯ]: the absolute rate of a column of a link that moves with twist `t`, from its rate in link axes. It
/// propagates outward like a twist: the rate of the velocity that the column gives to a point x is u̇ − e×ȯ + ė×(x − o) + e×ẋ.
#[inline]
pub(crate) fn moving_column_rate<T: Real>(t: Twist<T>, column: Twist<T>, rate: Twist<T>) -> Twist<T> {
    rate + bracket(t, column)
}
