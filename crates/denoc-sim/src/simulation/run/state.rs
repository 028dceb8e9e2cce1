//! The state between two steps: at the start, to a checkpoint, from a checkpoint.

use super::super::FIXED_STEP;
use super::super::checkpoint::{Checkpoint, Counters, FrictionState};
use super::super::event::Occurrence;
use super::super::loops::LoopClosure;
use super::Run;
use crate::SimError;
use crate::integrators::System;

impl Run<'_, '_> {
    pub(super) fn begin(&mut self, q: &[f64], v: &[f64], step: Option<f64>) -> Result<(), SimError> {
        self.mechanism.begin(q, v, &mut self.y)?;
        if self.mechanism.automatic_closure() == Some(LoopClosure::Projected) {
            self.closures.first_projected = Some(self.t);
        }
        self.enter_segment();
        self.observations.start = self.mechanism.energies(&self.y)?;
        let changed = self.mechanism.begin_friction(self.t, &mut self.y, &mut self.rates)?;
        self.mechanism.rates(self.t, &self.y, &mut self.rates)?;
        self.step = match (step, self.control) {
            (Some(step), _) => step,
            (None, None) => FIXED_STEP,
            (None, Some(control)) => {
                self.allow();
                let longest = self.settings.longest_step.min(self.settings.segments.end_after(self.t) - self.t);
                let at = (self.t, &*self.y, &*self.rates);
                control.first_step(&mut self.mechanism, at, (&self.allowed, &self.sizes), longest)?
            }
        };
        self.observations.inertia = self.mechanism.inertia(&self.y)?;
        self.observations.end = self.observations.start;
        let y = core::mem::take(&mut self.y);
        let shown = self.show(self.t, &y);
        self.y = y;
        shown?;
        self.next_sample = 1;
        changed.notes.iter().for_each(|name| self.record(Occurrence::named(self.t, name.clone())));
        self.count_changes(changed);
        if let Some(space) = self.mechanism.closing.as_ref().and_then(|c| c.space()).filter(|s| s.starts_singular()) {
            let name =
                format!("the start is a singular configuration; branch taken: {}", space.branch(&self.mechanism.v));
            self.record(Occurrence::named(self.t, name));
        }
        Ok(())
    }

    pub(super) fn tell_unmonitored(&mut self, joint: &str) {
        let name = format!(
            "not all limits of joint \"{joint}\" are monitored: it closes a loop whose axes are not parallel, or it slides; cut the \
             loop at another joint (cut = true)"
        );
        self.record(Occurrence::named(self.t, name));
    }

    pub(super) fn restore(&mut self, c: &Checkpoint) -> Result<(), SimError> {
        let model = self.mechanism.model();
        let tolerances = (self.settings.relative, self.settings.absolute);
        self.mechanism.choose_closure_of(c.rates.len());
        self.fit_state();
        self.closures = c.closures;
        let (positions, _) = self.mechanism.sizes();
        c.check(model, self.settings.integrator, tolerances, (self.y.len(), positions))?;
        self.mechanism.set_base(&c.q, &c.directions)?;
        self.y[positions..].copy_from_slice(&c.state);
        self.rates.copy_from_slice(&c.rates);
        (self.t, self.step, self.error, self.next_sample) = (c.t, c.step, c.error, c.next_sample);
        (self.counters, self.events, self.observations) = (c.counters, c.events.clone(), c.observations.clone());
        self.restore_passages(&c.passages)?;
        self.mechanism.restore_friction(&c.friction)?;
        self.slip.grid_end = c.friction.grid_end;
        self.restore_method(c)?;
        self.enter_segment();
        if self.settings.segments.start_at(self.t) && self.t < self.settings.end {
            // a run that ended here has the rates before the jump
            self.mechanism.rates(self.t, &self.y, &mut self.rates)?;
            if self.mechanism.friction.decided() != self.t {
                self.change_friction()?;
            }
        }
        self.mechanism.evaluations = c.counters.evaluations;
        Ok(())
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        let model = self.mechanism.model();
        Checkpoint {
            model: model.name().to_owned(),
            integrator: self.settings.integrator,
            tolerance: self.settings.relative,
            absolute_tolerance: self.settings.absolute,
            t: self.t,
            q: self.mechanism.base().to_vec(),
            state: self.y[self.mechanism.sizes().0..].to_vec(),
            rates: self.rates.clone(),
            step: self.step,
            error: self.error,
            next_sample: self.next_sample,
            counters: Counters { evaluations: self.mechanism.evaluations, ..self.counters },
            events: self.events.clone(),
            observations: self.observations.clone(),
            directions: self.mechanism.directions(),
            passages: self.passages.clone(),
            automatic: self.automatic.clone(),
            linearised: self.linearised.clone(),
            closures: self.closures,
            friction: FrictionState {
                modes: self.mechanism.friction.modes().to_vec(),
                stops: self.mechanism.friction.stop_states(),
                decided: self.mechanism.friction.decided(),
                grid_end: self.slip.grid_end,
            },
        }
    }
}
