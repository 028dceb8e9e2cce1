//! Goes back to the start of a step that was interrupted among its samples: a run can be resumed between two steps only.

use super::super::automatic::Automatic;
use super::super::checkpoint::Counters;
use super::super::observations::Observations;
use super::Run;

/// What a step changes before its end becomes the new state.
pub(super) struct Undo {
    step: f64,
    error: f64,
    next_sample: u64,
    counters: Counters,
    evaluations: u64,
    events: usize,
    passages: usize,
    automatic: Option<Automatic>,
    grid_end: Option<f64>,
    observations: Option<Observations>,
}

impl Run<'_, '_> {
    /// Called before a step.
    pub(super) fn prepare_undo(&self) -> Undo {
        Undo {
            step: self.step,
            error: self.error,
            next_sample: self.next_sample,
            counters: self.counters,
            evaluations: self.mechanism.evaluations,
            events: self.events.len(),
            passages: self.passages.len(),
            automatic: self.automatic.clone(),
            grid_end: self.slip.grid_end,
            observations: None,
        }
    }
}

impl Undo {
    /// Keeps what the samples of the step will change; most steps have too few of them to be worth the copy.
    pub(super) fn keep_observations(&mut self, run: &Run<'_, '_>) {
        self.observations = Some(run.observations.clone());
    }

    /// Whether the step can be undone.
    pub(super) fn is_possible(&self) -> bool {
        self.observations.is_some()
    }

    /// Forgets the length and the error of a step that is tried again; what it has cost stays counted.
    pub(super) fn apply_to_step(&self, run: &mut Run<'_, '_>) {
        (run.step, run.error) = (self.step, self.error);
        self.apply_to_method(run);
    }

    /// Forgets the method that was chosen after a step that is tried again.
    pub(super) fn apply_to_method(&self, run: &mut Run<'_, '_>) {
        (run.automatic, run.next_method) = (self.automatic.clone(), None);
    }

    /// Goes back to the start of the step.
    pub(super) fn apply(self, run: &mut Run<'_, '_>) {
        (run.step, run.error, run.next_sample) = (self.step, self.error, self.next_sample);
        (run.counters, run.mechanism.evaluations) = (self.counters, self.evaluations);
        run.automatic = self.automatic;
        run.events.truncate(self.events);
        run.passages.truncate(self.passages);
        run.slip.grid_end = self.grid_end;
        if let Some(observations) = self.observations {
            run.observations = observations;
        }
    }
}
