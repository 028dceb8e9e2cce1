use super::gains::Gains;
use super::ingredients::gain;
use super::{ControlLaw, ControllerInfo, Errors, Ingredients, Moment, Pd, Setting, TrackingController};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "gravity",
    summary: "forces that hold the links against gravity, with or without pd",
    settings: &[Setting::Kp, Setting::Kd, Setting::Hold],
    follows: |given| given.contains(&Setting::Kp) || given.contains(&Setting::Kd),
    make: |Ingredients { model, reference, kp, kd, .. }| {
        if kp.is_none() && kd.is_none() {
            return Ok(Box::new(GravityCompensation::new()));
        }
        let pd = Pd::new(model, reference, &gain(kp, Setting::Kp)?, &gain(kd, Setting::Kd)?)?;
        Ok(Box::new(GravityCompensation::with_pd(pd)))
    },
};

/// Gravity compensation: τ = g(q), the forces that balance gravity, plus those of a [`Pd`] if there is one. Where joints have no motor, such
/// as a floating base, which falls: the forces with which the other joints do not accelerate from rest.
///
/// ```
/// use denoc_sim::Simulation;
/// use denoc_sim::controllers::GravityCompensation;
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("planar_3r")?.build()?;
/// let mut run = Simulation::new(&arm).controller(Box::new(GravityCompensation::new())).duration(0.5);
/// let (samples, _) = run.run_collect()?;
/// assert!(samples.last().unwrap().v.iter().all(|v| v.abs() < 1e-9)); // it stays where it is
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type GravityCompensation<'m> = TrackingController<'m, GravityLaw>;

/// The control law of [`GravityCompensation`].
#[derive(Debug, Default)]
pub struct GravityLaw {
    gains: Option<Gains>,
    gravity: Vec<f64>,
}

impl<'m> GravityCompensation<'m> {
    /// Gravity compensation alone: the mechanism floats.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gravity compensation with PD control.
    pub fn with_pd(pd: Pd<'m>) -> Self {
        TrackingController { follow: pd.follow, law: GravityLaw { gains: Some(pd.law.gains), gravity: Vec::new() } }
    }
}

impl Default for GravityCompensation<'_> {
    fn default() -> Self {
        TrackingController { follow: None, law: GravityLaw::default() }
    }
}

impl ControlLaw for GravityLaw {
    const INFO: ControllerInfo = INFO;

    fn torques(
        &mut self,
        now: Moment<'_>,
        errors: Errors<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), SimError> {
        if let Some(gains) = &self.gains {
            gains.add(errors, now.v, tau);
        }
        self.gravity.resize(tau.len(), 0.0);
        plant.gravity_forces(now.q, &mut self.gravity)?;
        plant.release_undriven(now.q, &mut self.gravity)?;
        tau.iter_mut().zip(&self.gravity).for_each(|(tau, g)| *tau += g);
        Ok(())
    }
}
