//! Singular configurations inside a step, and whether the motion keeps its branch there.

use super::super::checkpoint::Passage;
use super::super::event::Action;
use super::super::loops::{Closing, LoopClosure};
use super::Run;
use crate::SimError;

/// Fractions of a step at which its regularity is looked at.
const PROBES: usize = 8;
/// A configuration whose distance from a singular one is below this fraction of its usual value counts as singular.
const SINGULAR: f64 = 1e-5;
/// The same if states inside a step leave the closures by the errors of the step.
const SINGULAR_BESIDE: f64 = 1e-4;
/// Times of singular configurations are found to this many seconds.
const RESOLUTION: f64 = 1e-10;
/// Beyond a singular configuration the branch is looked at after this distance, in strides.
const BEYOND: f64 = 0.05;
/// A motion that turns by more than this, in rad, has changed its branch. A branch is a smooth curve: along it the direction of
/// motion changes by about the distance in strides.
const CORNER: f64 = 0.35;

/// A singular configuration in a step.
pub(super) struct Found {
    /// The fraction of the step.
    pub(super) s: f64,
    pub(super) cluster: usize,
    pub(super) name: String,
}

impl Run<'_, '_> {
    /// Whether the step may contain a singular configuration: it is long, measured by how far both its ends are from one.
    pub(super) fn may_be_singular(&mut self) -> Result<bool, SimError> {
        if !self.mechanism.may_be_singular() {
            return Ok(false);
        }
        let (positions, _) = self.mechanism.sizes();
        self.strides = self.mechanism.strides(&self.end[..positions]);
        let end = core::mem::take(&mut self.end);
        let after = self.regularity(&end).map(|all| all.into_iter().fold(f64::INFINITY, f64::min));
        self.end = end;
        let before = core::mem::replace(&mut self.regular, after?);
        Ok(before.min(self.regular) < 2.0 * self.strides)
    }

    /// How far a state is from a singular configuration, for every cluster of loops.
    pub(super) fn regularity(&mut self, y: &[f64]) -> Result<Vec<f64>, SimError> {
        self.mechanism.place(y)?;
        self.mechanism.regularity()
    }

    /// The singular configurations inside the step: the nearest one of every cluster of loops.
    ///
    /// # Errors
    /// [`SimError::SingularClosure`] where the closure cannot keep the branch, unless the run ends there.
    pub(super) fn find_singular(&mut self, h: f64) -> Result<Vec<Found>, SimError> {
        let at = |k: usize| k as f64 / PROBES as f64;
        let mut values = Vec::with_capacity(PROBES + 1);
        for k in 0..=PROBES {
            values.push(self.regularity_at(at(k))?);
        }
        let mut found = Vec::new();
        let clusters = values.first().map_or(0, Vec::len);
        for cluster in 0..clusters {
            let pivots: Vec<f64> = values.iter().map(|all| all[cluster]).collect();
            let least = (0..pivots.len()).min_by(|&a, &b| pivots[a].total_cmp(&pivots[b])).unwrap_or(0);
            // nothing gets from here to zero in an eighth of a step
            if pivots[least] < 0.5 {
                let ends = [least.saturating_sub(1), (least + 1).min(PROBES)];
                let bracket = ends.map(|k| (at(k), pivots[k]));
                found.extend(self.singular_between(cluster, bracket, h)?);
            }
        }
        let corrected = self.mechanism.closing.as_ref().is_some_and(Closing::corrects);
        if let Some(first) = found.first().filter(|_| corrected && self.settings.singular != Action::Stop) {
            let closure = self.closure_of(first.cluster);
            return Err(SimError::SingularClosure { time: self.t + first.s * h, closure });
        }
        Ok(found)
    }

