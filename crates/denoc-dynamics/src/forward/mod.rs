//! Forward dynamics: accelerations for given joint forces, O(n).
//!
//! First the bias h by inverse dynamics with zero accelerations, then I q̈ = φ = τ − h by the decomposition UDUᵀ
//! [SahaIR (9.38)-(9.41)]. Singular models are refused with an error that names the joint.

#[cfg(test)]
mod tests;

use denoc_math::Real;
use denoc_model::Model;

use crate::workspace::Workspace;
use crate::{DynamicsError, Loads, State, inverse, udut};

/// Accelerations for forces `tau`; twists are computed already.
#[inline(never)]
pub(crate) fn forward<T: Real>(
    model: &Model<T>,
    ws: &mut Workspace<T>,
    state: State<'_, T>,
    tau: &[T],
    loads: Loads<'_, T>,
    a: &mut [T],
) -> Result<(), DynamicsError> {
    udut::factor(model, &ws.kinematics, state.q, &mut ws.udut)?;
    inverse::rates(model, &ws.kinematics, state, None, -model.gravity(), &mut ws.inverse.rates);
    inverse::gather(model, &ws.kinematics, true, loads, &mut ws.inverse);
    inverse::project(model, &ws.kinematics.columns, &ws.inverse, None, a);
    for (a, &tau) in a.iter_mut().zip(tau) {
        *a = tau - *a; // φ = τ − h
    }
    udut::solve(model, &ws.kinematics, &mut ws.udut, a);
    Ok(())
}
