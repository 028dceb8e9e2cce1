//! A scenario: which mechanism, where it starts, what moves it, for how long. As a TOML file, or built in code.
//!
//! With `[simulate]` the mechanism moves as its forces let it (forward dynamics over time), and `[motion]` is what a
//! controller shall follow. Without, inverse dynamics gives the forces along `[motion]`.
//!
//! ```
//! let text = r#"
//! model = "planar_3r"
//! [start]
//! q = { joint1 = "90 deg" }
//! [simulate]
//! duration = 2
//! "#;
//! let scenario = denoc_run::scenario::Scenario::parse(text, "fall.toml")?;
//! assert_eq!(scenario.simulate.map(|s| s.output_step), Some(None)); // chosen by the program
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod number;
mod read;
mod resolve;
mod unused;

use std::collections::BTreeMap;

pub use denoc_sim::controllers::Interpolation;
pub use denoc_sim::{Action, Direction, Limits, Load, LoadAxes, LoopClosure};
use serde::{Deserialize, Serialize};

use crate::sweep::Sweep;
pub use denoc_mechanism::usual_start;
pub use number::{Gains, Number, Values};

/// What to compute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A title for the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A name of the catalogue or a file; a relative path starts at the folder of the scenario file.
    pub model: String,
    /// Whether the root link floats freely.
    #[serde(default)]
    pub floating: bool,
    /// Rotor inertias at joints, kg m² (kg where they slide), in place of the model's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rotor_inertia: BTreeMap<String, f64>,
    /// Acceleration of gravity in place of the model's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<[f64; 3]>,
    /// Where it starts; the neutral pose at rest if nothing is said.
    #[serde(default)]
    pub start: Start,
    /// Simulation over time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulate: Option<Simulate>,
    /// A motion that is known in advance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// What drives the joints in a simulation; without it they move freely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Controller>,
    /// External forces.
    #[serde(default, rename = "load", skip_serializing_if = "Vec::is_empty")]
    pub loads: Vec<Load>,
    /// What to watch for.
    #[serde(default, rename = "event", skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// The frame whose path is drawn; the last link's if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// Parameters that vary, for [`crate::sweep`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

/// Coordinates and speeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// A named configuration of the model, which `q` may change in part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q: Option<Values>,
    /// Speeds; zero if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<Values>,
}

/// How to simulate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Simulate {
    /// How long, s.
    pub duration: f64,
    /// Time between two rows of the results, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_step: Option<f64>,
    /// The word for the integrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Relative and absolute tolerance of one step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Step of integrators with a fixed step, first step of the others, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// Whether friction and springs of the joints act.
    #[serde(default = "yes")]
    pub joint_forces: bool,
    /// What happens at the limits of joints.
    #[serde(default)]
    pub limits: Limits,
    /// Whether motors give no more than the effort limits of their joints.
    #[serde(default)]
    pub saturate: bool,
    /// How loops are kept closed; by projection if nothing is said, long loops by correction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closure: Option<LoopClosure>,
    /// The word for the method of forward dynamics with loops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_method: Option<String>,
    /// What happens at singular poses of loops.
    #[serde(default)]
    pub singular: Action,
}

fn yes() -> bool {
    true
}

impl Simulate {
    /// A simulation of this duration with the program's own choices.
    pub fn new(duration: f64) -> Self {
        Self {
            duration,
            output_step: None,
            method: None,
            tolerance: None,
            step: None,
            joint_forces: true,
            limits: Limits::default(),
            saturate: false,
            closure: None,
            loop_method: None,
            singular: Action::default(),
        }
    }
}

/// A motion that is known in advance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// The word for the law of motion: cycloidal, cubic, …; `table` for a file; `line` and `arc` for paths of a frame.
    pub profile: String,
    /// How long, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    /// Number of instants for inverse dynamics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<usize>,
    /// Whether inverse dynamics counts friction and springs of the joints: the motors then supply what is left.
    #[serde(default = "yes")]
    pub joint_forces: bool,
    /// Where it goes; joints that are not named stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Values>,
    /// A named configuration to go to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_configuration: Option<String>,
    /// Points on the way, for `spline`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Values>,
    /// Times of the points on the way, s; evenly spaced if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<f64>>,
    /// Share of the duration that speeding up takes (slowing down as well), for `trapezoidal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend: Option<f64>,
    /// A CSV or npz file with columns t, q[…] and, if known, v[…]; for `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The frame that moves along `line` or `arc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// End of the line or arc in the world, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 3]>,
    /// A point that the arc passes, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<[f64; 3]>,
    /// Whether the axes of the frame keep their directions along `line` and `arc`; they do if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Orientation>,
    /// Orientation at the end, quaternion `[x, y, z, w]`, in place of `orientation`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quaternion: Option<[f64; 4]>,
    /// The law of time along `line` and `arc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
}

impl Motion {
    /// A motion of this kind, of which nothing else is said yet.
    pub fn new(profile: impl Into<String>) -> Self {
        Self {
            profile: profile.into(),
            duration: None,
            samples: None,
            joint_forces: true,
            to: None,
            to_configuration: None,
            via: Vec::new(),
            times: None,
            blend: None,
            file: None,
            frame: None,
            point: None,
            through: None,
            orientation: None,
            quaternion: None,
            law: None,
        }
    }
}

/// What the axes of a frame do along a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// They keep their directions.
    Keep,
    /// They do what they like: for mechanisms with few joints.
    Free,
}

/// What drives the joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Controller {
    /// Its keyword: one of [`denoc_sim::controllers::CONTROLLERS`].
    pub law: String,
    /// Stiffness, N m/rad (N/m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kp: Option<Gains>,
    /// Integral gain, N m/(rad s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ki: Option<Gains>,
    /// Damping, N m s/rad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kd: Option<Gains>,
    /// Forces of `constant`, N m (N).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tau: Option<Values>,
    /// A CSV or npz file with columns t and tau[…]; for `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What lies between the rows of `table`; straight lines if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
    /// Where to hold; the start if neither this nor a motion is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold: Option<Values>,
}

impl Controller {
    /// A controller of this kind, of which nothing else is said yet.
    pub fn new(law: impl Into<String>) -> Self {
        Self { law: law.into(), kp: None, ki: None, kd: None, tau: None, file: None, interpolation: None, hold: None }
    }
}

/// Something to watch for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// A name for reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// An entry of q, by the name of its joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// An entry of v, by the name of its joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// A frame, whose height (z in the world) is watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<String>,
    /// The value to pass.
    pub value: Number,
    /// Which way.
    #[serde(default)]
    pub direction: Direction,
    /// Whether the simulation ends there.
    #[serde(default)]
    pub stop: bool,
}

impl Scenario {
    /// A mechanism at its neutral pose, and nothing to do yet.
    pub fn new(model: impl Into<String>) -> Self {
        Self {
            name: None,
            model: model.into(),
            floating: false,
            rotor_inertia: BTreeMap::new(),
            gravity: None,
            start: Start::default(),
            simulate: None,
            motion: None,
            controller: None,
            loads: Vec::new(),
            events: Vec::new(),
            trace: None,
            sweep: None,
        }
    }
}
