use denoc_model::Model;

use super::gains::Gains;
use super::ingredients::gain;
use super::{ControlLaw, ControllerInfo, Errors, Ingredients, Moment, Reference, Setting, TrackingController};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "pd",
    summary: "forces proportional to the errors of coordinates and speeds",
    settings: &[Setting::Kp, Setting::Kd, Setting::Hold],
    follows: |_| true,
    make: |Ingredients { model, reference, kp, kd, .. }| {
        Ok(Box::new(Pd::new(model, reference, &gain(kp, Setting::Kp)?, &gain(kd, Setting::Kd)?)?))
    },
};

/// Proportional-derivative control: τ = K_p e + K_d (v_ref − v).
///
/// ```
/// use denoc_sim::Simulation;
/// use denoc_sim::controllers::{Pd, Reference};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("one_r")?.build()?;
/// let hold = Pd::new(&arm, Reference::Hold(vec![0.3]), &[500.0], &[50.0])?; // N m/rad, N m s/rad
/// let (samples, _) = Simulation::new(&arm).controller(Box::new(hold)).duration(2.0).run_collect()?;
/// assert!((samples.last().unwrap().q[0] - 0.3).abs() < 0.1); // gravity leaves an error
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Pd<'m> = TrackingController<'m, PdLaw>;

/// The control law of [`Pd`].
#[derive(Debug)]
pub struct PdLaw {
    pub(super) gains: Gains,
}

impl<'m> Pd<'m> {
    /// Gains: one per degree of freedom, or a single one for all.
    pub fn new(model: &Model, reference: Reference<'m>, kp: &[f64], kd: &[f64]) -> Result<Self, SimError> {
        TrackingController::along(model, reference, PdLaw { gains: Gains::new(kp, kd, model.nv())? })
    }
}

impl ControlLaw for PdLaw {
    const INFO: ControllerInfo = INFO;

    fn torques(
        &mut self,
        now: Moment<'_>,
        errors: Errors<'_>,
        _: &mut Plant<'_>,
        tau: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), SimError> {
        self.gains.add(errors, now.v, tau);
        Ok(())
    }
}
