//! Errors of tasks and their derivatives by the speeds.

use denoc_dynamics::Position;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::{Chart, JointSpace};
use denoc_model::{FrameId, LinkId, Model};
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::{FrameTarget, Task, TaskTarget};
use crate::MechanismError;
use crate::ik::rotation_vector;
use crate::manifold::{Turn, turn_rate};

/// How far a task is from its target.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct TaskError {
    /// Lengths, m.
    pub length: f64,
    /// Angles, rad.
    pub angle: f64,
}

/// Rows of a task: one number per condition, 1/m and 1/rad weighted alike.
pub(super) fn count(model: &Model, target: &TaskTarget) -> usize {
    match target {
        TaskTarget::Frame { target: FrameTarget::Pose(_), .. } => 6,
        TaskTarget::Frame { .. } => 3,
        TaskTarget::MassCenter { position } => position.iter().flatten().count(),
        TaskTarget::Posture(joints) => joints.iter().map(|(link, _)| model.links()[link.0].nv).sum(),
    }
}

/// The weighted rows of some tasks, with their Jacobian (rows × nv) if it is wanted.
pub(super) fn rows(
    stage: &mut Position<'_, f64>,
    tasks: &[&Task],
    jacobian: bool,
) -> Result<(DVector<f64>, DMatrix<f64>), MechanismError> {
    let model = stage.model();
    let total = tasks.iter().map(|task| count(model, &task.target)).sum();
    let (mut e, mut j) = (DVector::zeros(total), DMatrix::zeros(if jacobian { total } else { 0 }, model.nv()));
    let mut first = 0;
    for task in tasks {
        let mut out = Out { e: &mut e, j: jacobian.then_some(&mut j), row: first, factor: task.weight.sqrt() };
        match &task.target {
            TaskTarget::Frame { frame, base, target } => {
                let moving = Moving::new(stage, *frame, *base, jacobian)?;
                moving.write(target, &mut out);
            }
            TaskTarget::MassCenter { position } => {
                let center = stage.center_of_mass().to_array();
                let mut rows = vec![0.0; if jacobian { 3 * model.nv() } else { 0 }];
                if jacobian {
                    stage.com_jacobian(&mut rows)?;
                }
                for (axis, goal) in position.iter().enumerate().filter_map(|(axis, goal)| Some((axis, (*goal)?))) {
                    out.number(center[axis] - goal, |s| rows[axis * model.nv() + s]);
                }
            }
            TaskTarget::Posture(joints) => {
                for (link, goal) in joints {
                    posture(stage, *link, goal, &mut out);
                }
            }
        }
        first += count(model, &task.target);
    }
    Ok((e, j))
}

/// How far a task is from its target, unweighted.
pub(super) fn error(stage: &mut Position<'_, f64>, task: &Task) -> Result<TaskError, MechanismError> {
    let plain = Task { weight: 1.0, ..task.clone() };
    let e = rows(stage, &[&plain], false)?.0;
    let norm = |part: &[f64]| part.iter().map(|x| x * x).sum::<f64>().sqrt();
    let e = e.as_slice();
    Ok(match &task.target {
        TaskTarget::Frame { target: FrameTarget::Pose(_), .. } => {
            TaskError { length: norm(&e[..3]), angle: norm(&e[3..]) }
        }
        TaskTarget::Frame { target: FrameTarget::Position(_), .. } | TaskTarget::MassCenter { .. } => {
            TaskError { length: norm(e), angle: 0.0 }
        }
        TaskTarget::Frame { target: FrameTarget::Orientation(_), .. } => TaskError { length: 0.0, angle: norm(e) },
        // the chord between two unit vectors
        TaskTarget::Frame { .. } => TaskError { length: 0.0, angle: 2.0 * (0.5 * norm(e)).min(1.0).asin() },
        TaskTarget::Posture(joints) => {
            let (mut length, mut angle) = (0.0f64, 0.0f64);
            let units = joints.iter().flat_map(|(link, _)| stage.model().links()[link.0].joint.v_units());
            for (unit, x) in units.zip(e) {
                let sum = if *unit == denoc_model::joints::Unit::Length { &mut length } else { &mut angle };
                *sum = sum.hypot(*x);
            }
            TaskError { length, angle }
        }
    })
}

/// Where rows are written.
struct Out<'a> {
    e: &'a mut DVector<f64>,
    j: Option<&'a mut DMatrix<f64>>,
    row: usize,
    factor: f64,
}

