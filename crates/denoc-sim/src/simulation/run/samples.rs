//! Samples at regular times, wherever the steps are.

use super::super::equations::Equations;
use super::super::sink::Flow;
use super::Run;
use crate::SimError;
use crate::integrators::System;

/// A step with more samples than this can be interrupted among them.
const MANY: f64 = 64.0;

impl Run<'_, '_> {
    /// Whether the samples of the step in work may take long.
    pub(super) fn has_many_samples(&self) -> bool {
        self.end_time - self.t > MANY * self.settings.output_step
    }

    /// Time of a sample; the end is always one, and not missed by rounding.
    pub(super) fn sample_time(&self, index: u64) -> Option<f64> {
        let (step, end) = (self.settings.output_step, self.settings.end);
        let t = index as f64 * step;
        if t < end - 1e-9 * step {
            Some(t)
        } else if t - step < end - 1e-9 * step {
            Some(end)
        } else {
            None
        }
    }

    fn on_grid(&self, t: f64) -> bool {
        let step = self.settings.output_step;
        (t - self.next_sample as f64 * step).abs() <= 1e-9 * step
    }

    /// Gives the samples of a step to the sink; `false` if the sink ended the run before the last one, with `interruptible`.
    pub(super) fn emit_samples(&mut self, h: f64, stopped: bool, interruptible: bool) -> Result<bool, SimError> {
        let mut shown = None;
        while let Some(due) = self.sample_time(self.next_sample).filter(|due| *due <= self.end_time) {
            let mut y = core::mem::take(&mut self.inside);
            if due == self.end_time {
                y.copy_from_slice(&self.end);
            } else {
                self.stepper.interpolate((due - self.t) / h, &mut y);
                self.mechanism.correct(&mut y)?;
            }
            let result = self.show(due, &y);
            self.inside = y;
            result?;
            shown = Some(due);
            // the end may be off the grid: a run that goes on from it has that time still before it
            if due < self.settings.end - 1e-9 * self.settings.output_step || self.on_grid(due) {
                self.next_sample += 1;
            } else {
                break;
            }
            if interruptible && self.progress_is_due() {
                self.tell_progress(due);
            }
            if interruptible && self.stop {
                return Ok(false);
            }
        }
        if stopped && shown != Some(self.end_time) {
            let y = core::mem::take(&mut self.end);
            let result = self.show(self.end_time, &y);
            self.end = y;
            result?;
        }
        Ok(true)
    }

    /// Gives a sample to the observations and to the sink.
    pub(super) fn show(&mut self, t: f64, y: &[f64]) -> Result<(), SimError> {
        self.mechanism.rates_with_multipliers(t, y, &mut self.scratch)?;
        let (energies, round_trip) = self.mechanism.check_evaluation(t)?;
        let works = self.mechanism.works(y);
        let unexplained = self.observations.unexplained_at(energies, works);
        let Equations { q, v, a, tau, .. } = &self.mechanism;
        let sample = &mut self.sample;
        (sample.t, sample.energies, sample.works, sample.unexplained) = (t, energies, works, unexplained);
        for (kept, now) in [(&mut sample.q, q), (&mut sample.v, v), (&mut sample.a, a), (&mut sample.tau, tau)] {
            kept.clone_from(now);
        }
        self.observations.observe(&mut self.mechanism, &self.sample, round_trip)?;
        if self.sink.sample(&self.sample) == Flow::Stop {
            self.stop = true;
        }
        Ok(())
    }
}
