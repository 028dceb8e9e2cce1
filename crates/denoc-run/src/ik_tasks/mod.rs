//! Tasks of inverse kinematics by name: one line of the command line, a TOML or JSON file, a dictionary of Python.
//!
//! ```
//! use denoc_mechanism::ik::tasks::{TaskOptions, solve_tasks};
//! use denoc_run::ik_tasks::{TaskSpec, resolve};
//!
//! let biped = denoc_run::load("biped")?.model;
//! let specs = [TaskSpec::parse("frame=left_sole position=0,0.1,0 rpy=0,0,0")?, TaskSpec::parse("com=0,0.1 priority=2")?];
//! let tasks = resolve(&biped, &specs)?;
//! assert_eq!((tasks.len(), tasks[1].priority), (2, 2));
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod read;
mod resolve;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::scenario::{Number, Values};

pub use resolve::resolve;

/// One task, by the names of the model. Exactly one of `frame`, `com` and `posture` is given; a frame has a `position`, an orientation
/// (`rpy`, `quaternion` or `rotation`) or both, or a `pointing` direction, or a point to `look_at`.
///
/// ```
/// use denoc_run::ik_tasks::TaskSpec;
///
/// let task = TaskSpec::parse("frame=tool pointing=0,0,-1 priority=2")?;
/// assert_eq!(task.frame.as_deref(), Some("tool"));
/// # Ok::<(), denoc_run::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TaskSpec {
    /// The frame or link that is positioned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// The frame in which its target is given; the world if it is left out.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Target of the origin, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<Number>>,
    /// Target orientation as roll, pitch and yaw about fixed axes, rad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy: Option<Vec<Number>>,
    /// Target orientation as a unit quaternion x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quaternion: Option<Vec<Number>>,
    /// Target orientation as a rotation matrix, nine numbers by rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Vec<Number>>,
    /// Target direction of the `axis`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointing: Option<Vec<Number>>,
    /// Point ahead of the origin on the line along the `axis`, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_at: Option<Vec<Number>>,
    /// Axis for `pointing` and `look_at`, in frame axes; z if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<Number>>,
    /// Target of the mass centre: x, y, or x, y, z in m; "-" leaves a coordinate free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub com: Option<Vec<Number>>,
    /// Coordinates of joints: all, some by name, or those of a named configuration; "start" is the usual start of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
    /// Factor of the squared error beside other tasks of the same priority; 1 if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// 1 is the highest; 1 if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<usize>,
    /// Error up to which the task counts as performed, m and rad: 1e-6 if it is left out, any for postures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
}

/// Coordinates of joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Posture {
    /// A configuration of the model, or "start".
    Configuration(String),
    /// All in order, or some by name.
    Values(Values),
}

/// The keys of a task, for messages.
pub(crate) const KEYS: [&str; 14] = [
    "frame",
    "in",
    "position",
    "rpy",
    "quaternion",
    "rotation",
    "pointing",
    "look_at",
    "axis",
    "com",
    "posture",
    "weight",
    "priority",
    "tolerance",
];
