//! Families of solutions: one representative of each connected branch.
//!
//! A problem with more freedoms than conditions has infinitely many solutions, which form one or more connected branches. Every
//! solution that a search found is moved along its branch to where it is nearest to the initial guess. What arrives at one place is one
//! branch. Of the rest, two are one branch if one of them can be moved along the family to the other. All moves are short steps,
//! corrected back to the target, so they do not change branches; a way that is not found leaves two representatives of one branch.

use denoc_model::{Link, LinkId};

use super::report::Reporter;
use super::tasks::Task;
use super::tasks::level::{Pace, minimise};
use super::tasks::system::{Settled, System};
use super::{IkOptions, Target};
use crate::MechanismError;
use crate::ik::residual;

/// Longest step along a family, rad or sizes of the mechanism.
const SHORT: Pace = Pace { longest: 0.15, gain: 1e-8 };
/// Two configurations that are nearer to each other are the same place in a family, rad or m.
const SAME: f64 = 2e-3;
const ITERATIONS: usize = 150;

/// A target as tasks of one priority: its position, and its orientation or direction.
pub(super) fn tasks_of(tasks: &[residual::Task], options: &IkOptions) -> Vec<Task> {
    use super::tasks::FrameTarget::{Orientation, Pointing, Position};
    let mut all = Vec::new();
    for (frame, target) in tasks {
        let position = Task::frame(*frame, Position(target.position()));
        let (weight, tolerance) = (options.position_weight.powi(2), Some(options.position_tolerance));
        all.push(Task { weight, tolerance, ..position });
        let turn = match *target {
            Target::Position(_) => continue,
            Target::Pose(pose) => Orientation(pose.rotation),
            Target::Pointing { axis, direction, .. } => Pointing { axis, direction },
        };
        let (weight, tolerance) = (options.orientation_weight.powi(2), Some(options.orientation_tolerance));
        all.push(Task { weight, tolerance, ..Task::frame(*frame, turn) });
    }
    all
}

/// One solution of each branch, the one nearest to the initial guess of those found.
pub(super) fn representatives(
    reporter: &Reporter<'_>,
    system: &mut System<'_>,
    solutions: Vec<Vec<f64>>,
) -> Result<Vec<Vec<f64>>, MechanismError> {
    let tasks = tasks_of(reporter.problem.tasks, reporter.problem.options);
    let family = Family { reporter, tasks: tasks.iter().collect() };
    let mut places: Vec<Vec<f64>> = Vec::new();
    for q in solutions {
        let goal = family.beside(&q, &reporter.seed);
        let q = family.towards(system, &q, &goal)?;
        if !places.iter().any(|other| reporter.apart(other, &q) < SAME) {
            places.push(q);
        }
    }
    places.sort_by(|a, b| reporter.apart(&reporter.seed, a).total_cmp(&reporter.apart(&reporter.seed, b)));
    let mut branches: Vec<Vec<f64>> = Vec::new();
    for q in places {
        let mut known = false;
        for other in &branches {
            let goal = family.beside(&q, other);
            known = known || reporter.apart(&family.towards(system, &q, &goal)?, other) < SAME;
        }
        if !known {
            branches.push(q);
        }
    }
    Ok(branches)
}

/// All configurations that perform the tasks.
struct Family<'a> {
    reporter: &'a Reporter<'a>,
    tasks: Vec<&'a Task>,
}

impl Family<'_> {
    /// The configuration `goal` with those whole turns that bring it next to `q`.
    fn beside(&self, q: &[f64], goal: &[f64]) -> Vec<f64> {
        let mut goal = goal.to_vec();
        self.reporter.turn_beside(q, &mut goal);
        goal
    }

    /// As near to `goal` as the family leads from `q`.
    fn towards(&self, system: &mut System<'_>, q: &[f64], goal: &[f64]) -> Result<Vec<f64>, MechanismError> {
        let model = system.model;
        let moving = |(_, link): &(usize, &Link<f64>)| self.reporter.problem.moved_by(link);
        let joints = model.links().iter().enumerate().filter(moving);
        let joints: Vec<(LinkId, &[f64])> = joints.map(|(i, l)| (LinkId(i), &goal[l.q..l.q + l.nq])).collect();
        let rest = Task::posture(&joints);
        let rows = system.tasks(&self.tasks, q)?.0;
        let settled = [Settled { tasks: self.tasks.clone(), rows }];
        let mut held = vec![None; model.nv()];
        Ok(minimise(system, &[&rest], &settled, q, ITERATIONS, SHORT, &mut held)?.q)
    }
}
