//! Scenarios: mechanism, initial state, loads, controller and duration of a computation, from a TOML file or built in code.
//!
//! With `[simulate]` the scenario is a forward-dynamics simulation, and `[motion]` is the trajectory that its controller tracks.
//! Without `[simulate]`, inverse dynamics computes the forces along `[motion]`. [`crate::settings`] lists all keys.
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
//! assert_eq!(scenario.simulate.map(|s| s.output_step), Some(None)); // automatic
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod number;
mod read;
mod resolve;
mod unused;

use std::collections::BTreeMap;

pub use denoc_sim::controllers::Interpolation;
pub use denoc_sim::{Action, Direction, DryFriction, Limits, Load, LoadAxes, LoopClosure};
use serde::{Deserialize, Serialize};

use crate::load::{Base, Mimic};
use crate::sweep::Sweep;
pub use denoc_mechanism::usual_start;
pub use number::{Gains, Number, Values};

/// A computation: one mechanism, and a simulation or inverse dynamics along a trajectory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Title of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A name of the catalogue or a file; relative paths start at the folder of the scenario file.
    pub model: String,
    /// How the base link is supported.
    #[serde(default)]
    pub base: Base,
    /// Whether joints follow others as the model says.
    #[serde(default)]
    pub mimic: Mimic,
    /// Rotor inertias at joints, kg m² (kg for sliding joints); override the model.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rotor_inertia: BTreeMap<String, f64>,
    /// Acceleration of gravity, m/s²; overrides the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<[f64; 3]>,
    /// Initial state; default: the neutral configuration at rest.
    #[serde(default)]
    pub start: Start,
    /// Simulation over time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulate: Option<Simulate>,
    /// Prescribed trajectory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionSpec>,
    /// Controller of a simulation; without one the joints move freely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<ControllerSpec>,
    /// External forces.
    #[serde(default, rename = "load", skip_serializing_if = "Vec::is_empty")]
    pub loads: Vec<Load>,
    /// Events to detect.
    #[serde(default, rename = "event", skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventSpec>,
    /// The frame whose path is drawn; default: a tool frame or that of the last link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// Whether results of more than 4 GB are computed.
    #[serde(default)]
    pub large_output: bool,
    /// Whether a run draws plots and writes a report; the tables, the audit and `run.json` are written anyway.
    #[serde(default = "default_true")]
    pub report: bool,
    /// Parameter sweep ([`crate::sweep`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

/// Initial coordinates and speeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// A named configuration of the model; `q` overrides entries of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q: Option<Values>,
    /// Speeds; default: zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<Values>,
}

/// Settings of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Simulate {
    /// Duration, s.
    #[serde(deserialize_with = "number::seconds")]
    pub duration: f64,
    /// Time between two rows of the results, s.
    #[serde(default, deserialize_with = "number::some_seconds", skip_serializing_if = "Option::is_none")]
    pub output_step: Option<f64>,
    /// Keyword of the integrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub integrator: Option<String>,
    /// Relative and absolute tolerance of one step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Step of integrators with a fixed step, initial step of the others, s.
    #[serde(default, deserialize_with = "number::some_seconds", skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// Whether joint friction and springs act.
    #[serde(default = "default_true")]
    pub joint_forces: bool,
    /// The law of dry friction.
    #[serde(default)]
    pub dry_friction: DryFriction,
    /// What happens at joint limits.
    #[serde(default)]
    pub limits: Limits,
    /// Whether motor forces are clipped to the effort limits of their joints.
    #[serde(default)]
    pub saturate: bool,
    /// How loops are kept closed; default: [`LoopClosure::Auto`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closure: Option<LoopClosure>,
    /// Keyword of the forward-dynamics algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// What happens at singular configurations of loops.
    #[serde(default)]
    pub singular: Action,
    /// Whether a second, more accurate run estimates the global error.
    #[serde(default)]
    pub verify: bool,
}

fn default_true() -> bool {
    true
}

