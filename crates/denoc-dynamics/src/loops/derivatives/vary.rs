//! How the wrenches of closures and their rates change with the coordinates and speeds of their loops.
//!
//! A closure depends on the poses, twists and twist-rates of its two links, or on the coordinates and speeds of two joints. Their changes
//! with a coordinate or speed between a link and the ground are known without another recursion ([`LinkSlopes`]). So each closure is
//! evaluated for small changes of its links alone, once for every coordinate and twice for every speed of its loop. Joints inward of both links move
//! them together, which changes nothing. J a + J̇ v is quadratic in the speeds: central differences of any step are exact.

use denoc_math::{Pose, Twist, Wrench};
use denoc_model::{LinkId, Model};

use super::super::{Loops, Motion, Row, Rows};
use crate::derivatives::LinkSlopes;
use crate::kinematics::KinematicsBuffers;
use crate::stages::Velocity;

/// The step of a coordinate, in units of its speed: about the root of the rounding errors of poses.
const STEP: f64 = 3e-8;

/// Changes of all closures.
#[derive(Clone, Debug)]
pub(super) struct Closures {
    /// Changes of J a + J̇ v with the coordinates, and with the speeds: as many numbers as rows for each column.
    pub(super) slopes: [Vec<f64>; 2],
    /// Whether a column belongs to a loop.
    pub(super) bound: Vec<bool>,
    /// Rows at changed poses.
    beside: Rows<f64>,
    /// J a + J̇ v, here and at a changed state.
    here: Vec<f64>,
    there: Vec<f64>,
    /// Columns of the closure at hand, with the link that each moves.
    columns: Vec<(usize, Option<LinkId>)>,
    q: Vec<f64>,
    v: Vec<f64>,
}

impl Closures {
    pub(super) fn new(model: &Model<f64>, loops: &Loops<f64>) -> Self {
        let (m, nv) = (loops.count(), model.nv());
        Self {
            slopes: [vec![0.0; m * nv], vec![0.0; m * nv]],
            bound: vec![false; nv],
            beside: loops.rows.clone(),
            here: vec![0.0; m],
            there: vec![0.0; m],
            columns: Vec::new(),
            q: vec![0.0; model.nq()],
            v: vec![0.0; nv],
        }
    }

    /// Finds the slopes, and subtracts the changes of Jᵀ λ that wrenches, which are not constant in link axes, add to ∂τ/∂q; after the
    /// derivatives of the tree.
    pub(super) fn vary(
        &mut self,
        stage: &mut Velocity<'_, f64>,
        loops: &mut Loops<f64>,
        a: &[f64],
        lambda: &[f64],
        dq: &mut [f64],
    ) {
        loops.rates(stage, Some(a), &mut self.here);
        self.q.copy_from_slice(stage.q);
        self.v.copy_from_slice(stage.v);
        self.slopes.iter_mut().for_each(|slopes| slopes.fill(0.0));
        self.bound.fill(false);
        for closure in 0..stage.model.closures().len() {
            self.find_columns(stage.model, &loops.rows.rows[loops.rows.first[closure]..loops.rows.first[closure + 1]]);
            for at in 0..self.columns.len() {
                let (s, link) = self.columns[at];
                self.bound[s] = true;
                let moved = link.map(|link| Moved::new(stage, loops, link, s));
                self.vary_speed(stage, loops, Column { closure, s, moved: moved.as_ref() }, a);
                self.vary_coordinate(stage, loops, Column { closure, s, moved: moved.as_ref() }, a);
                self.vary_forces(stage, loops, (closure, s), lambda, dq);
            }
        }
    }

    /// The columns on both paths from the links of a closure to the ground, until they meet, or those of its joints.
    fn find_columns(&mut self, model: &Model<f64>, rows: &[Row<f64>]) {
        self.columns.clear();
        for &(s, _) in rows.iter().flat_map(|row| row.speeds.iter().flatten()) {
            if !self.columns.iter().any(|column| column.0 == s) {
                self.columns.push((s, None));
            }
        }
        let Some(ends) = rows.first().map(|row| row.wrenches.map(|end| end.map(|(link, _)| link))) else { return };
        let mut at = ends;
        while at[0] != at[1] {
            let deeper = usize::from(at[1] > at[0]);
            if let Some(LinkId(i)) = at[deeper] {
                let link = &model.links()[i];
                self.columns.extend((link.v..link.v + link.nv).map(|s| (s, ends[deeper])));
                at[deeper] = link.parent;
            }
        }
    }

    fn vary_speed(&mut self, stage: &mut Velocity<'_, f64>, loops: &mut Loops<f64>, column: Column<'_>, a: &[f64]) {
        let Column { closure, s, moved } = column;
        let (range, m) = (loops.rows.first[closure]..loops.rows.first[closure + 1], self.here.len());
        let (model, k) = (stage.model, &mut stage.position.ws.kinematics);
        for step in [loops.speed_units[s], -loops.speed_units[s]] {
            let before = self.v[s];
            self.v[s] += step;
            moved.iter().for_each(|moved| moved.change(k, &mut loops.rates, moved.slopes.by_speed, step));
            let motion = Motion { q: &self.q, v: &self.v, a: Some(a), rates: &loops.rates };
            loops.rows.closure_rates(model, k, motion, closure, &mut self.there[range.clone()]);
            self.v[s] = before;
            for (slope, rate) in self.slopes[1][s * m..][range.clone()].iter_mut().zip(&self.there[range.clone()]) {
                *slope += 0.5 * rate / step;
            }
        }
        moved.iter().for_each(|moved| moved.restore(k, &mut loops.rates));
    }

