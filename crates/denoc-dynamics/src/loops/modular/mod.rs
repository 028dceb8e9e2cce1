//! Clusters of loops as joints of the recursion: linear in the number of small loops.
//!
//! A [cluster](denoc_model::Cluster) of links connected by closures moves relative to one link, its parent. To the rest of the
//! mechanism it is a joint that carries several bodies and has the degrees of freedom that its closures leave. Its rows J contain
//! only its own speeds: eliminated with the largest pivots first, they give its accelerations from the independent ones,
//!
//! ```text
//! a = G u + g
//! ```
//!
//! The cluster as a tree has columns p_s, composite bodies with wrenches e_s = M̃ p_s per acceleration, an inertia matrix
//! M_st = p_s·e_t and bias forces h_s = p_s·η̃, all in one frame. M̃ and η̃ are sums over the links outward in the cluster, each
//! with everything attached to it through other clusters. The decomposition of [`crate::udut`] then goes from cluster to cluster:
//!
//! ```text
//! M_u = Gᵀ M G,   F = Σ e_s G_s,   φ = Gᵀ (τ − h − M g)
//! M̂_p += Σ M̂_i − F M_u⁻¹ Fᵀ,   η_p += Σ η_i + Σ e_s g_s + F M_u⁻¹ φ          for the parent p
//! u = M_u⁻¹ (φ − Fᵀ μ_p)                                                  outward, with the parent's twist-rate μ_p
//! Jᵀ λ = h + M a + e·μ_p − τ                                              least norm, cluster by cluster
//! ```
//!
//! A link outside all loops is a cluster with G = 1, and this is [SahaIR (9.38)-(9.41)]. Only M_u is inverted, so links inside
//! loops may be massless.
//!
//! Cost: O(links) + O(cube of the speeds of each cluster).

mod buffers;
mod gather;
mod inward;
mod outward;
mod plan;
mod reduce;
#[cfg(test)]
mod tests;

use denoc_math::Real;

pub(crate) use buffers::Buffers;
pub(crate) use plan::generic;

use super::LoopOutcome;
use super::method::{LoopMethodInfo, Problem};
use crate::DynamicsError;
use crate::stages::Velocity;

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "recursive",
    summary: "each cluster of loops is one joint of the recursion, linear in the number of small loops",
};

impl<T: Real> Buffers<T> {
    /// Tries these pivots first when rows are eliminated: numbers of rows in `Loops` and entries of v.
    pub(crate) fn set_order(&mut self, pivots: impl Iterator<Item = (usize, usize)> + Clone) {
        self.plan.set_order(pivots);
    }

    #[inline(never)]
    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let Problem { loops, target, lambda, ranks, tau, loads } = problem;
        loops.rates(stage, None, &mut self.bias);
        let (model, k, q) = (stage.model, &stage.ws.kinematics, stage.q);
        self.start(model, k, &loops.rates, loads);
        let mut outcome = LoopOutcome { rank: 0, smallest_pivot: f64::INFINITY, contradiction: 0.0 };
        for &row in &self.plan.empty_rows {
            let unmet = (target[row] - self.bias[row]).value().abs();
            outcome.contradiction = outcome.contradiction.max(unmet);
            lambda[row] = T::zero();
        }
        for at in (0..self.plan.parts.len()).rev() {
            if self.plan.parts[at].closed {
                self.gather(model, k, at);
                self.eliminate(at, loops, target, ranks[at], &mut outcome);
                self.close(model, k, at, q, tau)?;
            } else {
                self.single(model, k, at, q, tau)?;
            }
        }
        for at in 0..self.plan.parts.len() {
            if self.plan.parts[at].closed {
                self.accelerate(k, at, loops, tau, a, lambda);
            } else {
                self.accelerate_single(k, at, a);
            }
        }
        if outcome.rank == 0 {
            outcome.smallest_pivot = 0.0;
        }
        Ok(outcome)
    }
}
