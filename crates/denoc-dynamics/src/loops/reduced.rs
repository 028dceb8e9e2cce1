//! Independent speeds through an orthonormal complement of the closures' Jacobian.
//!
//! The rank-revealing decomposition Jᵀ P = [Q T] R of the rows splits the accelerations into those that the closures determine
//! and those that they leave free, a = Q z + T u̇:
//!
//! ```text
//! R₁₁ᵀ z = target − J̇ v,   Tᵀ I T u̇ = Tᵀ (τ − h − I Q z),   R Pᵀ λ = Qᵀ (I a + h − τ) with |λ| least
//! ```
//!
//! Only the inertia of the closed mechanism is inverted, so links may be massless if the closures couple them to
//! masses. Rows and speeds are divided by their units first. O(n² m + n³).

use denoc_math::Real;
use denoc_math::dense::{Cholesky, LeastNorm, NotDefinite, Qr, dot};
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use super::decomposed::{self, Decomposed};
use super::method::{LoopMethodInfo, Problem};
use super::{LoopOutcome, Loops};
use crate::stages::Velocity;
use crate::{DynamicsError, Loads, SingularCause, gim, inverse};

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "reduced",
    summary: "independent speeds through an orthonormal complement of the closures",
};

/// Pivots of a reduced inertia matrix smaller than this, relative to the largest inertia of the tree, are zero.
pub(super) const INERTIA_TOLERANCE: f64 = 1e-13;

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    conditions: Decomposed<T>,
    least: LeastNorm<T>,
    mass: Cholesky<T>,
    speed_units: Vec<T>,
    gim: Vec<T>,
    force: Vec<T>,
    free: Vec<T>,
    z: Vec<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let (m, nv) = (loops.count(), model.nv());
        Self {
            conditions: Decomposed::new(model, loops),
            least: LeastNorm::new(m, m.min(nv)),
            mass: Cholesky::new(nv),
            speed_units: speed_units(model),
            gim: vec![T::zero(); nv * nv],
            force: vec![T::zero(); nv],
            free: vec![T::zero(); nv],
            z: vec![T::zero(); nv],
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
        self.conditions.set_right(stage, loops, target, None);
        decompose(stage, loops, &self.speed_units, limit, &mut self.conditions.qr);
        let rank = self.conditions.qr.rank();
        let free = nv - rank;
        let contradiction = self.conditions.meet(loops, &mut self.z);

        // everything in the basis [Q T]
        lacking(stage, None, tau, loads, &mut self.force);
        for (force, &unit) in self.force.iter_mut().zip(&self.speed_units) {
            *force = -*force * unit;
        }
        self.conditions.qr.apply_transpose(&mut self.force);
        let largest = self.turn_gim(stage);
        self.mass.start(free);
        for i in 0..free {
            let row = &self.gim[(rank + i) * nv..(rank + i + 1) * nv];
            for j in 0..=i {
                self.mass.set(i, j, row[rank + j]);
            }
            let held = dot(&row[..rank], &self.z);
            self.free[i] = self.force[rank + i] - held;
        }
        if let Err(NotDefinite { pivot, value }) = self.mass.factor(INERTIA_TOLERANCE * largest) {
            a.fill(T::zero());
            self.mass.null(pivot, &mut a[rank..]);
            self.conditions.qr.apply(a);
            return Err(unresisted(model, a, value, largest));
        }
        self.mass.solve(&mut self.free[..free]);
        self.z[rank..].copy_from_slice(&self.free[..free]);

        for (i, force) in self.force.iter_mut().enumerate().take(rank) {
            let row = &self.gim[i * nv..(i + 1) * nv];
            *force = row.iter().zip(&self.z).fold(-*force, |sum, (&x, &z)| x.mul_add(z, sum));
        }
        self.least.solve(&self.conditions.qr, &loops.units, &self.force, lambda);
        a.copy_from_slice(&self.z);
        self.conditions.qr.apply(a);
        for (a, &unit) in a.iter_mut().zip(&self.speed_units) {
            *a = *a * unit;
        }
        Ok(self.conditions.outcome(contradiction))
    }

    /// The inertia matrix in the basis [Q T]; its largest diagonal entry.
    fn turn_gim(&mut self, stage: &mut Velocity<'_, T>) -> f64 {
        let nv = stage.model.nv();
        let largest = scaled_gim(stage, &self.speed_units, &mut self.gim);
        for column in self.gim.chunks_exact_mut(nv.max(1)) {
            self.conditions.qr.apply_transpose(column);
        }
        for i in 0..nv {
            for j in 0..i {
                self.gim.swap(i * nv + j, j * nv + i);
            }
        }
        for column in self.gim.chunks_exact_mut(nv.max(1)) {
            self.conditions.qr.apply_transpose(column);
        }
        largest
    }
}

