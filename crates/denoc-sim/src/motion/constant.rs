//! A constant configuration.

use denoc_model::Model;

use super::{Motion, check};
use crate::SimError;

/// Rest in one configuration.
///
/// ```
/// use denoc_sim::motion::{ConstantMotion, Motion};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("planar_3r")?.build()?;
/// let motion = ConstantMotion::new(&arm, &[0.1, 0.2, 0.3], 2.0)?;
/// assert_eq!(motion.duration(), 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConstantMotion {
    q: Vec<f64>,
    nv: usize,
    duration: f64,
}

impl ConstantMotion {
    /// Rest at `q`.
    pub fn new(model: &Model, q: &[f64], duration: f64) -> Result<Self, SimError> {
        check::duration("constant", duration)?;
        model.check_coordinates(q)?;
        Ok(Self { q: q.to_vec(), nv: model.nv(), duration })
    }
}

impl Motion for ConstantMotion {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        check::instant("constant", t)?;
        check::lengths("constant", [(q.len(), self.q.len()), (v.len(), self.nv), (a.len(), self.nv)])?;
        q.copy_from_slice(&self.q);
        v.fill(0.0);
        a.fill(0.0);
        Ok(())
    }
}
