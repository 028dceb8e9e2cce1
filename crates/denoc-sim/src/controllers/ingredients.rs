use denoc_model::Model;

use super::{Interpolation, Reference};
use crate::SimError;

/// A setting of a controller, a key of `[controller]` in scenario files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Proportional gains, `kp`.
    Kp,
    /// Integral gains, `ki`.
    Ki,
    /// Derivative gains, `kd`.
    Kd,
    /// Forces, `tau`.
    Tau,
    /// A table of forces, `file`.
    File,
    /// Interpolation between the rows of the table, `interpolation`.
    Interpolation,
    /// Coordinates to hold, `hold`.
    Hold,
    /// Frequency of sinusoidal forces, `frequency`.
    Frequency,
    /// Their phases, `phase`.
    Phase,
}

impl Setting {
    /// Its key in files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Kp => "kp",
            Self::Ki => "ki",
            Self::Kd => "kd",
            Self::Tau => "tau",
            Self::File => "file",
            Self::Interpolation => "interpolation",
            Self::Hold => "hold",
            Self::Frequency => "frequency",
            Self::Phase => "phase",
        }
    }
}

/// A table of forces over time.
#[derive(Clone, Debug)]
pub struct ForceTable {
    /// Times, s.
    pub times: Vec<f64>,
    /// One row per time, one force per speed: N m, N.
    pub rows: Vec<Vec<f64>>,
    /// Interpolation between the rows.
    pub interpolation: Interpolation,
}

/// The settings of a controller. [`ControllerInfo::settings`](super::ControllerInfo) lists those that a controller accepts.
#[derive(Debug)]
pub struct Ingredients<'m> {
    /// The mechanism.
    pub model: &'m Model,
    /// The reference.
    pub reference: Reference<'m>,
    /// Proportional gains.
    pub kp: Option<Vec<f64>>,
    /// Integral gains.
    pub ki: Option<Vec<f64>>,
    /// Derivative gains.
    pub kd: Option<Vec<f64>>,
    /// Forces, one per speed: N m, N.
    pub tau: Option<Vec<f64>>,
    /// Forces over time.
    pub table: Option<ForceTable>,
    /// Frequency of sinusoidal forces, Hz.
    pub frequency: Option<f64>,
    /// Their phases at t = 0, one per speed, rad.
    pub phase: Option<Vec<f64>>,
}

impl<'m> Ingredients<'m> {
    /// Only a reference.
    pub fn new(model: &'m Model, reference: Reference<'m>) -> Self {
        Self { model, reference, kp: None, ki: None, kd: None, tau: None, table: None, frequency: None, phase: None }
    }
}

/// Returns the value of a required setting.
pub(super) fn needed<T>(value: Option<T>, setting: Setting, remedy: &'static str) -> Result<T, SimError> {
    value.ok_or(SimError::NoSetting { setting: setting.key(), remedy })
}

/// Returns a required gain.
pub(super) fn gain(value: Option<Vec<f64>>, setting: Setting) -> Result<Vec<f64>, SimError> {
    let remedy = match setting {
        Setting::Ki => "give a number for all joints, or one each, such as ki = 10 (option --ki 10)",
        _ => "give a number for all joints, or one each, such as kp = 100 and kd = 10 (options --kp 100 --kd 10)",
    };
    needed(value, setting, remedy)
}
