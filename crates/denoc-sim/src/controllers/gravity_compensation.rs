use denoc_model::Model;

use super::{Controller, ControllerInfo, Moment, Pd};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo =
    ControllerInfo { keyword: "gravity", summary: "forces that hold the links against gravity, with or without pd" };

/// τ = g(q), the forces that hold the links against gravity, and those of a [`Pd`] if there is one.
#[derive(Debug, Default)]
pub struct GravityCompensation<'m> {
    pd: Option<Pd<'m>>,
    gravity: Vec<f64>,
}

impl<'m> GravityCompensation<'m> {
    /// Gravity alone: the mechanism floats.
    pub fn new() -> Self {
        Self::default()
    }

    /// Together with forces towards a reference.
    pub fn with_pd(pd: Pd<'m>) -> Self {
        Self { pd: Some(pd), gravity: Vec::new() }
    }
}

impl Controller for GravityCompensation<'_> {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn check(&self, model: &Model) -> Result<(), SimError> {
        self.pd.as_ref().map_or(Ok(()), |pd| pd.check(model))
    }

    fn breakpoints(&self) -> Vec<f64> {
        self.pd.as_ref().map_or(Vec::new(), Pd::breakpoints)
    }

    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError> {
        if let Some(pd) = &mut self.pd {
            pd.torques(now, plant, tau, state_rates)?;
        }
        self.gravity.resize(tau.len(), 0.0);
        plant.gravity_forces(now.q, &mut self.gravity)?;
        tau.iter_mut().zip(&self.gravity).for_each(|(tau, g)| *tau += g);
        Ok(())
    }

    fn reference(&mut self, t: f64, q: &mut [f64]) -> Result<bool, SimError> {
        self.pd.as_mut().map_or(Ok(false), |pd| pd.reference(t, q))
    }
}
