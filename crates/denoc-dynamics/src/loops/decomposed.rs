//! The constraints of the closures at a state, scaled and decomposed: the first step of every method with multipliers.

use denoc_math::Real;
use denoc_math::dense::Qr;
use denoc_model::Model;

use super::scaled_row::scaled_row;
use super::{LoopOutcome, Loops, RANK_TOLERANCE};
use crate::stages::Velocity;

/// Constraints Yᵀ z = b on accelerations: Y P = Q R, rank-revealing, and b. Columns of Y are rows of J, each divided by its unit, in
/// coordinates that the method chooses.
#[derive(Clone, Debug)]
pub(super) struct Decomposed<T> {
    pub(super) qr: Qr<T>,
    /// b, each divided by its unit.
    pub(super) right: Vec<T>,
}

impl<T: Real> Decomposed<T> {
    pub(super) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let mut qr = Qr::new();
        qr.start(model.nv(), loops.count());
        Self { qr, right: vec![T::zero(); loops.count()] }
    }

    /// Sets b = `target` − d(J v)/dt at accelerations `a` (`None`: zero).
    pub(super) fn set_right(&mut self, stage: &Velocity<'_, T>, loops: &mut Loops<T>, target: &[T], a: Option<&[T]>) {
        loops.rates(stage, a, &mut self.right);
        for ((right, &target), &unit) in self.right.iter_mut().zip(target).zip(&loops.units) {
            *right = (target - *right) * unit.recip();
        }
    }

    /// Finds the z of least norm, in the basis Q, that satisfies the constraints as far as they are consistent. Returns the largest
    /// inconsistency, in units of the constraints.
    pub(super) fn meet(&self, loops: &Loops<T>, z: &mut [T]) -> f64 {
        let right = |i: usize| self.right[i];
        self.qr.solve_transpose(right, z);
        let unmet = self.qr.unmet(right, z).map(|(i, x)| (x * loops.units[i]).value().abs());
        unmet.fold(0.0, f64::max)
    }

    /// Rank and smallest pivot of the decomposition.
    pub(super) fn outcome(&self, contradiction: f64) -> LoopOutcome {
        LoopOutcome { rank: self.qr.rank(), smallest_pivot: self.qr.smallest(), contradiction }
    }
}

/// Decomposes the rows of J, each divided by its unit and then changed to other coordinates by `change`; no more than `limit` count
/// as independent.
pub(super) fn decompose<T: Real>(
    stage: &Velocity<'_, T>,
    loops: &Loops<T>,
    limit: usize,
    mut change: impl FnMut(&mut [T]),
    qr: &mut Qr<T>,
) {
    let (model, k) = (stage.model, &stage.ws.kinematics);
    qr.start(model.nv(), loops.count());
    for j in 0..loops.count() {
        let column = qr.column_mut(j);
        scaled_row(model, k, loops, j, column);
        change(column);
    }
    qr.factor(RANK_TOLERANCE, limit);
}
