//! Controllers: one file and one line of the registry below for each law. Scenario files, `--help` and messages take keywords and
//! settings from the registry. Laws that follow a reference are wrapped in a [`TrackingController`].
//!
//! A controller computes actuator forces from time, coordinates and speeds. It must not store anything between calls: what it
//! integrates (the error integral of [`Pid`]) are states of the differential equations, so that error control, interpolation and
//! checkpoints include them.
//!
//! ```
//! use denoc_sim::Simulation;
//! use denoc_sim::controllers::{ComputedTorque, Reference};
//! use denoc_sim::motion::{PointToPoint, TimeLaw};
//! # use denoc_formats::catalogue;
//!
//! let arm = catalogue::describe("planar_3r")?.build()?;
//! let goal = [0.5, -0.3, 0.2];
//! let motion = PointToPoint::new(&arm, &[0.0; 3], &goal, 0.5, TimeLaw::Cycloidal)?;
//! let controller = ComputedTorque::new(&arm, Reference::Motion(Box::new(motion)), &[100.0], &[20.0])?;
//! let (samples, _) = Simulation::new(&arm).controller(Box::new(controller)).duration(0.5).run_collect()?;
//! assert!(samples.last().unwrap().q.iter().zip(goal).all(|(q, goal)| (q - goal).abs() < 1e-6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod gains;
mod ingredients;
mod reference;
mod spline;
mod tracking;

pub use computed_torque::{ComputedTorque, ComputedTorqueLaw};
pub use constant::ConstantForces;
pub use free::NoForces;
pub use gravity_compensation::{GravityCompensation, GravityLaw};
pub use ingredients::{ForceTable, Ingredients, Setting};
pub use pd::{Pd, PdLaw};
pub use pid::{Pid, PidLaw};
pub use reference::Reference;
pub use sinusoid::SinusoidalForces;
pub use torque_table::{Interpolation, TorqueTable};
pub use tracking::{ControlLaw, Errors, TrackingController};

use denoc_model::{LinkId, Model};

use crate::SimError;
use crate::simulation::Plant;

/// The inputs of a controller at one time.
#[derive(Copy, Clone, Debug)]
pub struct Moment<'a> {
    /// Time, s.
    pub t: f64,
    /// Coordinates, nq: rad, m, unit quaternions.
    pub q: &'a [f64],
    /// Speeds, nv: rad/s, m/s.
    pub v: &'a [f64],
    /// The states it integrates.
    pub states: &'a [f64],
}

/// A controller: computes actuator forces.
pub trait Controller {
    /// Its keyword in files and on command lines.
    fn keyword(&self) -> &'static str;

    /// Number of states it integrates; they start at zero.
    fn states(&self) -> usize {
        0
    }

    /// Whether the user gives its forces one by one, so that they act at every joint, even at a floating base. Other controllers
    /// drive actuated joints only.
    fn explicit(&self) -> bool {
        false
    }

    /// Checks that it fits the model; called before a run.
    fn check(&self, _model: &Model) -> Result<(), SimError> {
        Ok(())
    }

    /// Times at which its forces or their rates may jump, s; steps end there. Forces are continuous from the right.
    fn breakpoints(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Writes the forces (N m, N; zero on entry) and the rates of its states. Must depend on its arguments only.
    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError>;

    /// Writes the reference coordinates at `t` and returns true, or returns false if there is no reference.
    fn reference(&mut self, _t: f64, _q: &mut [f64]) -> Result<bool, SimError> {
        Ok(false)
    }
}

/// An entry of the registry of controllers.
#[derive(Copy, Clone)]
pub struct ControllerInfo {
    /// Its keyword in files and on command lines.
    pub keyword: &'static str,
    /// One line for tables and help.
    pub summary: &'static str,
    /// The settings that it accepts.
    pub settings: &'static [Setting],
    /// Whether it follows a reference when these settings are given.
    pub follows: fn(&[Setting]) -> bool,
    pub(crate) make: for<'m> fn(Ingredients<'m>) -> Made<'m>,
}

/// A controller, or the error of its settings.
type Made<'m> = Result<Box<dyn Controller + 'm>, SimError>;

impl core::fmt::Debug for ControllerInfo {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.keyword, self.summary)
    }
}

impl ControllerInfo {
    /// The controller with this keyword.
    ///
    /// ```
    /// use denoc_sim::controllers::{ControllerInfo, Ingredients, Reference};
    ///
    /// let arm = denoc_formats::catalogue::describe("planar_3r")?.build()?;
    /// let mut parts = Ingredients::new(&arm, Reference::Hold(arm.neutral()));
    /// (parts.kp, parts.kd) = (Some(vec![50.0]), Some(vec![5.0]));
    /// assert_eq!(ControllerInfo::find("pd")?.make(parts)?.keyword(), "pd");
    /// assert!(ControllerInfo::find("computed").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(keyword: &str) -> Result<&'static Self, SimError> {
        let known = || CONTROLLERS.iter().map(|info| info.keyword).collect();
        let found = CONTROLLERS.iter().find(|info| info.keyword == keyword);
        found.ok_or_else(|| SimError::Keyword { what: "controller", word: keyword.to_owned(), known: known() })
    }

    /// Creates a controller.
    ///
    /// # Errors
    /// If a required setting is missing or invalid.
    pub fn make<'m>(&self, parts: Ingredients<'m>) -> Result<Box<dyn Controller + 'm>, SimError> {
        (self.make)(parts)
    }
}

macro_rules! registry {
    ($($module:ident),* $(,)?) => {
        $(mod $module;)*

        /// Every controller.
        pub const CONTROLLERS: &[ControllerInfo] = &[$($module::INFO,)*];
    };
}

registry! {
    free,
    constant,
    pd,
    pid,
    gravity_compensation,
    computed_torque,
    torque_table,
    sinusoid,
}

/// Returns an error if the model lists motors and a force is given at a joint without one.
pub fn check_motors(model: &Model, tau: &[f64]) -> Result<(), SimError> {
    if !model.lists_motors() {
        return Ok(());
    }
    for (i, link) in model.links().iter().enumerate() {
        if !model.is_actuated(LinkId(i))
            && let Some(&value) = tau[link.v..link.v + link.nv].iter().find(|x| **x != 0.0)
        {
            return Err(SimError::NoMotor { joint: model.joint_names()[i].clone(), value });
        }
    }
    Ok(())
}
