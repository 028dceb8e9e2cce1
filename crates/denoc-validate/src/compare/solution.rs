//! Forward dynamics of one state by one method.

use std::time::{Duration, Instant};

use denoc_dynamics::DynamicsError;
use denoc_dynamics::loops::LoopForward;
use denoc_dynamics::{Loads, Workspace};
use denoc_model::Model;

use super::DrivenState;

/// How long each method is timed in each state.
const PATIENCE: Duration = Duration::from_micros(200);

/// Accelerations and closure forces Jᵀλ of one state.
pub(super) struct Solution {
    pub(super) a: Vec<f64>,
    pub(super) forces: Vec<f64>,
    pub(super) rank: usize,
    pub(super) smallest_pivot: f64,
    /// The fastest of several evaluations.
    pub(super) nanoseconds: f64,
}

impl Solution {
    pub(super) fn new(
        model: &Model,
        state: &DrivenState,
        solver: &mut LoopForward<f64>,
    ) -> Result<Self, DynamicsError> {
        let mut ws = Workspace::new(model);
        let mut a = vec![0.0; model.nv()];
        let start = Instant::now();
        let (mut count, mut best) = (0, f64::INFINITY);
        let outcome = loop {
            let one = Instant::now();
            let mut stage = ws.position(model, &state.q)?.velocity(&state.v)?;
            let outcome = solver.forward(&mut stage, &state.tau, Loads::NONE, &mut a)?;
            best = best.min(one.elapsed().as_nanos() as f64);
            count += 1;
            if count >= 3 && start.elapsed() >= PATIENCE {
                break outcome;
            }
        };
        let position = ws.position(model, &state.q)?;
        let mut jacobian = vec![0.0; solver.loops().count() * model.nv()];
        solver.loops().jacobian(&position, &mut jacobian)?;
        let mut forces = vec![0.0; model.nv()];
        for (row, lambda) in jacobian.chunks_exact(model.nv().max(1)).zip(solver.lambda()) {
            forces.iter_mut().zip(row).for_each(|(sum, j)| *sum += j * lambda);
        }
        let (rank, smallest_pivot) = (outcome.rank, outcome.smallest_pivot);
        Ok(Self { a, forces, rank, smallest_pivot, nanoseconds: best })
    }
}
