//! Forward dynamics without cut joints: every joint of a loop keeps its rates, including the one outside the spanning tree.
//!
//! The recursion is for one loop with joints 1 … m, of which k is actuated. Around the loop, the twists of the joints add up to
//! that of the end, tₑ (zero for a loop closed on the ground),
//!
//! ```text
//! Σ A_ei p_i θ̇_i = tₑ,   so the passive joints must produce   t′ₑ = tₑ − A_ek p_k θ̇_k
//! ```
//!
//! and their rates follow in sequence from θ̇_i = p̃_iᵀ t′ₑ / δ_i, δ_i = p̃_iᵀ p̃_i, where p̃_i is the remainder of the screw A_ei p_i
//! after the projections Ψ = 1 − p̃ p̃ᵀ/δ have removed the passive screws before it. All rates are then functions of the actuated
//! ones, N_cl, and t = N_l N_c N_cl Θ̇. Here
//!
//! * each cut joint gives six equations (the twist of its moving frame relative to the fixed one, through the tree, minus the
//!   one through the joint itself), other closures give their rows; several loops are stacked;
//! * passive screws are eliminated in the order of the largest δ; columns with δ = 0 depend on those before and stay free: the
//!   loop has a degree of freedom there;
//! * the free rates Θ̇ are those of the motors, if the model lists motors and they determine all passive rates with δ far from zero.
//!   Otherwise (at a dead point, or with fewer or more motors than degrees of freedom) all rates take part in the elimination, and
//!   the remaining ones are free, possibly that of the joint outside the tree;
//! * the same elimination with −J̇ v on the right gives the accelerations, a = N_cl Θ̈ + g, and the equations of motion are
//!   N_clᵀ I N_cl Θ̈ = N_clᵀ (τ − h − I g);
//! * the multipliers are those of least norm for I a + h − τ.

mod eliminate;
mod screws;

use denoc_math::Real;
use denoc_math::dense::{Cholesky, LeastNorm, NotDefinite, Qr, dot};
use denoc_model::Model;

use super::method::{LoopMethodInfo, Problem};
use super::reduced::{INERTIA_TOLERANCE, decompose, lacking, scaled_gim, unresisted};
use super::{LoopOutcome, Loops, RANK_TOLERANCE};
use crate::DynamicsError;
use crate::stages::Velocity;
use eliminate::Elimination;
use screws::Layout;

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "uncut",
    summary: "all joints of a loop keep their rates; passive rates follow from active ones by projections",
};

