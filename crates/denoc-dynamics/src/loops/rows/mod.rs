//! The rows of all closures of a model.
//!
//! Every condition ([`Row`]) is linear in the twists of at most two links, or in two speeds: wᵃ·tᵃ + wᵇ·tᵇ + c·v = 0. The
//! wrenches w are those of a unit multiplier, so a row needs no Jacobian of its own: the inward sweep of inverse dynamics
//! turns the two wrenches into the row of J, J = Wᵀ N [Saha13 (53)] with the natural orthogonal complement N.
//!
//! Constraints bring their rows with them (`denoc_model::closures`); those of cut joints are made here, from the columns of the
//! joint.

mod coordinates;
mod cut_joint;
mod span;

use denoc_math::{Real, Twist};
pub use denoc_model::closures::Row;
use denoc_model::closures::{Configured, Moving};
use denoc_model::{Closure, ClosureId, LinkId, Model};

use crate::kinematics::KinematicsBuffers;
pub(crate) use cut_joint::CutJointRows;

/// All rows of a model.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    pub(crate) rows: Vec<Row<T>>,
    /// The first row of every closure, and one past the last row.
    pub(crate) first: Vec<usize>,
    /// What the rows of cut joints are made of; `None` for other closures.
    cuts: Vec<Option<CutJointRows<T>>>,
}

impl<T: Real> Rows<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        let (mut rows, mut first, mut cuts) = (Vec::new(), vec![0], Vec::new());
        for (i, closure) in model.closures().iter().enumerate() {
            let row = |unit, holonomic| Row {
                closure: ClosureId(i),
                unit,
                holonomic,
                wrenches: [None, None],
                speeds: [None, None],
            };
            match closure {
                Closure::Joint(cut) => {
                    let made = CutJointRows::new(&cut.joint);
                    rows.extend(made.units().map(|unit| row(unit, true)));
                    cuts.push(Some(made));
                }
                Closure::Constraint(constraint) => {
                    rows.extend(constraint.conditions(model).into_iter().map(|c| row(c.unit, c.holonomic)));
                    cuts.push(None);
                }
            }
            first.push(rows.len());
        }
        Self { rows, first, cuts }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Places all rows; the links are placed.
    pub(crate) fn place(&mut self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T]) {
        for i in 0..model.closures().len() {
            self.place_closure(model, k, q, i);
        }
    }

    /// Places the rows of one closure.
    #[inline(never)]
    pub(crate) fn place_closure(&mut self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T], i: usize) {
        let rows = &mut self.rows[self.first[i]..self.first[i + 1]];
        match (&model.closures()[i], &mut self.cuts[i]) {
            (Closure::Joint(joint), Some(cut)) => cut.place(k, joint, rows),
            (Closure::Constraint(constraint), _) => constraint.place(configured(model, k, q), rows),
            (Closure::Joint(_), None) => {} // `new` made the rows of all cut joints
        }
    }

    /// By how much each condition is violated: rad or m; zero for conditions on speeds alone. After `place`.
    pub(crate) fn residuals(&self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T], out: &mut [T]) {
        for (i, closure) in model.closures().iter().enumerate() {
            let out = &mut out[self.first[i]..self.first[i + 1]];
            match (closure, &self.cuts[i]) {
                (Closure::Joint(joint), Some(cut)) => cut.residuals(joint, out),
                (Closure::Constraint(constraint), _) => constraint.residuals(configured(model, k, q), out),
                (Closure::Joint(_), None) => {}
            }
        }
    }

    /// The rates d(J v)/dt for twist-rates of the links and accelerations `a` of the joints (`None`: zero). With the
    /// twist-rates of zero accelerations that is the bias J̇ v.
    #[inline(never)]
    pub(crate) fn rates(&self, model: &Model<T>, k: &KinematicsBuffers<T>, motion: Motion<'_, T>, out: &mut [T]) {
        for i in 0..model.closures().len() {
            self.closure_rates(model, k, motion, i, &mut out[self.first[i]..self.first[i + 1]]);
        }
    }

    /// The rates of the rows of one closure.
    #[inline]
    pub(crate) fn closure_rates(
        &self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        motion: Motion<'_, T>,
        i: usize,
        out: &mut [T],
    ) {
        let rows = &self.rows[self.first[i]..self.first[i + 1]];
        match (&model.closures()[i], &self.cuts[i]) {
            (Closure::Joint(joint), Some(cut)) => cut.rates(k, motion.rates, joint, out),
            (Closure::Constraint(constraint), _) => {
                let moving = Moving { v: motion.v, a: motion.a, twists: &k.twists, rates: motion.rates };
                constraint.rates(configured(model, k, motion.q), moving, rows, out);
            }
            (Closure::Joint(_), None) => {}
        }
    }

    /// The Jacobian, row by row, m×nv, by an inward sweep of each row's wrenches.
    pub(crate) fn jacobian(&self, model: &Model<T>, k: &KinematicsBuffers<T>, out: &mut [T]) {
        let nv = model.nv();
        out.fill(T::zero());
        for (row, out) in self.rows.iter().zip(out.chunks_exact_mut(nv.max(1))) {
            self.sweep(model, k, row, |s, x| out[s] += x);
        }
    }

    /// Calls `add` with the entries of a row of the Jacobian: each speed on the two paths to the ground, until they meet.
    #[inline]
    pub(crate) fn sweep(
        &self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        row: &Row<T>,
        mut add: impl FnMut(usize, T),
    ) {
        for &(s, x) in row.speeds.iter().flatten() {
            add(s, x);
        }
        let [mut a, mut b] = row.wrenches;
        // beyond the link where the paths meet the two wrenches cancel
        while a.map(|x| x.0) != b.map(|x| x.0) {
            let deeper = if a.map(|x| x.0) > b.map(|x| x.0) { &mut a } else { &mut b };
            if let Some((LinkId(i), wrench)) = *deeper {
                let link = &model.links()[i];
                for s in link.v..link.v + link.nv {
                    add(s, k.columns[s].dot(wrench));
                }
                *deeper = link.parent.map(|parent| (parent, k.relative[i].propagate_back(wrench)));
            }
        }
    }

    /// The rows of a cut joint.
    pub(crate) fn cut(&self, closure: ClosureId) -> Option<&CutJointRows<T>> {
        self.cuts[closure.0].as_ref()
    }
}

fn configured<'a, T>(model: &'a Model<T>, k: &'a KinematicsBuffers<T>, q: &'a [T]) -> Configured<'a, T> {
    Configured { model, q, world: &k.world }
}

/// A motion: coordinates, speeds, accelerations (`None`: zero), twist-rates of the links for them.
#[derive(Copy, Clone)]
pub(crate) struct Motion<'a, T> {
    pub(crate) q: &'a [T],
    pub(crate) v: &'a [T],
    pub(crate) a: Option<&'a [T]>,
    pub(crate) rates: &'a [Twist<T>],
}
