//! Events inside a step.

use super::super::checkpoint::Checkpoint;
use super::super::event::{Action, Occurrence, Watch};
use super::Run;
use crate::SimError;

/// Times of events are found to this many seconds.
const EVENT_RESOLUTION: f64 = 1e-12;
/// Fractions of a step at which events are looked for.
const PROBES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl Run<'_, '_> {
    /// Records the events of the step; the fraction of the step at which the run ends, if one ends it.
    pub(super) fn find_events(&mut self, h: f64, singular: bool) -> Result<Option<f64>, SimError> {
        let mut found: Vec<(f64, String, bool, Action)> = Vec::new();
        if singular {
            let action = self.settings.singular;
            for singular in self.find_singular(h)? {
                self.begin_passage(&singular);
                found.push((singular.s, singular.name, false, action));
            }
        }
        let watches = core::mem::take(&mut self.settings.watches);
        for (i, watch) in watches.iter().enumerate() {
            let mut before = (0.0, self.distances[i]);
            for s in PROBES {
                let after = (s, self.distance_at(watch, s)?);
                if watch.crosses(before.1, after.1) {
                    let s = self.locate(watch, h, before, after)?;
                    found.push((s, watch.name.clone(), watch.limit, watch.action));
                }
                before = after;
            }
            self.distances[i] = before.1;
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut end = None;
        self.settings.watches = watches;
        for (s, name, limit, action) in found {
            self.record(Occurrence { t: self.t + s * h, name, limit });
            if action == Action::Stop {
                end = Some(s);
                break;
            }
        }
        Ok(end)
    }

    /// Records joints that start beyond their limits; whether that ends the run.
    pub(super) fn start_beyond_limits(&mut self) -> bool {
        let watches = core::mem::take(&mut self.settings.watches);
        let mut stop = false;
        for (i, watch) in watches.iter().enumerate() {
            if !watch.is_beyond(self.distances[i]) {
                continue;
            }
            self.record(Occurrence { t: self.t, name: format!("{}, at the start", watch.name), limit: true });
            stop |= watch.action == Action::Stop;
        }
        self.settings.watches = watches;
        stop
    }

    pub(super) fn record(&mut self, occurrence: Occurrence) {
        self.counters.events += 1;
        self.counters.limits += u64::from(occurrence.limit);
        self.sink.event(&occurrence);
        if self.events.len() < Checkpoint::MOST_EVENTS {
            self.events.push(occurrence);
        }
    }

    fn distance_at(&mut self, watch: &Watch, s: f64) -> Result<f64, SimError> {
        if s == 1.0 {
            return watch.measure(&mut self.mechanism, &self.end);
        }
        self.stepper.interpolate(s, &mut self.inside);
        watch.measure(&mut self.mechanism, &self.inside)
    }

    /// Bisection; the later end of the bracket, so that a run that stops there does not meet the event again.
    fn locate(
        &mut self,
        watch: &Watch,
        h: f64,
        mut before: (f64, f64),
        mut after: (f64, f64),
    ) -> Result<f64, SimError> {
        while (after.0 - before.0) * h > EVENT_RESOLUTION {
            let s = 0.5 * (before.0 + after.0);
            if s <= before.0 || s >= after.0 {
                break;
            }
            let middle = (s, self.distance_at(watch, s)?);
            if watch.before(before.1, middle.1) {
                after = middle;
            } else {
                before = middle;
            }
        }
        Ok(after.0)
    }
}
