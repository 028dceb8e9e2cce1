use super::checkpoint::Checkpoint;
use super::event::Occurrence;
use super::sample::Sample;

/// Whether to go on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// End the run cleanly at the end of the step in work.
    Stop,
}

/// How far a run is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Time reached, s.
    pub t: f64,
    /// End of the run, s.
    pub end: f64,
    /// Seconds of the clock since the call.
    pub wall_seconds: f64,
    /// Steps taken.
    pub steps: u64,
    /// Steps rejected by the error control.
    pub rejected: u64,
    /// Unexplained change of energy so far, relative to the energy exchanged.
    pub energy_drift: f64,
}

/// Receives what a run produces while it is running. A sink that cannot go on (a full disk) keeps its error and asks to stop.
pub trait Sink {
    /// A sample, in the order of time.
    fn sample(&mut self, sample: &Sample) -> Flow;

    /// An event, in the order of time within a step.
    fn event(&mut self, _occurrence: &Occurrence) {}

    /// Called at the start, about ten times per second of the clock, and at the end.
    fn progress(&mut self, _progress: &Progress) -> Flow {
        Flow::Continue
    }

    /// Simulated seconds between checkpoints; none if `None`.
    fn checkpoint_interval(&self) -> Option<f64> {
        None
    }

    /// A checkpoint, from which [`super::Simulation::resume`] continues bit by bit.
    fn checkpoint(&mut self, _checkpoint: &Checkpoint) {}
}

/// Keeps all samples in memory.
impl Sink for Vec<Sample> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.push(sample.clone());
        Flow::Continue
    }
}
