//! The part of the recursion that depends on the model only.

use core::ops::Range;

use denoc_math::Real;
use denoc_math::elimination::RowElimination;
use denoc_model::joints::Unit;
use denoc_model::{Cluster, LinkId, Loop, Model};

use crate::kinematics::{self, KinematicsBuffers};
use crate::loops::{Loops, RANK_TOLERANCE};

/// Clusters with more speeds than this are eliminated in an order of pivots that is known; for fewer, a search is as fast.
const FEW: usize = 4;

/// A cluster as a joint with several bodies.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Parent link; `None` is the ground.
    pub(super) parent: Option<usize>,
    /// Whether it has closures; otherwise it is one link.
    pub(super) closed: bool,
    /// Its members.
    pub(super) members: Range<usize>,
    /// Its speeds.
    pub(super) speeds: Range<usize>,
    /// Its rows that do not vanish.
    pub(super) rows: Range<usize>,
    /// Where its Jacobian starts: rows × speeds.
    pub(super) jacobian: usize,
    /// Where its masses start: twice speeds × speeds.
    pub(super) mass: usize,
}

/// A link of a cluster.
#[derive(Copy, Clone, Debug)]
pub(super) struct Member {
    pub(super) link: usize,
    /// The place of its parent among the links of the cluster; `None` is the cluster's parent.
    pub(super) parent: Option<usize>,
    /// The place of its first speed among those of the cluster, and how many there are.
    pub(super) speed: usize,
    pub(super) nv: usize,
    /// Whether other clusters are attached to it; otherwise it is rigid.
    pub(super) carries: bool,
}

/// A speed of a cluster.
#[derive(Copy, Clone, Debug)]
pub(super) struct Speed<T> {
    /// Its entry of v.
    pub(super) v: usize,
    /// What it is multiplied by so that angles and lengths can be compared.
    pub(super) unit: T,
}

/// A row of a cluster.
#[derive(Clone, Debug)]
pub(super) struct PlannedRow {
    /// Its number in `Loops`.
    pub(super) row: usize,
    /// Which of its wrenches is used, and the index of the link it acts on; the other wrench is its opposite.
    pub(super) wrench: Option<(usize, usize)>,
    /// The speeds that it constrains.
    pub(super) path: Range<usize>,
}

/// All of it, cluster after cluster.
#[derive(Clone, Debug)]
pub(super) struct Plan<T> {
    pub(super) parts: Vec<Part>,
    pub(super) members: Vec<Member>,
    pub(super) speeds: Vec<Speed<T>>,
    pub(super) rows: Vec<PlannedRow>,
    /// Speeds of the cluster on the paths from the two ends of a closure to where they meet, and whether the wrench acts on that
    /// side; otherwise its opposite does.
    pub(super) paths: Vec<(usize, bool)>,
    /// Rows that vanish in every configuration, and those without effect, as between two frames of one link.
    pub(super) empty_rows: Vec<usize>,
    /// Links whose mass is not rigid, and those outside all loops.
    pub(super) articulated: Vec<usize>,
    /// The place of every entry of v among the speeds of its cluster.
    pub(super) local: Vec<usize>,
    /// Numbers of all Jacobians, of all masses.
    pub(super) sizes: [usize; 2],
    /// The speeds of the cluster with which a speed has an entry in its inertia matrix: those of joints inward and outward of its own.
    pub(super) coupled: Vec<usize>,
    /// Where the list of a speed starts, and where the last one ends.
    pub(super) first_coupled: Vec<usize>,
    /// The cluster of every row and its place there, if it constrains anything.
    pub(super) place_of_row: Vec<Option<(usize, usize)>>,
    /// For clusters of more than a few speeds: their rows, with an order of elimination; at first that of a generic configuration.
    pub(super) ordered: Vec<Option<RowElimination<T>>>,
}

