//! Lagrange multipliers at the closures [Saha13 (50)], [Saha13 (54)].
//!
//! With I = U D Uᵀ [SahaIR (9.38)] and Y = D^(−1/2) U⁻¹ Jᵀ, one inward sweep per row, J I⁻¹ Jᵀ = Yᵀ Y. The product is never
//! formed, which would square its condition number: the rank-revealing decomposition Y P = Q R gives
//!
//! ```text
//! a = a₀ + U⁻ᵀ D^(−1/2) z,   Yᵀ z = −(J a₀ + J̇ v),   Y λ = z with |λ| least
//! ```
//!
//! where a₀ are the accelerations of the tree without closures. O(n m + n m²).

use denoc_math::{Real, Twist, Wrench};
use denoc_model::{LinkId, Model};

use super::method::{LoopMethodInfo, Problem};
use super::{LoopOutcome, Loops, Qr, RANK_TOLERANCE};
use crate::stages::Velocity;
use crate::workspace::Workspace;
use crate::{DynamicsError, forward};

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "multipliers",
    summary: "multipliers at the cut joints, J I⁻¹ Jᵀ by recursion, rank-revealing",
};

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    qr: Qr<T>,
    /// The transposed leading rows of R, for multipliers of least norm.
    least: Qr<T>,
    rates: Vec<T>,
    z: Vec<T>,
    mu: Vec<T>,
    eta: Vec<Wrench<T>>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let m = loops.count();
        Self {
            qr: Qr::new(),
            least: Qr::new(),
            rates: vec![T::zero(); m],
            z: vec![T::zero(); m.max(model.nv())],
            mu: vec![T::zero(); m],
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
        self.whiten(model, stage.ws, loops);
        self.qr.factor(RANK_TOLERANCE, limit);
        let rank = self.qr.rank();

        // Qᵀ z = −R₁₁⁻ᵀ (rates − target)
        let row = |i: usize| (target[i] - self.rates[i]) * loops.units[i].recip();
        self.z.fill(T::zero());
        for (z, &i) in self.z.iter_mut().zip(&self.qr.order()[..rank]) {
            *z = row(i);
        }
        self.qr.solve_lower(&mut self.z);
        let mut contradiction = 0.0_f64;
        for (j, &i) in self.qr.order().iter().enumerate().skip(rank) {
            let met = (0..rank).fold(T::zero(), |sum, k| self.qr.r(k, j).mul_add(self.z[k], sum));
            contradiction = contradiction.max(((row(i) - met) * loops.units[i]).value().abs());
        }
        self.multipliers(loops, lambda);
        let nv = model.nv();
        self.qr.apply(&mut self.z[..nv]);
        self.outward(model, stage.position.ws, a);
        Ok(LoopOutcome { rank, smallest_pivot: self.qr.smallest(), contradiction })
    }

    /// The columns of Y, each divided by the unit of its row.
    fn whiten(&mut self, model: &Model<T>, ws: &Workspace<T>, loops: &Loops<T>) {
        let (k, u) = (&ws.kinematics, &ws.udut);
        self.qr.start(model.nv(), loops.count());
        for (j, (row, unit)) in loops.rows.rows.iter().zip(&loops.units).enumerate() {
            let scale = unit.recip();
            let y = self.qr.column_mut(j);
            for &(s, x) in row.speeds.iter().flatten() {
                y[s] = x * scale;
            }
            // the wrench acts on the link: it enters φ with a plus, η with a minus
            self.eta.fill(Wrench::zero());
            for &(link, wrench) in row.wrenches.iter().flatten() {
                self.eta[link.0] = wrench.neg_mul_add(scale, self.eta[link.0]);
            }
            for (i, link) in model.links().iter().enumerate().rev() {
                let mut eta = self.eta[i];
                for s in (link.v..link.v + link.nv).rev() {
                    let phi = y[s] - k.columns[s].dot(eta);
                    eta = u.psi[s].mul_add(phi, eta);
                    y[s] = phi * u.m_hat[s].sqrt().recip();
                }
                if let Some(LinkId(p)) = link.parent {
                    self.eta[p] += k.relative[i].propagate_back(eta);
                }
            }
        }
    }

    /// Multipliers of least norm from z (still in the basis Q): R Pᵀ λ = z.
    fn multipliers(&mut self, loops: &Loops<T>, lambda: &mut [T]) {
        let (rank, m) = (self.qr.rank(), loops.count());
        self.least.start(m, rank);
        for i in 0..rank {
            for j in i..m {
                self.least.set(j, i, self.qr.r(i, j));
            }
        }
        self.least.factor(0.0, rank);
        // Rᵀ Π = Q' R': (R'ᵀ Q'ᵀ) μ = Πᵀ z
        let mu = &mut self.mu[..m];
        mu.fill(T::zero());
        for (mu, &i) in mu.iter_mut().zip(&self.least.order()[..rank]) {
            *mu = self.z[i];
        }
        self.least.solve_lower(mu);
        self.least.apply(mu);
        for (&i, mu) in self.qr.order().iter().zip(&*mu) {
            lambda[i] = *mu * loops.units[i].recip();
        }
    }

    /// a ← a + U⁻ᵀ D^(−1/2) z.
    fn outward(&mut self, model: &Model<T>, ws: &mut Workspace<T>, a: &mut [T]) {
        let (k, u) = (&ws.kinematics, &mut ws.udut);
        for (i, link) in model.links().iter().enumerate() {
            let mut mu = link.parent.map_or(Twist::zero(), |LinkId(p)| k.relative[i].propagate(u.mu[p]));
            for s in link.v..link.v + link.nv {
                let x = self.z[s] * u.m_hat[s].sqrt().recip() - mu.dot(u.psi[s]);
                mu = k.columns[s].mul_add(x, mu);
                a[s] += x;
            }
            u.mu[i] = mu;
        }
    }
}
