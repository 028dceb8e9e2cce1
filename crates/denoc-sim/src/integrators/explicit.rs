//! Explicit Runge-Kutta methods from their tables.

use super::interpolant::Interpolant;
use super::{Estimate, Span, Stepper, System, norm};
use crate::SimError;

/// y + h Σ aⱼ kⱼ.
pub(super) fn combine(y: &[f64], h: f64, weights: &[f64], k: &[Vec<f64>], out: &mut [f64]) {
    out.copy_from_slice(y);
    for (&weight, k) in weights.iter().zip(k) {
        if weight != 0.0 {
            let factor = h * weight;
            out.iter_mut().zip(k).for_each(|(o, k)| *o += factor * k);
        }
    }
}

/// Σ wⱼ kⱼ of one entry.
pub(super) fn weighted(weights: &[f64], k: &[Vec<f64>], entry: usize) -> f64 {
    weights.iter().zip(k).map(|(w, k)| w * k[entry]).sum()
}

/// The stages of an explicit method.
#[derive(Clone, Debug)]
pub(super) struct Stages {
    pub(super) k: Vec<Vec<f64>>,
    y: Vec<f64>,
}

impl Stages {
    pub(super) fn new(stages: usize, dimension: usize) -> Self {
        Self { k: vec![vec![0.0; dimension]; stages], y: vec![0.0; dimension] }
    }

    /// The state at which the last stage was evaluated.
    pub(super) fn last_state(&self) -> &[f64] {
        &self.y
    }

    /// Computes the stages `range`; stage i needs row i − 1 of `a` and entry i of `c`. A node at one is the end of the step.
    pub(super) fn compute(
        &mut self,
        system: &mut dyn System,
        span: Span<'_>,
        range: core::ops::Range<usize>,
        c: &[f64],
        a: &[&[f64]],
    ) -> Result<(), SimError> {
        for i in range {
            combine(span.y, span.h, a[i - 1], &self.k, &mut self.y);
            let t = if c[i] == 1.0 { span.end } else { span.t + c[i] * span.h };
            system.rates(t, &self.y, &mut self.k[i])?;
        }
        Ok(())
    }
}

/// How a method interpolates: a cubic through states and rates at both ends, with a fourth-degree term or without.
#[derive(Copy, Clone, Debug)]
pub(super) enum Dense {
    /// The cubic: fourth order.
    Cubic,
    /// The fourth-degree term from one evaluation at a quarter of the step: fifth order.
    Bootstrap,
    /// The fourth-degree term from the stages.
    Stages(&'static [f64]),
}

/// The table of a method.
#[derive(Copy, Clone, Debug)]
pub(super) struct Tableau {
    /// Nodes.
    pub(super) c: &'static [f64],
    /// Rows of the matrix, from the second stage on.
    pub(super) a: &'static [&'static [f64]],
    /// Weights of the result.
    pub(super) b: &'static [f64],
    /// Weights of the error; empty if there is no estimate.
    pub(super) e: &'static [f64],
    /// Whether the last stage is at the end of the step.
    pub(super) first_same_as_last: bool,
    /// Interpolation.
    pub(super) dense: Dense,
}

/// A method given by a table.
#[derive(Clone, Debug)]
pub(super) struct Explicit {
    table: &'static Tableau,
    stages: Stages,
    interpolant: Interpolant,
    scratch: [Vec<f64>; 2],
}

impl Explicit {
    pub(super) fn boxed(table: &'static Tableau, dimension: usize) -> Box<dyn Stepper> {
        Box::new(Self {
            table,
            stages: Stages::new(table.c.len(), dimension),
            interpolant: Interpolant::new(dimension),
            scratch: [vec![0.0; dimension], vec![0.0; dimension]],
        })
    }
}

impl Stepper for Explicit {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        let table = self.table;
        self.stages.k[0].copy_from_slice(span.rates);
        self.stages.compute(system, span, 1..table.c.len(), table.c, table.a)?;
        combine(span.y, span.h, table.b, &self.stages.k, end);
        if table.e.is_empty() {
            return Ok(Estimate::default());
        }
        let error = (0..span.allowed.len()).map(|i| span.h * weighted(table.e, &self.stages.k, i));
        Ok(norm(error, span.allowed))
    }

    fn end_rates(&self) -> Option<&[f64]> {
        // first same as last: the last stage is at the end of the step
        if self.table.first_same_as_last { self.stages.k.last().map(Vec::as_slice) } else { None }
    }

    fn prepare(
        &mut self,
        system: &mut dyn System,
        span: Span<'_>,
        end: &[f64],
        end_rates: &[f64],
    ) -> Result<(), SimError> {
        self.interpolant.cubic(span.h, (span.y, span.rates), (end, end_rates));
        match self.table.dense {
            Dense::Cubic => {}
            Dense::Bootstrap => {
                let [y, rates] = &mut self.scratch;
                self.interpolant.value(0.25, y);
                system.rates(span.t + 0.25 * span.h, y, rates)?;
                self.interpolant.match_rates_at_quarter(span.h, rates);
            }
            Dense::Stages(d) => {
                let k = &self.stages.k;
                self.interpolant.set_quartic(|i| span.h * weighted(d, k, i));
            }
        }
        Ok(())
    }

    fn interpolate(&self, s: f64, y: &mut [f64]) {
        self.interpolant.value(s, y);
    }
}
