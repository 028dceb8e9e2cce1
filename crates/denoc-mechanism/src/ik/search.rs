//! Numeric search from several starts, and what to say about the outcome.

use denoc_dynamics::Workspace;
use denoc_math::random::Random;
use denoc_model::LinkId;

use super::descent::{Descent, descend};
use super::report::Reporter;
use super::residual::Problem;
use super::self_motion::representatives;
use super::tasks::system::System;
use super::{Branch, Cause, IkMethod, IkOptions, Solutions, Target, random_coordinates};
use crate::MechanismError;

/// What several starts found.
struct Search {
    solutions: Vec<Vec<f64>>,
    best: Descent,
    starts: usize,
    iterations: usize,
}

/// Starts from the seed, then from random poses.
fn search(reporter: &Reporter<'_>, ws: &mut Workspace<f64>, limits: bool) -> Result<Search, MechanismError> {
    let problem = reporter.problem;
    let options = problem.options;
    let mut random = Random::new(options.random_seed);
    let first = descend(problem, ws, &reporter.seed, limits, options.iterations)?;
    let mut all = Search { solutions: Vec::new(), best: first.clone(), starts: 0, iterations: 0 };
    let mut end = first;
    loop {
        reporter.unwind(&mut end.q);
        all.starts += 1;
        all.iterations += end.iterations;
        let miss = problem.miss(ws, &end.q)?;
        let reached = problem.reached(miss);
        if end.cost < all.best.cost {
            all.best = end.clone();
        }
        if reached && !all.solutions.iter().any(|q| reporter.same_beside(q, &end.q, miss)) {
            all.solutions.push(end.q);
        }
        if all.starts > options.starts {
            return Ok(all);
        }
        let mut from = random_coordinates(&mut random, problem.model, Some(&reporter.seed));
        problem.keep_others(&reporter.seed, &mut from);
        end = descend(problem, ws, &from, limits, options.iterations)?;
    }
}

/// The answers of a numeric search.
pub(super) fn numeric(reporter: &Reporter<'_>, ws: &mut Workspace<f64>) -> Result<Solutions, MechanismError> {
    let found = search(reporter, ws, reporter.problem.options.limits)?;
    let solutions = branches_of(reporter, ws, found.solutions, reporter.problem.options.limits)?;
    let branches = numbered(reporter, ws, solutions, false)?;
    let (reached, nearest, cause) = match branches.first() {
        Some(first) => (true, first.clone(), None),
        None => {
            let nearest = reporter.branch(ws, found.best.q, "nearest".into(), false)?;
            let cause = cause(reporter, ws)?;
            (false, nearest, Some(cause))
        }
    };
    let family_dimension = dimension(reporter, ws, &branches)?;
    Ok(Solutions {
        frame: reporter.frame.clone(),
        reached,
        branches,
        nearest,
        cause,
        method: IkMethod::Numeric,
        family_dimension,
        starts: found.starts,
        iterations: found.iterations,
    })
}

/// The answers of a closed form. If limits exclude all of them, with what a search within limits finds: other members of a
/// family, or the nearest configuration.
pub(super) fn finish_closed(
    reporter: &Reporter<'_>,
    ws: &mut Workspace<f64>,
    family: &'static str,
    mut branches: Vec<Branch>,
) -> Result<Solutions, MechanismError> {
    sort(reporter, &mut branches);
    let allowed = |b: &&Branch| !reporter.problem.options.limits || b.violations.is_empty();
    let frame = reporter.frame.clone();
    let (method, family_dimension) = (IkMethod::ClosedForm(family), dimension(reporter, ws, &branches)?);
    if let Some(nearest) = branches.iter().find(allowed).cloned() {
        let (starts, iterations, cause) = (0, 0, None);
        return Ok(Solutions {
            frame,
            reached: true,
            branches,
            nearest,
            cause,
            method,
            family_dimension,
            starts,
            iterations,
        });
    }
    let found = search(reporter, ws, true)?;
    let (starts, iterations) = (found.starts, found.iterations);
    // single solutions are among the branches already
    let family = branches.iter().any(|b| b.family);
    let solutions = branches_of(reporter, ws, found.solutions, true)?;
    branches.extend(numbered(reporter, ws, solutions, family)?);
    sort(reporter, &mut branches);
    let (nearest, cause) = match branches.iter().find(allowed) {
        Some(first) => (first.clone(), None),
        None => (reporter.branch(ws, found.best.q, "nearest".into(), false)?, Some(Cause::Limits)),
    };
    let reached = cause.is_none();
    Ok(Solutions { frame, reached, branches, nearest, cause, method, family_dimension, starts, iterations })
}

