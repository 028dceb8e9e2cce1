//! From coordinates to a [`Branch`].

use std::f64::consts::{PI, TAU};

use denoc_dynamics::Workspace;
use denoc_math::random::Random;
use denoc_model::LinkId;
use denoc_model::joints::Unit;
use nalgebra::DMatrix;

use super::descent::descend;
use super::residual::Problem;
use super::{Branch, Violation, random_coordinates};
use crate::MechanismError;
use crate::Svd;
use crate::fk::{PoseReport, rank_of};

/// What every branch of a problem shares.
#[derive(Debug)]
pub(super) struct Reporter<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) frame: String,
    pub(super) seed: Vec<f64>,
    /// The rank of the Jacobian of the tasks in a general pose.
    generic_rank: usize,
    /// The length that rotations are multiplied by.
    size: f64,
    /// Entries of q that are angles and move a frame, with the joint they belong to.
    angles: Vec<(usize, LinkId)>,
}

/// How near two solutions may be, in rad or m.
pub(super) const DISTINCT: f64 = 1e-5;
/// Conditioning below which a pose is called near singular.
pub(super) const NEAR_SINGULAR: f64 = 1e-3;
/// Singular values below this part of the largest count as zero at a solution: coordinates of stretched arms are exact to the square
/// root of rounding.
const SINGULAR: f64 = 1e-6;
/// How far aside a solution others are sought, rad or m.
const ASIDE: f64 = 0.05;
/// So far beyond its limit, in rad or m, a coordinate does not violate it.
const ROUNDING: f64 = 1e-9;

impl<'a> Reporter<'a> {
    pub(super) fn new(
        problem: &'a Problem<'a>,
        ws: &mut Workspace<f64>,
        frame: String,
        seed: Vec<f64>,
    ) -> Result<Self, MechanismError> {
        let model = problem.model;
        // a coupling tells whole turns apart
        let bound: Vec<LinkId> = model.closures().iter().filter_map(|c| c.bound_joints()).flatten().collect();
        let moving =
            model.links().iter().enumerate().filter(|(i, l)| problem.moved_by(l) && !bound.contains(&LinkId(*i)));
        let angles = moving.flat_map(|(i, link)| {
            let units = link.joint.q_units().iter().enumerate();
            let turning = units.filter(|(_, u)| **u == Unit::Angle).map(move |(k, _)| (link.q + k, LinkId(i)));
            // the advance of a screw tells whole turns apart
            turning.filter(|_| link.joint.full_turns_repeat())
        });
        let angles = angles.collect();
        let mut all = Self { problem, frame, seed, generic_rank: 0, size: 1.0, angles };
        let mut random = Random::new(7);
        let poses: Vec<Vec<f64>> = (0..3).map(|_| random_coordinates(&mut random, model, Some(&all.seed))).collect();
        let (mut linear, mut angular) = (0.0f64, 0.0f64);
        for q in &poses {
            let j = all.jacobian(ws, q)?;
            for column in j.column_iter() {
                let part = |first: bool| {
                    let rows = column.iter().enumerate().filter(|(i, _)| all.is_angular(*i) == first);
                    rows.map(|(_, x)| x * x).sum::<f64>().sqrt()
                };
                angular = angular.max(part(true));
                linear = linear.max(part(false));
            }
        }
        all.size = if angular > 0.0 && linear > 0.0 { linear / angular } else { 1.0 };
        for q in &poses {
            let rank = rank_of(&all.scaled_jacobian(ws, q)?).1;
            all.generic_rank = all.generic_rank.max(rank);
        }
        Ok(all)
    }

    fn is_angular(&self, row: usize) -> bool {
        let mut first = 0;
        for (_, target) in self.problem.tasks {
            let rows = if target.dimension() == 3 { 3 } else { 6 };
            if row < first + rows {
                return rows == 6 && row < first + 3;
            }
            first += rows;
        }
        false
    }

