//! Lagrange multipliers at the closures [Saha13 (50)], [Saha13 (54)].
//!
//! With Y = D^(−1/2) U⁻¹ Jᵀ, J I⁻¹ Jᵀ = Yᵀ Y ([`super::whiten`]). The product is never formed, because that would square
//! its condition number: the rank-revealing decomposition Y P = Q R gives
//!
//! ```text
//! a = a₀ + U⁻ᵀ D^(−1/2) z,   Yᵀ z = −(J a₀ + J̇ v),   Y λ = z with |λ| least
//! ```
//!
//! where a₀ are the accelerations of the tree without closures. O(n m + n m²).

use denoc_math::Real;
use denoc_math::dense::LeastNorm;
use denoc_model::Model;

use super::method::{LoopMethodInfo, Problem};
use super::whiten::{self, Whitened};
use super::{LoopOutcome, Loops};
use crate::DynamicsError;
use crate::stages::Velocity;

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "multipliers",
    summary: "multipliers at the cut joints, J I⁻¹ Jᵀ by recursion, rank-revealing",
};

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    whitened: Whitened<T>,
    least: LeastNorm<T>,
    z: Vec<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let (m, nv) = (loops.count(), model.nv());
        Self {
            whitened: Whitened::new(model, loops),
            least: LeastNorm::new(m, m.min(nv)),
            z: vec![T::zero(); m.max(nv)],
        }
    }

    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        mut problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        self.whitened.set_up(stage, &mut problem, a)?;
        let (model, conditions) = (stage.model, &self.whitened.conditions);
        let Problem { loops, lambda, .. } = problem;
        // Qᵀ z = −R₁₁⁻ᵀ (rates − target)
        let contradiction = conditions.meet(loops, &mut self.z);
        self.least.solve(&conditions.qr, &loops.units, &self.z, lambda);
        let z = &mut self.z[..model.nv()];
        conditions.qr.apply(z);
        whiten::accelerate(model, stage.position.ws, z, a);
        Ok(conditions.outcome(contradiction))
    }
}
