//! Derivatives of forward dynamics of mechanisms with loops, with respect to the coordinates and speeds of the tree.
//!
//! The equations of motion [Saha13 (50)], with τ* = I a + h the inverse dynamics of the tree, differentiated:
//!
//! ```text
//! I δa − Jᵀ δλ = δτ − δ(τ* − Jᵀ λ)        a and λ held
//! J δa = −δ(J a + J̇ v)                    a held
//! ```
//!
//! τ* is differentiated by recursion ([`crate::derivatives`]), with the wrenches of the closures as loads that are constant in link axes;
//! what these wrenches and J a + J̇ v change is found closure by closure (`vary.rs`). One elimination of J serves all columns: with G the
//! motions that the closures allow, and x accelerations that satisfy the second equation,
//!
//! ```text
//! δa = x + G (Gᵀ I G)⁻¹ Gᵀ (δτ − δ(τ* − Jᵀ λ) − I x)
//! ```
//!
//! Only Gᵀ I G is inverted, so links inside loops may be massless. Rows without a pivot depend on others, and have no multiplier.
//! Cost: O(n · depth) for the tree, O(joints) for each loop, and O(n²) for each of the 2 n columns.

mod vary;

use denoc_math::Wrench;
use denoc_math::dense::{Cholesky, NotDefinite};
use denoc_math::elimination::RowElimination;
use denoc_model::{LinkId, Model};

use super::{Loops, RANK_TOLERANCE};
use crate::checks::length;
use crate::stages::Velocity;
use crate::{DynamicsError, Loads, ModelSize, SingularCause};
use vary::Closures;

/// What [`LoopDerivatives::forward`] holds constant: joint forces, loads in link axes; and the accelerations for them.
#[derive(Copy, Clone, Debug)]
pub struct Driven<'a> {
    /// Joint forces.
    pub tau: &'a [f64],
    /// Loads.
    pub loads: Loads<'a, f64>,
    /// Accelerations.
    pub a: &'a [f64],
}

/// Derivatives of forward dynamics of a mechanism with loops. Buffers are allocated once.
#[derive(Clone, Debug)]
pub struct LoopDerivatives {
    size: ModelSize,
    loops: Loops<f64>,
    closures: Closures,
    elimination: RowElimination<f64>,
    /// The largest number of independent constraints.
    rank: usize,
    lambda: Vec<f64>,
    wrenches: Vec<Wrench<f64>>,
    gim: Vec<f64>,
    /// G and I G, a row for each speed; Gᵀ I G.
    motions: Vec<f64>,
    momenta: Vec<f64>,
    small: Cholesky<f64>,
    /// The pivot of it that rounding hides, in the last evaluation.
    hidden: Option<NotDefinite>,
    /// One column of the equations above: the right-hand side of the second one, x, and a combination of the columns of G.
    right: Vec<f64>,
    forces: Vec<f64>,
    x: Vec<f64>,
    u: Vec<f64>,
}

impl LoopDerivatives {
    /// Allocates the buffers for a model.
    pub fn new(model: &Model<f64>) -> Self {
        let loops = Loops::new(model);
        let (m, nv) = (loops.count(), model.nv());
        Self {
            size: ModelSize::of(model),
            closures: Closures::new(model, &loops),
            elimination: RowElimination::new(nv),
            rank: usize::MAX,
            lambda: vec![0.0; m],
            wrenches: vec![Wrench::zero(); model.links().len()],
            gim: vec![0.0; nv * nv],
            motions: Vec::new(),
            momenta: Vec::new(),
            small: Cholesky::new(0),
            hidden: None,
            right: vec![0.0; m],
            forces: vec![0.0; nv],
            x: vec![0.0; nv],
            u: Vec::new(),
            loops,
        }
    }

    /// Limits the number of independent constraints, of all clusters of loops together ([`super::LoopForward::limit_ranks`]).
    pub fn limit_rank(&mut self, rank: usize) {
        self.rank = rank;
    }

    /// Tries these pivots first when rows are eliminated ([`super::LoopForward::set_order`]).
    pub fn set_order(&mut self, pivots: impl Iterator<Item = (usize, usize)>) {
        self.elimination.set_order(pivots);
    }

    /// The derivatives of the accelerations at a state: `dq` = ∂a/∂q along the directions of
    /// [`Model::integrate`](denoc_model::Model::integrate), `dv` = ∂a/∂v and `dtau` = ∂a/∂τ, nv×nv by rows. `false` if rounding hides
    /// the inertia of a motion.
    pub fn forward(
        &mut self,
        stage: &mut Velocity<'_, f64>,
        driven: Driven<'_>,
        [dq, dv, dtau]: [&mut [f64]; 3],
    ) -> Result<bool, DynamicsError> {
        let model = stage.model;
        self.size.fits(model)?;
        model.check_speeds("tau", driven.tau)?;
        length(model, "dtau", dtau.len(), model.nv() * model.nv())?;
        self.loops.place(stage);
        self.eliminate(stage);
        self.find_multipliers(stage, driven)?;
        for (link, wrench) in self.wrenches.iter_mut().enumerate() {
            *wrench = driven.loads.on(link).unwrap_or(Wrench::zero());
        }
        // forces of couplings do not enter: their changes are found closure by closure
        self.loops.add_forces(&self.lambda, &mut self.wrenches, &mut self.forces);
        stage.slopes_of_forces(driven.a, Loads::per_link(&self.wrenches), dq, dv)?;
        self.closures.vary(stage, &mut self.loops, driven.a, &self.lambda, dq);
        stage.gim(&mut self.gim)?;
        if !self.decompose(model.nv()) {
            return Ok(false);
        }
        self.solve(model.nv(), 0, dq);
        self.solve(model.nv(), 1, dv);
        self.invert(model.nv(), dtau);
        Ok(true)
    }

