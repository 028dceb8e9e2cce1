//! Explicit Runge-Kutta methods from their tables.

use super::interpolant::Interpolant;
use super::stages::Stages;
use super::{Estimate, Span, Stepper, System, closeness, norm};
use crate::SimError;

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
    /// The largest product of step and rate of decay for which the method is stable, if its last stage but one is at the time of the
    /// last.
    pub(super) stable: Option<f64>,
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
        let count = table.c.len();
        self.stages.begin(span);
        self.stages.compute(system, span, 1..count - usize::from(table.first_same_as_last), table.c, table.a)?;
        end.copy_from_slice(self.stages.advance(span.h, table.b));
        if table.first_same_as_last {
            // before its rates are computed, which the next step uses
            system.correct(end)?;
            system.rates(span.end, end, self.stages.get_mut(count - 1))?;
        }
        if table.e.is_empty() {
            return Ok(Estimate::default());
        }
        let error = self.stages.weighted(table.e);
        Ok(norm(error.iter().map(|e| span.h * e), span.allowed))
    }

    fn end_rates(&self) -> Option<&[f64]> {
        // first same as last: the last stage is at the end of the step
        self.table.first_same_as_last.then(|| self.stages.get(self.table.c.len() - 1))
    }

    fn stability(&mut self, span: Span<'_>, end: &[f64], end_rates: &[f64]) -> Option<f64> {
        let (stable, before) = (self.table.stable?, self.table.c.len() - 2);
        let [last, rates] = self.stages.advance_beside(span.h, self.table.a[before - 1], before);
        Some(closeness(span, stable, [end, last], [end_rates, rates]))
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
                let sum = self.stages.weighted(d);
                self.interpolant.set_quartic(|i| span.h * sum[i]);
            }
        }
        Ok(())
    }

    fn interpolate(&self, s: f64, y: &mut [f64]) {
        self.interpolant.value(s, y);
    }
}
