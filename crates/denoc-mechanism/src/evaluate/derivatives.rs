//! Derivatives of inverse and forward dynamics: of trees, also with couplings.
//!
//! With couplings, all coordinates and speeds of the tree count as independent, as for mechanisms with loops
//! ([`LoopDerivatives`]): the derivative along a motion that satisfies a coupling is that by the leader plus the ratio times that by the
//! follower. Accelerations satisfy the couplings, so a row of a follower is the ratio times that of its leader.

use denoc_dynamics::loops::{Driven, LoopDerivatives};
use denoc_dynamics::{CouplingForces, Loads, State};

use super::{Acting, Evaluator};
use crate::MechanismError;

impl Evaluator {
    /// The derivatives of inverse dynamics at accelerations `a`: `dq` = ∂τ/∂q along the directions of
    /// [`Model::integrate`](denoc_model::Model::integrate), `dv` = ∂τ/∂v and `da` = ∂τ/∂a, nv×nv by rows. For trees, also with
    /// couplings; models with loops are refused.
    pub fn inverse_derivatives(
        &mut self,
        state: State<'_>,
        a: &[f64],
        [dq, dv, da]: [&mut [f64]; 3],
    ) -> Result<(), MechanismError> {
        if self.model.is_coupled_tree() {
            self.make_inverse()?;
        }
        let Self { model, ws, inverse, .. } = self;
        let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
        if let Some(inverse) = inverse.as_mut().filter(|_| model.is_coupled_tree()) {
            inverse.check_motion(&mut stage, a)?;
            return Ok(CouplingForces::new(model).inverse_derivatives(&mut stage, a, Loads::NONE, [dq, dv, da])?);
        }
        stage.inverse_derivatives(a, Loads::NONE, dq, dv)?;
        Ok(stage.gim(da)?)
    }

    /// The derivatives of forward dynamics at joint forces `tau`: `dq` = ∂a/∂q, `dv` = ∂a/∂v and `dtau` = ∂a/∂τ, laid out as those of
    /// [`Evaluator::inverse_derivatives`]. The same models are refused.
    pub fn forward_derivatives(
        &mut self,
        state: State<'_>,
        tau: &[f64],
        [dq, dv, dtau]: [&mut [f64]; 3],
    ) -> Result<(), MechanismError> {
        let mut a = vec![0.0; self.model.nv()];
        if !self.model.is_coupled_tree() {
            let Self { model, ws, .. } = self;
            let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
            return Ok(stage.forward_derivatives(tau, Loads::NONE, &mut a, dq, dv, dtau)?);
        }
        self.check_closed(state)?;
        self.forward_dynamics(state, tau, Acting::default(), &mut a)?;
        let Self { model, ws, derivatives, .. } = self;
        let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
        let derivatives = derivatives.get_or_insert_with(|| Box::new(LoopDerivatives::new(model)));
        let driven = Driven { tau, loads: Loads::NONE, a: &a };
        let found = derivatives.forward(&mut stage, driven, [dq, dv, dtau])?;
        derivatives.refusal(model).filter(|_| !found).map_or(Ok(()), |refusal| Err(refusal.into()))
    }
}
