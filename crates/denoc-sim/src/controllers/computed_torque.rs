use denoc_model::Model;

use super::gains::Gains;
use super::reference::Wanted;
use super::{Controller, ControllerInfo, Moment, Reference};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "computed-torque",
    summary: "inverse dynamics of the wanted accelerations, corrected by errors of coordinates and speeds",
};

/// τ = I (a_ref + K_p e + K_d (v_ref − v)) + C v + g − (springs and friction), by inverse dynamics: with an exact model the
/// errors obey ë + K_d ė + K_p e = 0. Gains are therefore in 1/s² and 1/s.
#[derive(Debug)]
pub struct ComputedTorque<'m> {
    reference: Reference<'m>,
    gains: Gains,
    wanted: Wanted,
    a: Vec<f64>,
}

impl<'m> ComputedTorque<'m> {
    /// Gains are one for every degree of freedom, or a single one for all.
    pub fn new(model: &Model, reference: Reference<'m>, kp: &[f64], kd: &[f64]) -> Result<Self, SimError> {
        Wanted::check(&reference, model)?;
        let gains = Gains::new(kp, kd, model.nv())?;
        Ok(Self { reference, gains, wanted: Wanted::new(model), a: vec![0.0; model.nv()] })
    }
}

impl Controller for ComputedTorque<'_> {
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
        self.a.copy_from_slice(&self.wanted.a);
        self.gains.add(&self.wanted.error, &self.wanted.v, now.v, &mut self.a);
        plant.inverse_dynamics(now.q, now.v, &self.a, tau)?;
        plant.add_joint_forces(now.q, now.v, -1.0, tau);
        Ok(())
    }

    fn reference(&mut self, t: f64, q: &mut [f64]) -> Result<bool, SimError> {
        self.reference.coordinates(t, &mut self.wanted, q)
    }
}
