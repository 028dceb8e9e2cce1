use denoc_model::Model;

use super::gains::{Gains, spread};
use super::ingredients::gain;
use super::{ControlLaw, ControllerInfo, Errors, Ingredients, Moment, Reference, Setting, TrackingController};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "pid",
    summary: "as pd, and proportional to the integral of the error",
    settings: &[Setting::Kp, Setting::Ki, Setting::Kd, Setting::Hold],
    follows: |_| true,
    make: |Ingredients { model, reference, kp, ki, kd, .. }| {
        let (kp, ki, kd) = (gain(kp, Setting::Kp)?, gain(ki, Setting::Ki)?, gain(kd, Setting::Kd)?);
        Ok(Box::new(Pid::new(model, reference, &kp, &ki, &kd)?))
    },
};

/// Proportional-integral-derivative control: τ = K_p e + K_i ∫ e dt + K_d (v_ref − v). The integrals are states of the
/// differential equations.
///
/// ```
/// use denoc_sim::controllers::{Controller, Pid, Reference};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("planar_3r")?.build()?;
/// let pid = Pid::new(&arm, Reference::Hold(vec![0.0; 3]), &[500.0], &[200.0], &[50.0])?;
/// assert_eq!((pid.keyword(), pid.states()), ("pid", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Pid<'m> = TrackingController<'m, PidLaw>;

/// The control law of [`Pid`].
#[derive(Debug)]
pub struct PidLaw {
    gains: Gains,
    ki: Vec<f64>,
}

impl<'m> Pid<'m> {
    /// Gains: one per degree of freedom, or a single one for all.
    pub fn new(model: &Model, reference: Reference<'m>, kp: &[f64], ki: &[f64], kd: &[f64]) -> Result<Self, SimError> {
        let gains = Gains::new(kp, kd, model.nv())?;
        let ki = spread("the integral gain", ki, model.nv())?;
        TrackingController::along(model, reference, PidLaw { gains, ki })
    }
}

impl ControlLaw for PidLaw {
    const INFO: ControllerInfo = INFO;

    fn states(&self) -> usize {
        self.ki.len()
    }

    fn torques(
        &mut self,
        now: Moment<'_>,
        errors: Errors<'_>,
        _: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError> {
        self.gains.add(errors, now.v, tau);
        for (k, tau) in tau.iter_mut().enumerate() {
            *tau += self.ki[k] * now.states[k];
        }
        state_rates.copy_from_slice(errors.position);
        Ok(())
    }
}
