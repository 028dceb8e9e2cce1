//! Loops as joints: linear in the number of small loops.
//!
//! A [cluster](denoc_model::Cluster) of links that closures tie together moves relative to one link, its parent. To the rest of
//! the mechanism it is a joint, of as many degrees of freedom as its own closures leave, that carries several bodies. Its rows J
//! know no speeds but its own: eliminated among themselves, with the largest pivots first, they give
//!
//! ```text
//! a = G u + g                         the dependent accelerations of the cluster from the independent ones u
//! ```
//!
//! and with the columns of the joints inside, twist-rates μ_i = X_i μ_p + S_i u + s_i of its links over that of the parent p. The
//! decomposition of [`crate::udut`] then goes from cluster to cluster, with M̂_i and η_i of a link those of all that hangs on it
//! through other clusters:
//!
//! ```text
//! M_u = Σ S_iᵀ M̂_i S_i,   F = Σ X_iᵀ M̂_i S_i,   φ = Gᵀ τ − Σ S_iᵀ (M̂_i s_i + η_i)
//! M̂_p += Σ X_iᵀ M̂_i X_i − F M_u⁻¹ Fᵀ,           η_p += Σ X_iᵀ (M̂_i s_i + η_i) + F M_u⁻¹ φ
//! u = M_u⁻¹ (φ − Fᵀ μ_p)
//! ```
//!
//! A link outside all loops is a cluster with S = P, and this is [SahaIR (9.38)-(9.41)]. The sums over the links of a cluster are
//! made by recursion too, as composite bodies. Multipliers follow from what the joints of a cluster would have to transmit:
//! J λ = rest, least norm, cluster by cluster. Nothing is inverted but M_u, so links inside loops may be without mass.
//!
//! Cost: O(links) + O(cube of the speeds of each cluster).

mod buffers;
mod elimination;
mod inward;
mod outward;
mod plan;


use denoc_math::Real;

pub(crate) use buffers::Buffers;

use super::LoopOutcome;
use super::method::{LoopMethodInfo, Problem};
use crate::stages::Velocity;
use crate::DynamicsError;

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "modular",
    summary: "each cluster of loops is one joint of the recursion, linear in the number of small loops",
};

impl<T: Real> Buffers<T> {
    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let (model, q) = (stage.model, stage.q);
        let Problem { loops, target, lambda, ranks, tau, loads } = problem;
        loops.rates(stage, None, &mut self.bias);
        let k = &stage.position.ws.kinematics;
        self.start(model, k, &loops.rates, loads);
        let mut outcome = LoopOutcome { rank: 0, smallest_pivot: f64::INFINITY, contradiction: 0.0 };
        for &row in &self.plan.empty_rows {
            let unmet = (target[row] - self.bias[row]).value().abs();
            outcome.contradiction = outcome.contradiction.max(unmet);
            lambda[row] = T::zero();
        }
        for at in (0..self.plan.parts.len()).rev() {
            if self.plan.parts[at].closed {
                self.eliminate(model, k, at, (loops, target, ranks[at]), &mut outcome);
                self.close(model, k, at, (q, tau))?;
            } else {
                self.single(model, k, at, (q, tau))?;
            }
        }
        for at in 0..self.plan.parts.len() {
            self.outward(k, at, a);
            if self.plan.parts[at].closed {
                self.multipliers(model, k, at, (loops, tau, a), lambda);
            }
        }
        if outcome.rank == 0 {
            outcome.smallest_pivot = 0.0;
        }
        Ok(outcome)
    }
}
