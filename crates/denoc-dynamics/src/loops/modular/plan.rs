//! What of the recursion depends on the model alone.

use core::ops::Range;

use denoc_math::Real;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use crate::Workspace;
use crate::loops::Loops;

/// A cluster, as the recursion sees it: a joint with several bodies.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The link it hangs on; `None` is the ground.
    pub(super) parent: Option<usize>,
    /// Whether closures tie it; otherwise it is one link.
    pub(super) closed: bool,
    /// Its members.
    pub(super) members: Range<usize>,
    /// Its speeds.
    pub(super) speeds: Range<usize>,
    /// Its rows that do not vanish.
    pub(super) rows: Range<usize>,
    /// Where its Jacobian starts: rows × speeds.
    pub(super) jacobian: usize,
    /// Where its reduced mass starts: speeds × speeds.
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
}

/// A speed of a cluster.
#[derive(Copy, Clone, Debug)]
pub(super) struct Speed<T> {
    /// Its entry of v.
    pub(super) v: usize,
    /// What it is multiplied by so that angles and lengths can be compared.
    pub(super) unit: T,
}

/// All of it, cluster after cluster.
#[derive(Clone, Debug)]
pub(super) struct Plan<T> {
    pub(super) parts: Vec<Part>,
    pub(super) members: Vec<Member>,
    pub(super) speeds: Vec<Speed<T>>,
    /// Rows of `Loops`.
    pub(super) rows: Vec<usize>,
    /// Rows that vanish in every pose, and those that tie nothing, as between two frames of one link.
    pub(super) empty_rows: Vec<usize>,
    /// The place of every entry of v among the speeds of its cluster.
    pub(super) local: Vec<usize>,
    /// Numbers of all Jacobians, of all reduced masses.
    pub(super) sizes: [usize; 2],
}

impl<T: Real> Plan<T> {
    pub(super) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let empty = empty_rows(model, loops);
        let longest = loops.rows().iter().zip(&loops.units).find(|(row, _)| row.unit == Unit::Length);
        let length = longest.map_or(T::one(), |(_, &unit)| unit);
        let mut plan = Self {
            parts: Vec::new(),
            members: Vec::new(),
            speeds: Vec::new(),
            rows: Vec::new(),
            empty_rows: Vec::new(),
            local: vec![0; model.nv()],
            sizes: [0; 2],
        };
        let mut bound = vec![false; loops.count()];
        for cluster in model.clusters() {
            let starts = [plan.members.len(), plan.speeds.len(), plan.rows.len()];
            for &id in &cluster.links {
                let link = &model.links()[id.0];
                let parent = cluster.links.iter().position(|&other| Some(other) == link.parent);
                let speed = plan.speeds.len() - starts[1];
                plan.members.push(Member { link: id.0, parent, speed, nv: link.nv });
                for (s, unit) in (link.v..).zip(link.joint.v_units()) {
                    plan.local[s] = plan.speeds.len() - starts[1];
                    let unit = if *unit == Unit::Length { length } else { T::one() };
                    plan.speeds.push(Speed { v: s, unit });
                }
            }
            for row in cluster.closures.iter().flat_map(|&closure| loops.rows_of(closure)) {
                bound[row] = true;
                if empty[row] { &mut plan.empty_rows } else { &mut plan.rows }.push(row);
            }
            let speeds = starts[1]..plan.speeds.len();
            let rows = starts[2]..plan.rows.len();
            let [jacobian, mass] = plan.sizes;
            if !cluster.closures.is_empty() {
                plan.sizes = [jacobian + rows.len() * speeds.len(), mass + speeds.len() * speeds.len()];
            }
            plan.parts.push(Part {
                parent: cluster.parent.map(|LinkId(p)| p),
                closed: !cluster.closures.is_empty(),
                members: starts[0]..plan.members.len(),
                speeds,
                rows,
                jacobian,
                mass,
            });
        }
        plan.empty_rows.extend((0..bound.len()).filter(|&row| !bound[row]));
        plan
    }

    /// The most links and speeds that one closed cluster has.
    pub(super) fn largest(&self) -> [usize; 2] {
        let closed = || self.parts.iter().filter(|part| part.closed);
        let most = |size: fn(&Part) -> usize| closed().map(size).max().unwrap_or(0);
        [most(|part| part.members.len()), most(|part| part.speeds.len())]
    }
}

/// Which rows of the Jacobian vanish in every pose, as those across the plane of a planar mechanism do: the ones that vanish in
/// a few poses that have nothing special, whether the loops are closed there or not.
fn empty_rows<T: Real>(model: &Model<T>, loops: &Loops<T>) -> Vec<bool> {
    let mut empty = vec![true; loops.count()];
    let (mut ws, mut trial) = (Workspace::new(model), loops.clone());
    // fractions of multiples of the golden ratio are spread evenly
    let number = |i: usize| (i as f64 * 0.618_033_988_749_894_9).fract() * 2.0 - 1.0;
    for pose in 1..4 {
        let mut q = vec![T::zero(); model.nq()];
        for link in model.links() {
            let quaternion = [0.2, 0.4, 0.4, 0.8].into_iter().cycle().skip(pose);
            let mut quaternion = quaternion.take(4);
            for (at, unit) in (link.q..).zip(link.joint.q_units()) {
                q[at] = T::lift(match unit {
                    Unit::Quaternion => quaternion.next().unwrap_or(0.0),
                    _ => number(pose * 7919 + at),
                });
            }
        }
        // a pose that cannot be had finds nothing empty
        let Ok(position) = ws.position(model, &q) else { return vec![false; loops.count()] };
        trial.place(&position);
        for ((row, empty), unit) in trial.rows().iter().zip(&mut empty).zip(&loops.units) {
            let unit = unit.recip();
            trial.rows.sweep(model, &position.ws.kinematics, row, |_, x| {
                let size = (x * unit).value().abs();
                *empty &= size < 1e-11;
            });
        }
    }
    empty
}
