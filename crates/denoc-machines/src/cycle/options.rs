//! Options of a cycle.

use std::sync::Arc;

use serde::Serialize;

use denoc_sim::motion::Motion;

/// The motion of the input in time.
#[derive(Clone, Debug)]
pub enum InputLaw {
    /// Constant speed, rad/s or m/s; negative for the opposite direction.
    Speed(f64),
    /// The coordinate of the input in a trajectory of the model, from start to end; other coordinates are ignored.
    Motion(Arc<dyn Motion>),
}

/// What to do if an input of constant speed meets a dead point, beyond which the loops do not close.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtDeadPoint {
    /// Return an error with the range.
    #[default]
    Refuse,
    /// Move from one end of the range to the other.
    Restrict,
    /// Move from one end to the other and back, on the same branch.
    BackAndForth,
}

/// A joint that is driven with the input: its coordinate changes by `ratio` times the change of the input.
#[derive(Clone, Debug, PartialEq)]
pub struct Follower {
    /// The joint.
    pub joint: String,
    /// Change per change of the input (rad or m each); zero holds the joint at its start.
    pub ratio: f64,
}

/// An output of the mechanism.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// The coordinate of a joint of the tree, or of a cut joint.
    Joint(String),
    /// The position of a frame's origin along a direction, m.
    Frame {
        /// The frame.
        frame: String,
        /// The direction, world axes; its length is ignored.
        direction: [f64; 3],
    },
}

/// Options of [`Cycle::compute`](super::Cycle::compute).
///
/// ```
/// use denoc_machines::cycle::{AtDeadPoint, CycleOptions, Output};
///
/// let mut options = CycleOptions::new("crank_pivot", 10.0); // rad/s
/// options.outputs = vec![Output::Joint("output_pivot".into())];
/// options.at_dead_point = AtDeadPoint::BackAndForth;
/// assert_eq!((options.samples, options.gravity), (360, true));
/// ```
#[derive(Clone, Debug)]
pub struct CycleOptions {
    /// The driven joint; it must have one coordinate.
    pub input: String,
    /// Initial guess of the coordinates, nq; the loops are closed with the driven joints held. Default: the neutral configuration.
    pub start: Option<Vec<f64>>,
    /// The motion of the input.
    pub law: InputLaw,
    /// First coordinate of the input at constant speed, rad or m; default: that of the start.
    pub from: Option<f64>,
    /// Last coordinate of the input at constant speed, rad or m; default: after a full turn, or after the smallest whole number of turns
    /// that brings all links back (gears).
    pub to: Option<f64>,
    /// Number of equal time steps (of one direction, for back and forth; of each turn, if the default end takes several).
    pub samples: usize,
    /// What to do at dead points.
    pub at_dead_point: AtDeadPoint,
    /// Distance of a restricted cycle from dead points, as a fraction of the range; near them speeds grow without bound.
    pub margin: f64,
    /// Joints that are driven with the input, or held.
    pub followers: Vec<Follower>,
    /// Frames whose positions are recorded (coupler curves).
    pub frames: Vec<String>,
    /// Outputs for mechanical advantage, stroke and time ratio.
    pub outputs: Vec<Output>,
    /// Whether gravity acts.
    pub gravity: bool,
    /// Whether to compute the reactions of all joints.
    pub pin_forces: bool,
}

impl CycleOptions {
    /// One turn of a joint at constant speed (rad/s or m/s) in 360 steps, with gravity.
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
