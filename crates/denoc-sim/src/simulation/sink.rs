use super::checkpoint::Checkpoint;
use super::event::Occurrence;
use super::sample::Sample;
use crate::Integrator;

/// Whether a run continues.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continue.
    Continue,
    /// End the run cleanly: after the current step or, if that has many samples, at once. Samples from
    /// [`Checkpoint::next_sample`] on are then given again when the run is resumed.
    Stop,
}

/// Progress of a run.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Time reached, s.
    pub t: f64,
    /// End of the run, s.
    pub end: f64,
    /// Wall-clock time since the call, s.
    pub wall_seconds: f64,
    /// Steps taken.
    pub steps: u64,
    /// Steps rejected by the error control, or repeated where dry friction or the closure of loops changed.
    pub rejected: u64,
    /// Unexplained change of energy so far, relative to the energy exchanged.
    pub energy_drift: f64,
    /// The integrator at work.
    pub method: Integrator,
}

/// Receives the output of a run while it is running. A sink that fails (a full disk) stores its error and returns [`Flow::Stop`].
pub trait Sink {
    /// Receives a sample, in the order of time.
    fn sample(&mut self, sample: &Sample) -> Flow;

    /// Receives an event, in the order of time within a step.
    fn event(&mut self, _occurrence: &Occurrence) {}

    /// Called at the start, about ten times per second, and at the end.
    fn progress(&mut self, _progress: &Progress) -> Flow {
        Flow::Continue
    }

    /// Simulated time between checkpoints, s; `None` for no checkpoints.
    fn checkpoint_interval(&self) -> Option<f64> {
        None
    }

    /// Receives a checkpoint, from which [`super::Simulation::resume`] continues bit by bit.
    fn checkpoint(&mut self, _checkpoint: &Checkpoint) {}
}

/// Collects all samples in memory.
impl Sink for Vec<Sample> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.push(sample.clone());
        Flow::Continue
    }
}