    fn jacobian(&self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<DMatrix<f64>, MechanismError> {
        let mut j = self.problem.errors(ws, q)?.1;
        let options = self.problem.options;
        for i in 0..j.nrows() {
            let weight = if self.is_angular(i) { options.orientation_weight } else { options.position_weight };
            j.row_mut(i).scale_mut(1.0 / weight);
        }
        Ok(j)
    }

    fn scaled_jacobian(&self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<DMatrix<f64>, MechanismError> {
        let mut j = self.jacobian(ws, q)?;
        for i in (0..j.nrows()).filter(|&i| self.is_angular(i)) {
            j.row_mut(i).scale_mut(self.size);
        }
        Ok(j)
    }

    /// Whether there are more speeds than conditions.
    pub(super) fn redundant(&self) -> bool {
        self.family_dimension() > 0
    }

    /// How many more speeds there are than conditions.
    pub(super) fn family_dimension(&self) -> usize {
        self.problem.speeds.len() - self.generic_rank
    }

    /// Dimension of the family of solutions through `q`, 0 if it is single. Where the rank of the Jacobian falls, the linear model does
    /// not tell a family (a folded arm that turns about its base) from a single solution (a stretched arm): the solutions next to
    /// points a little aside do, which span the directions of the family.
    pub(super) fn freedoms(&self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<usize, MechanismError> {
        let Some(svd) = Svd::new(&self.scaled_jacobian(ws, q)?) else { return Ok(self.family_dimension()) };
        let rank = svd.rank(SINGULAR);
        if rank >= self.generic_rank {
            return Ok(self.family_dimension());
        }
        let (model, null) = (self.problem.model, svd.v.columns(rank, self.problem.speeds.len() - rank));
        let mut moves = DMatrix::zeros(null.nrows(), null.ncols());
        for (k, direction) in null.column_iter().enumerate() {
            let (mut step, mut aside) = (vec![0.0; model.nv()], q.to_vec());
            self.problem.speeds.iter().zip(direction.iter()).for_each(|(&s, x)| step[s] = ASIDE * x);
            model.integrate(q, &step, &mut aside)?;
            let end = descend(self.problem, ws, &aside, false, self.problem.options.iterations)?;
            if self.problem.reached(self.problem.miss(ws, &end.q)?) {
                model.difference(q, &end.q, &mut step)?;
                self.problem.speeds.iter().enumerate().for_each(|(row, &s)| moves[(row, k)] = step[s] / ASIDE);
            }
        }
        // along the family a move is kept, across it is undone
        Ok(moves.singular_values().iter().filter(|&&kept| kept > 0.5).count())
    }

    /// Turns angles of `q` without limits by whole turns, to next to those of `other`.
    pub(super) fn turn_beside(&self, other: &[f64], q: &mut [f64]) {
        for &(at, joint) in &self.angles {
            if self.problem.model.properties(joint).limits.is_none() {
                q[at] += TAU * ((other[at] - q[at]) / TAU).round();
            }
        }
    }

    /// Smallest over largest singular value, of as many as there are in a general pose.
    pub(super) fn conditioning(&self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<f64, MechanismError> {
        let (values, _) = rank_of(&self.scaled_jacobian(ws, q)?);
        let used = &values[..self.generic_rank.min(values.len())];
        Ok(match (used.first(), used.last()) {
            (Some(&first), Some(&last)) if first > 0.0 => last / first,
            _ => 0.0,
        })
    }

    pub(super) fn branch(
        &self,
        ws: &mut Workspace<f64>,
        q: Vec<f64>,
        label: String,
        family: bool,
    ) -> Result<Branch, MechanismError> {
        let problem = self.problem;
        let miss = problem.miss(ws, &q)?;
        let conditioning = self.conditioning(ws, &q)?;
        let frame = problem.tasks[0].0;
        let pose = ws.position(problem.model, &q)?.frame_pose(frame);
        let family = family || self.freedoms(ws, &q)? > 0;
        Ok(Branch {
            label,
            pose: PoseReport::new(&problem.model.frame_names()[frame.0], pose),
            position_error: miss.position,
            orientation_error: miss.orientation,
            violations: violations(problem, &q),
            conditioning,
            near_singular: conditioning < NEAR_SINGULAR,
            family,
            q,
        })
    }

    /// Angles by whole turns: within the limits if that is possible, as near to the seed as possible.
    pub(super) fn unwind(&self, q: &mut [f64]) {
        for &(at, joint) in &self.angles {
            let mut turns = ((self.seed[at] - q[at]) / TAU).round();
            if let Some([low, high]) = self.problem.model.properties(joint).limits {
                let first = ((low - ROUNDING - q[at]) / TAU).ceil();
                let last = ((high + ROUNDING - q[at]) / TAU).floor();
                if first <= last {
                    turns = turns.clamp(first, last);
                } else {
                    // no turn is within limits: the one that is least beyond them
                    let (above, below) = (q[at] + TAU * first - high, low - q[at] - TAU * last);
                    turns = if above < below { first } else { last };
                }
            }
            q[at] += TAU * turns;
        }
    }

    /// Whether two solutions are one.
    pub(super) fn same(&self, a: &[f64], b: &[f64]) -> bool {
        self.apart(a, b) < DISTINCT
    }

    /// Whether two solutions are one, if they miss the target by so much: where an arm is stretched, coordinates change with the
    /// square root of distances.
    pub(super) fn same_beside(&self, a: &[f64], b: &[f64], miss: super::Miss) -> bool {
        self.apart(a, b) < DISTINCT.max(3.0 * (miss.position.max(miss.orientation)).sqrt())
    }

    /// The largest difference of two poses, without whole turns.
    pub(super) fn apart(&self, a: &[f64], b: &[f64]) -> f64 {
        let model = self.problem.model;
        let mut step = vec![0.0; model.nv()];
        if model.difference(a, b, &mut step).is_err() {
            return f64::INFINITY;
        }
        for &(at, LinkId(i)) in &self.angles {
            let link = &model.links()[i];
            if link.nq == link.nv {
                let x = &mut step[link.v + at - link.q];
                *x = (*x + PI).rem_euclid(TAU) - PI;
            }
        }
        step.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }
}

/// The coordinates outside their limits, of joints that move a frame. Joints with quaternions have none.
fn violations(problem: &Problem<'_>, q: &[f64]) -> Vec<Violation> {
    let model = problem.model;
    let mut all = Vec::new();
    for (i, link) in model.links().iter().enumerate().filter(|(_, l)| problem.moved_by(l)) {
        let Some([low, high]) = model.properties(LinkId(i)).limits.filter(|_| link.nq == link.nv) else { continue };
        for &x in &q[link.q..link.q + link.nq] {
            let limit = if x < low { low } else { high };
            let by = (low - x).max(x - high);
            if by > ROUNDING {
                all.push(Violation { joint: model.joint_names()[i].clone(), q: x, limit, by });
            }
        }
    }
    all
}

/// Tells branches apart whose geometry has the same words.
pub(super) fn number_equal_labels(branches: &mut [Branch]) {
    let labels: Vec<String> = branches.iter().map(|b| b.label.clone()).collect();
    for (i, branch) in branches.iter_mut().enumerate() {
        if labels.iter().filter(|l| **l == labels[i]).count() > 1 {
            let before = labels[..i].iter().filter(|l| **l == labels[i]).count();
            branch.label += &format!(" ({})", before + 1);
        }
    }
}
