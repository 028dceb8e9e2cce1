//! What is said about a solution.

use core::fmt;

use denoc_base::number::six;
use denoc_base::plural;
use denoc_model::{ClosureId, Model};
use serde::Serialize;

use super::solve::{Found, is_performed};
use super::system::System;
use super::{FrameTarget, TOLERANCE, Task, TaskError, TaskTarget};
use crate::ik::amount::amount;

/// A configuration that performs several tasks, or comes as near as their priorities allow. Computed by
/// [`solve_tasks`](super::solve_tasks).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskSolution {
    /// Coordinates of the model, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Whether every task is within its tolerance.
    pub reached: bool,
    /// The tasks, in the order given.
    pub tasks: Vec<TaskResult>,
    /// Joint limits that push back: without them, a task would be performed better.
    pub active_limits: Vec<ActiveLimit>,
    /// The largest remaining gap of a loop or coupling, m.
    pub closure_error_length: f64,
    /// The largest remaining angle of a loop or coupling, rad.
    pub closure_error_angle: f64,
    /// Number of independent ways to move without changing any task.
    pub freedoms: usize,
    /// Number of starts.
    pub starts: usize,
    /// Number of iterations, over all starts and priorities.
    pub iterations: usize,
    /// Why a task is not performed.
    pub reason: Option<String>,
}

/// One task of a [`TaskSolution`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskResult {
    /// What it is about, such as `position of "hand"`.
    pub task: String,
    /// Its priority; 1 is the highest.
    pub priority: usize,
    /// How far it is from its target.
    #[serde(flatten)]
    pub error: TaskError,
    /// The error up to which it counts as performed, m and rad; infinite (`null` in JSON) for preferences.
    pub tolerance: f64,
    /// Whether the error is within it.
    pub reached: bool,
}

impl TaskResult {
    /// Whether it is a preference, which any error satisfies, that is not met.
    pub fn is_approached(&self) -> bool {
        self.tolerance.is_infinite() && self.error.length.max(self.error.angle) > TOLERANCE
    }
}

/// A joint limit that pushes back.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActiveLimit {
    /// The joint.
    pub joint: String,
    /// The limit at which its coordinate is, rad or m.
    pub limit: f64,
}

/// What a task is about.
pub(super) fn describe(model: &Model, target: &TaskTarget) -> String {
    match target {
        TaskTarget::Frame { frame, base, target } => {
            let what = match target {
                FrameTarget::Pose(_) => "pose",
                FrameTarget::Position(_) => "position",
                FrameTarget::Orientation(_) => "orientation",
                FrameTarget::Pointing { .. } => "direction",
                FrameTarget::LookAt { .. } => "view",
            };
            let name = |frame: &denoc_model::FrameId| &model.frame_names()[frame.0];
            let base = base.map_or(String::new(), |base| format!(" in \"{}\"", name(&base)));
            format!("{what} of \"{}\"{base}", name(frame))
        }
        TaskTarget::MassCenter { .. } => "centre of mass".into(),
        TaskTarget::Posture(joints) => match &joints[..] {
            [(link, _)] => format!("joint \"{}\"", model.joint_names()[link.0]),
            all => {
                let (base, joints): (Vec<_>, Vec<_>) =
                    all.iter().partition(|(l, _)| model.links()[l.0].joint.is_free());
                let base = if base.is_empty() { "" } else { "base and " };
                format!("posture of {base}{} joint{}", joints.len(), plural(joints.len()))
            }
        },
    }
}

/// What the search found, for people and programs.
pub(super) fn report(system: &mut System<'_>, tasks: &[Task], found: &Found) -> TaskSolution {
    let model = system.model;
    let result = |(task, error): (&Task, &TaskError)| TaskResult {
        task: describe(model, &task.target),
        priority: task.priority,
        error: *error,
        tolerance: task.tolerance(),
        reached: is_performed(task, error),
    };
    let limit = |s: &usize| {
        let (at, [low, high]) = system.freedom.bounds[*s]?;
        let limit = if (found.q[at] - low).abs() <= (found.q[at] - high).abs() { low } else { high };
        let joint = model.joint_names()[model.joint_of_speed(*s).0].clone();
        (found.q[at] == limit).then_some(ActiveLimit { joint, limit })
    };
    let gaps = |k: &crate::assembly::Kinematics<'_>| {
        let misses = (0..model.closures().len()).map(|i| k.miss(ClosureId(i)));
        misses.fold((0.0f64, 0.0f64), |(l, a), (x, y)| (l.max(x), a.max(y)))
    };
    let placed = system.closures.as_mut().and_then(|k| k.place(&found.q).is_ok().then_some(k));
    let (closure_error_length, closure_error_angle) = placed.map_or((0.0, 0.0), |k| gaps(k));
    TaskSolution {
        q: found.q.clone(),
        reached: found.performed(tasks),
        tasks: tasks.iter().zip(&found.errors).map(result).collect(),
        active_limits: found.held.iter().filter_map(limit).collect(),
        closure_error_length,
        closure_error_angle,
        freedoms: found.freedoms,
        starts: found.starts,
        iterations: found.iterations,
        reason: None,
    }
}

impl fmt::Display for TaskSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let approached = self.tasks.iter().filter(|task| task.is_approached()).count();
        let performed = self.tasks.iter().filter(|task| task.reached).count() - approached;
        let count = self.tasks.len() - approached;
        let all = if self.reached { format!("all {count}") } else { format!("{performed} of {count}") };
        if count > 0 {
            write!(f, "{all} task{} performed", plural(count))?;
        }
        if approached > 0 {
            let comma = if count > 0 { ", " } else { "" };
            write!(f, "{comma}{approached} preference{} approached", plural(approached))?;
        }
        write!(f, " ({} start{}, {} iterations)", self.starts, plural(self.starts), self.iterations)?;
        for (i, task) in self.tasks.iter().enumerate() {
            let mark = match (task.reached, task.is_approached()) {
                (false, _) => ": not performed",
                (true, false) => "",
                (true, true) if self.active_limits.is_empty() => ", as near as the other tasks allow",
                (true, true) if self.tasks.len() == 1 => ", as near as the limits allow",
                (true, true) => ", as near as the limits and the other tasks allow",
            };
            let off = amount(&task.error, task.tolerance);
            write!(f, "\n  {}. {}, priority {}: off by {off}{mark}", i + 1, task.task, task.priority)?;
        }
        if let Some(reason) = &self.reason {
            write!(f, "\n  {reason}")?;
        }
        if !self.active_limits.is_empty() {
            let limits: Vec<String> =
                self.active_limits.iter().map(|l| format!("{} at {}", l.joint, six(l.limit))).collect();
            write!(f, "\n  limits that push back: {}", limits.join(", "))?;
        }
        if self.freedoms > 0 {
            let ways = if self.freedoms == 1 { "way" } else { "ways" };
            write!(f, "\n  one of infinitely many: {} {ways} to move without changing a task", self.freedoms)?;
        }
        Ok(())
    }
}
