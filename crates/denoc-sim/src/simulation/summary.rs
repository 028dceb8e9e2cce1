use serde::{Deserialize, Serialize};

use super::checkpoint::{Checkpoint, Counters};
use super::event::Occurrence;
use super::loops::LoopClosure;
use super::observations::Observations;

/// How a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// At its end time.
    Finished,
    /// At an event or a joint limit that stops.
    Event,
    /// Because the sink asked for it.
    Interrupted,
}

/// What a run was, at its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How it ended.
    pub status: Status,
    /// Time at which this call started, s.
    pub from: f64,
    /// Seconds of the clock.
    pub wall_seconds: f64,
    /// How loops were kept closed; of mechanisms with loops.
    #[serde(default)]
    pub closure: Option<LoopClosure>,
    /// Speeds at the end: of mechanisms with loops the state of the run has independent ones only.
    pub(crate) v: Vec<f64>,
    /// The state at the end, from which the run can be continued.
    pub checkpoint: Checkpoint,
}

impl Summary {
    /// Time at the end, s.
    pub fn t(&self) -> f64 {
        self.checkpoint.t
    }

    /// Coordinates at the end.
    pub fn q(&self) -> &[f64] {
        &self.checkpoint.q
    }

    /// Speeds at the end.
    pub fn v(&self) -> &[f64] {
        &self.v
    }

    /// What was counted.
    pub fn counters(&self) -> Counters {
        self.checkpoint.counters
    }

    /// The events, joint limits included, in the order of steps.
    pub fn events(&self) -> &[Occurrence] {
        &self.checkpoint.events
    }

    /// What was observed.
    pub fn observations(&self) -> &Observations {
        &self.checkpoint.observations
    }

    /// Unexplained energy that is no cause for worry, relative to the energy exchanged; `None` for methods with fixed steps,
    /// which do not know.
    pub(crate) fn ledger_tolerance(&self) -> Option<f64> {
        // with a loose tolerance a large part of the energy may be wrong: that is no pass
        self.checkpoint.integrator.adapts().then_some((self.steps_that_add() * self.checkpoint.tolerance).min(1e-3))
    }

    /// What errors of the size of the absolute tolerance in speeds and coordinates may add, J.
    pub(crate) fn absolute_ledger_tolerance(&self) -> f64 {
        if !self.checkpoint.integrator.adapts() {
            return 0.0;
        }
        let seen = &self.checkpoint.observations;
        let momentum = (2.0 * seen.exchanged * seen.inertia).sqrt();
        // a loose tolerance excuses nothing
        self.steps_that_add() * self.checkpoint.absolute_tolerance.min(1e-8) * (momentum + seen.forces)
    }

    /// The tolerance holds for each step; errors add up (in part) and motion spreads them.
    fn steps_that_add(&self) -> f64 {
        (0.1 * self.checkpoint.counters.steps as f64).max(100.0)
    }

    /// Simulated seconds per second of the clock.
    pub fn real_time_factor(&self) -> f64 {
        (self.t() - self.from) / self.wall_seconds.max(f64::MIN_POSITIVE)
    }
}
