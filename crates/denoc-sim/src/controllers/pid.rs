use denoc_model::Model;

use super::gains::{Gains, spread};
use super::reference::Wanted;
use super::{Controller, ControllerInfo, Moment, Reference};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo =
    ControllerInfo { keyword: "pid", summary: "as pd, and proportional to the integral of the error" };

/// τ = K_p e + K_i ∫ e dt + K_d (v_ref − v). The integrals are states of the differential equations.
#[derive(Debug)]
pub struct Pid<'m> {
    reference: Reference<'m>,
    gains: Gains,
    ki: Vec<f64>,
    wanted: Wanted,
}

impl<'m> Pid<'m> {
    /// Gains are one for every degree of freedom, or a single one for all.
    pub fn new(model: &Model, reference: Reference<'m>, kp: &[f64], ki: &[f64], kd: &[f64]) -> Result<Self, SimError> {
        Wanted::check(&reference, model)?;
        let gains = Gains::new(kp, kd, model.nv())?;
        let ki = spread("the integral gain", ki, model.nv())?;
        Ok(Self { reference, gains, ki, wanted: Wanted::new(model) })
    }
}

impl Controller for Pid<'_> {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn states(&self) -> usize {
        self.ki.len()
    }

    fn check(&self, model: &Model) -> Result<(), SimError> {
        Ok(model.check_length("the reference", self.wanted.q.len(), model.nq())?)
    }

    fn breakpoints(&self) -> Vec<f64> {
        self.reference.breakpoints()
    }

    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError> {
        self.wanted.compare(&self.reference, now.t, now.q, plant)?;
        self.gains.add(&self.wanted.error, &self.wanted.v, now.v, tau);
        for (k, tau) in tau.iter_mut().enumerate() {
            *tau += self.ki[k] * now.states[k];
        }
        state_rates.copy_from_slice(&self.wanted.error);
        Ok(())
    }

    fn reference(&mut self, t: f64, q: &mut [f64]) -> Result<bool, SimError> {
        self.reference.coordinates(t, &mut self.wanted, q)
    }
}
