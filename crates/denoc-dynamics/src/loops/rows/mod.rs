//! Constraints as rows: what one scalar condition is to the recursions.
//!
//! Every condition is linear in the twists of at most two links, or in two speeds: wᵃ·tᵃ + wᵇ·tᵇ + c·v = 0. The wrenches w are
//! those that a unit of its multiplier exerts, so a row needs no Jacobian of its own: the row of J is what the inward sweep of
//! inverse dynamics makes of the two wrenches, J = Wᵀ N [Saha13 (53)] with the natural orthogonal complement N.

mod cam;
mod coordinates;
mod coupling;
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

/// The state in which rows are made.
struct At<'a, T> {
    model: &'a Model<T>,
    k: &'a KinematicsBuffers<T>,
    q: &'a [T],
}

/// The rows of one kind of closure, in the file of the kind. Cut joints remember something besides: [`CutJoint`].
trait ClosureRows<T: Real> {
    /// For every row what its residual measures, and whether it binds coordinates.
    fn conditions(&self, model: &Model<T>) -> impl Iterator<Item = (Unit, bool)>;
    /// Wrenches and factors of speeds.
    fn place(&self, at: At<'_, T>, rows: &mut [Row<T>]);
    /// How far each condition is from being met.
    fn residuals(&self, at: At<'_, T>, out: &mut [T]);
    /// d(J v)/dt.
    fn rates(&self, at: At<'_, T>, motion: Motion<'_, T>, rows: &[Row<T>], out: &mut [T]);
}

/// The registry: one arm for every kind of closure. Runs an expression with its rows.
macro_rules! by_kind {
    ($closure:expr, $kind:ident => $run:expr) => {
        match $closure {
            Closure::Joint { .. } => {} // see `CutJoint`
            Closure::Distance { from, to, length } => {
                let $kind = distance::Rod { from, to, length: *length };
                $run
            }
            Closure::Coupling { joint, follows, ratio, offset } => {
                let $kind = coupling::Coupled { joint: *joint, follows: *follows, ratio: *ratio, offset: *offset };
                $run
            }
            Closure::Cam { joint, follows, profile } => {
                let $kind = cam::Follower { joint: *joint, follows: *follows, profile };
                $run
            }
            Closure::Rolling { link, center, axis, radius, plane_point, plane_normal, keep_height } => {
                let $kind = rolling::Disk {
                    link: *link,
                    center: *center,
                    axis: *axis,
                    radius: *radius,
                    plane_point: *plane_point,
                    normal: *plane_normal,
                    keep_height: *keep_height,
                };
                $run
            }
        }
    };
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
            if let Closure::Joint { joint, .. } = closure {
                let made = CutJoint::new(joint);
                rows.extend(made.units().map(|unit| row(unit, true)));
                cut = Some(made);
            }
            by_kind!(closure, kind => rows.extend(kind.conditions(model).map(|(unit, holonomic)| row(unit, holonomic))));
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
        let closure = &model.closures()[i];
        if let (Closure::Joint { joint, parent, child }, Some(cut)) = (closure, &mut self.cuts[i]) {
            cut.place(k, joint, (parent, child), rows);
        }
        by_kind!(closure, kind => kind.place(At { model, k, q }, rows));
    }

    /// How far each condition is from being met: rad or m; zero for conditions on speeds alone. After `place`.
    pub(crate) fn residuals(&self, model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T], out: &mut [T]) {
        for (i, closure) in model.closures().iter().enumerate() {
            let out = &mut out[self.first[i]..self.first[i + 1]];
            if let (Closure::Joint { joint, parent, .. }, Some(cut)) = (closure, &self.cuts[i]) {
                cut.residuals(joint, parent, out);
            }
            by_kind!(closure, kind => kind.residuals(At { model, k, q }, out));
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
        let closure = &model.closures()[i];
        if let (Closure::Joint { joint, parent, child }, Some(cut)) = (closure, &self.cuts[i]) {
            cut.rates(k, motion.rates, joint, (parent, child), out);
        }
        by_kind!(closure, kind => kind.rates(At { model, k, q: motion.q }, motion, rows, out));
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

/// The part of d(J v)/dt that accelerations of joints have in a row.
fn accelerated<T: Real>(row: &Row<T>, a: Option<&[T]>) -> T {
    let Some(a) = a else { return T::zero() };
    row.speeds.iter().flatten().fold(T::zero(), |sum, &(s, c)| c.mul_add(a[s], sum))
}

/// A motion: coordinates, speeds, accelerations (`None`: zero), twist-rates of the links for them.
#[derive(Copy, Clone)]
pub(crate) struct Motion<'a, T> {
    pub(crate) q: &'a [T],
    pub(crate) v: &'a [T],
    pub(crate) a: Option<&'a [T]>,
    pub(crate) rates: &'a [Twist<T>],
}
