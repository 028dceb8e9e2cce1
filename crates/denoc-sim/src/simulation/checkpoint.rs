use denoc_base::number::six_beside;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use super::automatic::Automatic;
use super::event::Occurrence;
use super::friction::{FrictionMode, StopState};
use super::loops::ClosureUse;
use super::observations::Observations;
use crate::integrators::LinearisedAt;
use crate::{Integrator, SimError};

/// Counters of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counters {
    /// Number of accepted steps.
    pub steps: u64,
    /// Steps that were tried in vain: rejected by the error control, or repeated where dry friction, stops or the closure of loops changed.
    pub rejected: u64,
    /// Evaluations of the equations of motion, those for output included.
    pub evaluations: u64,
    /// Events, joint limits included.
    pub events: u64,
    /// Joint limits passed, those of speeds included.
    pub limits: u64,
    /// Limits of speeds passed.
    #[serde(default)]
    pub speed_limits: u64,
    /// Impacts of joints on the stops at their limits.
    #[serde(default)]
    pub impacts: u64,
    /// Speeds that dry friction has stopped.
    pub sticks: u64,
    /// Speeds that have left the rest in which dry friction held them.
    pub slips: u64,
}

impl Counters {
    /// Number of steps that were tried.
    pub(super) fn tried(&self) -> u64 {
        self.steps + self.rejected
    }
}

/// A motion through a singular configuration, until it is clear which branch it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The cluster of loops.
    pub cluster: usize,
    /// The direction of motion before: speeds of the cluster, scaled to length one.
    pub before: Vec<f64>,
    /// The distance since then, in strides.
    pub distance: f64,
    /// The distance since the singular configuration, in strides.
    pub beyond: f64,
}

/// Dry friction and stops between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrictionState {
    /// What each speed with dry friction or a stop does.
    pub modes: Vec<FrictionMode>,
    /// Where each coordinate with a stop is.
    pub stops: Vec<StopState>,
    /// The time at which this was decided, s.
    pub decided: f64,
    /// Where the step of an integrator with fixed steps would have ended that friction has cut short, s.
    pub grid_end: Option<f64>,
}

/// The complete state of a run between two steps. A run resumed from it continues bit by bit as if it had not been
/// interrupted; JSON keeps all its bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Name of the model.
    pub model: String,
    /// The integrator.
    pub integrator: Integrator,
    /// The relative tolerance.
    pub tolerance: f64,
    /// The absolute tolerance.
    pub absolute_tolerance: f64,
    /// Time, s.
    pub t: f64,
    /// Coordinates, nq.
    pub q: Vec<f64>,
    /// Speeds, controller states, works.
    pub state: Vec<f64>,
    /// Rates of the state.
    pub rates: Vec<f64>,
    /// The next step, s.
    pub step: f64,
    /// The error of the last step relative to the tolerance.
    pub error: f64,
    /// Index of the next sample.
    pub next_sample: u64,
    /// Counters.
    pub counters: Counters,
    /// The first events, at most [`Checkpoint::MOST_EVENTS`].
    pub events: Vec<Occurrence>,
    /// Data for the audit.
    pub observations: Observations,
    /// Directions of independent motion, for mechanisms with loops.
    #[serde(default)]
    pub directions: Vec<f64>,
    /// Motions through singular configurations whose branch is not known yet.
    pub passages: Vec<Passage>,
    /// What the integrator `auto` has chosen.
    pub automatic: Option<Automatic>,
    /// Where an implicit integrator took the derivatives that it still uses.
    pub linearised: Option<LinearisedAt>,
    /// How loops were kept closed so far, with [`LoopClosure::Auto`](crate::LoopClosure::Auto).
    #[serde(default)]
    pub closures: ClosureUse,
    /// Dry friction and stops.
    pub friction: FrictionState,
}

impl Checkpoint {
    /// Events that are kept; more are counted only.
    pub const MOST_EVENTS: usize = 10_000;

    pub(super) fn check(
        &self,
        model: &Model,
        integrator: Integrator,
        (relative, absolute): (f64, f64),
        (states, coordinates): (usize, usize),
    ) -> Result<(), SimError> {
        let same = |what, expected: String, found: String| {
            if expected == found { Ok(()) } else { Err(SimError::Checkpoint { what, expected, found }) }
        };
        let number = |n: usize| n.to_string();
        let equal =
            |what, expected: f64, found: f64| same(what, six_beside(expected, found), six_beside(found, expected));
        same("the model", model.name().to_owned(), self.model.clone())?;
        same("the integrator", integrator.info().keyword.to_owned(), self.integrator.info().keyword.to_owned())?;
        equal("the tolerance", relative, self.tolerance)?;
        equal("the absolute tolerance", absolute, self.absolute_tolerance)?;
        same("a number of coordinates of", number(model.nq()), number(self.q.len()))?;
        same("a number of states of", number(states - coordinates), number(self.state.len()))?;
        same("a number of rates of", number(states), number(self.rates.len()))?;
        model.check_coordinates(&self.q)?;
        if let Some(at) = &self.linearised {
            let what = "a state of derivatives of";
            same(what, number(model.nq()), number(at.q.len()))?;
            model.check_coordinates(&at.q)?;
        }
        let chosen = if self.automatic.is_some() { "auto" } else { "given" };
        let expected = if integrator == Integrator::Auto { "auto" } else { "given" };
        same("an integrator that is", expected.to_owned(), chosen.to_owned())
    }
}
