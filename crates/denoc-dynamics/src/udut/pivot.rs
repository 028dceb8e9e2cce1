//! Detection and diagnosis of vanishing pivots.

use denoc_math::Real;
use denoc_model::{Joint, Model};

use crate::{DynamicsError, SingularCause};

/// A vanishing pivot is a few rounding units of the masses it was computed from; up to this many count as zero (1e-13 for
/// `f64`).
const ROUNDINGS: f64 = 450.0;

/// The relative size below which a pivot of these numbers is zero.
pub(crate) fn tolerance<T: Real>() -> T {
    let single = (T::one() + T::lift(1e-10) - T::one()).value() == 0.0;
    T::lift(ROUNDINGS * if single { f64::from(f32::EPSILON) } else { f64::EPSILON })
}

/// Whether a pivot vanishes; also true for NaN and infinity, which would divide to zero, and if any lane vanishes.
#[inline]
pub(crate) fn vanishes<T: Real>(m_hat: T, scale: T, tolerance: T) -> bool {
    let margin = tolerance.neg_mul_add(scale, m_hat).value();
    !margin.is_finite() || margin <= 0.0
}

/// A vanishing pivot.
pub(crate) struct Vanished<'a, T> {
    /// The link.
    pub(crate) link: usize,
    /// Its coordinates.
    pub(crate) q: &'a [T],
    /// m̂.
    pub(crate) m_hat: T,
    /// What it was judged against.
    pub(crate) scale: T,
    /// Size of the masses, angular and linear.
    pub(crate) size: [T; 2],
}

#[cold]
pub(crate) fn singular<T: Real>(model: &Model<T>, at: Vanished<'_, T>) -> DynamicsError {
    if !(at.m_hat.value().is_finite() && at.scale.value().is_finite()) {
        return DynamicsError::NotFinite {
            what: "pivot m̂",
            index: model.links()[at.link].v,
            joint: model.joint_names()[at.link].clone(),
            value: at.m_hat.value(),
        };
    }
    DynamicsError::Singular {
        joint: model.joint_names()[at.link].clone(),
        link: model.link_names()[at.link].clone(),
        pivot: at.m_hat.value(),
        scale: at.scale.value(),
        cause: cause(&model.links()[at.link].joint, &at),
    }
}

fn cause<T: Real>(joint: &Joint<T>, at: &Vanished<'_, T>) -> SingularCause {
    if at.size.iter().all(|size| size.value() == 0.0) {
        return SingularCause::NoMass;
    }
    match joint.gimbal_lock() {
        // a pivot near gimbal lock is proportional to the square of this sine
        Some(lock) if (at.q[lock.coordinate].value() - lock.angle).sin().abs() < 1e-2 => {
            SingularCause::GimbalLock { sequence: lock.sequence.to_owned(), angle: at.q[lock.coordinate].value() }
        }
        _ => SingularCause::NoInertia,
    }
}
