//! The method of Dormand and Prince of order eight, with estimates of order five and three and interpolation of degree seven.

use super::dop853_coefficients::{A, B, C, D, E3, E5};
use super::explicit::{Stages, combine, weighted};
use super::{Estimate, IntegratorInfo, Span, Stepper, System, norm};
use crate::SimError;

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "dop853",
    summary: "Dormand-Prince, order 8(5,3), error control; the choice for smooth motion and high accuracy",
    order: 8,
    dense_order: 8,
    control_order: Some(8),
    stiff: false,
    make: |dimension| Box::new(Dop853::new(dimension)),
};

/// Stages of a step; the thirteenth is the end, three more are for interpolation.
const STAGES: usize = 12;

/// The largest product of step and rate of decay for which the method is stable.
const STABLE: f64 = 6.1;

struct Dop853 {
    stages: Stages,
    start: Vec<f64>,
    /// Terms of the interpolation polynomial after the first.
    terms: [Vec<f64>; 7],
}

impl Dop853 {
    fn new(dimension: usize) -> Self {
        Self {
            stages: Stages::new(C.len(), dimension),
            start: vec![0.0; dimension],
            terms: core::array::from_fn(|_| vec![0.0; dimension]),
        }
    }
}

impl Stepper for Dop853 {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        self.stages.k[0].copy_from_slice(span.rates);
        self.stages.compute(system, span, 1..STAGES, C, A)?;
        combine(span.y, span.h, B, &self.stages.k, end);
        let k = &self.stages.k;
        let estimate = |weights| norm((0..span.allowed.len()).map(|i| span.h * weighted(weights, k, i)), span.allowed);
        let (fifth, third) = (estimate(E5), estimate(E3));
        // the estimate of order five, corrected where that of order three says it is too optimistic
        let mix = fifth.size * fifth.size + 0.01 * third.size * third.size;
        let size = if mix == 0.0 { 0.0 } else { fifth.size * fifth.size / mix.sqrt() };
        Ok(Estimate { size, worst: fifth.worst })
    }

    /// From the last stage and the end of the step, which are close to each other: the difference of their rates over that of their
    /// states (Hairer-Wanner II, IV.2).
    fn stability(&self, span: Span<'_>, end: &[f64], end_rates: &[f64]) -> Option<f64> {
        let difference = |a: &[f64], b: &[f64]| norm(a.iter().zip(b).map(|(a, b)| a - b), span.allowed).size;
        let states = difference(end, self.stages.last_state());
        let rates = difference(end_rates, &self.stages.k[STAGES - 1]);
        // no difference: nothing moves
        Some(if states > 0.0 { span.h * rates / (STABLE * states) } else { 0.0 })
    }

    fn prepare(
        &mut self,
        system: &mut dyn System,
        span: Span<'_>,
        end: &[f64],
        end_rates: &[f64],
    ) -> Result<(), SimError> {
        self.stages.k[STAGES].copy_from_slice(end_rates);
        self.stages.compute(system, span, STAGES + 1..C.len(), C, A)?;
        self.start.copy_from_slice(span.y);
        let k = &self.stages.k;
        for i in 0..end.len() {
            let change = end[i] - span.y[i];
            let beta = span.h * span.rates[i] - change;
            let low = [change, beta, change - span.h * end_rates[i] - beta];
            for (terms, value) in self.terms.iter_mut().zip(low) {
                terms[i] = value;
            }
            for (terms, weights) in self.terms[3..].iter_mut().zip(D) {
                terms[i] = span.h * weighted(weights, k, i);
            }
        }
        Ok(())
    }

    fn interpolate(&self, s: f64, y: &mut [f64]) {
        let r = 1.0 - s;
        for (i, y) in y.iter_mut().enumerate() {
            // nested products with s and 1 − s in turn, from the innermost
            let nested = self.terms.iter().enumerate().rev().fold(0.0, |sum, (j, term)| {
                let factor = if j % 2 == 0 { s } else { r };
                factor * (term[i] + sum)
            });
            *y = self.start[i] + nested;
        }
    }
}
