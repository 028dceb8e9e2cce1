//! The choice of steps.

use crate::SimError;
use crate::integrators::{Estimate, System, norm};

/// A proportional-integral controller of the step: the new step follows the error of this step and of the one before
/// (K. Gustafsson; Hairer-Wanner II, IV.2).
#[derive(Copy, Clone, Debug)]
pub(super) struct StepControl {
    /// The error of a step shrinks with this power of the step.
    order: f64,
}

const SAFETY: f64 = 0.9;
const MOST_GROWTH: f64 = 6.0;
const MOST_SHRINKING: f64 = 0.2;
/// The error of the step before that is remembered, at least.
pub(super) const LEAST_MEMORY: f64 = 1e-4;

impl StepControl {
    pub(super) fn new(order: u32) -> Self {
        Self { order: f64::from(order) }
    }

    /// The factor on the step after one that was good.
    pub(super) fn after_success(self, error: f64, memory: f64, tried_before: bool) -> f64 {
        let factor = SAFETY * error.max(1e-12).powf(-0.7 / self.order) * memory.powf(0.4 / self.order);
        factor.clamp(MOST_SHRINKING, if tried_before { 1.0 } else { MOST_GROWTH })
    }

    /// The factor on the step after one that was not.
    pub(super) fn after_failure(self, estimate: Estimate) -> f64 {
        if estimate.size.is_finite() {
            (SAFETY * estimate.size.powf(-1.0 / self.order)).clamp(MOST_SHRINKING, SAFETY)
        } else {
            MOST_SHRINKING
        }
    }

    /// The first step, from the sizes of the state, its rates and their change along a trial step of Euler's method
    /// (Hairer-Nørsett-Wanner I, II.4).
    pub(super) fn first_step(
        self,
        system: &mut dyn System,
        (t, y, rates): (f64, &[f64], &[f64]),
        (allowed, sizes): (&[f64], &[f64]),
        longest: f64,
    ) -> Result<f64, SimError> {
        let n = allowed.len();
        let (state, slope) =
            (norm(sizes.iter().copied(), allowed).size, norm(rates[..n].iter().copied(), allowed).size);
        let trial = if state < 1e-5 || slope < 1e-5 { 1e-6 } else { 0.01 * state / slope };
        let trial = trial.min(longest);
        let moved: Vec<f64> = y.iter().zip(rates).map(|(y, f)| y + trial * f).collect();
        let mut later = vec![0.0; y.len()];
        system.rates(t + trial, &moved, &mut later)?;
        let change = later[..n].iter().zip(rates).map(|(a, b)| a - b);
        let bend = norm(change, allowed).size / trial;
        let steepest = slope.max(bend);
        let step = if steepest <= 1e-15 { (1e-3 * trial).max(1e-6) } else { (0.01 / steepest).powf(1.0 / self.order) };
        Ok(step.min(100.0 * trial).min(longest))
    }
}
