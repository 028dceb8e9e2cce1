//! Outputs: a number that follows from the pose, and its rate.

use denoc_dynamics::loops::Loops;
use denoc_dynamics::{Position, Velocity};
use denoc_math::{Twist, Vec3, Wrench};
use denoc_mechanism::MechanismError;
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, FrameId, Model};

use super::Output;
use crate::MachineError;

/// An output of a model.
#[derive(Copy, Clone, Debug)]
pub(super) enum Measure {
    /// Place in q and in v.
    Tree(usize, usize),
    Cut(ClosureId, Unit),
    Frame(FrameId, Vec3<f64>),
}

impl Measure {
    pub(super) fn new(model: &Model, output: &Output) -> Result<Self, MachineError> {
        match output {
            Output::Frame { frame, direction } => {
                let id = model.frame(frame)?;
                let d = Vec3::new(direction[0], direction[1], direction[2]);
                let value = d.norm();
                if !(value.is_finite() && value > 0.0) {
                    let (frame, what) = (frame.clone(), "the length of the direction");
                    return Err(MachineError::OutputDirection { frame, what, value });
                }
                Ok(Self::Frame(id, d.normalized()))
            }
            Output::Joint(name) => {
                let wrong = || {
                    MachineError::from(MechanismError::NoCoordinate {
                        joint: name.clone(),
                        what: "single coordinate",
                        index: 0,
                        rule: "an output must have exactly one: choose another joint, or a frame and a direction",
                    })
                };
                if let Ok(id) = model.closure(name) {
                    let Some(joint) = model.closures()[id.0].cut_joint() else { return Err(wrong()) };
                    return match joint.q_units() {
                        [unit] => Ok(Self::Cut(id, *unit)),
                        _ => Err(wrong()),
                    };
                }
                let link = &model.links()[model.joint(name)?.0];
                if link.nq == 1 && link.nv == 1 { Ok(Self::Tree(link.q, link.v)) } else { Err(wrong()) }
            }
        }
    }

    /// Its value; angles of cut joints without full turns. The loops are placed.
    pub(super) fn value(self, position: &Position<'_, f64>, loops: &Loops<f64>) -> f64 {
        match self {
            Self::Tree(q, _) => position.q()[q],
            Self::Cut(id, _) => loops.cut_coordinates(position.model(), id).first().copied().unwrap_or(0.0),
            Self::Frame(id, direction) => position.frame_pose(id).position.dot(direction),
        }
    }

    /// Its rate. The loops are placed.
    pub(super) fn rate(self, stage: &Velocity<'_, f64>, loops: &Loops<f64>) -> f64 {
        match self {
            Self::Tree(_, v) => stage.v()[v],
            Self::Frame(id, direction) => stage.twist(id).linear.dot(direction),
            Self::Cut(id, _) => {
                let Some(joint) = stage.model().closures()[id.0].cut_joint() else { return 0.0 };
                let mut column = [Twist::zero()];
                joint.columns(&loops.cut_coordinates(stage.model(), id), &mut column);
                let [column] = column;
                let along = |t: Twist<f64>| t.dot(Wrench::new(column.angular, column.linear));
                loops.relative_twist(stage, id).map_or(0.0, |t| along(t) / along(column))
            }
        }
    }

    /// The value nearest to the one before, by full turns, where full turns are not known.
    pub(super) fn unwind(self, value: f64, before: Option<f64>) -> f64 {
        match (self, before) {
            (Self::Cut(_, Unit::Angle), Some(before)) => {
                let turn = core::f64::consts::TAU;
                value + turn * ((before - value) / turn).round()
            }
            _ => value,
        }
    }
}
