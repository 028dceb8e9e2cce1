use denoc_model::Model;

use super::gains::Gains;
use super::reference::Wanted;
use super::{Controller, ControllerInfo, Moment, Reference};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo =
    ControllerInfo { keyword: "pd", summary: "forces proportional to the errors of coordinates and speeds" };

/// τ = K_p e + K_d (v_ref − v).
#[derive(Debug)]
pub struct Pd<'m> {
    reference: Reference<'m>,
    gains: Gains,
    wanted: Wanted,
}

impl<'m> Pd<'m> {
    /// Gains are one for every degree of freedom, or a single one for all.
    pub fn new(model: &Model, reference: Reference<'m>, kp: &[f64], kd: &[f64]) -> Result<Self, SimError> {
        Wanted::check(&reference, model)?;
        Ok(Self { reference, gains: Gains::new(kp, kd, model.nv())?, wanted: Wanted::new(model) })
    }
}

impl Controller for Pd<'_> {
    fn keyword(&self) -> &'static str {
        INFO.keyword
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
        _: &mut [f64],
    ) -> Result<(), SimError> {
        self.wanted.compare(&self.reference, now.t, now.q, plant)?;
        self.gains.add(&self.wanted.error, &self.wanted.v, now.v, tau);
        Ok(())
    }

    fn reference(&mut self, t: f64, q: &mut [f64]) -> Result<bool, SimError> {
        self.reference.coordinates(t, &mut self.wanted, q)
    }
}