impl Out<'_> {
    fn number(&mut self, error: f64, slope: impl Fn(usize) -> f64) {
        self.e[self.row] = self.factor * error;
        if let Some(j) = &mut self.j {
            for s in 0..j.ncols() {
                j[(self.row, s)] = self.factor * slope(s);
            }
        }
        self.row += 1;
    }

    fn vector(&mut self, error: Vec3<f64>, slope: impl Fn(usize) -> Vec3<f64>) {
        for (i, x) in error.to_array().into_iter().enumerate() {
            self.e[self.row + i] = self.factor * x;
        }
        if let Some(j) = &mut self.j {
            for s in 0..j.ncols() {
                for (i, x) in slope(s).to_array().into_iter().enumerate() {
                    j[(self.row + i, s)] = self.factor * x;
                }
            }
        }
        self.row += 3;
    }
}

/// A frame seen from another: its pose, and per speed its angular velocity and that of its origin, in axes of the base.
struct Moving {
    pose: Pose<f64>,
    angular: Vec<Vec3<f64>>,
    linear: Vec<Vec3<f64>>,
}

impl Moving {
    fn new(
        stage: &Position<'_, f64>,
        frame: FrameId,
        base: Option<FrameId>,
        jacobian: bool,
    ) -> Result<Self, MechanismError> {
        let nv = stage.model().nv();
        let world = stage.frame_pose(frame);
        let (mut angular, mut linear) = (Vec::new(), Vec::new());
        let mut flat = vec![0.0; if jacobian { 6 * nv } else { 0 }];
        let column = |flat: &[f64], s: usize, first: usize| {
            Vec3::new(flat[first * nv + s], flat[(first + 1) * nv + s], flat[(first + 2) * nv + s])
        };
        if jacobian {
            stage.jacobian(frame, &mut flat)?;
            angular = (0..nv).map(|s| column(&flat, s, 0)).collect();
            linear = (0..nv).map(|s| column(&flat, s, 3)).collect();
        }
        let Some(base) = base else { return Ok(Self { pose: world, angular, linear }) };
        let from = stage.frame_pose(base);
        let arm = world.position - from.position;
        if jacobian {
            stage.jacobian(base, &mut flat)?;
            for s in 0..nv {
                let (turn, shift) = (column(&flat, s, 0), column(&flat, s, 3));
                linear[s] = from.rotation.apply_transpose(linear[s] - shift - turn.cross(arm));
                angular[s] = from.rotation.apply_transpose(angular[s] - turn);
            }
        }
        Ok(Self { pose: from.inverse() * world, angular, linear })
    }

    fn write(&self, target: &FrameTarget, out: &mut Out<'_>) {
        let rotation = self.pose.rotation;
        match *target {
            FrameTarget::Pose(goal) => {
                self.position(goal.position, out);
                self.orientation(goal.rotation, out);
            }
            FrameTarget::Position(goal) => self.position(goal, out),
            FrameTarget::Orientation(goal) => self.orientation(goal, out),
            FrameTarget::Pointing { axis, direction } => {
                let pointed = rotation.apply(axis);
                out.vector(pointed - direction, |s| self.angular[s].cross(pointed));
            }
            FrameTarget::LookAt { axis, point } => {
                let pointed = rotation.apply(axis);
                let ahead = point - self.pose.position;
                let distance = ahead.norm();
                // the direction of a point at the origin of the frame is not defined: any will do
                let sight = if distance > 0.0 { ahead.scale(1.0 / distance) } else { pointed };
                let per_distance = if distance > 0.0 { 1.0 / distance } else { 0.0 };
                out.vector(pointed - sight, |s| {
                    let shift = self.linear[s];
                    // the origin moves: the direction to the point turns the other way
                    let swing = (shift - sight.scale(sight.dot(shift))).scale(per_distance);
                    self.angular[s].cross(pointed) + swing
                });
            }
        }
    }

    fn position(&self, goal: Vec3<f64>, out: &mut Out<'_>) {
        out.vector(self.pose.position - goal, |s| self.linear[s]);
    }

    fn orientation(&self, goal: Mat3<f64>, out: &mut Out<'_>) {
        let turn = rotation_vector(self.pose.rotation * goal.transpose());
        // rotations are added from the left: the rate of the rotation vector with the sign of the vector reversed
        out.vector(turn, |s| turn_rate(-turn, self.angular[s]));
    }
}

/// The rows of one joint.
fn posture(stage: &Position<'_, f64>, LinkId(i): LinkId, goal: &[f64], out: &mut Out<'_>) {
    let link = &stage.model().links()[i];
    let mut away = [0.0; 6];
    let away = &mut away[..link.nv];
    link.joint.difference(goal, &stage.q()[link.q..link.q + link.nq], away);
    let chart = link.joint.chart();
    let mut columns = [[0.0; 6]; 6];
    for (k, column) in columns[..link.nv].iter_mut().enumerate() {
        column[k] = 1.0;
        if chart != Chart::Vector {
            Turn::new(away, chart == Chart::Free).apply(&mut column[..link.nv]);
        }
    }
    for (row, &x) in away.iter().enumerate() {
        out.number(x, |s| if s >= link.v && s < link.v + link.nv { columns[s - link.v][row] } else { 0.0 });
    }
}
