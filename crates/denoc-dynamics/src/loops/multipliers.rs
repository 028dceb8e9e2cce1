//! Lagrange multipliers at the closures [Saha13 (50)], [Saha13 (54)].
//!
//! With Y = D^(−1/2) U⁻¹ Jᵀ, J I⁻¹ Jᵀ = Yᵀ Y ([`super::whiten`]). The product is never formed, which would square its
//! condition number: the rank-revealing decomposition Y P = Q R gives
//!
//! ```text
//! a = a₀ + U⁻ᵀ D^(−1/2) z,   Yᵀ z = −(J a₀ + J̇ v),   Y λ = z with |λ| least
//! ```
//!
//! where a₀ are the accelerations of the tree without closures. O(n m + n m²).

use denoc_math::{Real, Wrench};
use denoc_model::Model;

use super::least_norm::LeastNorm;
use super::method::{LoopMethodInfo, Problem};
use super::{LoopOutcome, Loops, Qr, RANK_TOLERANCE, whiten};
use crate::stages::Velocity;
use crate::{DynamicsError, forward};

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "multipliers",
    summary: "multipliers at the cut joints, J I⁻¹ Jᵀ by recursion, rank-revealing",
};

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    qr: Qr<T>,
    least: LeastNorm<T>,
    rates: Vec<T>,
    z: Vec<T>,
    eta: Vec<Wrench<T>>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let (m, nv) = (loops.count(), model.nv());
        let mut qr = Qr::new();
        qr.start(nv, m);
        Self {
            qr,
            least: LeastNorm::new(m, m.min(nv)),
            rates: vec![T::zero(); m],
            z: vec![T::zero(); m.max(nv)],
            eta: vec![Wrench::zero(); model.links().len()],
        }
    }

    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let (model, q, v) = (stage.model, stage.q, stage.v);
        forward::forward(model, stage.position.ws, (q, v), problem.tau, problem.loads, a)?;
        let limit = problem.rank_limit();
        let Problem { loops, target, lambda, .. } = problem;
        loops.rates(stage, Some(a), &mut self.rates);
        self.qr.start(model.nv(), loops.count());
        for j in 0..loops.count() {
            whiten::column(model, stage.ws, loops, j, &mut self.eta, self.qr.column_mut(j));
        }
        self.qr.factor(RANK_TOLERANCE, limit);

        // Qᵀ z = −R₁₁⁻ᵀ (rates − target)
        let row = |i: usize| (target[i] - self.rates[i]) * loops.units[i].recip();
        let contradiction = meet(&self.qr, &loops.units, row, &mut self.z);
        self.least.solve(&self.qr, &loops.units, &self.z, lambda);
        let z = &mut self.z[..model.nv()];
        self.qr.apply(z);
        whiten::accelerate(model, stage.position.ws, z, a);
        Ok(LoopOutcome { rank: self.qr.rank(), smallest_pivot: self.qr.smallest(), contradiction })
    }
}

/// z of least norm, in the basis Q, with (Q R Pᵀ)ᵀ Q z = `row`, as far as the rows do not contradict each other; by how much
/// they do, the largest, each times its unit.
pub(super) fn meet<T: Real>(qr: &Qr<T>, units: &[T], row: impl Fn(usize) -> T, z: &mut [T]) -> f64 {
    let rank = qr.rank();
    z.fill(T::zero());
    for (z, &i) in z.iter_mut().zip(&qr.order()[..rank]) {
        *z = row(i);
    }
    qr.solve_lower(z);
    let mut contradiction = 0.0_f64;
    for (j, &i) in qr.order().iter().enumerate().skip(rank) {
        let met = (0..rank).fold(T::zero(), |sum, k| qr.r(k, j).mul_add(z[k], sum));
        contradiction = contradiction.max(((row(i) - met) * units[i]).value().abs());
    }
    contradiction
}
