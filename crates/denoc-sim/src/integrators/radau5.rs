//! The collocation method Radau IIA with three stages: order five, L-stable, for stiff springs, dampers and gains.
//!
//! The 3n equations of a step are solved by Newton's method with one matrix, from differences of the rates at the start of the
//! step. The error estimate is of order three; as in the authors' program the tolerance is translated, so that the error of
//! the result, not of the estimate, is near the tolerance asked for.

use denoc_math::dense::Lu;

use super::{Estimate, IntegratorInfo, Span, Stepper, System, norm};
use crate::SimError;

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "radau5",
    summary: "Radau IIA, order 5, implicit, error control; for stiff springs, dampers and gains",
    order: 5,
    dense_order: 4,
    control_order: Some(4),
    stiff: true,
    make: |dimension| Box::new(Radau5::new(dimension)),
};

const SQRT6: f64 = 2.449_489_742_783_178;
const C: [f64; 3] = [(4.0 - SQRT6) / 10.0, (4.0 + SQRT6) / 10.0, 1.0];
const A: [[f64; 3]; 3] = [
    [(88.0 - 7.0 * SQRT6) / 360.0, (296.0 - 169.0 * SQRT6) / 1800.0, (-2.0 + 3.0 * SQRT6) / 225.0],
    [(296.0 + 169.0 * SQRT6) / 1800.0, (88.0 + 7.0 * SQRT6) / 360.0, (-2.0 - 3.0 * SQRT6) / 225.0],
    [(16.0 - SQRT6) / 36.0, (16.0 + SQRT6) / 36.0, 1.0 / 9.0],
];
/// Weights of the error estimate.
const E: [f64; 3] = [-(13.0 + 7.0 * SQRT6) / 3.0, (-13.0 + 7.0 * SQRT6) / 3.0, -1.0 / 3.0];
/// The inverse of the real eigenvalue of A.
const GAMMA: f64 = 3.637_834_252_744_496;
const MOST_ITERATIONS: usize = 10;

struct Radau5 {
    dimension: usize,
    /// Rows of partial derivatives of the rates, and the start of the step they belong to.
    jacobian: Vec<f64>,
    jacobian_at: (f64, Vec<f64>),
    /// The two matrices; made when the number of entries is known.
    newton: Lu,
    filter: Lu,
    start: Vec<f64>,
    z: [Vec<f64>; 3],
    k: [Vec<f64>; 3],
    right: Vec<f64>,
    y: Vec<f64>,
    error: Vec<f64>,
    allowed: Vec<f64>,
}

impl Radau5 {
    fn new(dimension: usize) -> Self {
        let zeros = || vec![0.0; dimension];
        let three = || core::array::from_fn(|_| zeros());
        Self {
            dimension,
            jacobian: Vec::new(),
            jacobian_at: (f64::NAN, zeros()),
            newton: Lu::new(0),
            filter: Lu::new(0),
            start: zeros(),
            z: three(),
            k: three(),
            right: Vec::new(),
            y: zeros(),
            error: zeros(),
            allowed: Vec::new(),
        }
    }

    fn size_for(&mut self, n: usize) {
        if self.right.len() != 3 * n {
            self.jacobian = vec![0.0; n * n];
            self.newton = Lu::new(3 * n);
            self.filter = Lu::new(n);
            self.right = vec![0.0; 3 * n];
            self.allowed = vec![0.0; n];
        }
    }

    /// Forward differences; nothing to do when a step is tried again.
    fn differentiate(&mut self, system: &mut dyn System, span: Span<'_>) -> Result<(), SimError> {
        if self.jacobian_at.0 == span.t && self.jacobian_at.1 == span.y {
            return Ok(());
        }
        let n = span.allowed.len();
        self.y.copy_from_slice(span.y);
        for j in 0..n {
            let step = (f64::EPSILON * span.y[j].abs().max(1e-5)).sqrt();
            self.y[j] = span.y[j] + step;
            let step = self.y[j] - span.y[j];
            system.rates(span.t, &self.y, &mut self.error)?;
            self.y[j] = span.y[j];
            for i in 0..n {
                self.jacobian[i * n + j] = (self.error[i] - span.rates[i]) / step;
            }
        }
        self.jacobian_at.0 = span.t;
        self.jacobian_at.1.copy_from_slice(span.y);
        Ok(())
    }

    fn factor(&mut self, h: f64, n: usize) -> bool {
        let jacobian = &self.jacobian;
        let newton = self.newton.factor(|row, column| {
            let (block, i, other, j) = (row / n, row % n, column / n, column % n);
            let one = if row == column { 1.0 } else { 0.0 };
            one - h * A[block][other] * jacobian[i * n + j]
        });
        let filter = self.filter.factor(|i, j| {
            let one = if i == j { GAMMA / h } else { 0.0 };
            one - jacobian[i * n + j]
        });
        newton && filter
    }

