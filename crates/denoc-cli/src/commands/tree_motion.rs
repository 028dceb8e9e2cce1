//! Inverse and forward dynamics of trees.

use denoc::dynamics::DynamicsError;
use denoc::dynamics::odca::Odca;
use denoc::evaluate::{Acting, Evaluator, JointForces};
use denoc::mechanism::passive::PassiveWrenches;
use denoc::prelude::*;
use denoc::quantity::Quantity;

use super::motion::{Task, in_state};
use super::reactions::{self, JointReaction};
use crate::args::Method;
use crate::output::Failure;
use crate::state::States;

/// Accelerations or joint forces of all states.
pub(crate) fn solve(
    task: Task,
    model: &Model,
    states: &States,
    joint_forces: bool,
    method: Method,
) -> Result<Vec<f64>, Failure> {
    match joint_forces {
        true if PassiveWrenches::may_act(model) => with_loads(task, model, states).map_err(|e| states.explain(e)),
        true => with_joint_forces(task, model, states, method),
        false => plain(task, model, states, states.of(task.quantities().0), method),
    }
}

/// Friction and springs of joints, springs between points, and drag, of one state.
pub(crate) fn passive(
    model: &Model,
    ws: &mut Workspace<f64>,
    (q, v): (&[f64], &[f64]),
) -> Result<(Vec<f64>, Vec<Wrench<f64>>), DynamicsError> {
    let (mut forces, mut wrenches) = (vec![0.0; model.nv()], vec![Wrench::zero(); model.links().len()]);
    model.joint_forces(q, v, &mut forces)?;
    let stage = ws.position(model, q)?.velocity(v)?;
    PassiveWrenches::new(model).add(&stage, &mut wrenches);
    Ok((forces, wrenches))
}

/// A tree with springs between points or drag: these act on links.
fn with_loads(task: Task, model: &Model, states: &States) -> Result<Vec<f64>, denoc::Error> {
    let (nq, nv) = (model.nq(), model.nv());
    let mut evaluator = Evaluator::new(model);
    let acting = Acting { external: &[], joint_forces: JointForces::Act };
    let mut out = vec![0.0; states.count * nv];
    for (k, out) in out.chunks_exact_mut(nv.max(1)).enumerate() {
        let at = |quantity, n: usize| &states.of(quantity)[k * n..][..n];
        let state = (at(Quantity::Q, nq), at(Quantity::V, nv), at(task.quantities().0, nv));
        let done = match task {
            Task::Inverse => evaluator.inverse_dynamics(model, state, acting, out),
            Task::Forward => evaluator.forward_dynamics(model, state, acting, out),
        };
        done.map_err(|error| error.in_state(k))?;
    }
    Ok(out)
}

/// Reactions of a tree in all states.
pub(crate) fn reactions(
    task: Task,
    model: &Model,
    states: &States,
    result: &[f64],
    joint_forces: bool,
) -> Result<Vec<Vec<JointReaction>>, Failure> {
    let (nq, nv) = (model.nq(), model.nv());
    let mut ws = Workspace::new(model);
    let all = if task == Task::Inverse { states.of(Quantity::A) } else { result };
    let mut one = |k: usize| -> Result<Vec<JointReaction>, DynamicsError> {
        let at = |quantity, n: usize| &states.of(quantity)[k * n..][..n];
        let (q, v, a) = (at(Quantity::Q, nq), at(Quantity::V, nv), &all[k * nv..][..nv]);
        let (_, wrenches) = passive(model, &mut ws, (q, v))?;
        let loads = if joint_forces { Loads::per_link(&wrenches) } else { Loads::NONE };
        reactions::of_tree(&mut ws.position(model, q)?.velocity(v)?, a, loads)
    };
    (0..states.count).map(|k| one(k).map_err(|e| states.explain(in_state(k, e)))).collect()
}

/// Friction and springs act besides the forces tau.
fn with_joint_forces(task: Task, model: &Model, states: &States, method: Method) -> Result<Vec<f64>, Failure> {
    let (q, v, nq, nv) = (states.of(Quantity::Q), states.of(Quantity::V), model.nq(), model.nv());
    let mut forces = vec![0.0; states.count * nv];
    for k in 0..states.count {
        let at = k * nv..(k + 1) * nv;
        model.joint_forces(&q[k * nq..][..nq], &v[at.clone()], &mut forces[at])?;
    }
    match task {
        Task::Inverse => {
            let tau = plain(task, model, states, states.of(Quantity::A), method)?;
            Ok(tau.iter().zip(&forces).map(|(tau, force)| tau - force).collect())
        }
        Task::Forward => {
            let all: Vec<f64> = states.of(Quantity::Tau).iter().zip(&forces).map(|(tau, force)| tau + force).collect();
            plain(task, model, states, &all, method)
        }
    }
}

/// All states in one call where there are many.
fn plain(task: Task, model: &Model, states: &States, x: &[f64], method: Method) -> Result<Vec<f64>, Failure> {
    let (q, v) = (states.of(Quantity::Q), states.of(Quantity::V));
    let mut out = vec![0.0; states.count * model.nv()];
    let done = match (method, states.count) {
        (Method::Compiled, 1) => {
            let mut compiled = model.compile();
            match task {
                Task::Inverse => compiled.inverse_dynamics(q, v, x, &mut out),
                Task::Forward => compiled.forward_dynamics(q, v, x, &mut out),
            }
        }
        (Method::Compiled, _) => {
            let mut compiled = model.compile();
            match task {
                Task::Inverse => compiled.inverse_dynamics_batch((q, v, x), &mut out, Layout::Rows, Threads::Pool),
                Task::Forward => compiled.forward_dynamics_batch((q, v, x), &mut out, Layout::Rows, Threads::Pool),
            }
        }
        (Method::Odca, _) => odca(model, (q, v, x), states.count, &mut out),
        // without closures there are no multipliers: what is left is the recursion
        (Method::Faithful | Method::Recursive | Method::Multipliers, _) => {
            faithful(task, model, (q, v, x), states.count, &mut out)
        }
    };
    done.map_err(|e| states.explain(e))?;
    Ok(out)
}

fn faithful(
    task: Task,
    model: &Model,
    (q, v, x): (&[f64], &[f64], &[f64]),
    count: usize,
    out: &mut [f64],
) -> Result<(), DynamicsError> {
    let mut ws = Workspace::new(model);
    let (nq, nv) = (model.nq(), model.nv());
    for k in 0..count {
        let (q, at) = (&q[k * nq..][..nq], k * nv..(k + 1) * nv);
        let (v, x, out) = (&v[at.clone()], &x[at.clone()], &mut out[at]);
        match task {
            Task::Inverse => model.inverse_dynamics(&mut ws, q, v, x, out),
            Task::Forward => model.forward_dynamics(&mut ws, q, v, x, out),
        }
        .map_err(|error| in_state(k, error))?;
    }
    Ok(())
}

/// Divide and conquer, state by state.
fn odca(
    model: &Model,
    (q, v, tau): (&[f64], &[f64], &[f64]),
    count: usize,
    out: &mut [f64],
) -> Result<(), DynamicsError> {
    let (nq, nv) = (model.nq(), model.nv());
    let mut odca = Odca::new(model);
    for k in 0..count {
        let (q, at) = (&q[k * nq..][..nq], k * nv..(k + 1) * nv);
        let state = (q, &v[at.clone()]);
        odca.forward(model, state, &tau[at.clone()], Loads::NONE, Threads::Pool, &mut out[at])
            .map_err(|error| in_state(k, error))?;
    }
    Ok(())
}