    fn singular_between(
        &mut self,
        cluster: usize,
        [mut low, mut high]: [(f64, f64); 2],
        h: f64,
    ) -> Result<Option<Found>, SimError> {
        let ratio = 0.5 * (5.0_f64.sqrt() - 1.0);
        let value = |run: &mut Self, s: f64| Ok::<_, SimError>((s, run.regularity_at(s)?[cluster]));
        while (high.0 - low.0) * h > RESOLUTION && high.0 - low.0 > 1e-13 {
            let width = high.0 - low.0;
            // on both sides of a singular configuration the distance from it is proportional to the time
            let share = (low.1 / (low.1 + high.1)).clamp(0.0, 1.0);
            let middle = value(self, low.0 + share * width)?;
            let reach = 4.0 * middle.1 * width / (low.1 + high.1) + 0.25 * RESOLUTION / h;
            let narrow = [middle.0 - reach, middle.0 + reach];
            if reach < 0.2 * width && narrow[0] > low.0 && narrow[1] < high.0 {
                let [a, b] = [value(self, narrow[0])?, value(self, narrow[1])?];
                if a.1 > middle.1 && b.1 > middle.1 {
                    (low, high) = (a, b);
                    continue;
                }
            }
            // golden section
            let [a, b] = [value(self, high.0 - ratio * width)?, value(self, low.0 + ratio * width)?];
            if a.1 < b.1 {
                high = b;
            } else {
                low = a;
            }
        }
        let s = 0.5 * (low.0 + high.0);
        let projected = self.mechanism.closing.as_ref().map(Closing::present) == Some(LoopClosure::Projected);
        let limit = if projected { SINGULAR } else { SINGULAR_BESIDE };
        // the end of a step is the start of the next: it counts once
        if value(self, s)?.1 > limit || s * h < RESOLUTION {
            return Ok(None);
        }
        let after = match self.settings.singular {
            Action::Stop => ", where the run stops",
            Action::Record if projected => ", passed on the same branch",
            Action::Record => "",
        };
        let name = format!("singular configuration of the loop at \"{}\"{after}", self.closure_of(cluster));
        Ok(Some(Found { s, cluster, name }))
    }

    fn closure_of(&mut self, cluster: usize) -> String {
        self.mechanism.closing.as_mut().map_or(String::new(), |closing| closing.loops_mut().closure_of(cluster))
    }

    pub(super) fn regularity_at(&mut self, s: f64) -> Result<Vec<f64>, SimError> {
        let mut y = core::mem::take(&mut self.inside);
        self.stepper.interpolate(s, &mut y);
        let value = self.regularity(&y);
        self.inside = y;
        value
    }

    /// Remembers that the step passes a singular configuration.
    pub(super) fn begin_passage(&mut self, found: &Found) {
        let Some(before) = self.headings.get(found.cluster).cloned() else { return };
        let behind = found.s * self.strides;
        self.passages.push(Passage { cluster: found.cluster, before, distance: 0.0, beyond: -behind });
    }

    /// Takes the passages of a checkpoint.
    pub(super) fn restore_passages(&mut self, passages: &[Passage]) -> Result<(), SimError> {
        let headings = self.mechanism.headings();
        let size = |passage: &Passage| headings.get(passage.cluster).map(Vec::len);
        if let Some(other) = passages.iter().find(|passage| size(passage) != Some(passage.before.len())) {
            return Err(SimError::Checkpoint {
                what: "a motion through a singular configuration of",
                expected: "no such loops".into(),
                found: format!("cluster {} with {} speeds", other.cluster, other.before.len()),
            });
        }
        self.passages = passages.to_vec();
        Ok(())
    }

    /// At the end of a step: whether motions through singular configurations have kept their branches.
    pub(super) fn check_branches(&mut self) {
        self.headings = self.mechanism.headings();
        let mut passages = core::mem::take(&mut self.passages);
        passages.retain_mut(|passage| {
            passage.distance += self.strides;
            passage.beyond += self.strides;
            let now = &self.headings[passage.cluster];
            let cosine: f64 = passage.before.iter().zip(now).map(|(a, b)| a * b).sum();
            if passage.beyond < BEYOND || cosine == 0.0 {
                return true;
            }
            // the motion may have come to rest and turned back
            let turn = cosine.abs().min(1.0).acos();
            self.observations.branch_changes += u64::from(turn > CORNER + passage.distance);
            false
        });
        self.passages = passages;
    }
}