    /// One iteration: evaluates the stages and corrects them; the size of the correction.
    fn iterate(&mut self, system: &mut dyn System, span: Span<'_>) -> Result<Estimate, SimError> {
        let n = span.allowed.len();
        for ((c, z), k) in C.iter().zip(&self.z).zip(&mut self.k) {
            self.y.iter_mut().zip(span.y).zip(z).for_each(|((y, start), z)| *y = start + z);
            let t = if *c == 1.0 { span.end } else { span.t + c * span.h };
            system.rates(t, &self.y, k)?;
        }
        for (block, row) in A.iter().enumerate() {
            for i in 0..n {
                let sum: f64 = row.iter().zip(&self.k).map(|(a, k)| a * k[i]).sum();
                self.right[block * n + i] = span.h * sum - self.z[block][i];
            }
        }
        self.newton.solve(&mut self.right);
        for (z, correction) in self.z.iter_mut().zip(self.right.chunks_exact(n.max(1))) {
            z.iter_mut().zip(correction).for_each(|(z, c)| *z += c);
        }
        let mut sum = 0.0;
        let mut worst = Estimate::default();
        for correction in self.right.chunks_exact(n.max(1)) {
            let block = norm(correction.iter().copied(), &self.allowed);
            sum += block.size * block.size;
            if block.size > worst.size {
                worst = block;
            }
        }
        Ok(Estimate { size: (sum / 3.0).sqrt(), worst: worst.worst })
    }

    fn solve_stages(&mut self, system: &mut dyn System, span: Span<'_>, tolerance: f64) -> Result<(), SimError> {
        let good = (10.0 * f64::EPSILON / tolerance).max(tolerance.sqrt().min(0.03));
        self.z.iter_mut().for_each(|z| z.fill(0.0));
        let (mut last, mut last_ratio) = (0.0, 0.0);
        let mut worst = 0;
        for iteration in 0..MOST_ITERATIONS {
            let change = self.iterate(system, span)?;
            worst = change.worst;
            if change.size == 0.0 {
                return Ok(());
            }
            if iteration > 0 {
                let ratio: f64 = change.size / last;
                let theta = if iteration == 1 { ratio } else { (ratio * last_ratio).sqrt() };
                let factor = if theta < 1.0 { theta / (1.0 - theta) } else { f64::INFINITY };
                if factor * change.size <= good {
                    return Ok(());
                }
                let remaining = (MOST_ITERATIONS - 1 - iteration) as i32;
                if theta.is_nan() || theta >= 0.99 || factor * change.size * theta.powi(remaining) > good {
                    break;
                }
                last_ratio = ratio;
            }
            last = change.size;
        }
        Err(SimError::NoConvergence { time: span.t, step: span.h, joint: system.joint_of(worst) })
    }

    /// The filtered estimate for rates at the start (or at a corrected start) in `self.error`.
    fn estimate(&mut self, span: Span<'_>) -> Estimate {
        let n = span.allowed.len();
        for (i, error) in self.error[..n].iter_mut().enumerate() {
            *error += E.iter().zip(&self.z).map(|(e, z)| e * z[i]).sum::<f64>() / span.h;
        }
        self.filter.solve(&mut self.error[..n]);
        norm(self.error[..n].iter().copied(), &self.allowed)
    }
}

impl Stepper for Radau5 {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        let n = span.allowed.len();
        self.size_for(n);
        let tolerance = 0.1 * span.tolerance.powf(2.0 / 3.0);
        let looser = tolerance / span.tolerance;
        self.allowed.iter_mut().zip(span.allowed).for_each(|(allowed, given)| *allowed = looser * given);
        self.differentiate(system, span)?;
        if !self.factor(span.h, n) {
            return Err(SimError::NoConvergence { time: span.t, step: span.h, joint: system.joint_of(0) });
        }
        self.solve_stages(system, span, tolerance)?;
        // quadratures: nothing depends on them, so they are sums of their rates
        for (row, z) in A.iter().zip(&mut self.z) {
            for i in n..self.dimension {
                z[i] = span.h * row.iter().zip(&self.k).map(|(a, k)| a * k[i]).sum::<f64>();
            }
        }
        self.start.copy_from_slice(span.y);
        end.iter_mut().zip(span.y).zip(&self.z[2]).for_each(|((end, y), z)| *end = y + z);
        self.error.copy_from_slice(span.rates);
        let mut estimate = self.estimate(span);
        if estimate.size >= 1.0 {
            // the estimate overrates very stiff components at the start of transients
            for i in 0..self.dimension {
                self.y[i] = span.y[i] + if i < n { self.error[i] } else { 0.0 };
            }
            system.rates(span.t, &self.y, &mut self.error)?;
            estimate = self.estimate(span);
        }
        Ok(estimate)
    }

    fn prepare(&mut self, _: &mut dyn System, _: Span<'_>, _: &[f64], _: &[f64]) -> Result<(), SimError> {
        Ok(())
    }

    /// The collocation polynomial.
    fn interpolate(&self, s: f64, y: &mut [f64]) {
        let weight = |i: usize| {
            let others = (0..3).filter(|&j| j != i);
            others.fold(s / C[i], |w, j| w * (s - C[j]) / (C[i] - C[j]))
        };
        let weights = [weight(0), weight(1), weight(2)];
        for (i, y) in y.iter_mut().enumerate() {
            *y = self.start[i] + weights.iter().zip(&self.z).map(|(w, z)| w * z[i]).sum::<f64>();
        }
    }
}
