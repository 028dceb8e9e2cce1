use super::gains::spread;
use super::ingredients::gain;
use super::{Controller, ControllerInfo, Ingredients, Moment, Setting};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "damping",
    summary: "forces against the speeds",
    settings: &[Setting::Kd],
    follows: |_| false,
    make: |Ingredients { model, kd, .. }| {
        let kd = spread("the derivative gain", &gain(kd, Setting::Kd)?, model.nv())?;
        Ok(Box::new(Damping { kd }))
    },
};

/// τ = −K_d v.
#[derive(Clone, Debug)]
struct Damping {
    kd: Vec<f64>,
}

impl Controller for Damping {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        for ((tau, kd), v) in tau.iter_mut().zip(&self.kd).zip(now.v) {
            *tau = -kd * v;
        }
        Ok(())
    }
}
