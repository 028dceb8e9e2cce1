//! Forces of the actuators: one file for each law, one line each in the registry below. Scenario files, `--help` and messages take
//! keywords and settings from there. Laws that follow a reference share the frame [`TrackingController`].
//!
//! A controller computes forces from time, coordinates and speeds. It must not remember anything itself: what it integrates
//! (the sum of past errors of [`Pid`]) are states of the differential equations, so that error control, interpolation and
//! checkpoints see them.

mod computed_torque;
mod constant;
mod free;
mod gains;
mod gravity_compensation;
mod ingredients;
mod pd;
mod pid;
mod reference;
mod spline;
mod torque_table;
mod tracking;

pub use computed_torque::{ComputedTorque, ComputedTorqueLaw};
pub use constant::ConstantForces;
pub use free::NoForces;
pub use gravity_compensation::{GravityCompensation, GravityLaw};
pub use ingredients::{ForceTable, Ingredients, Setting};
pub use pd::{Pd, PdLaw};
pub use pid::{Pid, PidLaw};
pub use reference::Reference;
pub use torque_table::{Interpolation, TorqueTable};
pub use tracking::{ControlLaw, Errors, TrackingController};

use denoc_model::{LinkId, Model};

use crate::SimError;
use crate::simulation::Plant;

/// What a controller sees.
#[derive(Copy, Clone, Debug)]
pub struct Moment<'a> {
    /// Time, s.
    pub t: f64,
    /// Coordinates.
    pub q: &'a [f64],
    /// Speeds.
    pub v: &'a [f64],
    /// Its own states.
    pub states: &'a [f64],
}

/// A law for the forces of the actuators.
pub trait Controller {
    /// The word for it in files and on command lines.
    fn keyword(&self) -> &'static str;

    /// Number of states it integrates; they are zero at the start.
    fn states(&self) -> usize {
        0
    }

    /// Whether its forces are given by the user, one by one, so that they act at every joint, also at a floating base. Other
    /// laws drive joints with motors only.
    fn explicit(&self) -> bool {
        false
    }

    /// Whether it fits the model; called before a run.
    fn check(&self, _model: &Model) -> Result<(), SimError> {
        Ok(())
    }

    /// Times at which its forces, or their rates, may jump: steps end there. Forces are continuous from the right.
    fn breakpoints(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Writes the forces (zero on entry) and the rates of its own states. A function of its arguments only.
    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError>;

    /// Writes the coordinates it leads to, if there are any, and says whether.
    fn reference(&mut self, _t: f64, _q: &mut [f64]) -> Result<bool, SimError> {
        Ok(false)
    }
}

/// One entry of the registry.
#[derive(Copy, Clone)]
pub struct ControllerInfo {
    /// Its name in files and on command lines.
    pub keyword: &'static str,
    /// One line for tables and help.
    pub summary: &'static str,
    /// The settings that it takes.
    pub settings: &'static [Setting],
    /// Whether it follows a reference if these settings are given.
    pub follows: fn(&[Setting]) -> bool,
    pub(crate) make: for<'m> fn(Ingredients<'m>) -> Made<'m>,
}

/// A controller, or what it lacks.
type Made<'m> = Result<Box<dyn Controller + 'm>, SimError>;

impl core::fmt::Debug for ControllerInfo {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.keyword, self.summary)
    }
}

impl ControllerInfo {
    /// The controller of this name.
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

    /// Makes a controller; an error if a setting is missing.
    pub fn make<'m>(&self, parts: Ingredients<'m>) -> Result<Box<dyn Controller + 'm>, SimError> {
        (self.make)(parts)
    }
}

/// Every controller.
pub const CONTROLLERS: &[ControllerInfo] = &[
    free::INFO,
    constant::INFO,
    pd::INFO,
    pid::INFO,
    gravity_compensation::INFO,
    computed_torque::INFO,
    torque_table::INFO,
];

/// Where the description lists motors, forces at other joints would have nobody to give them.
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
