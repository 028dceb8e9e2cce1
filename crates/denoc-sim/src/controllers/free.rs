use super::{Controller, ControllerInfo, Moment};
use crate::SimError;
use crate::simulation::Plant;

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "free",
    summary: "no forces",
    settings: &[],
    follows: |_| false,
    make: |_| Ok(Box::new(NoForces)),
};

/// No actuator forces: the mechanism moves under gravity, springs and loads alone.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoForces;

impl Controller for NoForces {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn torques(&mut self, _: Moment<'_>, _: &mut Plant<'_>, _: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        Ok(())
    }
}
