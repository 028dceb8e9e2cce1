//! Joints of several degrees of freedom as simple ones in a row.

use denoc_math::Vec3;
use denoc_model::{Joint, JointSpec};

use crate::FormatError;

/// A joint that the formats know.
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
    /// How many coordinates it has.
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

/// The joint as simple joints in a row, with the same coordinates in the same order.
pub(super) fn steps(spec: &JointSpec, format: &'static str) -> Result<Vec<Step>, FormatError> {
    Ok(match &spec.joint {
        Joint::Fixed(_) => vec![Step::Fixed],
        Joint::Revolute(j) => vec![Step::Revolute(j.axis)],
        Joint::Prismatic(j) => vec![Step::Prismatic(j.axis)],
        Joint::Cylindrical(j) => vec![Step::Revolute(j.axis), Step::Prismatic(j.axis)],
        Joint::Universal(j) => vec![Step::Revolute(j.first), Step::Revolute(j.second)],
        Joint::Euler(j) => {
            let axis = |letter| Vec3::unit("xyz".find(letter).unwrap_or(0));
            j.letters().chars().map(|letter| Step::Revolute(axis(letter))).collect()
        }
        Joint::Translational(_) => [0, 1, 2].map(|i| Step::Prismatic(Vec3::unit(i))).to_vec(),
        Joint::Spherical(_) => vec![Step::Ball],
        Joint::Free(_) => vec![Step::Free],
        Joint::Planar(j) => vec![Step::Planar(j.normal())],
        other => {
            let part = format!("joint \"{}\"", spec.name);
            let reason = format!("the format has no {} joint", other.keyword());
            return Err(FormatError::Unwritable { format, part, reason });
        }
    })
}

/// A planar joint as two slides and a hinge.
pub(super) fn planar_steps(spec: &JointSpec, normal: Vec3<f64>) -> [Step; 3] {
    let along = |q: [f64; 3]| spec.joint.pose(&q).position;
    [Step::Prismatic(along([1.0, 0.0, 0.0])), Step::Prismatic(along([0.0, 1.0, 0.0])), Step::Revolute(normal)]
}

/// The name of step `i` of `count`.
pub(super) fn step_name(joint: &str, i: usize, count: usize) -> String {
    if count == 1 { joint.to_owned() } else { format!("{joint}_{}", i + 1) }
}
