use denoc_model::Model;

use crate::SimError;
use crate::motion::Motion;
use crate::simulation::Plant;

/// Where a controller leads the mechanism.
#[derive(Debug)]
pub enum Reference<'m> {
    /// To coordinates, and holds them.
    Hold(Vec<f64>),
    /// Along a motion; it rests at the end of the motion afterwards.
    Motion(Box<dyn Motion + 'm>),
}

impl Reference<'_> {
    pub(super) fn breakpoints(&self) -> Vec<f64> {
        match self {
            Self::Hold(_) => Vec::new(),
            Self::Motion(motion) => motion.breakpoints(),
        }
    }

    pub(super) fn coordinates(&self, t: f64, buffers: &mut Wanted, q: &mut [f64]) -> Result<bool, SimError> {
        buffers.sample(self, t)?;
        q.copy_from_slice(&buffers.q);
        Ok(true)
    }
}

/// The wanted state at a time, and the difference to the present one.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    pub(super) error: Vec<f64>,
}

impl Wanted {
    pub(super) fn new(model: &Model) -> Self {
        let zeros = || vec![0.0; model.nv()];
        Self { q: model.neutral(), v: zeros(), a: zeros(), error: zeros() }
    }

    pub(super) fn check(reference: &Reference<'_>, model: &Model) -> Result<(), SimError> {
        let mut wanted = Self::new(model);
        match reference {
            Reference::Hold(q) => model.check_coordinates(q)?,
            Reference::Motion(_) => {
                wanted.sample(reference, 0.0)?;
                model.check_coordinates(&wanted.q)?;
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

    /// The wanted state and how far it is from `q`.
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