    fn vary_coordinate(
        &mut self,
        stage: &mut Velocity<'_, f64>,
        loops: &mut Loops<f64>,
        column: Column<'_>,
        a: &[f64],
    ) {
        let Column { closure, s, moved } = column;
        let (range, m) = (loops.rows.first[closure]..loops.rows.first[closure + 1], self.here.len());
        let (model, k) = (stage.model, &mut stage.position.ws.kinematics);
        let step = STEP * loops.speed_units[s];
        let link = &model.links()[model.joint_of_speed(s).0];
        // closures that depend on coordinates depend on those of joints with one
        let entry = Some(link.q + s - link.v).filter(|_| link.nq == 1);
        entry.iter().for_each(|&entry| self.q[entry] += step);
        if let Some(moved) = moved {
            k.world[moved.link] = moved.slopes.displaced(moved.pose, step);
            moved.change(k, &mut loops.rates, moved.slopes.by_coordinate, step);
        }
        self.beside.place_closure(model, k, &self.q, closure);
        let motion = Motion { q: &self.q, v: &self.v, a: Some(a), rates: &loops.rates };
        self.beside.closure_rates(model, k, motion, closure, &mut self.there[range.clone()]);
        entry.iter().for_each(|&entry| self.q[entry] = stage.position.q[entry]);
        moved.iter().for_each(|moved| moved.restore(k, &mut loops.rates));
        for i in range {
            self.slopes[0][s * m + i] = (self.there[i] - self.here[i]) / step;
        }
    }

    /// Subtracts the change of Jᵀ λ with a coordinate that the changes of the rows cause.
    fn vary_forces(
        &self,
        stage: &Velocity<'_, f64>,
        loops: &Loops<f64>,
        (closure, s): (usize, usize),
        lambda: &[f64],
        dq: &mut [f64],
    ) {
        let (model, k, nv) = (stage.model, &stage.ws.kinematics, stage.model.nv());
        let step = STEP * loops.speed_units[s];
        let mut ends: [Option<(LinkId, Wrench<f64>)>; 2] = [None, None];
        let range = loops.rows.first[closure]..loops.rows.first[closure + 1];
        let both = loops.rows.rows[range.clone()].iter().zip(&self.beside.rows[range.clone()]);
        for ((old, new), lambda) in both.zip(&lambda[range]) {
            let factor = lambda / step;
            for (end, (old, new)) in ends.iter_mut().zip(old.wrenches.iter().zip(&new.wrenches)) {
                if let (Some((link, old)), Some((_, new))) = (*old, *new) {
                    let sum = end.map_or(Wrench::zero(), |end| end.1);
                    *end = Some((link, (new - old).mul_add(factor, sum)));
                }
            }
            for (old, new) in old.speeds.iter().flatten().zip(new.speeds.iter().flatten()) {
                dq[new.0 * nv + s] -= (new.1 - old.1) * factor;
            }
        }
        for (link, wrench) in ends.into_iter().flatten() {
            let mut at = Some((link, wrench));
            while let Some((LinkId(i), wrench)) = at {
                let link = &model.links()[i];
                for n in link.v..link.v + link.nv {
                    dq[n * nv + s] -= k.columns[n].dot(wrench);
                }
                at = link.parent.map(|parent| (parent, k.relative[i].propagate_back(wrench)));
            }
        }
    }
}

/// A coordinate or speed of the loop of a closure.
#[derive(Copy, Clone)]
struct Column<'a> {
    closure: usize,
    s: usize,
    moved: Option<&'a Moved>,
}

/// The link of a closure that a column moves, and its present motion.
struct Moved {
    link: usize,
    slopes: LinkSlopes<f64>,
    pose: Pose<f64>,
    twist: Twist<f64>,
    rate: Twist<f64>,
}

impl Moved {
    fn new(stage: &Velocity<'_, f64>, loops: &Loops<f64>, LinkId(link): LinkId, s: usize) -> Self {
        let ws = &stage.ws;
        let k = &ws.kinematics;
        let slopes = LinkSlopes::new(&ws.derivatives, k, stage.model.gravity(), link, s);
        Self { link, slopes, pose: k.world[link], twist: k.twists[link], rate: loops.rates[link] }
    }

    fn change(
        &self,
        k: &mut KinematicsBuffers<f64>,
        rates: &mut [Twist<f64>],
        [twist, rate]: [Twist<f64>; 2],
        step: f64,
    ) {
        k.twists[self.link] = twist.mul_add(step, self.twist);
        rates[self.link] = rate.mul_add(step, self.rate);
    }

    fn restore(&self, k: &mut KinematicsBuffers<f64>, rates: &mut [Twist<f64>]) {
        k.world[self.link] = self.pose;
        k.twists[self.link] = self.twist;
        rates[self.link] = self.rate;
    }
}
