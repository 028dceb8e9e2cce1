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

/// No forces: the mechanism falls, swings or rests by itself.
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
