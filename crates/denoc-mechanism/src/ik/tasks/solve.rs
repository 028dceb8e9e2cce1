//! Priorities, one after the other, from several starts.

use std::collections::BTreeMap;

use denoc_math::random::Random;
use denoc_model::Model;

use super::level::{Pace, freedoms, minimise, restored};
use super::report::{TaskSolution, report};
use super::step::{Side, null_space, row_space};
use super::system::{Settled, System};
use super::{Task, TaskError, check, conflict};
use crate::MechanismError;
use crate::assembly::{AssemblyOptions, assemble_with};
use crate::closing::usual_start;
use crate::fk::rank_of;
use crate::ik::random_coordinates;

/// Options of [`solve_tasks`].
///
/// ```
/// use denoc_mechanism::ik::tasks::TaskOptions;
///
/// let options = TaskOptions { starts: 20, ..TaskOptions::default() };
/// assert!(options.limits);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TaskOptions {
    /// Initial guess, nq; loops may be open. `None`: the usual start of the model.
    pub seed: Option<Vec<f64>>,
    /// Whether joint limits must be respected.
    pub limits: bool,
    /// Number of random starts if the tasks cannot be performed from the initial guess.
    pub starts: usize,
    /// Seed of the random starts: equal seeds give equal results.
    pub random_seed: u64,
    /// Largest number of iterations per priority and start.
    pub iterations: usize,
}

impl Default for TaskOptions {
    fn default() -> Self {
        Self { seed: None, limits: true, starts: 12, random_seed: 1, iterations: 200 }
    }
}

/// Coordinates that perform all tasks, or come as near as their priorities allow.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_mechanism::ik::tasks::{FrameTarget, Task, TaskOptions, solve_tasks};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("puma")?.build()?;
/// let hand = arm.frame("link6")?;
/// let place = Task::frame(hand, FrameTarget::Position(Vec3::new(0.5, 0.1, 0.2)));
/// let level = Task { priority: 2, ..Task::frame(hand, FrameTarget::Pointing { axis: Vec3::unit(2), direction: -Vec3::unit(2) }) };
/// let found = solve_tasks(&arm, &[place, level], &TaskOptions::default())?;
/// assert!(found.reached && found.tasks[1].error.angle < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a task makes no sense, no joint moves its frame, or the loops cannot be closed.
///
/// # Panics
/// If the model has no such frame or joint.
pub fn solve_tasks(model: &Model, tasks: &[Task], options: &TaskOptions) -> Result<TaskSolution, MechanismError> {
    let tasks = check::checked(model, tasks)?;
    let mut solver = Solver::new(model, options)?;
    let best = solver.search(&tasks)?;
    let mut solution = report(&mut solver.system, &tasks, &best);
    if !solution.reached {
        solution.reason = conflict::reason(&mut solver, &tasks, &best)?;
    }
    Ok(solution)
}

/// The best configuration found, for tasks that are checked.
pub(in crate::ik) fn search(model: &Model, tasks: &[Task], options: &TaskOptions) -> Result<Found, MechanismError> {
    Solver::new(model, options)?.search(tasks)
}

/// What a start led to.
#[derive(Clone)]
pub(in crate::ik) struct Found {
    pub(in crate::ik) q: Vec<f64>,
    /// Costs of the priorities, highest first.
    costs: Vec<f64>,
    pub(super) errors: Vec<TaskError>,
    pub(in crate::ik) iterations: usize,
    pub(super) starts: usize,
    /// Speeds of coordinates that push against a limit.
    pub(super) held: Vec<usize>,
    /// Number of ways to move that change no task.
    pub(super) freedoms: usize,
}

impl Found {
    pub(in crate::ik) fn performed(&self, tasks: &[Task]) -> bool {
        tasks.iter().zip(&self.errors).all(|(task, error)| is_performed(task, error))
    }

    /// Whether the first priority that differs is better performed.
    pub(in crate::ik) fn is_better(&self, other: &Self) -> bool {
        for (a, b) in self.costs.iter().zip(&other.costs) {
            if (a - b).abs() > 1e-13 + 1e-6 * a.max(*b) {
                return a < b;
            }
        }
        false
    }
}

pub(super) fn is_performed(task: &Task, error: &TaskError) -> bool {
    error.length <= task.tolerance() && error.angle <= task.tolerance()
}

/// A model with its options.
pub(in crate::ik) struct Solver<'m> {
    pub(in crate::ik) system: System<'m>,
    pub(super) options: TaskOptions,
    /// For priorities with tasks that have a tolerance.
    pub(super) tasks: Pace,
    /// For priorities of preferences alone.
    pub(super) preferences: Pace,
}

impl<'m> Solver<'m> {
    pub(in crate::ik) fn new(model: &'m Model, options: &TaskOptions) -> Result<Self, MechanismError> {
        Ok(Self {
            system: System::new(model, options.limits)?,
            options: options.clone(),
            tasks: Pace::USUAL,
            preferences: Pace::USUAL,
        })
    }

    /// The initial guess, within limits, with closed loops.
    pub(in crate::ik) fn seed(&mut self) -> Result<Vec<f64>, MechanismError> {
        let q = self.options.seed.clone().unwrap_or_else(|| usual_start(self.system.model));
        self.system.model.check_coordinates(&q)?;
        self.closed(q)
    }

