use serde::{Deserialize, Serialize};

use super::checkpoint::{Checkpoint, Counters};
use super::event::Occurrence;
use super::limits::Limits;
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
    /// Because the sink requested it.
    Interrupted,
}

/// The end of a run, computed by [`Simulation::run`](crate::Simulation::run).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How it ended.
    pub status: Status,
    /// Time at which this call started, s.
    pub from: f64,
    /// Wall-clock time of this call, s.
    pub wall_seconds: f64,
    /// How loops were kept closed, as set; `None` for trees. [`Summary::choices`] says what [`LoopClosure::Auto`] chose.
    #[serde(default)]
    pub closure: Option<LoopClosure>,
    /// What happened at joint limits, as set.
    #[serde(default)]
    pub limits: Limits,
    /// Speeds at the end; with loops, the state of the run contains independent speeds only.
    pub(crate) v: Vec<f64>,
    /// The state at the end, from which the run can be resumed.
    pub checkpoint: Checkpoint,
}

impl Summary {
    /// Time at the end, s.
    pub fn t(&self) -> f64 {
        self.checkpoint.t
    }

    /// Coordinates at the end, nq: rad, m, unit quaternions.
    pub fn q(&self) -> &[f64] {
        &self.checkpoint.q
    }

    /// Speeds at the end, nv: rad/s, m/s.
    pub fn v(&self) -> &[f64] {
        &self.v
    }

    /// Numbers of steps, evaluations and events.
    pub fn counters(&self) -> Counters {
        self.checkpoint.counters
    }

    /// The events, joint limits and impacts included, in the order of steps.
    pub fn events(&self) -> &[Occurrence] {
        &self.checkpoint.events
    }

    /// Data for the audit.
    pub fn observations(&self) -> &Observations {
        &self.checkpoint.observations
    }

    /// What settings `auto` have chosen and why, one line each.
    pub fn choices(&self) -> Vec<String> {
        // without a step there was nothing to choose
        let integrator = self.checkpoint.automatic.as_ref().filter(|_| self.checkpoint.counters.steps > 0);
        let integrator = integrator.map(|chosen| format!("integrator auto: {}", chosen.explain(self.t())));
        let closure =
            (self.closure == Some(LoopClosure::Auto)).then(|| format!("closure auto: {}", self.checkpoint.closures));
        integrator.into_iter().chain(closure).collect()
    }

    /// Tolerance of unexplained energy relative to the energy exchanged; `None` for integrators with fixed steps, which do not
    /// estimate errors.
    pub(crate) fn ledger_tolerance(&self) -> Option<f64> {
        // a loose tolerance must not excuse a large error of the energy
        self.checkpoint.integrator.adapts().then_some((self.steps_that_add() * self.checkpoint.tolerance).min(1e-3))
    }

    /// Energy error that the absolute tolerance of coordinates and speeds can cause, J.
    pub(crate) fn absolute_ledger_tolerance(&self) -> f64 {
        if !self.checkpoint.integrator.adapts() {
            return 0.0;
        }
        let seen = &self.checkpoint.observations;
        let momentum = (2.0 * seen.exchanged * seen.inertia).sqrt();
        // bounded, so that a loose tolerance excuses nothing
        self.steps_that_add() * self.checkpoint.absolute_tolerance.min(1e-8) * (momentum + seen.forces)
    }

    /// The tolerance applies to each step; errors partly accumulate, and the motion amplifies them.
    fn steps_that_add(&self) -> f64 {
        (0.1 * self.checkpoint.counters.steps as f64).max(100.0)
    }

    /// Simulated time over wall-clock time.
    pub fn real_time_factor(&self) -> f64 {
        (self.t() - self.from) / self.wall_seconds.max(f64::MIN_POSITIVE)
    }
}
