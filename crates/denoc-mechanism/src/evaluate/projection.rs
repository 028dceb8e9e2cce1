//! Projection of accelerations onto the loop closures.

use denoc_dynamics::Velocity;
use denoc_dynamics::loops::{Loops, RANK_TOLERANCE};
use denoc_math::dense::Qr;
use denoc_model::{LinkId, Model};

use super::LoopFacts;
use crate::MechanismError;

/// Relative compliance of actuated joints: their accelerations change this much less readily than those of other joints.
const HOLD: f64 = 1e-4;

/// Projects accelerations onto the loop closures, J a + J̇ v = 0, with reused buffers: keeps those of actuated joints as far as
/// possible, the others follow. For a single state see [`project_acceleration`](crate::assembly::project_acceleration).
#[derive(Clone, Debug)]
pub struct AccelerationProjection {
    loops: Loops<f64>,
    jacobian: Vec<f64>,
    rows: Vec<f64>,
    a: Vec<f64>,
    change: Vec<f64>,
    qr: Qr<f64>,
    /// How readily the acceleration of each speed changes.
    ease: Vec<f64>,
    /// Upper bound of the number of independent constraints.
    limit: usize,
}

impl AccelerationProjection {
    /// Allocates the buffers for a model with loops.
    pub fn new(model: &Model, facts: &LoopFacts) -> Self {
        let loops = Loops::new(model);
        let known = model.lists_motors();
        let ease = model.links().iter().enumerate().flat_map(|(i, link)| {
            let ease = if known && model.is_actuated(LinkId(i)) { HOLD } else { 1.0 };
            core::iter::repeat_n(ease, link.nv)
        });
        Self {
            jacobian: vec![0.0; loops.count() * model.nv()],
            rows: vec![0.0; loops.count()],
            a: vec![0.0; model.nv()],
            change: vec![0.0; model.nv().max(loops.count())],
            qr: Qr::new(),
            ease: ease.collect(),
            limit: facts.ranks.as_ref().map_or(usize::MAX, |ranks| ranks.iter().sum()),
            loops,
        }
    }

    /// The accelerations nearest to `a` that keep the loops closed, at a state that satisfies the closures.
    pub fn project(&mut self, stage: &Velocity<'_, f64>, a: &[f64]) -> Result<&[f64], MechanismError> {
        self.loops.place(stage);
        self.loops.jacobian(stage, &mut self.jacobian)?;
        self.loops.bias(stage, &mut self.rows)?;
        let (m, nv) = (self.rows.len(), a.len());
        self.qr.start(nv, m);
        for (i, unit) in self.loops.units().iter().enumerate() {
            let row = &self.jacobian[i * nv..(i + 1) * nv];
            let opening: f64 = row.iter().zip(a).map(|(j, a)| j * a).sum();
            self.rows[i] = -(self.rows[i] + opening) / unit;
            let entries = row.iter().zip(&self.ease).map(|(j, ease)| j * ease / unit);
            self.qr.column_mut(i).iter_mut().zip(entries).for_each(|(x, entry)| *x = entry);
        }
        self.qr.factor(RANK_TOLERANCE, self.limit);
        self.change.fill(0.0);
        for (x, &i) in self.change.iter_mut().zip(&self.qr.order()[..self.qr.rank()]) {
            *x = self.rows[i];
        }
        self.qr.solve_lower(&mut self.change);
        self.qr.apply(&mut self.change[..nv]);
        for (i, projected) in self.a.iter_mut().enumerate() {
            *projected = a[i] + self.ease[i] * self.change[i];
        }
        Ok(&self.a)
    }
}
