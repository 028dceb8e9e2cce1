//! Constraints as rows: what one scalar condition is to the recursions.
//!
//! Every condition is linear in the twists of at most two links, or in two speeds: wᵃ·tᵃ + wᵇ·tᵇ + c·v = 0. The wrenches w are
//! those that a unit of its multiplier exerts, so a row needs no Jacobian of its own: the row of J is what the inward sweep of
//! inverse dynamics makes of the two wrenches, J = Wᵀ N [Saha13 (53)] with the natural orthogonal complement N.

mod coordinates;
mod cut_joint;
mod distance;
mod rolling;
mod span;

use denoc_math::{Real, Twist, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{Closure, ClosureId, LinkId, Model};

use crate::kinematics::KinematicsBuffers;
pub(crate) use cut_joint::CutJoint;

/// One scalar condition.
#[derive(Copy, Clone, Debug)]
pub struct Row<T> {
    /// The closure it belongs to.
    pub closure: ClosureId,
    /// Whether its residual is an angle or a length.
    pub unit: Unit,
    /// Whether it binds coordinates; otherwise speeds alone (nonholonomic).
    pub holonomic: bool,
    /// The wrenches of a unit multiplier on the links it ties together, in link axes about the link's origin; none on the
    /// ground.
    pub wrenches: [Option<(LinkId, Wrench<T>)>; 2],
    /// Entries of v with their factors, for couplings of joints.
    pub speeds: [Option<(usize, T)>; 2],
}

/// All rows of a model.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    pub(crate) rows: Vec<Row<T>>,
    /// The first row of every closure, and one past the last row.
    pub(crate) first: Vec<usize>,
    /// What cut joints need besides.
    cuts: Vec<Option<CutJoint<T>>>,
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
            let mut cut = None;
            match closure {
                Closure::Joint { joint, .. } => {
                    let made = CutJoint::new(joint);
                    rows.extend(made.units().map(|unit| row(unit, true)));
                    cut = Some(made);
                }
                Closure::Distance { .. } => rows.push(row(Unit::Length, true)),
                Closure::Coupling { joint, .. } | Closure::Cam { joint, .. } => {
                    rows.push(row(model.links()[joint.0].joint.v_units()[0], true));
                }
                Closure::Rolling { keep_height, .. } => {
                    rows.extend([row(Unit::Length, false), row(Unit::Length, false)]);
                    rows.extend(keep_height.then(|| row(Unit::Length, true)));
                }
            }
            cuts.push(cut);
            first.push(rows.len());
        }
        Self { rows, first, cuts }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The wrenches of all rows; the links are placed.
    pub(crate) fn place(&mut self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T]) {
        for i in 0..model.closures().len() {
            self.place_closure(model, k, q, i);
        }
    }

    /// The wrenches of the rows of one closure.
    #[inline(never)]
    pub(crate) fn place_closure(&mut self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T], i: usize) {
        let rows = &mut self.rows[self.first[i]..self.first[i + 1]];
        match (&model.closures()[i], &mut self.cuts[i]) {
            (Closure::Joint { joint, parent, child }, Some(cut)) => cut.place(k, joint, (parent, child), rows),
            (Closure::Distance { from, to, length }, _) => distance::place(k, (from, to, *length), &mut rows[0]),
            (Closure::Coupling { joint, follows, ratio, .. }, _) => {
                rows[0].speeds = [Some((speed(model, *joint), T::one())), Some((speed(model, *follows), -*ratio))];
            }
            (Closure::Cam { joint, follows, profile }, _) => {
                let [_, slope, _] = profile.at(q[model.links()[follows.0].q]);
                rows[0].speeds = [Some((speed(model, *joint), T::one())), Some((speed(model, *follows), -slope))];
            }
            (closure, _) => rolling::place(k, closure, rows),
        }
    }

    /// How far each condition is from being met: rad or m; zero for conditions on speeds alone. After `place`.
    pub(crate) fn residuals(&self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T], out: &mut [T]) {
        for (i, closure) in model.closures().iter().enumerate() {
            let out = &mut out[self.first[i]..self.first[i + 1]];
            let at = |link: &LinkId| q[model.links()[link.0].q];
            match (closure, &self.cuts[i]) {
                (Closure::Joint { joint, parent, .. }, Some(cut)) => cut.residuals(joint, parent, out),
                (Closure::Distance { from, to, length }, _) => out[0] = distance::residual(k, from, to, *length),
                (Closure::Coupling { joint, follows, ratio, offset }, _) => {
                    out[0] = at(joint) - ratio.mul_add(at(follows), *offset);
                }
                (Closure::Cam { joint, follows, profile }, _) => out[0] = at(joint) - profile.at(at(follows))[0],
                (closure, _) => rolling::residuals(k, closure, out),
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
        let Motion { q, v, a, rates } = motion;
        let accelerated = |row: &Row<T>| {
            let Some(a) = a else { return T::zero() };
            row.speeds.iter().flatten().fold(T::zero(), |sum, &(s, c)| c.mul_add(a[s], sum))
        };
        let rows = &self.rows[self.first[i]..self.first[i + 1]];
        match (&model.closures()[i], &self.cuts[i]) {
            (Closure::Joint { joint, parent, child }, Some(cut)) => {
                cut.rates(k, rates, joint, (parent, child), out);
            }
            (Closure::Distance { from, to, length }, _) => out[0] = distance::rate(k, rates, (from, to, *length)),
            (Closure::Coupling { .. }, _) => out[0] = accelerated(&rows[0]),
            (Closure::Cam { follows, profile, .. }, _) => {
                let link = &model.links()[follows.0];
                let [_, _, curvature] = profile.at(q[link.q]);
                out[0] = accelerated(&rows[0]) - curvature * v[link.v].square();
            }
            (closure, _) => rolling::rates(k, rates, closure, out),
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

    /// Calls `add` with the entries of a row of the Jacobian: each speed on the two ways to the ground, until they meet.
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
        // above the link where the ways meet the two wrenches cancel
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

    /// The state of a cut joint: its own coordinates and speeds.
    pub(crate) fn cut(&self, closure: ClosureId) -> Option<&CutJoint<T>> {
        self.cuts[closure.0].as_ref()
    }
}

/// A motion: coordinates, speeds, accelerations (`None`: zero), twist-rates of the links for them.
#[derive(Copy, Clone)]
pub(crate) struct Motion<'a, T> {
    pub(crate) q: &'a [T],
    pub(crate) v: &'a [T],
    pub(crate) a: Option<&'a [T]>,
    pub(crate) rates: &'a [Twist<T>],
}

fn speed<T: Real>(model: &Model<T>, link: LinkId) -> usize {
    model.links()[link.0].v
}