    fn closed(&mut self, mut q: Vec<f64>) -> Result<Vec<f64>, MechanismError> {
        self.system.freedom.clamp(&mut q);
        let Some(k) = &mut self.system.closures else { return Ok(q) };
        let options = AssemblyOptions { limits: self.options.limits, ..AssemblyOptions::default() };
        Ok(assemble_with(k, &q, &options)?.q)
    }

    /// Random coordinates with closed loops, as far from the initial guess as they can be closed; `None` if they cannot.
    pub(in crate::ik) fn random(
        &mut self,
        random: &mut Random,
        seed: &[f64],
    ) -> Result<Option<Vec<f64>>, MechanismError> {
        let model = self.system.model;
        let aim = random_coordinates(random, model, Some(seed));
        if self.system.closures.is_none() {
            return Ok(Some(aim));
        }
        let mut step = vec![0.0; model.nv()];
        model.difference(seed, &aim, &mut step)?;
        let mut from = seed.to_vec();
        for _ in 0..4 {
            model.integrate(seed, &step, &mut from)?;
            self.system.freedom.clamp(&mut from);
            if let Some(q) = restored(&mut self.system, &[], from.clone())? {
                return Ok(Some(q));
            }
            step.iter_mut().for_each(|x| *x *= 0.5);
        }
        Ok(None)
    }

    /// From the initial guess, then from random starts until all tasks are performed; otherwise the best of all.
    pub(super) fn search(&mut self, tasks: &[Task]) -> Result<Found, MechanismError> {
        let seed = self.seed()?;
        let mut best = self.from(tasks, &seed)?;
        let mut random = Random::new(self.options.random_seed);
        while best.starts <= self.options.starts && !best.performed(tasks) {
            let counts = (best.starts + 1, best.iterations);
            if let Some(start) = self.random(&mut random, &seed)? {
                let found = self.from(tasks, &start)?;
                let iterations = counts.1 + found.iterations;
                if found.is_better(&best) {
                    best = found;
                }
                best.iterations = iterations;
            }
            best.starts = counts.0;
        }
        Ok(best)
    }

    /// The dimension of the family of solutions at `q`, of joints that the tasks or their closures move.
    pub(in crate::ik) fn family_dimension(&mut self, tasks: &[Task], q: &[f64]) -> Result<usize, MechanismError> {
        let model = self.system.model;
        let tasks: Vec<&Task> = tasks.iter().collect();
        let rows = self.system.tasks(&tasks, q)?;
        let mut counts: Vec<bool> = (0..model.nv()).map(|s| rows.1.column(s).amax() > 1e-12).collect();
        for speeds in self.system.closures.iter().flat_map(|k| &k.speeds) {
            if speeds.iter().any(|&s| counts[s]) {
                speeds.iter().for_each(|&s| counts[s] = true);
            }
        }
        let settled = [Settled { tasks, rows: rows.0 }];
        let all = freedoms(&mut self.system, &settled, q)?;
        // joints that have nothing to do with the tasks move freely as well
        let c = self.system.equations(&[], q)?.1;
        let others: Vec<usize> = (0..model.nv()).filter(|&s| !counts[s]).collect();
        let idle = others.len() - row_space(&c.select_columns(&others)).ncols();
        Ok(all - idle.min(all))
    }

    /// Smallest over largest singular value of the tasks, in motions that the closures allow.
    pub(in crate::ik) fn conditioning(&mut self, tasks: &[Task], q: &[f64]) -> Result<f64, MechanismError> {
        let tasks: Vec<&Task> = tasks.iter().collect();
        let j = self.system.tasks(&tasks, q)?.1;
        let ways = null_space(&self.system.equations(&[], q)?.1);
        let values = rank_of(&(j * ways)).0;
        Ok(match (values.first(), values.last()) {
            (Some(&first), Some(&last)) if first > 0.0 => last / first,
            _ => 0.0,
        })
    }

    /// All priorities, one after the other.
    pub(in crate::ik) fn from(&mut self, tasks: &[Task], start: &[f64]) -> Result<Found, MechanismError> {
        let mut levels: BTreeMap<usize, Vec<&Task>> = BTreeMap::new();
        for task in tasks {
            levels.entry(task.priority).or_default().push(task);
        }
        let system = &mut self.system;
        let (mut settled, mut q) = (Vec::new(), start.to_vec());
        let (mut costs, mut iterations) = (Vec::new(), 0);
        let mut pushing = vec![false; system.model.nv()];
        for (_, level) in levels {
            let mut held: Vec<Option<Side>> = vec![None; pushing.len()];
            let only_preferred = level.iter().all(|task| task.tolerance().is_infinite());
            let pace = if only_preferred { self.preferences } else { self.tasks };
            let end = minimise(system, &level, &settled, &q, self.options.iterations, pace, &mut held)?;
            q = end.q;
            iterations += end.iterations;
            costs.push(end.cost);
            pushing.iter_mut().zip(&held).for_each(|(pushes, side)| *pushes |= side.is_some());
            let mut rows = system.tasks(&level, &q)?.0;
            if end.cost < 1e-24 {
                // performed: what is left is rounding
                rows.fill(0.0);
            }
            settled.push(Settled { tasks: level, rows });
        }
        let errors = system.errors(tasks, &q)?;
        let freedoms = freedoms(system, &settled, &q)?;
        let held = (0..pushing.len()).filter(|&s| pushing[s]).collect();
        Ok(Found { q, costs, errors, iterations, starts: 1, held, freedoms })
    }
}
