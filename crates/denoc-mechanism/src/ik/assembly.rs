//! What tells assemblies of a mechanism with loops apart: its drives and the poses of its frames.
//!
//! Rods between universal and spherical joints can be turned about themselves without any effect: their coordinates do not count.

use std::f64::consts::{PI, TAU};

use denoc_dynamics::Workspace;
use denoc_math::Pose;
use denoc_model::LinkId;
use denoc_model::joints::Unit;

use super::residual::Problem;
use super::{Branch, rotation_vector};
use crate::MechanismError;

/// Coordinates of drives, and poses of the frames with targets.
pub(super) struct Assembly {
    angles: Vec<f64>,
    lengths: Vec<f64>,
    frames: Vec<Pose<f64>>,
}

impl Assembly {
    /// The drives are the motors that the model lists; else the joints with one freedom.
    pub(super) fn of(problem: &Problem<'_>, ws: &mut Workspace<f64>, q: &[f64]) -> Result<Self, MechanismError> {
        let model = problem.model;
        let stage = ws.position(model, q)?;
        let frames = problem.tasks.iter().map(|(frame, _)| stage.frame_pose(*frame)).collect();
        let (mut angles, mut lengths) = (Vec::new(), Vec::new());
        for (i, link) in model.links().iter().enumerate().filter(|(_, link)| link.nq == 1) {
            if model.lists_motors() && !model.is_actuated(LinkId(i)) {
                continue;
            }
            let turns = link.joint.q_units()[0] == Unit::Angle && link.joint.full_turns_repeat();
            if turns { &mut angles } else { &mut lengths }.push(q[link.q]);
        }
        Ok(Self { angles, lengths, frames })
    }

    /// The largest difference, rad or m, without whole turns.
    pub(super) fn apart(&self, other: &Self) -> f64 {
        let turns = self.angles.iter().zip(&other.angles).map(|(a, b)| (a - b + PI).rem_euclid(TAU) - PI);
        let shifts = self.lengths.iter().zip(&other.lengths).map(|(a, b)| a - b);
        let poses = self.frames.iter().zip(&other.frames).map(|(a, b)| {
            let turn = rotation_vector(a.rotation * b.rotation.transpose()).norm();
            turn.max((a.position - b.position).norm())
        });
        turns.chain(shifts).chain(poses).fold(0.0, |most: f64, x| most.max(x.abs()))
    }
}

/// Labels for solutions that begin with the one nearest to the start; with the orientation of the frame, if it differs.
pub(super) fn name(branches: &mut [Branch]) {
    if branches.len() < 2 {
        return;
    }
    let first = branches[0].pose.rotation;
    let turned =
        |b: &Branch| first.iter().flatten().zip(b.pose.rotation.iter().flatten()).any(|(x, y)| (x - y).abs() > 1e-6);
    let differ = branches.iter().any(turned);
    for (k, branch) in branches.iter_mut().enumerate() {
        branch.label += if k == 0 { ", nearest to the start" } else { ", another assembly" };
        if differ {
            let rpy = branch.pose.rpy.map(|x| denoc_base::number::six((x * 1e4).round() / 1e4 + 0.0));
            branch.label += &format!(", rpy [{}] rad", rpy.join(", "));
        }
    }
}