/// One solution of each branch, if the solutions belong to families.
fn branches_of(
    reporter: &Reporter<'_>,
    ws: &mut Workspace<f64>,
    solutions: Vec<Vec<f64>>,
    limits: bool,
) -> Result<Vec<Vec<f64>>, MechanismError> {
    let (mut single, mut of_families) = (Vec::new(), Vec::new());
    for q in solutions {
        let group = if reporter.freedoms(ws, &q)? > 0 { &mut of_families } else { &mut single };
        group.push(q);
    }
    if !of_families.is_empty() {
        let mut system = System::new(reporter.problem.model, limits)?;
        single.extend(representatives(reporter, &mut system, of_families)?);
    }
    Ok(single)
}

/// The largest dimension of the families to which the branches belong; without branches, that of a general target.
fn dimension(reporter: &Reporter<'_>, ws: &mut Workspace<f64>, branches: &[Branch]) -> Result<usize, MechanismError> {
    let mut largest = if branches.is_empty() { reporter.family_dimension() } else { 0 };
    for branch in branches.iter().filter(|branch| branch.family) {
        largest = largest.max(reporter.freedoms(ws, &branch.q)?);
    }
    Ok(largest)
}

/// What a search found, as branches: near the seed first.
fn numbered(
    reporter: &Reporter<'_>,
    ws: &mut Workspace<f64>,
    solutions: Vec<Vec<f64>>,
    family: bool,
) -> Result<Vec<Branch>, MechanismError> {
    let mut branches = Vec::new();
    for q in solutions {
        branches.push(reporter.branch(ws, q, String::new(), family)?);
    }
    sort(reporter, &mut branches);
    for (k, branch) in branches.iter_mut().enumerate() {
        branch.label = format!("numeric {}", k + 1);
    }
    Ok(branches)
}

/// Within limits first, then near the seed.
fn sort(reporter: &Reporter<'_>, branches: &mut [Branch]) {
    branches.sort_by(|a, b| {
        let key = |b: &Branch| (!b.violations.is_empty(), reporter.apart(&reporter.seed, &b.q));
        let ((outside, far), (other_outside, other_far)) = (key(a), key(b));
        outside.cmp(&other_outside).then(far.total_cmp(&other_far))
    });
}

/// Why the target is unreachable: solves the same problem with fewer constraints.
fn cause(reporter: &Reporter<'_>, ws: &mut Workspace<f64>) -> Result<Cause, MechanismError> {
    let problem = reporter.problem;
    let mut moving = problem.model.links().iter().enumerate().filter(|(_, l)| problem.moved_by(l));
    let has_limits = moving.any(|(i, _)| problem.model.properties(LinkId(i)).limits.is_some());
    if problem.options.limits && has_limits && !search(reporter, ws, false)?.solutions.is_empty() {
        return Ok(Cause::Limits);
    }
    if problem.tasks.iter().all(|(_, t)| matches!(t, Target::Position(_))) {
        return Ok(Cause::Distance);
    }
    let places: Vec<_> = problem.tasks.iter().map(|(f, t)| (*f, Target::Position(t.position()))).collect();
    let options = IkOptions { limits: false, ..problem.options.clone() };
    let easier = Problem::new(problem.model, &places, &options);
    let reporter = Reporter::new(&easier, ws, reporter.frame.clone(), reporter.seed.clone())?;
    Ok(if search(&reporter, ws, false)?.solutions.is_empty() { Cause::Distance } else { Cause::Orientation })
}
