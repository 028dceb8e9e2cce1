//! Priorities, one after the other, from several starts.

use std::collections::BTreeMap;

use denoc_math::random::Random;
use denoc_model::Model;

use super::level::{freedoms, minimise, restored};
use super::report::{TaskSolution, report};
use super::step::Side;
use super::system::{Settled, System};
use super::{Task, TaskError, check, conflict};
use crate::MechanismError;
use crate::assembly::{AssemblyOptions, assemble_with};
use crate::closing::usual_start;
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
    let seed = solver.seed()?;
    let mut best = solver.from(&tasks, &seed)?;
    let mut starts = 1;
    let mut random = Random::new(options.random_seed);
    while starts <= options.starts && !best.performed(&tasks) {
        starts += 1;
        let Some(start) = solver.random(&mut random, &seed)? else { continue };
        let found = solver.from(&tasks, &start)?;
        let iterations = best.iterations + found.iterations;
        if found.is_better(&best) {
            best = found;
        }
        best.iterations = iterations;
    }
    let mut solution = report(&mut solver.system, &tasks, &best, starts);
    if !solution.reached {
        solution.reason = conflict::reason(&mut solver, &tasks, &best)?;
    }
    Ok(solution)
}

/// What a start led to.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) q: Vec<f64>,
    /// Costs of the priorities, highest first.
    costs: Vec<f64>,
    pub(super) errors: Vec<TaskError>,
    pub(super) iterations: usize,
    /// Speeds of coordinates that push against a limit.
    pub(super) held: Vec<usize>,
    /// Number of ways to move that change no task.
    pub(super) freedoms: usize,
}

impl Found {
    pub(super) fn performed(&self, tasks: &[Task]) -> bool {
        tasks.iter().zip(&self.errors).all(|(task, error)| is_performed(task, error))
    }

    /// Whether the first priority that differs is better performed.
    fn is_better(&self, other: &Self) -> bool {
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
pub(super) struct Solver<'m> {
    pub(super) system: System<'m>,
    pub(super) options: TaskOptions,
}

impl<'m> Solver<'m> {
    pub(super) fn new(model: &'m Model, options: &TaskOptions) -> Result<Self, MechanismError> {
        Ok(Self { system: System::new(model, options.limits)?, options: options.clone() })
    }

    /// The initial guess, within limits, with closed loops.
    pub(super) fn seed(&mut self) -> Result<Vec<f64>, MechanismError> {
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
    fn random(&mut self, random: &mut Random, seed: &[f64]) -> Result<Option<Vec<f64>>, MechanismError> {
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

    /// All priorities, one after the other.
    pub(super) fn from(&mut self, tasks: &[Task], start: &[f64]) -> Result<Found, MechanismError> {
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
            let end = minimise(system, &level, &settled, &q, self.options.iterations, &mut held)?;
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
        Ok(Found { q, costs, errors, iterations, held, freedoms })
    }
}