impl<T: Real> Plan<T> {
    pub(super) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let empty = empty_rows(model, loops);
        let mut carries = vec![false; model.links().len()];
        for LinkId(parent) in model.clusters().iter().filter_map(|cluster| cluster.parent) {
            carries[parent] = true;
        }
        let mut plan = Self {
            parts: Vec::new(),
            members: Vec::new(),
            speeds: Vec::new(),
            rows: Vec::new(),
            paths: Vec::new(),
            empty_rows: Vec::new(),
            articulated: Vec::new(),
            local: vec![0; model.nv()],
            sizes: [0; 2],
            coupled: Vec::new(),
            first_coupled: vec![0],
            place_of_row: vec![None; loops.count()],
            ordered: Vec::new(),
        };
        for cluster in model.clusters() {
            let starts = [plan.members.len(), plan.speeds.len(), plan.rows.len()];
            for &id in &cluster.links {
                let link = &model.links()[id.0];
                let parent = cluster.links.iter().position(|&other| Some(other) == link.parent);
                let speed = plan.speeds.len() - starts[1];
                plan.members.push(Member { link: id.0, parent, speed, nv: link.nv, carries: carries[id.0] });
                for s in link.v..link.v + link.nv {
                    plan.local[s] = plan.speeds.len() - starts[1];
                    plan.speeds.push(Speed { v: s, unit: loops.speed_units[s] });
                }
            }
            for &closure in &cluster.closures {
                for row in loops.rows_of(closure) {
                    if !empty[row] {
                        plan.place_of_row[row] = Some((plan.parts.len(), plan.rows.len() - starts[2]));
                        plan.add_row(model, cluster, &model.loops()[closure.0], row);
                    }
                }
            }
            let speeds = starts[1]..plan.speeds.len();
            let rows = starts[2]..plan.rows.len();
            let [jacobian, mass] = plan.sizes;
            let closed = !cluster.closures.is_empty();
            if closed {
                plan.sizes = [jacobian + rows.len() * speeds.len(), mass + 2 * speeds.len() * speeds.len()];
            }
            let outside = |id: &&LinkId| carries[id.0] || !closed;
            plan.articulated.extend(cluster.links.iter().filter(outside).map(|id| id.0));
            let (parent, members) = (cluster.parent.map(|LinkId(p)| p), starts[0]..plan.members.len());
            plan.add_couplings(members.clone(), closed);
            plan.parts.push(Part { parent, closed, members, speeds, rows, jacobian, mass });
        }
        plan.empty_rows = (0..loops.count()).filter(|&row| plan.place_of_row[row].is_none()).collect();
        plan.ordered = plan.order(model, loops);
        plan
    }

    /// Lists the couplings of the speeds of a cluster; a link outside all loops needs none.
    fn add_couplings(&mut self, members: Range<usize>, closed: bool) {
        let members = &self.members[members];
        let mut related = vec![Vec::new(); members.len()];
        for place in (0..members.len()).filter(|_| closed) {
            related[place].push(place);
            let mut inward = members[place].parent;
            while let Some(other) = inward {
                related[place].push(other);
                related[other].push(place);
                inward = members[other].parent;
            }
        }
        for (member, related) in members.iter().zip(&mut related) {
            related.sort_unstable();
            for _ in 0..member.nv {
                let speeds = related.iter().map(|&other| &members[other]).flat_map(|m| m.speed..m.speed + m.nv);
                self.coupled.extend(speeds);
                self.first_coupled.push(self.coupled.len());
            }
        }
    }

    /// The speeds that are coupled with a speed, by its place in the plan.
    pub(super) fn coupled(&self, speed: usize) -> &[usize] {
        &self.coupled[self.first_coupled[speed]..self.first_coupled[speed + 1]]
    }

    /// The rows of clusters of more than a few speeds, eliminated at a generic configuration.
    fn order(&self, model: &Model<T>, loops: &Loops<T>) -> Vec<Option<RowElimination<T>>> {
        let is_large = |part: &Part| part.closed && part.speeds.len() > FEW;
        if !self.parts.iter().any(is_large) {
            return vec![None; self.parts.len()];
        }
        let (k, trial) = generic(model, loops, 1);
        let order = |part: &Part| {
            let mut ordered = RowElimination::new(part.speeds.len());
            let rows = &self.rows[part.rows.clone()];
            ordered.start(rows.len());
            for (i, planned) in rows.iter().enumerate() {
                let unit = loops.units[planned.row].recip();
                trial.rows.sweep(model, &k, &trial.rows()[planned.row], |s, x| {
                    ordered.add(i, self.local[s], x * unit * loops.speed_units[s]);
                });
            }
            ordered.eliminate(RANK_TOLERANCE, usize::MAX);
            ordered.keep_order();
            ordered
        };
        self.parts.iter().map(|part| is_large(part).then(|| order(part))).collect()
    }

    /// Tries these pivots first, in this order: numbers of rows in `Loops` and entries of v.
    pub(super) fn set_order(&mut self, pivots: impl Iterator<Item = (usize, usize)> + Clone) {
        let Self { ordered, place_of_row, local, .. } = self;
        for (at, rows) in ordered.iter_mut().enumerate() {
            let Some(rows) = rows else { continue };
            let own = |(row, speed): (usize, usize)| {
                place_of_row[row].filter(|place| place.0 == at).map(|place| (place.1, local[speed]))
            };
            rows.set_order(pivots.clone().filter_map(own));
        }
    }

    fn add_row(&mut self, model: &Model<T>, cluster: &Cluster, l: &Loop, row: usize) {
        let start = self.paths.len();
        let closure = &model.closures()[l.closure.0];
        let place = |end: Option<LinkId>| cluster.links.iter().position(|&link| Some(link) == end);
        let [first, second] = closure.links().map(place);
        let mut wrench = None;
        // couplings constrain speeds, not links
        if closure.bound_joints().is_none() {
            wrench = second.map(|place| (1, place)).or(first.map(|place| (0, place)));
            let side = wrench.map_or(0, |w| w.0);
            for (path, here) in [(&l.first, side == 0), (&l.second, side == 1)] {
                for link in path.iter().map(|link| &model.links()[link.0]) {
                    let local = &self.local[link.v..link.v + link.nv];
                    self.paths.extend(local.iter().map(|&speed| (speed, here)));
                }
            }
        }
        self.rows.push(PlannedRow { row, wrench, path: start..self.paths.len() });
    }

    /// The most links, speeds and rows that one closed cluster has.
    pub(super) fn largest(&self) -> [usize; 3] {
        let closed = || self.parts.iter().filter(|part| part.closed);
        let most = |size: fn(&Part) -> usize| closed().map(size).max().unwrap_or(0);
        [most(|part| part.members.len()), most(|part| part.speeds.len()), most(|part| part.rows.len())]
    }
}

