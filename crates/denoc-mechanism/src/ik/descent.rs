//! Damped least squares (Levenberg-Marquardt) with limits kept by projection.

use denoc_dynamics::Workspace;
use denoc_model::{LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::residual::Problem;
use crate::MechanismError;

/// Where a search ended.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    pub(super) q: Vec<f64>,
    /// ½ Σ weighted errors².
    pub(super) cost: f64,
    pub(super) iterations: usize,
}

/// Limits of one speed's coordinate: its place in q, lower, upper.
fn bounds(model: &Model) -> Vec<Option<(usize, [f64; 2])>> {
    let mut all = vec![None; model.nv()];
    for (i, link) in model.links().iter().enumerate() {
        if let Some(limits) = model.properties(LinkId(i)).limits.filter(|_| link.nq == link.nv) {
            for k in 0..link.nv {
                all[link.v + k] = Some((link.q + k, limits));
            }
        }
    }
    all
}

/// Moves the coordinates with limits into them.
pub(super) fn clamp(model: &Model, q: &mut [f64]) {
    for (at, [low, high]) in bounds(model).into_iter().flatten() {
        q[at] = q[at].max(low).min(high);
    }
}

/// Goes down from `start` until nothing improves any more.
pub(super) fn descend(
    problem: &Problem<'_>,
    ws: &mut Workspace<f64>,
    start: &[f64],
    limits: bool,
    iterations: usize,
) -> Result<Descent, MechanismError> {
    let model = problem.model;
    let bounds = if limits { bounds(model) } else { vec![None; model.nv()] };
    let mut q = start.to_vec();
    if limits {
        clamp(model, &mut q);
    }
    let (mut e, mut j) = problem.errors(ws, &q)?;
    let mut cost = 0.5 * e.norm_squared();
    let mut damping = 1e-3;
    let mut count = 0;
    let mut trial = vec![0.0; model.nq()];
    while count < iterations && cost > 1e-31 {
        count += 1;
        let gradient = j.transpose() * &e;
        // joints at a limit that want to go beyond it stay
        let free: Vec<usize> = (0..problem.speeds.len())
            .filter(|&c| match bounds[problem.speeds[c]] {
                Some((at, [low, _])) if q[at] <= low && gradient[c] > 0.0 => false,
                Some((at, [_, high])) if q[at] >= high && gradient[c] < 0.0 => false,
                _ => true,
            })
            .collect();
        let slope = free.iter().fold(0.0f64, |m, &c| m.max(gradient[c].abs()));
        // a stationary point: the target is not reached from here
        if free.is_empty() || slope <= 1e-15 + 1e-10 * cost {
            break;
        }
        let jacobian = j.select_columns(&free);
        let right = DVector::from_iterator(free.len(), free.iter().map(|&c| -gradient[c]));
        let normal = jacobian.transpose() * &jacobian;
        let mut improved = false;
        for _ in 0..30 {
            let Some(step) = damped(&normal, &right, damping) else {
                damping *= 10.0;
                continue;
            };
            let mut full = vec![0.0; model.nv()];
            for (&c, &s) in free.iter().zip(step.iter()) {
                // a whole turn says nothing that half a turn does not
                full[problem.speeds[c]] = s.clamp(-3.0, 3.0);
            }
            model.integrate(&q, &full, &mut trial)?;
            for (at, [low, high]) in bounds.iter().flatten() {
                trial[*at] = trial[*at].max(*low).min(*high);
            }
            let (new_e, new_j) = problem.errors(ws, &trial)?;
            let new_cost = 0.5 * new_e.norm_squared();
            if new_cost < cost {
                // slow progress near a minimum that is not zero ends the search
                improved = cost - new_cost > 1e-13 * cost;
                q.copy_from_slice(&trial);
                (e, j, cost) = (new_e, new_j, new_cost);
                damping = (damping * 0.1).max(1e-15);
                break;
            }
            damping *= 10.0;
        }
        if !improved {
            break;
        }
    }
    // limits and the normalising of quaternions touch all joints
    problem.keep_others(start, &mut q);
    Ok(Descent { q, cost, iterations: count })
}

/// (N + λ diag) x = r, with the damping relative to the largest entry of the diagonal.
fn damped(normal: &DMatrix<f64>, right: &DVector<f64>, damping: f64) -> Option<DVector<f64>> {
    let scale = normal.diagonal().max().max(1e-300);
    let mut m = normal.clone();
    for i in 0..m.nrows() {
        m[(i, i)] += damping * scale;
    }
    Some(m.cholesky()?.solve(right))
}
