//! Gauss's collocation method with two stages: order four, symmetric in time, and symplectic where the inertia matrix is
//! constant.
//!
//! The equations of the stages are solved by fixed-point iteration down to rounding, so that the energy of conservative
//! mechanisms oscillates but does not drift in long runs. Quaternions are local around the middle of the step, which keeps
//! the symmetry. The steps must be short against the fastest motion.

use super::interpolant::Interpolant;
use super::{Estimate, IntegratorInfo, Span, Stepper, System};
use crate::SimError;

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "gauss4",
    summary: "Gauss-Legendre, order 4, fixed step, symmetric in time; preserves energy in long runs",
    order: 4,
    dense_order: 4,
    control_order: None,
    stiff: false,
    make: |dimension| Box::new(Gauss4::new(dimension)),
};

const SQRT3: f64 = 1.732_050_807_568_877_2;
const C: [f64; 2] = [0.5 - SQRT3 / 6.0, 0.5 + SQRT3 / 6.0];
const A: [[f64; 2]; 2] = [[0.25, 0.25 - SQRT3 / 6.0], [0.25 + SQRT3 / 6.0, 0.25]];
const MOST_ITERATIONS: usize = 100;

struct Gauss4 {
    k: [Vec<f64>; 2],
    next: [Vec<f64>; 2],
    y: Vec<f64>,
    change: Vec<f64>,
    start: Vec<f64>,
    interpolant: Interpolant,
}

impl Gauss4 {
    fn new(dimension: usize) -> Self {
        let zeros = || vec![0.0; dimension];
        Self {
            k: [zeros(), zeros()],
            next: [zeros(), zeros()],
            y: zeros(),
            change: zeros(),
            start: zeros(),
            interpolant: Interpolant::new(dimension),
        }
    }

    fn move_centre(&mut self, system: &mut dyn System, span: Span<'_>) {
        for (j, change) in self.change.iter_mut().enumerate() {
            *change = 0.5 * span.h * (self.k[0][j] + self.k[1][j]);
        }
        system.centre(&self.change, &mut self.start);
    }

    /// One iteration; the largest change of a stage, relative to the state, and where.
    fn iterate(&mut self, system: &mut dyn System, span: Span<'_>) -> Result<(f64, usize), SimError> {
        self.move_centre(system, span);
        for i in 0..2 {
            for (j, y) in self.y.iter_mut().enumerate() {
                *y = span.y[j] + self.start[j] + span.h * (A[i][0] * self.k[0][j] + A[i][1] * self.k[1][j]);
            }
            system.rates(span.t + C[i] * span.h, &self.y, &mut self.next[i])?;
        }
        let mut change = (0.0, 0);
        for (old, new) in self.k.iter().zip(&self.next) {
            for j in 0..system.controlled() {
                // entries near zero are measured against a thousandth: they are rounding of larger ones
                let size = span.y[j].abs() + (span.h * new[j]).abs() + 1e-3;
                let relative = (span.h * (new[j] - old[j])).abs() / size;
                if relative > change.0 || relative.is_nan() {
                    change = (relative, j);
                }
            }
        }
        core::mem::swap(&mut self.k, &mut self.next);
        Ok(change)
    }
}

impl Gauss4 {
    fn solve(&mut self, system: &mut dyn System, span: Span<'_>) -> Result<(), SimError> {
        for k in &mut self.k {
            k.copy_from_slice(span.rates);
        }
        let mut change = (f64::INFINITY, 0);
        for _ in 0..MOST_ITERATIONS {
            let last = change.0;
            change = self.iterate(system, span)?;
            // down to rounding, or tiny and no longer shrinking: stiff forces amplify rounding
            if change.0 <= f64::EPSILON || (change.0 < 1e-10 && change.0 >= last) {
                return Ok(());
            }
        }
        Err(SimError::NoConvergence { time: span.t, step: span.h, joint: system.joint_of(change.1) })
    }
}

impl Stepper for Gauss4 {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        let solved = self.solve(system, span);
        self.move_centre(system, span);
        for (j, end) in end.iter_mut().enumerate() {
            *end = span.y[j] + self.start[j] + self.change[j];
        }
        system.leave_centre(end);
        solved.map(|()| Estimate::default())
    }

    fn prepare(&mut self, _: &mut dyn System, span: Span<'_>, end: &[f64], end_rates: &[f64]) -> Result<(), SimError> {
        self.interpolant.cubic(span.h, (span.y, span.rates), (end, end_rates));
        Ok(())
    }

    fn interpolate(&self, s: f64, y: &mut [f64]) {
        self.interpolant.value(s, y);
    }
}