/// The divisor of a speed before ranks are determined: 1 for angles, the size of the mechanism for lengths.
pub(super) fn speed_units<T: Real>(model: &Model<T>) -> Vec<T> {
    let size = super::size(model);
    let units = model.links().iter().flat_map(|link| link.joint.v_units());
    units.map(|&unit| if unit == Unit::Length { T::lift(size) } else { T::one() }).collect()
}

/// Decomposes Jᵀ, rows divided by their units and speeds by theirs.
pub(super) fn decompose<T: Real>(
    stage: &Velocity<'_, T>,
    loops: &Loops<T>,
    speed_units: &[T],
    limit: usize,
    qr: &mut Qr<T>,
) {
    let change = |column: &mut [T]| column.iter_mut().zip(speed_units).for_each(|(x, &unit)| *x = *x * unit);
    decomposed::decompose(stage, loops, limit, change, qr);
}

/// I a + h − τ: the joint forces that the closures must exert for accelerations `a` (`None`: zero).
pub(super) fn lacking<T: Real>(
    stage: &mut Velocity<'_, T>,
    a: Option<&[T]>,
    tau: &[T],
    loads: Loads<'_, T>,
    out: &mut [T],
) {
    let (model, state) = (stage.model, stage.state());
    let ws = &mut *stage.position.ws;
    inverse::rates(model, &ws.kinematics, state, a, -model.gravity(), &mut ws.inverse.rates);
    inverse::gather(model, &ws.kinematics, true, loads, &mut ws.inverse);
    inverse::project(model, &ws.kinematics.columns, &ws.inverse, a, out);
    for (out, &tau) in out.iter_mut().zip(tau) {
        *out -= tau;
    }
}

/// The tree's inertia matrix for speeds divided by their units; its largest diagonal entry.
pub(super) fn scaled_gim<T: Real>(stage: &mut Velocity<'_, T>, speed_units: &[T], out: &mut [T]) -> f64 {
    let (model, nv) = (stage.model, stage.model.nv());
    let ws = &mut *stage.position.ws;
    gim::gim(model, &ws.kinematics, &mut ws.gim, out);
    let mut largest = 0.0_f64;
    for (i, row) in out.chunks_exact_mut(nv.max(1)).enumerate() {
        for (x, &unit) in row.iter_mut().zip(speed_units) {
            *x = *x * speed_units[i] * unit;
        }
        largest = largest.max(row[i].value());
    }
    largest
}

/// The error for a motion of the closed mechanism without inertia, in speeds divided by their units: it names the joint with
/// the largest component.
#[cold]
pub(super) fn unresisted<T: Real>(model: &Model<T>, motion: &[T], pivot: f64, scale: f64) -> DynamicsError {
    let size = |s: &usize| motion[*s].value().abs();
    let most = (0..model.nv()).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0);
    let LinkId(link) = model.joint_of_speed(most);
    if !(pivot.is_finite() && scale.is_finite()) {
        let joint = model.joint_names()[link].clone();
        return DynamicsError::NotFinite { what: "pivot m̂", index: most, joint, value: pivot };
    }
    let mut outward = vec![false; model.links().len()];
    let mut mass = 0.0;
    for (i, other) in model.links().iter().enumerate() {
        outward[i] = i == link || other.parent.is_some_and(|LinkId(p)| outward[p]);
        mass += if outward[i] { other.mass.mass.value() } else { 0.0 };
    }
    DynamicsError::Singular {
        joint: model.joint_names()[link].clone(),
        link: model.link_names()[link].clone(),
        pivot,
        scale,
        cause: if mass > 0.0 { SingularCause::NoInertia } else { SingularCause::NoMass },
    }
}
