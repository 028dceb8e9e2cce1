//! Frames that closures move: loops, and joints that follow others.

use denoc_dynamics::Workspace;
use denoc_math::random::Random;
use denoc_model::{LinkId, Model};

use super::assembly::{self, Assembly};
use super::report::{DISTINCT, Reporter};
use super::residual::Problem;
use super::self_motion::{representatives, tasks_of};
use super::tasks::solve::Solver;
use super::tasks::{Task, TaskOptions};
use super::{Branch, Cause, IkMethod, Solutions, Target};
use crate::MechanismError;
use crate::assembly::{AssemblyOptions, assemble};

/// Whether the closures of a model matter to joints on the way to a frame: loops through it, and joints on it that follow others.
pub(super) fn matter(problem: &Problem<'_>) -> bool {
    let model = problem.model;
    let on_path = |LinkId(i): LinkId| problem.moved_by(&model.links()[i]);
    model.clusters().iter().any(|cluster| {
        let only_led = cluster.closures.iter().all(|closure| {
            let bound = model.closures()[closure.0].bound_joints();
            bound.is_some_and(|[follower, _]| !on_path(follower))
        });
        !only_led && cluster.links.iter().any(|link| on_path(*link))
    })
}

/// Joints that do not move the frame, where closures put them.
pub(super) fn follow(problem: &Problem<'_>, q: &[f64]) -> Result<Vec<f64>, MechanismError> {
    let model = problem.model;
    let path = (0..model.links().len()).map(LinkId).filter(|link| problem.moved_by(&model.links()[link.0]));
    let options = AssemblyOptions { limits: false, ..AssemblyOptions::holding(&path.collect::<Vec<_>>()) };
    Ok(assemble(model, q, &options)?.q)
}

/// Solutions by a search over closed configurations.
pub(super) fn solve(reporter: &Reporter<'_>, ws: &mut Workspace<f64>) -> Result<Solutions, MechanismError> {
    let problem = reporter.problem;
    let options = problem.options;
    let tasks = tasks_of(problem.tasks, options);
    let settings = TaskOptions {
        seed: Some(reporter.seed.clone()),
        limits: options.limits,
        starts: options.starts,
        random_seed: options.random_seed,
        iterations: options.iterations,
    };
    let mut solver = Solver::new(problem.model, &settings)?;
    let seed = solver.seed()?;
    let mut random = Random::new(options.random_seed);
    let (mut solutions, mut iterations): (Vec<Vec<f64>>, usize) = (Vec::new(), 0);
    let (mut best, mut dimension) = (None, usize::MAX);
    for k in 0..=options.starts {
        let Some(start) = (if k == 0 { Some(seed.clone()) } else { solver.random(&mut random, &seed)? }) else {
            continue;
        };
        let found = solver.from(&tasks, &start)?;
        iterations += found.iterations;
        // singular configurations have more freedoms than others
        if k < 4 {
            dimension = dimension.min(solver.family_dimension(&tasks, &start)?);
        }
        if found.performed(&tasks) {
            let mut q = found.q.clone();
            reporter.unwind(&mut q);
            if !known(problem, ws, &solutions, &q)? {
                solutions.push(q);
            }
        }
        if best.as_ref().is_none_or(|best| found.is_better(best)) {
            best = Some(found);
        }
    }
    let nearest_found = best.map_or_else(|| seed.clone(), |best| best.q);
    for q in solutions.iter().take(1) {
        dimension = dimension.min(solver.family_dimension(&tasks, q)?);
    }
    if dimension > 0 {
        solutions = representatives(reporter, &mut solver.system, solutions)?;
    }
    let mut far = Vec::new();
    for q in solutions {
        far.push((Assembly::of(problem, ws, &q)?.apart(&Assembly::of(problem, ws, &seed)?), q));
    }
    far.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut branches = Vec::new();
    for (k, (_, q)) in far.into_iter().enumerate() {
        branches.push(branch(reporter, ws, &mut solver, &tasks, q, format!("numeric {}", k + 1), dimension)?);
    }
    assembly::name(&mut branches);
    let (nearest, cause) = match branches.first() {
        Some(first) => (first.clone(), None),
        // the nearest configuration is single, whatever the solutions would be
        None => {
            let nearest = branch(reporter, ws, &mut solver, &tasks, nearest_found, "nearest".into(), 0)?;
            let cause = cause(problem, &settings, &nearest.q, &tasks)?;
            (nearest, Some(cause))
        }
    };
    Ok(Solutions {
        frame: reporter.frame.clone(),
        reached: cause.is_none(),
        branches,
        nearest,
        cause,
        method: IkMethod::Numeric,
        family_dimension: dimension,
        starts: options.starts + 1,
        iterations,
    })
}

/// Whether one of some solutions is the same assembly.
fn known(
    problem: &Problem<'_>,
    ws: &mut Workspace<f64>,
    solutions: &[Vec<f64>],
    q: &[f64],
) -> Result<bool, MechanismError> {
    let this = Assembly::of(problem, ws, q)?;
    for other in solutions {
        if Assembly::of(problem, ws, other)?.apart(&this) < DISTINCT {
            return Ok(true);
        }
    }
    Ok(false)
}

fn branch(
    reporter: &Reporter<'_>,
    ws: &mut Workspace<f64>,
    solver: &mut Solver<'_>,
    tasks: &[Task],
    q: Vec<f64>,
    label: String,
    dimension: usize,
) -> Result<Branch, MechanismError> {
    let conditioning = solver.conditioning(tasks, &q)?;
    let branch = reporter.branch(ws, q, label, false)?;
    let near_singular = conditioning < super::report::NEAR_SINGULAR;
    Ok(Branch { conditioning, near_singular, family: dimension > 0, ..branch })
}

/// Why the target is unreachable: the same search with fewer constraints.
fn cause(
    problem: &Problem<'_>,
    settings: &TaskOptions,
    nearest: &[f64],
    tasks: &[Task],
) -> Result<Cause, MechanismError> {
    let model: &Model = problem.model;
    let seed = Some(nearest.to_vec());
    let free = TaskOptions { seed, limits: false, starts: settings.starts.min(6), ..settings.clone() };
    let reached =
        |tasks: &[Task]| Ok::<bool, MechanismError>(super::tasks::solve::search(model, tasks, &free)?.performed(tasks));
    if settings.limits && reached(tasks)? {
        return Ok(Cause::Limits);
    }
    if problem.tasks.iter().all(|(_, target)| matches!(target, Target::Position(_))) {
        return Ok(Cause::Distance);
    }
    let places: Vec<_> = problem.tasks.iter().map(|(f, t)| (*f, Target::Position(t.position()))).collect();
    Ok(if reached(&tasks_of(&places, problem.options))? { Cause::Orientation } else { Cause::Distance })
}
