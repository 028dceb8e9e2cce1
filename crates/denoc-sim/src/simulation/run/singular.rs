//! Singular poses inside a step.

use super::Run;
use crate::SimError;

/// Fractions of a step at which its regularity is looked at.
const PROBES: usize = 8;
/// A pose this much nearer to a singular one than usual is one.
const SINGULAR: f64 = 1e-5;
/// Times of singular poses are found to this many seconds.
const RESOLUTION: f64 = 1e-10;

impl Run<'_, '_> {
    /// Whether the step may contain a singular pose: it is long, measured by how far both its ends are from one.
    pub(super) fn may_be_singular(&mut self) -> Result<bool, SimError> {
        if self.mechanism.closing.as_ref().and_then(|c| c.space()).is_none() {
            return Ok(false);
        }
        let (positions, _) = self.mechanism.sizes();
        let length = self.end[..positions].iter().map(|x| x * x).sum::<f64>().sqrt();
        let end = core::mem::take(&mut self.end);
        let after = self.regularity(&end);
        self.end = end;
        let before = core::mem::replace(&mut self.regular, after?);
        Ok(before.min(self.regular) < 5.0 * length)
    }

    /// How far a state is from a singular pose.
    pub(super) fn regularity(&mut self, y: &[f64]) -> Result<f64, SimError> {
        self.mechanism.place(y)?;
        Ok(self.mechanism.regularity()?.map_or(f64::INFINITY, |(value, _)| value))
    }

    /// The singular pose inside the step, as a fraction of it with its name, by golden sections.
    pub(super) fn find_singular(&mut self, h: f64) -> Result<Option<(f64, String)>, SimError> {
        let at = |k: usize| k as f64 / PROBES as f64;
        let mut values = Vec::with_capacity(PROBES + 1);
        for k in 0..=PROBES {
            values.push(self.regularity_at(at(k))?);
        }
        let least = (0..=PROBES).min_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0);
        let (mut low, mut high) = (at(least.saturating_sub(1)), at((least + 1).min(PROBES)));
        let ratio = 0.5 * (5.0_f64.sqrt() - 1.0);
        let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
        let (mut at_a, mut at_b) = (self.regularity_at(a)?, self.regularity_at(b)?);
        while (high - low) * h > RESOLUTION && high - low > 1e-13 {
            if at_a < at_b {
                (high, b, at_b) = (b, a, at_a);
                a = high - ratio * (high - low);
                at_a = self.regularity_at(a)?;
            } else {
                (low, a, at_a) = (a, b, at_b);
                b = low + ratio * (high - low);
                at_b = self.regularity_at(b)?;
            }
        }
        let s = 0.5 * (low + high);
        // the end of a step is the start of the next: it counts once
        if self.regularity_at(s)? > SINGULAR || s * h < RESOLUTION {
            return Ok(None);
        }
        let closure = self.mechanism.regularity()?.map_or(String::new(), |(_, closure)| closure);
        Ok(Some((s, format!("singular pose of the loop at \"{closure}\", passed on the same branch"))))
    }

    fn regularity_at(&mut self, s: f64) -> Result<f64, SimError> {
        let mut y = core::mem::take(&mut self.inside);
        self.stepper.interpolate(s, &mut y);
        let value = self.regularity(&y);
        self.inside = y;
        value
    }
}