    /// Eliminates J, without units.
    fn eliminate(&mut self, stage: &Velocity<'_, f64>) {
        let Self { loops, elimination, .. } = self;
        elimination.start(loops.count());
        for (i, &unit) in loops.units.iter().enumerate() {
            loops.jacobian_row(stage, i, |s, x| elimination.add(i, s, x * loops.speed_units[s] / unit));
        }
        elimination.eliminate(RANK_TOLERANCE, self.rank);
    }

    /// λ from Jᵀ λ = τ* − τ.
    fn find_multipliers(&mut self, stage: &mut Velocity<'_, f64>, driven: Driven<'_>) -> Result<(), DynamicsError> {
        stage.inverse(driven.a, driven.loads, &mut self.forces)?;
        for ((force, tau), unit) in self.forces.iter_mut().zip(driven.tau).zip(&self.loops.speed_units) {
            *force = (*force - tau) * unit;
        }
        self.lambda.fill(0.0);
        self.elimination.solve_transpose(&mut self.forces, &mut self.lambda);
        self.lambda.iter_mut().zip(&self.loops.units).for_each(|(lambda, unit)| *lambda /= unit);
        Ok(())
    }

    /// G and the Cholesky decomposition of Gᵀ I G; `false` if it is not definite.
    fn decompose(&mut self, nv: usize) -> bool {
        let f = self.elimination.independent().len();
        self.motions.clear();
        self.motions.resize(nv * f, 0.0);
        self.u.resize(f, 0.0);
        self.small.start(f);
        self.elimination.relations(&mut self.motions);
        self.hidden = None;
        if f == 0 {
            return true;
        }
        for (motions, unit) in self.motions.chunks_exact_mut(f).zip(&self.loops.speed_units) {
            motions.iter_mut().for_each(|x| *x *= unit);
        }
        self.momenta.clear();
        self.momenta.resize(nv * f, 0.0);
        for (momenta, row) in self.momenta.chunks_exact_mut(f).zip(self.gim.chunks_exact(nv)) {
            for (motions, entry) in self.motions.chunks_exact(f).zip(row) {
                momenta.iter_mut().zip(motions).for_each(|(momentum, motion)| *momentum += entry * motion);
            }
        }
        for j in 0..f {
            for i in j..f {
                let pairs = self.motions[i..].iter().step_by(f).zip(self.momenta[j..].iter().step_by(f));
                self.small.set(i, j, pairs.map(|(motion, momentum)| motion * momentum).sum());
            }
        }
        self.hidden = self.small.factor(0.0).err();
        self.hidden.is_none()
    }

    /// The motion whose inertia rounding hides, as an error that names its joint: after [`LoopDerivatives::forward`] has returned `false`.
    pub fn refusal(&self, model: &Model<f64>) -> Option<DynamicsError> {
        let NotDefinite { pivot, value } = self.hidden?;
        let speed = self.elimination.independent().get(pivot)?;
        let LinkId(link) = model.joint_of_speed(*speed);
        Some(DynamicsError::Singular {
            joint: model.joint_names()[link].clone(),
            link: model.link_names()[link].clone(),
            pivot: value,
            scale: self.gim[*speed * (model.nv() + 1)],
            cause: SingularCause::NoInertia,
        })
    }

    /// Replaces δ(τ* − Jᵀ λ) in the columns of a matrix by δa; `which` is 0 for coordinates, 1 for speeds.
    fn solve(&mut self, nv: usize, which: usize, matrix: &mut [f64]) {
        let (m, f) = (self.loops.count(), self.u.len());
        for s in 0..nv {
            self.x.fill(0.0);
            if self.closures.bound[s] {
                let slopes = &self.closures.slopes[which][s * m..][..m];
                for ((right, slope), unit) in self.right.iter_mut().zip(slopes).zip(&self.loops.units) {
                    *right = -slope / unit;
                }
                self.elimination.solve(&mut self.right, &mut self.x);
                self.x.iter_mut().zip(&self.loops.speed_units).for_each(|(x, unit)| *x *= unit);
            }
            self.u.fill(0.0);
            for (i, x) in self.x.iter().enumerate() {
                let (force, row) = (matrix[i * nv + s], i * f..(i + 1) * f);
                let both = self.motions[row.clone()].iter().zip(&self.momenta[row]);
                // I is symmetric: Gᵀ I = (I G)ᵀ
                self.u.iter_mut().zip(both).for_each(|(u, (motion, momentum))| *u -= motion * force + momentum * x);
            }
            self.small.solve(&mut self.u);
            for (i, x) in self.x.iter().enumerate() {
                let along = self.motions[i * f..][..f].iter().zip(&self.u).map(|(motion, u)| motion * u);
                matrix[i * nv + s] = x + along.sum::<f64>();
            }
        }
    }

    /// G (Gᵀ I G)⁻¹ Gᵀ.
    fn invert(&mut self, nv: usize, out: &mut [f64]) {
        let f = self.u.len();
        for i in 0..nv {
            self.u.copy_from_slice(&self.motions[i * f..][..f]);
            self.small.solve(&mut self.u);
            for k in 0..nv {
                out[i * nv + k] = self.motions[k * f..][..f].iter().zip(&self.u).map(|(motion, u)| motion * u).sum();
            }
        }
    }
}
