//! Joints with several degrees of freedom as chains of simple joints.

use denoc_math::Vec3;
use denoc_model::JointSpec;
use denoc_model::joints::SimpleMotion;

use crate::FormatError;

/// A joint that the formats support.
#[derive(Copy, Clone)]
pub(super) enum Step {
    Fixed,
    Revolute(Vec3<f64>),
    Prismatic(Vec3<f64>),
    Ball,
    Free,
    Planar(Vec3<f64>),
}

impl Step {
    /// Number of coordinates.
    pub(super) fn coordinates(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute(_) | Self::Prismatic(_) => 1,
            Self::Planar(_) => 3,
            Self::Ball => 4,
            Self::Free => 7,
        }
    }
}

impl From<&SimpleMotion> for Step {
    fn from(motion: &SimpleMotion) -> Self {
        match *motion {
            SimpleMotion::Turn(axis) => Self::Revolute(axis),
            SimpleMotion::Slide(axis) => Self::Prismatic(axis),
            SimpleMotion::Ball => Self::Ball,
            SimpleMotion::Free => Self::Free,
        }
    }
}

/// The joint as a chain of simple joints, with the same coordinates in the same order.
pub(super) fn steps(spec: &JointSpec, format: &'static str) -> Result<Vec<Step>, FormatError> {
    let Some(motions) = spec.joint.simple_motions() else {
        let part = format!("joint \"{}\"", spec.name);
        let reason = format!("the format has no {} joint", spec.joint.keyword());
        return Err(FormatError::Unwritable { format, part, reason });
    };
    Ok(match *motions {
        [] => vec![Step::Fixed],
        [SimpleMotion::Slide(x), SimpleMotion::Slide(y), SimpleMotion::Turn(normal)]
            if (x.cross(y) - normal).norm() < 1e-12 =>
        {
            vec![Step::Planar(normal)]
        }
        ref all => all.iter().map(Step::from).collect(),
    })
}

/// A planar joint as two prismatic joints and a revolute joint.
pub(super) fn planar_steps(spec: &JointSpec, normal: Vec3<f64>) -> [Step; 3] {
    let along = |q: [f64; 3]| spec.joint.pose(&q).position;
    [Step::Prismatic(along([1.0, 0.0, 0.0])), Step::Prismatic(along([0.0, 1.0, 0.0])), Step::Revolute(normal)]
}

/// The name of step `i` of `count`.
pub(super) fn step_name(joint: &str, i: usize, count: usize) -> String {
    if count == 1 { joint.to_owned() } else { format!("{joint}_{}", i + 1) }
}
