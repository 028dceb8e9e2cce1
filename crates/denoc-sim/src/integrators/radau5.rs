//! The collocation method Radau IIA with three stages: order five, L-stable, for stiff springs, dampers and gains.
//!
//! The 3n equations of a step are solved by Newton's method with derivatives from the start of this step, or of an earlier one while
//! Newton's method converges with them. The inverse of the matrix A of the method has a real and two complex eigenvalues; along its
//! eigenvectors the 3n equations fall apart into n real and n complex ones. The error estimate is of order three; as in the
//! authors' program the tolerance is translated, so that the error of the result, not of the estimate, is near the requested
//! tolerance.

use super::linearised::Linearised;
use super::{Around, Estimate, IntegratorInfo, LinearWork, LinearisedAt, Span, Stepper, System, norm};
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
/// A⁻¹ = T Λ T⁻¹ with Λ = [γ 0 0; 0 α −β; 0 β α].
const GAMMA: f64 = 3.637_834_252_744_496;
const ALPHA: f64 = 2.681_082_873_627_752_4;
const BETA: f64 = 3.050_430_199_247_410_5;
const T: [[f64; 3]; 3] = [
    [0.091_232_394_870_892_94, -0.141_255_295_020_954_2, -0.030_029_194_105_147_424],
    [0.241_717_932_707_107, 0.204_129_352_293_799_94, 0.382_942_112_757_261_9],
    [0.966_048_182_615_093, 1.0, 0.0],
];
const T_INVERSE: [[f64; 3]; 3] = [
    [4.325_579_890_063_155, 0.339_199_251_815_809_84, 0.541_770_539_935_874_9],
    [-4.178_718_591_551_905, -0.327_682_820_761_062_4, 0.476_623_554_500_550_44],
    [-0.502_872_634_945_786_9, 2.571_926_949_855_605_5, -0.596_039_204_828_224_9],
];
const MOST_ITERATIONS: usize = 10;
/// Derivatives are used again while corrections shrink at least by this factor.
const GOOD_CONVERGENCE: f64 = 0.1;
/// A step that could grow by less than this keeps its length: the decompositions stay valid.
const LITTLE_GROWTH: f64 = 1.2;

struct Radau5 {
    dimension: usize,
    /// Derivatives and decompositions; made when the number of entries is known.
    linear: Linearised,
    /// Where the derivatives were taken, and whether they may be used again.
    at: LinearisedAt,
    kept: bool,
    /// The derivatives are those of the start of the step in work.
    fresh: bool,
    start: Vec<f64>,
    z: [Vec<f64>; 3],
    w: [Vec<f64>; 3],
    k: [Vec<f64>; 3],
    y: Vec<f64>,
    error: Vec<f64>,
    allowed: Vec<f64>,
    /// The factor by which the last corrections shrank.
    convergence: f64,
    work: LinearWork,
}

impl Radau5 {
    fn new(dimension: usize) -> Self {
        let zeros = || vec![0.0; dimension];
        let three = || core::array::from_fn(|_| zeros());
        Self {
            dimension,
            linear: Linearised::new(0, 0),
            at: LinearisedAt::default(),
            kept: false,
            fresh: false,
            start: zeros(),
            z: three(),
            w: three(),
            k: three(),
            y: zeros(),
            error: zeros(),
            allowed: Vec::new(),
            convergence: 0.0,
            work: LinearWork::default(),
        }
    }

    fn size_for(&mut self, system: &dyn System, n: usize) {
        if !self.linear.fits(n, system.coordinates()) {
            self.linear = Linearised::new(n, system.coordinates());
            (self.kept, self.at.factored) = (false, 0.0);
        }
        self.allowed.resize(n, 0.0);
    }

    /// Derivatives at the start of the step, unless those of an earlier one serve.
    fn differentiate(&mut self, system: &mut dyn System, span: Span<'_>) -> Result<(), SimError> {
        self.fresh = self.kept && self.at.is_start_of(span);
        if self.fresh || (self.kept && system.keeps_axes()) {
            return Ok(());
        }
        self.kept = false;
        self.linear.differentiate(system, Around { t: span.t, y: span.y, rates: span.rates })?;
        self.work.derivatives += 1;
        system.write_down(span.t, span.y, &mut self.at);
        (self.kept, self.at.factored, self.fresh) = (true, 0.0, true);
        Ok(())
    }

    fn factor(&mut self, h: f64) -> bool {
        if self.at.factored == h {
            return true;
        }
        self.work.decompositions += 1;
        self.decompose(h)
    }

    fn decompose(&mut self, h: f64) -> bool {
        self.at.factored = h;
        self.linear.factor(GAMMA / h, [ALPHA / h, BETA / h])
    }

