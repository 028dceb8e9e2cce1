//! Redundant constraints: indeterminate reactions, and releases that make them determinate.
//!
//! Multipliers λ with Jᵀ λ = 0 are self-stresses: internal forces without a load. A joint direction in which one
//! of them has a component has an indeterminate reaction. Releasing s such directions, one per self-stress, adds s columns to
//! J; if the components of the self-stresses in them are a regular matrix the rank grows by s too, so that nothing is redundant
//! any more and nothing new can move.

use denoc_math::{Twist, Vec3, Wrench};
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::assembly::{Kinematics, Pivot, Which, pivots};
use crate::svd::{RANK_TOLERANCE, Svd};

/// The directions of a joint, moments and rotations first.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

/// A joint whose reaction is indeterminate: it depends on manufacturing and assembly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IndeterminateReaction {
    /// The joint.
    pub joint: String,
    /// Indeterminate components of the moment, in the axes of the moving frame of the joint.
    pub moments: Vec<&'static str>,
    /// Indeterminate components of the force, in the same axes.
    pub forces: Vec<&'static str>,
}

/// A motion or constraint to release.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Released {
    /// A rotation about an axis of the joint's moving frame.
    Rotation(&'static str),
    /// A translation along an axis of the joint's moving frame.
    Translation(&'static str),
    /// One equation of a constraint that is not a joint, counted from 1.
    Condition(usize),
}

/// One of the releases that make all reactions determinate without adding mobility.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Release {
    /// The joint, or the constraint.
    pub joint: String,
    /// Which motion.
    pub motion: Released,
}

/// Consequences of the self-stresses of a cluster.
#[derive(Clone, Debug, Default)]
pub(super) struct Stress {
    pub(super) indeterminate: Vec<IndeterminateReaction>,
    pub(super) releases: Vec<Release>,
}

struct Candidate {
    joint: String,
    motion: Released,
    /// The column it would add to J.
    column: DVector<f64>,
    /// Rotations are easier to release than slides, and joints than constraints.
    weight: f64,
}

/// At the pose that `k` is placed at, where the cluster has this rank.
pub(super) fn find(k: &Kinematics<'_>, cluster: usize, rank: usize) -> Stress {
    let j = k.block(cluster);
    let Some(svd) = Svd::new(&j).filter(|_| rank < j.nrows()) else { return Stress::default() };
    let stress = svd.left_null(rank);
    let all = candidates(k, cluster);
    let components: Vec<DVector<f64>> = all.iter().map(|c| stress.transpose() * &c.column).collect();
    let largest = components.iter().map(|x| x.norm()).fold(0.0, f64::max);
    let indeterminate = flags(&all, &components, 1e-8 * largest);
    let chosen = choose(&all, &components, stress.ncols());
    let releases = match verified(&j, &all, &chosen, rank) {
        true => chosen.iter().map(|&i| Release { joint: all[i].joint.clone(), motion: all[i].motion }).collect(),
        false => Vec::new(),
    };
    Stress { indeterminate, releases }
}

/// Every direction of every joint, and every condition that is no joint's.
fn candidates(k: &Kinematics<'_>, cluster: usize) -> Vec<Candidate> {
    let (model, rows) = (k.model, &k.rows[cluster]);
    let mut all = Vec::new();
    for pivot in pivots(k, cluster) {
        // the wrench that the joint transmits for a unit of each row
        let wrenches: Vec<Wrench<f64>> = rows.iter().map(|&r| transmitted(k, &pivot, r)).collect();
        for i in 0..6 {
            let axis = Vec3::unit(i % 3);
            let (motion, twist, unit, weight) = match i < 3 {
                true => (Released::Rotation(AXES[i]), Twist::new(axis, Vec3::zero()), 1.0, 1.0),
                false => (Released::Translation(AXES[i - 3]), Twist::new(Vec3::zero(), axis), k.size, 0.5),
            };
            let entries = rows.iter().zip(&wrenches).map(|(&r, &w)| twist.dot(w) * unit / k.row_units[r]);
            let column = DVector::from_iterator(rows.len(), entries);
            all.push(Candidate { joint: pivot.name(model).to_owned(), motion, column, weight });
        }
    }
    for (i, &r) in rows.iter().enumerate() {
        let closure = k.loops.rows()[r].closure;
        if model.closures()[closure.0].cut_joint().is_none() {
            let mut column = DVector::zeros(rows.len());
            column[i] = 1.0;
            let motion = Released::Condition(r - k.loops.rows_of(closure).start + 1);
            all.push(Candidate { joint: model.closure_names()[closure.0].clone(), motion, column, weight: 0.1 });
        }
    }
    all
}