/// Below this relative δ of the passive screws, motors are not used as independent rates.
const REGULAR: f64 = 1e-3;

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    layout: Layout<T>,
    elimination: Elimination<T>,
    qr: Qr<T>,
    least: LeastNorm<T>,
    mass: Cholesky<T>,
    rates: Vec<T>,
    gim: Vec<T>,
    /// The rows of N_cl of the tree's rates, by columns.
    motions: Vec<T>,
    all: Vec<T>,
    force: Vec<T>,
    free: Vec<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let (m, nv) = (loops.count(), model.nv());
        let layout = Layout::new(model, loops);
        let n = layout.rate_units.len();
        let mut qr = Qr::new();
        qr.start(nv, m);
        Self {
            elimination: Elimination::new(layout.equation_units.len(), n),
            layout,
            qr,
            least: LeastNorm::new(m, m.min(nv)),
            mass: Cholesky::new(n),
            rates: vec![T::zero(); m],
            gim: vec![T::zero(); nv * nv],
            motions: vec![T::zero(); nv * n],
            all: vec![T::zero(); n],
            force: vec![T::zero(); nv],
            free: vec![T::zero(); n],
        }
    }

    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let (model, limit) = (stage.model, problem.rank_limit());
        let Problem { loops, target, lambda, tau, loads, .. } = problem;
        let nv = model.nv();
        loops.rates(stage, None, &mut self.rates);
        self.layout.write(stage, loops, target, &self.rates, &mut self.elimination);
        self.eliminate(limit.saturating_add(self.layout.cut));
        self.elimination.project_right();
        let unmet = self.elimination.right.iter().zip(&self.layout.equation_units);
        let contradiction = unmet.map(|(&x, &unit)| (x * unit).value().abs()).fold(0.0, f64::max);

        self.elimination.particular(&mut self.all);
        let units = &self.layout.rate_units[..nv];
        for ((a, &x), &unit) in a.iter_mut().zip(&self.all).zip(units) {
            *a = x * unit;
        }
        lacking(stage, Some(a), tau, loads, &mut self.force);
        let largest = scaled_gim(stage, units, &mut self.gim);
        let freedoms = self.reduce(nv);
        if let Err(NotDefinite { pivot, value }) = self.mass.factor(INERTIA_TOLERANCE * largest) {
            self.all.fill(T::zero());
            self.mass.null(pivot, &mut self.all[..freedoms]);
            a.fill(T::zero());
            self.combine(nv, freedoms, a, &self.all);
            return Err(unresisted(model, a, value, largest));
        }
        self.mass.solve(&mut self.free[..freedoms]);
        let units = &self.layout.rate_units[..nv];
        for (a, &unit) in a.iter_mut().zip(units) {
            *a = *a * unit.recip();
        }
        self.combine(nv, freedoms, a, &self.free);
        for (a, &unit) in a.iter_mut().zip(units) {
            *a = *a * unit;
        }

        lacking(stage, Some(a), tau, loads, &mut self.force);
        for (force, &unit) in self.force.iter_mut().zip(units) {
            *force = *force * unit;
        }
        decompose(stage, loops, units, limit, &mut self.qr);
        self.qr.apply_transpose(&mut self.force);
        self.least.solve(&self.qr, &loops.units, &self.force, lambda);
        let rank = self.elimination.rank().saturating_sub(self.layout.cut);
        Ok(LoopOutcome { rank, smallest_pivot: self.elimination.smallest(), contradiction })
    }

    /// Chooses the free rates: those of the motors if the others follow from them.
    fn eliminate(&mut self, limit: usize) {
        let driven = &self.layout.driven;
        let motors = driven.iter().filter(|&&driven| driven).count();
        if motors > 0 {
            let rest = self.elimination.run(|j| !driven[j], REGULAR, limit);
            let rank = self.elimination.rank();
            if rank + motors == driven.len() && (rest <= RANK_TOLERANCE || rank == limit) {
                return;
            }
        }
        self.elimination.run(|_| true, RANK_TOLERANCE, limit);
    }

    /// N_cl, N_clᵀ I N_cl and −N_clᵀ (I g + h − τ); the number of freedoms.
    fn reduce(&mut self, nv: usize) -> usize {
        let mut count = 0;
        for &free in self.elimination.free() {
            self.elimination.motion(free, &mut self.all);
            let motion = &mut self.motions[count * nv..(count + 1) * nv];
            motion.copy_from_slice(&self.all[..nv]);
            // a cut joint in gimbal lock turns within itself: no link moves
            count += usize::from(motion.iter().any(|x| x.value().abs() > RANK_TOLERANCE));
        }
        self.mass.start(count);
        let motion = |i: usize| &self.motions[i * nv..(i + 1) * nv];
        for i in 0..count {
            for (momentum, row) in self.all.iter_mut().zip(self.gim.chunks_exact(nv.max(1))) {
                *momentum = dot(row, motion(i));
            }
            for j in 0..=i {
                self.mass.set(i, j, dot(&self.all[..nv], motion(j)));
            }
            let lacking = self.force.iter().zip(&self.layout.rate_units).zip(motion(i));
            self.free[i] = lacking.fold(T::zero(), |sum, ((&f, &unit), &x)| (f * unit).neg_mul_add(x, sum));
        }
        count
    }

    /// a ← a + N_cl x, in speeds divided by their units.
    fn combine(&self, nv: usize, freedoms: usize, a: &mut [T], x: &[T]) {
        for (&x, motion) in x[..freedoms].iter().zip(self.motions.chunks_exact(nv.max(1))) {
            for (a, &motion) in a.iter_mut().zip(motion) {
                *a = motion.mul_add(x, *a);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::tests::special::{driven, pose};
    use crate::{Loads, Workspace};

    /// The rates that stay free at a crank angle: those of the tree are 0 to 2, that of the joint left out is 3.
    fn free(motors: &[&str], angle: f64) -> Vec<usize> {
        let model = driven(motors);
        let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
        let mut buffers = Buffers::new(&model, &loops);
        let q = pose(angle);
        let mut stage = ws.position(&model, &q).unwrap().velocity(&[0.0; 3]).unwrap();
        loops.place(&stage);
        let (mut lambda, target, tau) = ([0.0; 5], [0.0; 5], [0.0; 3]);
        let (loops, lambda, ranks, loads) = (&mut loops, &mut lambda[..], &[5][..], Loads::NONE);
        let problem = Problem { loops, target: &target, lambda, ranks, tau: &tau, loads };
        buffers.solve(&mut stage, problem, &mut [0.0; 3]).unwrap();
        buffers.elimination.free().to_vec()
    }

    // oracle: the geometry of a crank-rocker: its crank always drives it, the rocker not at its dead points
    #[test]
    fn the_rates_of_motors_are_the_independent_ones() {
        let dead = 0.75_f64.acos();
        for (motor, rate) in [("crank", 0), ("pin", 1), ("tip", 2), ("pivot", 3)] {
            assert_eq!(free(&[motor], 1.7), [rate]);
        }
        assert_eq!(free(&["crank"], dead), [0]);
        assert_ne!(free(&["pivot"], dead), [3]);
        // more motors than freedoms: one of the joints, any
        assert_eq!(free(&["crank", "pivot"], 1.7).len(), 1);
    }
}
