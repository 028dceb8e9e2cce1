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
//! let linkage = catalogue::describe("fourbar")?.build()?; // with a loop
//! let point = linkage.frame("coupler_point")?;
//! let height = 0.25; // of the coupler point, m
//! let tasks = [Task::mass_center([None, None, Some(height)])];
//! let found = solve_tasks(&linkage, &tasks, &TaskOptions::default())?;
//! assert_eq!(found.tasks.len(), 1);
//! # let _ = (point, FrameTarget::Position(Vec3::zero()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod conflict;
mod level;
mod mass_center;
mod path;
mod report;
mod rows;
mod solve;
mod step;
mod system;
mod task;
#[cfg(test)]
mod tests;

pub use path::{TaskPath, solve_task_path};
pub use report::{ActiveLimit, TaskResult, TaskSolution};
pub use rows::TaskError;
pub use solve::{TaskOptions, solve_tasks};
pub use task::{FrameTarget, TOLERANCE, Task, TaskTarget};