/// The wrench of a unit of a row's multiplier through a joint, in the axes of its moving frame about its origin.
fn transmitted(k: &Kinematics<'_>, pivot: &Pivot, row: usize) -> Wrench<f64> {
    match pivot.which {
        Which::Tree(link) => {
            let mut through = Wrench::zero();
            k.transmitted(&k.pull(row), |at, wrench| {
                if at == link {
                    through = wrench;
                }
            });
            through
        }
        Which::Cut(closure) => {
            let first = k.loops.rows_of(closure);
            let direction = row.checked_sub(first.start).and_then(|i| k.loops.directions(closure).get(i));
            if first.contains(&row) { direction.copied().unwrap_or(Wrench::zero()) } else { Wrench::zero() }
        }
    }
}

fn flags(all: &[Candidate], components: &[DVector<f64>], least: f64) -> Vec<IndeterminateReaction> {
    let mut found: Vec<IndeterminateReaction> = Vec::new();
    for (candidate, _) in all.iter().zip(components).filter(|(_, x)| x.norm() > least && least > 0.0) {
        let (moment, force) = match candidate.motion {
            Released::Rotation(axis) => (Some(axis), None),
            Released::Translation(axis) => (None, Some(axis)),
            Released::Condition(_) => continue,
        };
        match found.last_mut().filter(|last| last.joint == candidate.joint) {
            Some(last) => {
                last.moments.extend(moment);
                last.forces.extend(force);
            }
            None => {
                let (moments, forces) = (moment.into_iter().collect(), force.into_iter().collect());
                found.push(IndeterminateReaction { joint: candidate.joint.clone(), moments, forces });
            }
        }
    }
    found
}

/// As many candidates as self-stresses whose components are independent: each time the one with the most that is left.
fn choose(all: &[Candidate], components: &[DVector<f64>], count: usize) -> Vec<usize> {
    let mut left: Vec<DVector<f64>> = components.to_vec();
    let mut chosen = Vec::new();
    for _ in 0..count {
        let size = |i: usize| left[i].norm() * all[i].weight;
        // the last of equals: joints that are cut come last, and are the ones that are easiest to change
        let Some(best) = (0..all.len()).max_by(|&a, &b| {
            let (x, y) = (size(a), size(b));
            if (x - y).abs() <= 1e-6 * x.max(y) { a.cmp(&b) } else { x.total_cmp(&y) }
        }) else {
            break;
        };
        let length = left[best].norm();
        if length <= RANK_TOLERANCE {
            break;
        }
        let unit = &left[best] / length;
        for x in &mut left {
            let along = unit.dot(x);
            x.axpy(-along, &unit, 1.0);
        }
        chosen.push(best);
    }
    chosen
}

/// Whether the releases make all rows independent, so that no reaction is left indeterminate and no mobility is added.
fn verified(j: &DMatrix<f64>, all: &[Candidate], chosen: &[usize], rank: usize) -> bool {
    let (m, n) = j.shape();
    let mut wide = DMatrix::zeros(m, n + chosen.len());
    wide.columns_mut(0, n).copy_from(j);
    for (i, &c) in chosen.iter().enumerate() {
        wide.set_column(n + i, &all[c].column);
    }
    rank + chosen.len() == m && Svd::new(&wide).is_some_and(|svd| svd.rank(RANK_TOLERANCE) == m)
}
