//! Families of solutions: one representative of each connected branch.
//!
//! A problem with more freedoms than conditions has infinitely many solutions, which form one or more connected branches. Every
//! solution that a search found is moved along its branch to where it is nearest to the initial guess. What arrives at one place is one
//! branch. Of the rest, two are one branch if a solution of one can be moved along the family to the other. All moves are short steps,
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
const SHORT: Pace = Pace { longest: 0.15, gain: 1e-8, patience: 3 };
/// Two configurations that are nearer to each other are the same place in a family, rad or m.
const SAME: f64 = 2e-3;
const ITERATIONS: usize = 150;
/// Solutions of a place that are tried as starts of a way to another.
const ATTEMPTS: usize = 5;

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
    let mut places: Vec<Place> = Vec::new();
    for q in solutions {
        let nearest = family.towards(system, &q, &reporter.seed)?;
        match places.iter_mut().find(|place| reporter.apart(&place.nearest, &nearest) < SAME) {
            Some(place) => place.found.push(q),
            None => places.push(Place { found: vec![nearest.clone(), q], nearest }),
        }
    }
    places.sort_by(|a, b| {
        let far = |place: &Place| reporter.apart(&reporter.seed, &place.nearest);
        far(a).total_cmp(&far(b))
    });
    let mut branches: Vec<Place> = Vec::new();
    for place in places {
        let mut known = None;
        for (k, other) in branches.iter().enumerate() {
            if family.joins(system, &place, other)? || family.joins(system, other, &place)? {
                known = Some(k);
                break;
            }
        }
        match known {
            Some(k) => branches[k].found.extend(place.found),
            None => branches.push(place),
        }
    }
    Ok(branches.into_iter().map(|place| place.nearest).collect())
}

/// A part of a family: where it is nearest to the initial guess, and solutions of it.
struct Place {
    nearest: Vec<f64>,
    found: Vec<Vec<f64>>,
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

    /// Whether one of some solutions of a place can be moved to another place.
    fn joins(&self, system: &mut System<'_>, from: &Place, to: &Place) -> Result<bool, MechanismError> {
        for q in from.found.iter().take(ATTEMPTS) {
            let end = self.towards(system, q, &to.nearest)?;
            if self.reporter.apart(&end, &to.nearest) < SAME {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// As near to `goal` as the family leads from `q`.
    fn towards(&self, system: &mut System<'_>, q: &[f64], goal: &[f64]) -> Result<Vec<f64>, MechanismError> {
        let (model, goal) = (system.model, self.beside(q, goal));
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
