//! One sample of a cycle.

use denoc_mechanism::evaluate::JointReaction;
use serde::Serialize;

/// The wrench that one joint transmits, computed by [`Evaluator::reactions`](denoc_mechanism::evaluate::Evaluator::reactions). World
/// axes, moment about the joint origin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PinForce {
    /// The joint, of the tree or cutting a loop.
    pub joint: String,
    /// Force on the child link, N, world axes.
    pub force: [f64; 3],
    /// Moment on the child link about the joint origin, N m, world axes.
    pub moment: [f64; 3],
}

impl From<JointReaction> for PinForce {
    fn from(reaction: JointReaction) -> Self {
        Self { joint: reaction.joint, force: reaction.force, moment: reaction.moment }
    }
}

/// One output at one sample.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct OutputSample {
    /// Coordinate, rad or m.
    pub value: f64,
    /// Speed, rad/s or m/s.
    pub rate: f64,
    /// Speed of the output over speed of the input.
    pub velocity_ratio: f64,
    /// Force or torque on the output that balances a unit force or torque of the input: −1 / velocity ratio, by virtual power. `None`
    /// if the output is at rest.
    pub mechanical_advantage: Option<f64>,
}

/// One sample of a cycle, computed by [`Cycle::compute`](super::Cycle::compute). Lists of followers, frames and outputs are in the order
/// of the options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CycleSample {
    /// Time, s.
    pub time: f64,
    /// Coordinate of the input, rad or m.
    pub input: f64,
    /// Coordinates of the tree, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Speeds, nv: rad/s, m/s.
    pub v: Vec<f64>,
    /// Accelerations, nv: rad/s², m/s².
    pub a: Vec<f64>,
    /// Speeds per unit speed of the input, with followers at rest.
    #[serde(skip)]
    pub(crate) gain: Vec<f64>,
    /// Positions of the recorded frames, m, world axes.
    pub points: Vec<[f64; 3]>,
    /// Torque or force of the input along its joint axis, N m or N.
    pub torque: f64,
    /// Torques or forces of the followers along their joint axes, N m or N.
    pub follower_torques: Vec<f64>,
    /// The outputs.
    pub outputs: Vec<OutputSample>,
    /// Transmission angle, rad; `None` if it is not defined ([`TransmissionKind`](super::TransmissionKind)).
    pub transmission_angle: Option<f64>,
    /// Shaking force: everything that joints and springs exert on the ground, N, world axes; it includes the weight of the moving links
    /// if gravity acts, and drag.
    pub shaking_force: [f64; 3],
    /// Shaking moment on the ground about the world origin, N m, world axes.
    pub shaking_moment: [f64; 3],
    /// Kinetic energy, J.
    pub kinetic_energy: f64,
    /// Potential energy of gravity, J, without springs.
    pub potential_energy: f64,
    /// Reactions of all joints, if requested; empty in singular configurations, where the input does not determine them.
    pub pin_forces: Vec<PinForce>,
}
