//! Tasks along a path: every configuration starts from the one before.

use denoc_model::Model;

use super::level::Pace;
use super::solve::Solver;
use super::{Task, TaskError, TaskOptions, check};
use crate::MechanismError;

/// Configurations along a path of targets, computed by [`solve_task_path`].
#[derive(Clone, Debug, PartialEq)]
pub struct TaskPath {
    /// The configurations.
    pub q: Vec<Vec<f64>>,
    /// The errors of every task at every one of them.
    pub errors: Vec<Vec<TaskError>>,
    /// Whether every task is within its tolerance there.
    pub reached: Vec<bool>,
    /// Number of iterations, over all of them.
    pub iterations: usize,
}

/// Performs tasks whose targets move: `tasks(k)` are those at place `k` of `count`. The first configuration is that of
/// [`solve_tasks`](super::solve_tasks); every other one starts from the one before, so coordinates do not jump. Preferences (postures without
/// a tolerance) are approached from place to place.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_mechanism::ik::tasks::{FrameTarget, Task, TaskOptions, solve_task_path};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("puma")?.build()?;
/// let hand = arm.frame("link6")?;
/// let line = |k: usize| vec![Task::frame(hand, FrameTarget::Position(Vec3::new(0.5, 0.1 + 0.01 * k as f64, 0.2)))];
/// let path = solve_task_path(&arm, 20, line, &TaskOptions::default())?;
/// assert!(path.reached.iter().all(|reached| *reached));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`solve_tasks`](super::solve_tasks).
pub fn solve_task_path(
    model: &Model,
    count: usize,
    mut tasks: impl FnMut(usize) -> Vec<Task>,
    options: &TaskOptions,
) -> Result<TaskPath, MechanismError> {
    let mut path = TaskPath { q: Vec::with_capacity(count), errors: Vec::new(), reached: Vec::new(), iterations: 0 };
    if count == 0 {
        return Ok(path);
    }
    let mut solver = Solver::new(model, options)?;
    let first = check::checked(model, &tasks(0))?;
    let mut at = solver.search(&first)?.q;
    (solver.tasks, solver.preferences) = (Pace::PLACE, Pace::ALONG);
    for k in 0..count {
        let now = check::checked(model, &tasks(k))?;
        let found = solver.from(&now, &at)?;
        path.reached.push(found.performed(&now));
        path.iterations += found.iterations;
        path.errors.push(found.errors);
        at.clone_from(&found.q);
        path.q.push(found.q);
    }
    Ok(path)
}
