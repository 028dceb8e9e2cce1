//! What is asked of a cycle.

use std::sync::Arc;

use serde::Serialize;

use denoc_sim::motion::Motion;

/// How the input moves in time.
#[derive(Clone, Debug)]
pub enum InputLaw {
    /// At constant speed, rad/s or m/s. Negative speeds turn the other way.
    Speed(f64),
    /// As in a motion of the model, from its start to its end; of its coordinates only the input's are read.
    Motion(Arc<dyn Motion>),
}

/// What to do where the input of constant speed cannot go on: beyond a dead point the mechanism does not close.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtDeadPoint {
    /// An error that tells the range.
    #[default]
    Refuse,
    /// Go from one end of the range to the other.
    Restrict,
    /// Go from one end to the other and back, on the same branch.
    BackAndForth,
}

/// A joint that is driven along with the input: its coordinate changes by `ratio` times the change of the input's.
#[derive(Clone, Debug, PartialEq)]
pub struct Follower {
    /// The joint.
    pub joint: String,
    /// Zero holds it where it is at the start.
    pub ratio: f64,
}

/// Something that the mechanism is made for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// The coordinate of a joint, which may be one where a loop is cut.
    Joint(String),
    /// The way of a frame's origin along a direction of the world.
    Frame {
        /// The frame.
        frame: String,
        /// The direction; its length does not matter.
        direction: [f64; 3],
    },
}

/// What to compute of a cycle.
#[derive(Clone, Debug)]
pub struct CycleOptions {
    /// The joint that is driven; it has one coordinate.
    pub input: String,
    /// Coordinates at the start, roughly: the loops are closed with the inputs held. Without: all at zero.
    pub start: Option<Vec<f64>>,
    /// How the input moves.
    pub law: InputLaw,
    /// Where the input begins, for constant speed; without: where it is at the start.
    pub from: Option<f64>,
    /// Where it ends, for constant speed; without: after a full turn.
    pub to: Option<f64>,
    /// Number of equal steps of time (of one way, for back and forth).
    pub samples: usize,
    /// What to do at dead points.
    pub at_dead_point: AtDeadPoint,
    /// How far a restricted cycle stays away from dead points, as part of the range: there speeds grow without bound.
    pub margin: f64,
    /// Joints that are driven or held besides the input.
    pub followers: Vec<Follower>,
    /// Frames whose ways are traced.
    pub frames: Vec<String>,
    /// What to compute mechanical advantage, stroke and time ratio of.
    pub outputs: Vec<Output>,
    /// Whether gravity acts.
    pub gravity: bool,
    /// Whether to compute the reactions in all joints.
    pub pin_forces: bool,
}

impl CycleOptions {
    /// One turn of a joint at constant speed in 360 steps, with gravity and nothing else.
    pub fn new(input: impl Into<String>, speed: f64) -> Self {
        Self {
            input: input.into(),
            start: None,
            law: InputLaw::Speed(speed),
            from: None,
            to: None,
            samples: 360,
            at_dead_point: AtDeadPoint::Refuse,
            margin: 1e-3,
            followers: Vec::new(),
            frames: Vec::new(),
            outputs: Vec::new(),
            gravity: true,
            pin_forces: false,
        }
    }
}
