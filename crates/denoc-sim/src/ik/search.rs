//! Numeric search from several starts, and what to say about the outcome.

use denoc_dynamics::Workspace;
use denoc_model::LinkId;

use super::descent::{Descent, descend};
use super::report::Reporter;
use super::residual::Problem;
use super::{Branch, Cause, Method, Options, Random, Solutions, Target};
use crate::SimError;

/// What several starts found.
struct Search {
    solutions: Vec<Vec<f64>>,
    best: Descent,
    starts: usize,
    iterations: usize,
}

/// Starts from the seed, then from random poses.
fn search(reporter: &Reporter<'_>, ws: &mut Workspace<f64>, limits: bool) -> Result<Search, SimError> {
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
        let reached = problem.reached(problem.miss(ws, &end.q)?);
        if end.cost < all.best.cost {
            all.best = end.clone();
        }
        if reached && !all.solutions.iter().any(|q| reporter.same(q, &end.q)) {
            all.solutions.push(end.q);
        }
        if all.starts > options.starts {
            return Ok(all);
        }
        let mut from = random.coordinates(problem.model, Some(&reporter.seed));
        problem.keep_others(&reporter.seed, &mut from);
        end = descend(problem, ws, &from, limits, options.iterations)?;
    }
}

/// The answers of a numeric search.
pub(super) fn numeric(reporter: &Reporter<'_>, ws: &mut Workspace<f64>) -> Result<Solutions, SimError> {
    let found = search(reporter, ws, reporter.problem.options.limits)?;
    let mut branches = Vec::new();
    for q in found.solutions {
        branches.push(reporter.branch(ws, q, String::new(), false)?);
    }
    sort(reporter, &mut branches);
    for (k, branch) in branches.iter_mut().enumerate() {
        branch.label = format!("numeric {}", k + 1);
    }
    let (reached, nearest, cause) = match branches.first() {
        Some(first) => (true, first.clone(), None),
        None => {
            let nearest = reporter.branch(ws, found.best.q, "nearest".into(), false)?;
            let cause = cause(reporter, ws)?;
            (false, nearest, Some(cause))
        }
    };
    Ok(Solutions {
        frame: reporter.frame.clone(),
        reached,
        branches,
        nearest,
        cause,
        method: Method::Numeric,
        starts: found.starts,
        iterations: found.iterations,
    })
}

/// The answers of a closed form; if limits exclude all of them, with the nearest pose within limits.
pub(super) fn finish_closed(
    reporter: &Reporter<'_>,
    ws: &mut Workspace<f64>,
    family: &'static str,
    mut branches: Vec<Branch>,
) -> Result<Solutions, SimError> {
    sort(reporter, &mut branches);
    let allowed = |b: &&Branch| !reporter.problem.options.limits || b.violations.is_empty();
    let frame = reporter.frame.clone();
    let method = Method::ClosedForm(family);
    if let Some(first) = branches.iter().find(allowed).cloned() {
        let (starts, iterations) = (0, 0);
        return Ok(Solutions {
            frame,
            reached: true,
            branches,
            nearest: first,
            cause: None,
            method,
            starts,
            iterations,
        });
    }
    let found = search(reporter, ws, true)?;
    let nearest = reporter.branch(ws, found.best.q, "nearest".into(), false)?;
    let (starts, iterations) = (found.starts, found.iterations);
    let cause = Some(Cause::Limits);
    Ok(Solutions { frame, reached: false, branches, nearest, cause, method, starts, iterations })
}

/// Within limits first, then near the seed.
fn sort(reporter: &Reporter<'_>, branches: &mut [Branch]) {
    branches.sort_by(|a, b| {
        let key = |b: &Branch| (!b.violations.is_empty(), reporter.apart(&reporter.seed, &b.q));
        let ((outside, far), (other_outside, other_far)) = (key(a), key(b));
        outside.cmp(&other_outside).then(far.total_cmp(&other_far))
    });
}

/// Why nothing reaches: the same problem with less asked for.
fn cause(reporter: &Reporter<'_>, ws: &mut Workspace<f64>) -> Result<Cause, SimError> {
    let problem = reporter.problem;
    let has_limits =
        (0..problem.model.links().len()).map(LinkId).any(|id| problem.model.properties(id).limits.is_some());
    if problem.options.limits && has_limits && !search(reporter, ws, false)?.solutions.is_empty() {
        return Ok(Cause::Limits);
    }
    if problem.tasks.iter().all(|(_, t)| matches!(t, Target::Position(_))) {
        return Ok(Cause::Distance);
    }
    let places: Vec<_> = problem.tasks.iter().map(|(f, t)| (*f, Target::Position(t.position()))).collect();
    let options = Options { limits: false, ..problem.options.clone() };
    let easier = Problem::new(problem.model, &places, &options);
    let reporter = Reporter::new(&easier, ws, reporter.frame.clone(), reporter.seed.clone())?;
    Ok(if search(&reporter, ws, false)?.solutions.is_empty() { Cause::Distance } else { Cause::Orientation })
}
