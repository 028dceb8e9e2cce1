use denoc_model::Model;

use super::ingredients::needed;
use super::{Controller, ControllerInfo, Ingredients, Moment, Setting};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "constant",
    summary: "the same forces all the time",
    settings: &[Setting::Tau],
    follows: |_| false,
    make: |Ingredients { tau, .. }| Ok(Box::new(ConstantForces::new(needed(tau, Setting::Tau, "give the forces")?))),
};

/// Constant forces.
///
/// ```
/// use denoc_sim::Simulation;
/// use denoc_sim::controllers::ConstantForces;
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("one_r")?.build()?;
/// let push = ConstantForces::new(vec![2.0]); // N m
/// let (samples, _) = Simulation::new(&arm).controller(Box::new(push)).duration(0.1).run_collect()?;
/// assert_eq!(samples[5].tau, [2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConstantForces {
    tau: Vec<f64>,
}

impl ConstantForces {
    /// One force per speed, nv: N m, N.
    pub fn new(tau: Vec<f64>) -> Self {
        Self { tau }
    }
}

impl Controller for ConstantForces {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn explicit(&self) -> bool {
        true
    }

    fn check(&self, model: &Model) -> Result<(), SimError> {
        model.check_speeds("tau", &self.tau)?;
        super::check_motors(model, &self.tau)
    }

    fn torques(&mut self, _: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau.copy_from_slice(&self.tau);
        Ok(())
    }
}
