//! Several tasks at once: frames, mass centre, directions and joint values, with weights and priorities.
//!
//! Priorities are strict: tasks of priority 2 use only the freedom that those of priority 1 leave, and so on. Closures of loops,
//! couplings of joints and joint limits come before all tasks and are always satisfied. Within one priority the weighted sum of
//! squared errors is least. A task that cannot be performed is not an error: [`TaskSolution`] then contains the best
//! configuration found, how far every task is from its target, and the reason.
//!
//! ```
//! use denoc_math::Vec3;
//! use denoc_mechanism::ik::tasks::{FrameTarget, Task, TaskOptions, solve_tasks};
//! # use denoc_formats::catalogue;
//!
//! let delta = catalogue::describe("delta")?.build()?; // a parallel robot, with loops
//! let tool = delta.frame("tool")?;
//! let tasks = [
//!     Task::frame(tool, FrameTarget::Position(Vec3::new(0.05, -0.02, -0.6))),
//!     Task { priority: 2, ..Task::posture(&[(delta.joint("motor_joint1")?, &[0.0])]) }, // a preference
//! ];
//! let found = solve_tasks(&delta, &tasks, &TaskOptions::default())?;
//! assert!(found.reached && found.closure_error_length < 1e-12, "{found}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(super) mod check;
mod conflict;
pub(super) mod level;
mod path;
mod report;
mod rows;
pub(super) mod solve;
mod step;
pub(super) mod system;
mod task;
#[cfg(test)]
mod tests;

pub use path::{TaskPath, solve_task_path};
pub use report::{ActiveLimit, TaskResult, TaskSolution};
pub use rows::TaskError;
pub use solve::{TaskOptions, solve_tasks};
pub use task::{FrameTarget, TOLERANCE, Task, TaskTarget};