    /// One iteration: evaluates the stages and corrects them; the size of the correction.
    fn iterate(&mut self, system: &mut dyn System, span: Span<'_>) -> Result<Estimate, SimError> {
        let n = span.allowed.len();
        for ((c, z), k) in C.iter().zip(&self.z).zip(&mut self.k) {
            self.y.iter_mut().zip(span.y).zip(z).for_each(|((y, start), z)| *y = start + z);
            let t = if *c == 1.0 { span.end } else { span.t + c * span.h };
            system.rates(t, &self.y, k)?;
        }
        let [gamma, alpha, beta] = [GAMMA, ALPHA, BETA].map(|x| x / span.h);
        for i in 0..n {
            let z = [self.z[0][i], self.z[1][i], self.z[2][i]];
            let f = [self.k[0][i], self.k[1][i], self.k[2][i]];
            let [w1, w2, w3] = T_INVERSE.map(|row| row[0] * z[0] + row[1] * z[1] + row[2] * z[2]);
            let [f1, f2, f3] = T_INVERSE.map(|row| row[0] * f[0] + row[1] * f[1] + row[2] * f[2]);
            self.w[0][i] = f1 - gamma * w1;
            self.w[1][i] = f2 - alpha * w2 + beta * w3;
            self.w[2][i] = f3 - alpha * w3 - beta * w2;
        }
        let [first, second, third] = &mut self.w;
        self.linear.solve_real(first);
        self.linear.solve_complex(second, third);
        let (mut sum, mut largest) = (0.0, Estimate::default());
        for i in 0..n {
            let w = [self.w[0][i], self.w[1][i], self.w[2][i]];
            for (row, z) in T.iter().zip(&mut self.z) {
                let correction = row[0] * w[0] + row[1] * w[1] + row[2] * w[2];
                z[i] += correction;
                let ratio = correction / self.allowed[i];
                sum += ratio * ratio;
                // a NaN counts as the worst
                if ratio.abs() > largest.size || ratio.is_nan() {
                    largest = Estimate { size: ratio.abs(), worst: i };
                }
            }
        }
        Ok(Estimate { size: (sum / (3 * n.max(1)) as f64).sqrt(), worst: largest.worst })
    }

    fn solve_stages(&mut self, system: &mut dyn System, span: Span<'_>, tolerance: f64) -> Result<(), SimError> {
        let good = (10.0 * f64::EPSILON / tolerance).max(tolerance.sqrt().min(0.03));
        self.z.iter_mut().for_each(|z| z.fill(0.0));
        let (mut last, mut last_ratio) = (0.0, 0.0);
        let mut worst = 0;
        self.convergence = 0.0;
        for iteration in 0..MOST_ITERATIONS {
            let change = self.iterate(system, span)?;
            worst = change.worst;
            if change.size == 0.0 {
                return Ok(());
            }
            if iteration > 0 {
                let ratio: f64 = change.size / last;
                let theta = if iteration == 1 { ratio } else { (ratio * last_ratio).sqrt() };
                self.convergence = theta;
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
        self.linear.solve_real(&mut self.error);
        norm(self.error[..n].iter().copied(), &self.allowed)
    }

    /// Solves the equations of the stages, with new derivatives if old ones do not serve.
    fn solve(&mut self, system: &mut dyn System, span: Span<'_>, tolerance: f64) -> Result<(), SimError> {
        loop {
            self.differentiate(system, span)?;
            let singular = || SimError::NoConvergence { time: span.t, step: span.h, joint: system.joint_of(0) };
            let solved = match self.factor(span.h) {
                true => self.solve_stages(system, span, tolerance),
                false => Err(singular()),
            };
            if solved.is_ok() || self.fresh {
                return solved;
            }
            self.kept = false;
        }
    }
}

impl Stepper for Radau5 {
    fn attempt(&mut self, system: &mut dyn System, span: Span<'_>, end: &mut [f64]) -> Result<Estimate, SimError> {
        let n = span.allowed.len();
        self.size_for(system, n);
        let tolerance = 0.1 * span.tolerance.powf(2.0 / 3.0);
        let looser = tolerance / span.tolerance;
        self.allowed.iter_mut().zip(span.allowed).for_each(|(allowed, given)| *allowed = looser * given);
        self.solve(system, span, tolerance)?;
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

    fn accept(&mut self, h: f64, next: f64) -> f64 {
        if self.convergence > GOOD_CONVERGENCE {
            self.kept = false;
        }
        if next >= h && next <= LITTLE_GROWTH * h { h } else { next }
    }

    fn linearised_at(&self) -> Option<&LinearisedAt> {
        self.kept.then_some(&self.at)
    }

    fn linearise(&mut self, system: &mut dyn System, at: &LinearisedAt, y: &[f64]) -> Result<(), SimError> {
        self.size_for(system, system.controlled());
        system.rates(at.t, y, &mut self.error)?;
        self.linear.differentiate(system, Around { t: at.t, y, rates: &self.error })?;
        self.at.copy_from(at);
        self.kept = true;
        if at.factored > 0.0 {
            self.decompose(at.factored);
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.kept = false;
    }

    fn fastest_rate(&mut self) -> Option<f64> {
        Some(self.linear.fastest_rate())
    }

    fn take_work(&mut self) -> LinearWork {
        core::mem::take(&mut self.work)
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

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: A Λ' = 1 with Λ' = T Λ T⁻¹, and T T⁻¹ = 1, by multiplication
    #[test]
    fn eigenvalues_and_vectors_belong_to_the_matrix_of_the_method() {
        let product = |a: [[f64; 3]; 3], b: [[f64; 3]; 3]| -> [[f64; 3]; 3] {
            core::array::from_fn(|i| core::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
        };
        let values = [[GAMMA, 0.0, 0.0], [0.0, ALPHA, -BETA], [0.0, BETA, ALPHA]];
        for ones in [product(T, T_INVERSE), product(A, product(T, product(values, T_INVERSE)))] {
            for (i, row) in ones.iter().enumerate() {
                for (j, x) in row.iter().enumerate() {
                    assert!((x - f64::from(u8::from(i == j))).abs() < 3e-15, "{ones:?}");
                }
            }
        }
    }
}
