//! One instant of a cycle.

use denoc_mechanism::evaluate::JointReaction;
use serde::Serialize;

/// What one joint transmits, in world axes; the moment is about the joint's origin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PinForce {
    /// The joint, of the tree or where a loop is cut.
    pub joint: String,
    /// On the child, N.
    pub force: [f64; 3],
    /// On the child, N m.
    pub moment: [f64; 3],
}

impl From<JointReaction> for PinForce {
    fn from(reaction: JointReaction) -> Self {
        Self { joint: reaction.joint, force: reaction.force, moment: reaction.moment }
    }
}

/// One output at one instant.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct OutputSample {
    /// Its coordinate, rad or m.
    pub value: f64,
    /// Its rate, rad/s or m/s.
    pub rate: f64,
    /// Its rate per rate of the input.
    pub velocity_ratio: f64,
    /// Force or torque that must act on the output per unit of the input's, so that both balance: −1 / velocity ratio, by virtual
    /// power. `None` where the output stands still.
    pub mechanical_advantage: Option<f64>,
}

/// One instant of a cycle. Lists have one entry per joint driven, frame traced and output asked for, in the order of the options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CycleSample {
    /// s.
    pub time: f64,
    /// Coordinate of the input, rad or m.
    pub input: f64,
    /// Coordinates of the tree.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Accelerations.
    pub a: Vec<f64>,
    /// Speeds per speed of the input while followers rest.
    #[serde(skip)]
    pub(crate) gain: Vec<f64>,
    /// Positions of the traced frames in the world, m.
    pub points: Vec<[f64; 3]>,
    /// Torque or force of the input, N m or N.
    pub torque: f64,
    /// Torques or forces of the followers.
    pub follower_torques: Vec<f64>,
    /// The outputs.
    pub outputs: Vec<OutputSample>,
    /// Transmission angle, rad.
    pub transmission_angle: Option<f64>,
    /// Force on the ground, world axes, N.
    pub shaking_force: [f64; 3],
    /// Moment on the ground about its origin, world axes, N m.
    pub shaking_moment: [f64; 3],
    /// Kinetic energy, J.
    pub kinetic_energy: f64,
    /// Potential energy of gravity, J; springs are not included.
    pub potential_energy: f64,
    /// Reactions in all joints, if asked for; none in singular configurations, where the input does not determine them.
    pub pin_forces: Vec<PinForce>,
}
