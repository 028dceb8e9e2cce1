//! Tasks whose numbers make sense, with directions of length one.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::JointSpace;
use denoc_model::{FrameId, Model};

use super::report::describe;
use super::rows::count;
use super::{FrameTarget, Task, TaskTarget};
use crate::MechanismError;

/// The tasks, checked; `Err` names the first that makes no sense.
pub(super) fn checked(model: &Model, tasks: &[Task]) -> Result<Vec<Task>, MechanismError> {
    if tasks.is_empty() {
        let rule = "give at least one task";
        return Err(MechanismError::Setting { what: "the number of tasks", value: 0.0, rule });
    }
    tasks.iter().enumerate().map(|(i, task)| one(model, i, task)).collect()
}

fn one(model: &Model, index: usize, task: &Task) -> Result<Task, MechanismError> {
    let bad = |what: String, value: f64, rule: &'static str| {
        Err(MechanismError::Task { number: index + 1, task: describe(model, &task.target), what, value, rule })
    };
    if !(task.weight.is_finite() && task.weight > 0.0) {
        return bad("the weight".into(), task.weight, "it must be a positive number; leave the task out to ignore it");
    }
    if task.priority == 0 {
        return bad("the priority".into(), 0.0, "1 is the highest, 2 the next");
    }
    if let Some(tolerance) = task.tolerance.filter(|x| x.is_nan() || *x <= 0.0) {
        return bad("the tolerance".into(), tolerance, "it must be positive, in m and rad");
    }
    let target = match &task.target {
        TaskTarget::Frame { frame, base, target } => {
            if !moves(model, *frame) && !base.is_some_and(|base| moves(model, base)) {
                return Err(MechanismError::Immovable { frame: model.frame_names()[frame.0].clone() });
            }
            match frame_target(target) {
                Ok(target) => TaskTarget::Frame { frame: *frame, base: *base, target },
                Err((what, value, rule)) => return bad(what.into(), value, rule),
            }
        }
        TaskTarget::MassCenter { position } => {
            if let Some(value) = position.iter().flatten().find(|x| !x.is_finite()) {
                return bad("the target".into(), *value, "coordinates must be finite numbers, in metres");
            }
            if model.total_mass() <= 0.0 {
                return bad("the mass of the moving links".into(), 0.0, "a mass centre needs links with mass");
            }
            task.target.clone()
        }
        TaskTarget::Posture(joints) => {
            for (link, q) in joints {
                let (joint, at) = (&model.joint_names()[link.0], &model.links()[link.0]);
                if q.len() != at.nq {
                    let what = "the target of a joint in a task";
                    let rule = "one number for every coordinate of the joint";
                    return Err(MechanismError::Count { what, found: q.len(), expected: at.nq, rule });
                }
                let what = || format!("the target of joint \"{joint}\"");
                if let Some(value) = q.iter().find(|x| !x.is_finite()) {
                    return bad(what(), *value, "coordinates must be finite numbers, in rad or m");
                }
                if let Some(norm) = at.joint.quaternion_norm(q).filter(|norm| (norm - 1.0).abs() > 1e-6) {
                    return bad(format!("the length of the quaternion in {}", what()), norm, "normalise it to 1");
                }
            }
            task.target.clone()
        }
    };
    if count(model, &target) == 0 {
        return bad("the number of its conditions".into(), 0.0, "name at least one coordinate or joint");
    }
    Ok(Task { target, ..task.clone() })
}

fn moves(model: &Model, frame: FrameId) -> bool {
    let mut at = model.frames()[frame.0].link;
    while let Some(link) = at {
        if model.links()[link.0].nv > 0 {
            return true;
        }
        at = model.links()[link.0].parent;
    }
    false
}

type Complaint = (&'static str, f64, &'static str);

fn frame_target(target: &FrameTarget) -> Result<FrameTarget, Complaint> {
    Ok(match *target {
        FrameTarget::Pose(pose) => FrameTarget::Pose(Pose::new(rotation(pose.rotation)?, place(pose.position)?)),
        FrameTarget::Position(position) => FrameTarget::Position(place(position)?),
        FrameTarget::Orientation(goal) => FrameTarget::Orientation(rotation(goal)?),
        FrameTarget::Pointing { axis, direction } => FrameTarget::Pointing {
            axis: unit("the length of the axis", axis)?,
            direction: unit("the length of the direction", direction)?,
        },
        FrameTarget::LookAt { axis, point } => {
            FrameTarget::LookAt { axis: unit("the length of the axis", axis)?, point: place(point)? }
        }
    })
}

fn place(v: Vec3<f64>) -> Result<Vec3<f64>, Complaint> {
    match v.to_array().into_iter().find(|x| !x.is_finite()) {
        Some(value) => Err(("the target position", value, "positions must be finite numbers, in metres")),
        None => Ok(v),
    }
}

/// A direction of length one.
pub(in crate::ik) fn unit(what: &'static str, v: Vec3<f64>) -> Result<Vec3<f64>, Complaint> {
    let norm = v.norm();
    if !norm.is_finite() || norm < 1e-12 {
        return Err((what, norm, "give a direction with a finite length that is not zero"));
    }
    Ok(v.normalized())
}

/// Exactly orthonormal, so that errors can become as small as rounding allows.
pub(in crate::ik) fn rotation(r: Mat3<f64>) -> Result<Mat3<f64>, Complaint> {
    let off = r.transpose() * r - Mat3::identity();
    let error = [off.x, off.y, off.z].iter().fold(0.0, |m: f64, c| m.max(c.norm()));
    let error = error.max((r.x.cross(r.y).dot(r.z) - 1.0).abs());
    if error.is_nan() || error > 1e-6 {
        let rule = "give a right-handed orthonormal rotation matrix";
        return Err(("the deviation of the target orientation from a rotation", error, rule));
    }
    Ok(denoc_math::quaternion_rotation(denoc_math::quaternion_from_rotation(r)))
}
