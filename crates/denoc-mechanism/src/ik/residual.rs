//! How far frames are from their targets, and how that changes with the speeds.

use denoc_dynamics::Workspace;
use denoc_math::{Pose, Vec3, quaternion_from_rotation};
use denoc_model::{FrameId, Link, LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::{IkOptions, Target};
use crate::MechanismError;

/// A frame and its target.
pub(super) type Task = (FrameId, Target);

/// Position and orientation error, m and rad: the largest of all tasks.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Miss {
    /// Distance, m.
    pub position: f64,
    /// Angle, rad.
    pub orientation: f64,
}

/// The problem: tasks of a model, and the speeds that matter.
#[derive(Debug)]
pub(super) struct Problem<'a> {
    pub(super) model: &'a Model,
    pub(super) tasks: &'a [Task],
    pub(super) options: &'a IkOptions,
    /// The speeds that move any of the frames.
    pub(super) speeds: Vec<usize>,
}

/// Rotation vector of `r`, in world axes.
pub fn rotation_vector(r: denoc_math::Mat3<f64>) -> Vec3<f64> {
    let q = quaternion_from_rotation(r); // w ≥ 0
    let v = Vec3::new(q[0], q[1], q[2]);
    let s = v.norm();
    // angle / sin(angle / 2), two where both vanish
    v.scale(if s < 1e-8 { 2.0 } else { 2.0 * s.atan2(q[3]) / s })
}

impl<'a> Problem<'a> {
    pub(super) fn new(model: &'a Model, tasks: &'a [Task], options: &'a IkOptions) -> Self {
        let mut moves = vec![false; model.nv()];
        for (frame, _) in tasks {
            let mut at = model.frames()[frame.0].link;
            while let Some(LinkId(i)) = at {
                let link = &model.links()[i];
                moves[link.v..link.v + link.nv].fill(true);
                at = link.parent;
            }
        }
        let speeds = (0..model.nv()).filter(|&k| moves[k]).collect();
        Self { model, tasks, options, speeds }
    }

    /// Whether the joint of a link moves any of the frames.
    pub(super) fn moved_by(&self, link: &Link<f64>) -> bool {
        link.nv > 0 && self.speeds.contains(&link.v)
    }

    /// Joints that move none of the frames stay as they are in `before`.
    pub(super) fn keep_others(&self, before: &[f64], q: &mut [f64]) {
        for link in self.model.links().iter().filter(|l| !self.moved_by(l)) {
            let range = link.q..link.q + link.nq;
            q[range.clone()].copy_from_slice(&before[range]);
        }
    }

    /// Weighted errors and their derivatives by the speeds that matter.
    pub(super) fn errors(
        &self,
        ws: &mut Workspace<f64>,
        q: &[f64],
    ) -> Result<(DVector<f64>, DMatrix<f64>), MechanismError> {
        let rows = self.tasks.iter().map(|(_, t)| if matches!(t, Target::Position(_)) { 3 } else { 6 }).sum();
        let (mut e, mut j) = (DVector::zeros(rows), DMatrix::zeros(rows, self.speeds.len()));
        let nv = self.model.nv();
        let mut full = vec![0.0; 6 * nv];
        let (wo, wp) = (self.options.orientation_weight, self.options.position_weight);
        let stage = ws.position(self.model, q)?;
        let mut row = 0;
        for (frame, target) in self.tasks {
            let pose = stage.frame_pose(*frame);
            stage.jacobian(*frame, &mut full)?;
            let column = |k: usize, first: usize| {
                Vec3::new(full[first * nv + k], full[(first + 1) * nv + k], full[(first + 2) * nv + k])
            };
            let turn = match target {
                Target::Position(_) => None,
                Target::Pose(goal) => Some((rotation_vector(pose.rotation * goal.rotation.transpose()), None)),
                Target::Pointing { axis, direction, .. } => {
                    let pointed = pose.rotation.apply(*axis);
                    Some((pointed - *direction, Some(pointed)))
                }
            };
            if let Some((error, pointed)) = turn {
                put(&mut e, row, error.scale(wo));
                for (c, &k) in self.speeds.iter().enumerate() {
                    let w = column(k, 0);
                    let rate = pointed.map_or(w, |p| w.cross(p));
                    put_column(&mut j, row, c, rate.scale(wo));
                }
                row += 3;
            }
            put(&mut e, row, (pose.position - target.position()).scale(wp));
            for (c, &k) in self.speeds.iter().enumerate() {
                put_column(&mut j, row, c, column(k, 3).scale(wp));
            }
            row += 3;
        }
        Ok((e, j))
    }

    /// The errors, unweighted.
    pub(super) fn miss(&self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<Miss, MechanismError> {
        let stage = ws.position(self.model, q)?;
        let mut all = Miss::default();
        for (frame, target) in self.tasks {
            let pose = stage.frame_pose(*frame);
            all.position = all.position.max((pose.position - target.position()).norm());
            all.orientation = all.orientation.max(orientation_error(pose, target));
        }
        Ok(all)
    }

    pub(super) fn reached(&self, miss: Miss) -> bool {
        miss.position <= self.options.position_tolerance && miss.orientation <= self.options.orientation_tolerance
    }
}

fn orientation_error(pose: Pose<f64>, target: &Target) -> f64 {
    match target {
        Target::Position(_) => 0.0,
        Target::Pose(goal) => rotation_vector(pose.rotation * goal.rotation.transpose()).norm(),
        Target::Pointing { axis, direction, .. } => {
            let pointed = pose.rotation.apply(*axis);
            pointed.cross(*direction).norm().atan2(pointed.dot(*direction))
        }
    }
}

fn put(e: &mut DVector<f64>, row: usize, v: Vec3<f64>) {
    for (i, x) in v.to_array().into_iter().enumerate() {
        e[row + i] = x;
    }
}

fn put_column(j: &mut DMatrix<f64>, row: usize, column: usize, v: Vec3<f64>) {
    for (i, x) in v.to_array().into_iter().enumerate() {
        j[(row + i, column)] = x;
    }
}