/// Rows of the Jacobian that vanish in every configuration, such as those normal to the plane of a planar mechanism: rows that
/// vanish in several generic configurations, whether the loops are closed there or not.
fn empty_rows<T: Real>(model: &Model<T>, loops: &Loops<T>) -> Vec<bool> {
    let mut empty = vec![true; loops.count()];
    for pose in 1..4 {
        let (k, trial) = generic(model, loops, pose);
        for ((row, empty), unit) in trial.rows().iter().zip(&mut empty).zip(&loops.units) {
            let unit = unit.recip();
            trial.rows.sweep(model, &k, row, |_, x| {
                *empty &= (x * unit).value().abs() < 1e-11;
            });
        }
    }
    empty
}

/// The closures in one of several generic configurations.
pub(crate) fn generic<T: Real>(model: &Model<T>, loops: &Loops<T>, pose: usize) -> (KinematicsBuffers<T>, Loops<T>) {
    let (mut k, mut trial) = (KinematicsBuffers::new(model), loops.clone());
    // fractions of multiples of the golden ratio are spread evenly
    let number = |i: usize| (i as f64 * 0.618_033_988_749_894_9).fract() * 2.0 - 1.0;
    let mut q = vec![T::zero(); model.nq()];
    for link in model.links() {
        let mut quaternion = [0.2, 0.4, 0.4, 0.8].into_iter().cycle().skip(pose);
        for (at, unit) in (link.q..).zip(link.joint.q_units()) {
            q[at] = T::lift(match unit {
                Unit::Quaternion => quaternion.next().unwrap_or(0.0),
                _ => number(pose * 7919 + at),
            });
        }
    }
    kinematics::place(model, &q, &mut k);
    trial.rows.place(model, &k, &q);
    (k, trial)
}