impl Simulate {
    /// A simulation of this duration with the default settings.
    pub fn new(duration: f64) -> Self {
        Self {
            duration,
            output_step: None,
            integrator: None,
            tolerance: None,
            step: None,
            joint_forces: true,
            dry_friction: DryFriction::default(),
            limits: Limits::default(),
            saturate: false,
            closure: None,
            algorithm: None,
            singular: Action::default(),
            verify: false,
        }
    }
}

/// A prescribed trajectory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionSpec {
    /// Keyword of the trajectory: a time law (cycloidal, cubic, …), `spline`, `constant`, `table` (a file), `line` or `arc`.
    pub profile: String,
    /// Duration, s.
    #[serde(default, deserialize_with = "number::some_seconds", skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    /// Number of time samples of inverse dynamics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<usize>,
    /// Whether joint friction and springs act in inverse dynamics; the motors supply the rest.
    #[serde(default = "default_true")]
    pub joint_forces: bool,
    /// Goal; joints not named stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Values>,
    /// A named configuration as goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_configuration: Option<String>,
    /// Intermediate points of `spline`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Values>,
    /// Times of the points after the start, s; default: evenly spaced.
    #[serde(default, deserialize_with = "number::list_of_seconds", skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<f64>>,
    /// Fraction of the duration spent accelerating (and again decelerating), for `trapezoidal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend: Option<f64>,
    /// A CSV or npz file with columns t, q[…] and optionally v[…], a[…]; for `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The frame that moves along `line` or `arc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// End point of the line or arc in world axes, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 3]>,
    /// A point on the arc between start and end, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<[f64; 3]>,
    /// Orientation of the frame along `line` and `arc`; default: kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<OrientationSpec>,
    /// Orientation at the end, quaternion `[x, y, z, w]`; alternative to `orientation`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quaternion: Option<[f64; 4]>,
    /// Time law along `line` and `arc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
}

impl MotionSpec {
    /// A trajectory of this profile with default settings.
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

/// The orientation of a frame along a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrientationSpec {
    /// Constant.
    Keep,
    /// Unconstrained: for mechanisms with few joints.
    Free,
}

/// A controller and its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControllerSpec {
    /// Keyword of the control law ([`denoc_sim::controllers::CONTROLLERS`]).
    pub law: String,
    /// Proportional gain, N m/rad (N/m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kp: Option<Gains>,
    /// Integral gain, N m/(rad s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ki: Option<Gains>,
    /// Derivative gain, N m s/rad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kd: Option<Gains>,
    /// Joint forces of `constant`, amplitudes of `sinusoid`, N m (N).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tau: Option<Values>,
    /// Frequency of `sinusoid`, Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Number>,
    /// Phases of `sinusoid` at the start of the run, rad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Values>,
    /// A CSV or npz file with columns t and tau[…]; for `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Interpolation between the rows of `table`; default: linear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
    /// Set point if there is no trajectory; default: the initial configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold: Option<Values>,
}

impl ControllerSpec {
    /// A controller with this law and no parameters.
    pub fn new(law: impl Into<String>) -> Self {
        Self {
            law: law.into(),
            kp: None,
            ki: None,
            kd: None,
            tau: None,
            frequency: None,
            phase: None,
            file: None,
            interpolation: None,
            hold: None,
        }
    }
}

/// An event to detect: a quantity that crosses a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSpec {
    /// Name in reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The coordinate of this joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The speed of this joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
    /// The height of this frame (z in the world), m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<String>,
    /// The value to cross.
    pub value: Number,
    /// Which crossings count.
    #[serde(default)]
    pub direction: Direction,
    /// Whether the simulation ends at the event.
    #[serde(default)]
    pub stop: bool,
}

impl Scenario {
    /// A mechanism in its neutral configuration, with nothing to compute yet.
    pub fn new(model: impl Into<String>) -> Self {
        Self {
            title: None,
            model: model.into(),
            base: Base::Fixed,
            mimic: Mimic::Enforced,
            rotor_inertia: BTreeMap::new(),
            gravity: None,
            start: Start::default(),
            simulate: None,
            motion: None,
            controller: None,
            loads: Vec::new(),
            events: Vec::new(),
            trace: None,
            large_output: false,
            report: true,
            sweep: None,
        }
    }
}
