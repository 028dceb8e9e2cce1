use denoc_model::Model;

use crate::SimError;
use crate::motion::Motion;
use crate::simulation::Plant;

/// The reference of a controller.
///
/// ```
/// use denoc_sim::controllers::Reference;
/// use denoc_sim::motion::{PointToPoint, TimeLaw};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("planar_3r")?.build()?;
/// let motion = PointToPoint::new(&arm, &[0.0; 3], &[1.0, 0.5, -0.5], 2.0, TimeLaw::Quintic)?;
/// let reference = Reference::Motion(Box::new(motion));
/// # let _ = reference;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Reference<'m> {
    /// Constant coordinates, nq.
    Hold(Vec<f64>),
    /// A trajectory; its end is held afterwards.
    Motion(Box<dyn Motion + 'm>),
}

impl Reference<'_> {
    pub(super) fn breakpoints(&self) -> Vec<f64> {
        match self {
            Self::Hold(_) => Vec::new(),
            Self::Motion(motion) => motion.breakpoints(),
        }
    }

    pub(super) fn coordinates(&self, t: f64, buffers: &mut ReferenceState, q: &mut [f64]) -> Result<bool, SimError> {
        buffers.sample(self, t)?;
        q.copy_from_slice(&buffers.q);
        Ok(true)
    }
}

/// The reference at a time, and its difference from the present coordinates.
#[derive(Clone, Debug)]
pub(super) struct ReferenceState {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    pub(super) error: Vec<f64>,
}

impl ReferenceState {
    pub(super) fn new(model: &Model) -> Self {
        let zeros = || vec![0.0; model.nv()];
        Self { q: model.neutral(), v: zeros(), a: zeros(), error: zeros() }
    }

    pub(super) fn check(reference: &Reference<'_>, model: &Model) -> Result<(), SimError> {
        let mut state = Self::new(model);
        match reference {
            Reference::Hold(q) => model.check_coordinates(q)?,
            Reference::Motion(_) => {
                state.sample(reference, 0.0)?;
                model.check_coordinates(&state.q)?;
            }
        }
        Ok(())
    }

    pub(super) fn sample(&mut self, reference: &Reference<'_>, t: f64) -> Result<(), SimError> {
        match reference {
            Reference::Hold(q) => self.q.copy_from_slice(q),
            Reference::Motion(motion) => {
                motion.sample(t.min(motion.duration()), &mut self.q, &mut self.v, &mut self.a)?;
                if t >= motion.duration() {
                    self.v.fill(0.0);
                    self.a.fill(0.0);
                }
            }
        }
        Ok(())
    }

    /// Samples the reference and its difference from `q`.
    pub(super) fn compare(
        &mut self,
        reference: &Reference<'_>,
        t: f64,
        q: &[f64],
        plant: &Plant<'_>,
    ) -> Result<(), SimError> {
        self.sample(reference, t)?;
        plant.difference(q, &self.q, &mut self.error)
    }
}
