use denoc_model::Model;

use super::gains::Gains;
use super::{ControlLaw, ControllerInfo, Errors, Ingredients, Moment, Reference, Setting, TrackingController};
use crate::SimError;
use crate::simulation::Plant;

/// Default gains: critically damped, with a time constant of 0.1 s.
const USUAL: [f64; 2] = [100.0, 20.0];

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "computed-torque",
    summary: "inverse dynamics of the reference accelerations, corrected by errors of coordinates and speeds",
    settings: &[Setting::Kp, Setting::Kd, Setting::Hold],
    follows: |_| true,
    make: |Ingredients { model, reference, kp, kd, .. }| {
        let [kp, kd] = [(kp, USUAL[0]), (kd, USUAL[1])].map(|(gains, usual)| gains.unwrap_or(vec![usual]));
        Ok(Box::new(ComputedTorque::new(model, reference, &kp, &kd)?))
    },
};

/// Computed-torque control: τ = I (a_ref + K_p e + K_d (v_ref − v)) + C v + g − (springs and friction), by inverse dynamics: with an exact model the
/// errors obey ë + K_d ė + K_p e = 0. Gains are therefore in 1/s² and 1/s. Joints without a motor, such as a floating base, are not tracked:
/// their accelerations follow from zero force, and the errors of all other joints obey the same equation.
///
/// ```
/// use denoc_sim::controllers::{ComputedTorque, Controller, Reference};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("planar_3r")?.build()?;
/// let controller = ComputedTorque::new(&arm, Reference::Hold(arm.neutral()), &[100.0], &[20.0])?;
/// assert_eq!(controller.keyword(), "computed-torque");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type ComputedTorque<'m> = TrackingController<'m, ComputedTorqueLaw>;

/// The control law of [`ComputedTorque`].
#[derive(Debug)]
pub struct ComputedTorqueLaw {
    gains: Gains,
    a: Vec<f64>,
}

impl<'m> ComputedTorque<'m> {
    /// Gains: one per degree of freedom, or a single one for all.
    pub fn new(model: &Model, reference: Reference<'m>, kp: &[f64], kd: &[f64]) -> Result<Self, SimError> {
        let gains = Gains::new(kp, kd, model.nv())?;
        TrackingController::along(model, reference, ComputedTorqueLaw { gains, a: vec![0.0; model.nv()] })
    }
}

impl ControlLaw for ComputedTorqueLaw {
    const INFO: ControllerInfo = INFO;

    fn torques(
        &mut self,
        now: Moment<'_>,
        errors: Errors<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), SimError> {
        self.a.copy_from_slice(errors.a);
        self.gains.add(errors, now.v, &mut self.a);
        plant.inverse_dynamics(now.q, now.v, &self.a, tau)?;
        plant.add_joint_forces_along(now.q, now.v, &self.a, -1.0, tau);
        plant.release_undriven(now.q, tau)
    }
}
