//! Regularised multipliers, refined iteratively (the proximal algorithm for constrained dynamics of Carpentier, Budhiraja
//! and Mansard, 2021).
//!
//! With A = J I⁻¹ Jᵀ = Yᵀ Y ([`super::whiten`]), b = −(J a₀ + J̇ v) and a small μ, A + μ 1 is positive definite in every pose
//! and for redundant rows. From λ = 0,
//!
//! ```text
//! λ ← λ + (A + μ 1)⁻¹ (b − A λ)
//! ```
//!
//! reduces the error along an eigenvector of A with eigenvalue σ by μ/(σ + μ) in each step: in regular configurations two or three
//! steps reach machine precision; near singular configurations the number of steps is exhausted and the multipliers stay bounded.
//! The part of b that no multipliers can satisfy does not shrink. It is found by powers of μ (A + μ 1)⁻¹ and removed from b, as the
//! inconsistency of the constraints, and likewise from λ, so that λ is the solution of least norm.
//!
//! A preceding rank-revealing decomposition Y P = Q R determines the rank and omits the rest: the columns of R represent those
//! of Y.

use denoc_math::Real;
use denoc_math::dense::{Cholesky, dot};
use denoc_model::Model;

use super::method::{LoopMethodInfo, Problem};
use super::whiten::{self, Whitened};
use super::{LoopOutcome, Loops};
use crate::DynamicsError;
use crate::stages::Velocity;

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "proximal",
    summary: "regularised multipliers, refined iteratively: bounded also near singular configurations",
};

/// μ relative to the mean of the diagonal of A.
const REGULARISATION: f64 = 1e-9;
const STEPS: usize = 50;
/// Iteration stops at relative changes below this.
const PRECISION: f64 = 1e-12;

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    whitened: Whitened<T>,
    /// Y by columns, in the basis Q.
    y: Vec<T>,
    /// A + μ 1.
    a: Cholesky<T>,
    mu: T,
    b: Vec<T>,
    step: Vec<T>,
    lambda: Vec<T>,
    z: Vec<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let (m, nv) = (loops.count(), model.nv());
        Self {
            whitened: Whitened::new(model, loops),
            y: vec![T::zero(); m * nv],
            a: Cholesky::new(m),
            mu: T::one(),
            b: vec![T::zero(); m],
            step: vec![T::zero(); m],
            lambda: vec![T::zero(); m],
            z: vec![T::zero(); nv],
        }
    }

    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        mut problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        self.whitened.set_up(stage, &mut problem, a)?;
        let (model, nv) = (stage.model, stage.model.nv());
        let Problem { loops, lambda, .. } = problem;
        let qr = &self.whitened.conditions.qr;
        self.y.fill(T::zero());
        for (j, &row) in qr.order().iter().enumerate() {
            for k in 0..qr.rank().min(j + 1) {
                self.y[row * nv + k] = qr.r(k, j);
            }
        }
        self.b.copy_from_slice(&self.whitened.conditions.right);
        self.regularise(nv);

        self.step.copy_from_slice(&self.b);
        keep_unmet(&self.a, self.mu, &mut self.step, &mut self.lambda);
        let mut contradiction = 0.0_f64;
        for ((b, &unmet), &unit) in self.b.iter_mut().zip(&self.step).zip(&loops.units) {
            contradiction = contradiction.max((unmet * unit).value().abs());
            *b -= unmet;
        }
        self.iterate(nv);
        self.step.copy_from_slice(&self.lambda);
        keep_unmet(&self.a, self.mu, &mut self.step, &mut self.b);
        for (lambda, &idle) in self.lambda.iter_mut().zip(&self.step) {
            *lambda -= idle;
        }
        self.apply(nv);
        self.whitened.conditions.qr.apply(&mut self.z);
        whiten::accelerate(model, stage.position.ws, &self.z, a);
        for ((to, &from), &unit) in lambda.iter_mut().zip(&self.lambda).zip(&loops.units) {
            *to = from * unit.recip();
        }
        Ok(self.whitened.conditions.outcome(contradiction))
    }

    /// Forms and decomposes A + μ 1.
    fn regularise(&mut self, nv: usize) {
        let m = self.b.len();
        let mut trace = T::zero();
        for i in 0..m {
            for j in 0..=i {
                let entry = dot(&self.y[i * nv..(i + 1) * nv], &self.y[j * nv..(j + 1) * nv]);
                self.a.set(i, j, entry);
            }
            trace += self.a.at(i, i);
        }
        // constraints that no joint can influence: any μ will do
        let mean = if trace.value() > 0.0 { trace.value() / m as f64 } else { 1.0 };
        self.mu = T::lift(REGULARISATION * mean);
        for i in 0..m {
            self.a.set(i, i, self.a.at(i, i) + self.mu);
        }
        // μ is far above the rounding errors of A: the matrix is positive definite, or not finite and then so are the results
        let decomposed = self.a.factor(0.0);
        debug_assert!(decomposed.is_ok() || !trace.value().is_finite());
    }

    /// λ from b, and z = Y λ.
    fn iterate(&mut self, nv: usize) {
        self.lambda.fill(T::zero());
        self.z.fill(T::zero());
        for _ in 0..STEPS {
            for (i, step) in self.step.iter_mut().enumerate() {
                *step = self.b[i] - dot(&self.y[i * nv..(i + 1) * nv], &self.z);
            }
            self.a.solve(&mut self.step);
            for (i, &step) in self.step.iter().enumerate() {
                self.lambda[i] += step;
                for (z, &y) in self.z.iter_mut().zip(&self.y[i * nv..(i + 1) * nv]) {
                    *z = y.mul_add(step, *z);
                }
            }
            if size(&self.step) <= PRECISION * size(&self.lambda) {
                break;
            }
        }
    }

    /// z = Y λ.
    fn apply(&mut self, nv: usize) {
        self.z.fill(T::zero());
        for (&lambda, y) in self.lambda.iter().zip(self.y.chunks_exact(nv.max(1))) {
            for (z, &y) in self.z.iter_mut().zip(y) {
                *z = y.mul_add(lambda, *z);
            }
        }
    }
}

/// Projects x onto the null space of A: x ← (μ (A + μ 1)⁻¹)ⁿ x.
fn keep_unmet<T: Real>(a: &Cholesky<T>, mu: T, x: &mut [T], before: &mut [T]) {
    let all = size(x);
    for _ in 0..STEPS {
        before.copy_from_slice(x);
        a.solve(x);
        let mut change = 0.0_f64;
        for (x, &before) in x.iter_mut().zip(&*before) {
            *x = *x * mu;
            change = change.max((*x - before).value().abs());
        }
        if change <= PRECISION * all {
            break;
        }
    }
}

fn size<T: Real>(x: &[T]) -> f64 {
    x.iter().map(|x| x.value().abs()).fold(0.0, f64::max)
}
