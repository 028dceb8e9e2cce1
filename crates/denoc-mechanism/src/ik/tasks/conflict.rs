//! Why a task is not performed: the same search with fewer tasks, and without limits.

use super::Task;
use super::report::describe;
use super::solve::{Found, Solver, TaskOptions, is_performed};
use crate::MechanismError;
use crate::ik::amount::amount;

/// The reason in words, for the unperformed task of highest priority.
pub(super) fn reason(solver: &mut Solver<'_>, tasks: &[Task], best: &Found) -> Result<Option<String>, MechanismError> {
    let model = solver.system.model;
    let missed = (0..tasks.len()).filter(|&i| !is_performed(&tasks[i], &best.errors[i]));
    let Some(missed) = missed.min_by_key(|&i| tasks[i].priority) else { return Ok(None) };
    let name = |i: usize| format!("task {} ({})", i + 1, describe(model, &tasks[i].target));
    let by = amount(&best.errors[missed], tasks[missed].tolerance());
    let misses = format!("{} misses by {by}", name(missed));
    let seed = solver.seed()?;
    // from where the search ended and from the initial guess
    let possible = |solver: &mut Solver<'_>, some: &[Task]| -> Result<bool, MechanismError> {
        for start in [&best.q, &seed] {
            if solver.from(some, start)?.performed(some) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if solver.options.limits {
        let mut free = Solver::new(model, &TaskOptions { limits: false, ..solver.options.clone() })?;
        if possible(&mut free, tasks)? {
            return Ok(Some(format!("{misses} because of joint limits")));
        }
    }
    let alone = Task { priority: 1, ..tasks[missed].clone() };
    if !possible(solver, core::slice::from_ref(&alone))? {
        return Ok(Some(format!("{misses}: its target is out of reach, even as the only task")));
    }
    let others = (0..tasks.len()).filter(|&i| i != missed && tasks[i].tolerance().is_finite());
    for other in others.filter(|&i| tasks[i].priority <= tasks[missed].priority) {
        if !possible(solver, &[tasks[other].clone(), tasks[missed].clone()])? {
            return Ok(Some(format!("{misses}: it conflicts with {}", name(other))));
        }
    }
    Ok(Some(format!("{misses}: it conflicts with the other tasks together")))
}
