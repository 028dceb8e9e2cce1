//! The method of Dormand and Prince of order eight, with estimates of order five and three and interpolation of degree seven.

use super::dop853_coefficients::{A, B, C, D, E3, E5};
use super::stages::Stages;
use super::{Estimate, IntegratorInfo, Span, Stepper, System, closeness, norm};
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
    /// The state at the start of the step and the terms of its interpolation polynomial, entry by entry.
    terms: Vec<[f64; 8]>,
}

impl Dop853 {
    fn new(dimension: usize) -> Self {
        Self { stages: Stages::new(C.len(), dimension), terms: vec![[0.0; 8]; dimension] }
    }
}

impl Stepper for Dop853 {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        self.stages.begin(span);
        self.stages.compute(system, span, 1..STAGES, C, A)?;
        end.copy_from_slice(self.stages.advance(span.h, B));
        let mut estimate = |weights| norm(self.stages.weighted(weights).iter().map(|e| span.h * e), span.allowed);
        let (fifth, third) = (estimate(E5), estimate(E3));
        // the estimate of order five, corrected where that of order three says it is too optimistic
        let mix = fifth.size * fifth.size + 0.01 * third.size * third.size;
        let size = if mix == 0.0 { 0.0 } else { fifth.size * fifth.size / mix.sqrt() };
        Ok(Estimate { size, worst: fifth.worst })
    }

    fn stability(&mut self, span: Span<'_>, end: &[f64], end_rates: &[f64]) -> Option<f64> {
        let [last, rates] = self.stages.advance_beside(span.h, A[STAGES - 2], STAGES - 1);
        Some(closeness(span, STABLE, [end, last], [end_rates, rates]))
    }

    fn prepare(
        &mut self,
        system: &mut dyn System,
        span: Span<'_>,
        end: &[f64],
        end_rates: &[f64],
    ) -> Result<(), SimError> {
        self.stages.set(STAGES, end_rates);
        self.stages.compute(system, span, STAGES + 1..C.len(), C, A)?;
        for (i, terms) in self.terms.iter_mut().enumerate() {
            let change = end[i] - span.y[i];
            let beta = span.h * span.rates[i] - change;
            let low = [span.y[i], change, beta, change - span.h * end_rates[i] - beta];
            terms[..4].copy_from_slice(&low);
        }
        for (j, weights) in D.iter().enumerate() {
            let sum = self.stages.weighted(weights);
            self.terms.iter_mut().zip(sum).for_each(|(terms, sum)| terms[4 + j] = span.h * sum);
        }
        Ok(())
    }

    fn interpolate(&self, s: f64, y: &mut [f64]) {
        let r = 1.0 - s;
        for (y, &[start, a, b, c, d, e, f, g]) in y.iter_mut().zip(&self.terms) {
            // nested products with s and 1 − s in turn, from the innermost
            let inner = s * (e + r * (f + s * g));
            *y = start + s * (a + r * (b + s * (c + r * (d + inner))));
        }
    }
}
