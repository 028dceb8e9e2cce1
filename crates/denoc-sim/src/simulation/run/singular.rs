//! Singular configurations inside a step.

use super::super::event::Action;
use super::Run;
use crate::SimError;

/// Fractions of a step at which its regularity is looked at.
const PROBES: usize = 8;
/// A configuration whose distance from a singular one is below this fraction of its usual value counts as singular.
const SINGULAR: f64 = 1e-5;
/// Times of singular configurations are found to this many seconds.
const RESOLUTION: f64 = 1e-10;

impl Run<'_, '_> {
    /// Whether the step may contain a singular configuration: it is long, measured by how far both its ends are from one.
    pub(super) fn may_be_singular(&mut self) -> Result<bool, SimError> {
        if self.mechanism.closing.as_ref().and_then(|c| c.space()).is_none() {
            return Ok(false);
        }
        let (positions, _) = self.mechanism.sizes();
        let length = self.end[..positions].iter().map(|x| x * x).sum::<f64>().sqrt();
        let end = core::mem::take(&mut self.end);
        let after = self.regularity(&end).map(|all| all.into_iter().fold(f64::INFINITY, f64::min));
        self.end = end;
        let before = core::mem::replace(&mut self.regular, after?);
        Ok(before.min(self.regular) < 5.0 * length)
    }

    /// How far a state is from a singular configuration, for every cluster of loops.
    pub(super) fn regularity(&mut self, y: &[f64]) -> Result<Vec<f64>, SimError> {
        self.mechanism.place(y)?;
        self.mechanism.regularity()
    }

    /// The singular configurations inside the step, as fractions of it with their names: the nearest one of every cluster of loops, by
    /// golden sections.
    pub(super) fn find_singular(&mut self, h: f64) -> Result<Vec<(f64, String)>, SimError> {
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
                let bracket = (at(least.saturating_sub(1)), at((least + 1).min(PROBES)));
                found.extend(self.singular_between(cluster, bracket, h)?);
            }
        }
        Ok(found)
    }

    fn singular_between(
        &mut self,
        cluster: usize,
        (mut low, mut high): (f64, f64),
        h: f64,
    ) -> Result<Option<(f64, String)>, SimError> {
        let ratio = 0.5 * (5.0_f64.sqrt() - 1.0);
        let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
        let (mut at_a, mut at_b) = (self.regularity_at(a)?[cluster], self.regularity_at(b)?[cluster]);
        while (high - low) * h > RESOLUTION && high - low > 1e-13 {
            if at_a < at_b {
                (high, b, at_b) = (b, a, at_a);
                a = high - ratio * (high - low);
                at_a = self.regularity_at(a)?[cluster];
            } else {
                (low, a, at_a) = (a, b, at_b);
                b = low + ratio * (high - low);
                at_b = self.regularity_at(b)?[cluster];
            }
        }
        let s = 0.5 * (low + high);
        // the end of a step is the start of the next: it counts once
        if self.regularity_at(s)?[cluster] > SINGULAR || s * h < RESOLUTION {
            return Ok(None);
        }
        let space = self.mechanism.closing.as_ref().and_then(|c| c.space());
        let closure = space.map_or(String::new(), |space| space.closure_of(cluster));
        let what_follows = match self.settings.singular {
            Action::Record => "passed on the same branch",
            Action::Stop => "where the run stops",
        };
        Ok(Some((s, format!("singular configuration of the loop at \"{closure}\", {what_follows}"))))
    }

    fn regularity_at(&mut self, s: f64) -> Result<Vec<f64>, SimError> {
        let mut y = core::mem::take(&mut self.inside);
        self.stepper.interpolate(s, &mut y);
        let value = self.regularity(&y);
        self.inside = y;
        value
    }
}
