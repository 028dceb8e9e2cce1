//! The tasks of one priority, while closures, limits and the tasks of higher priority stay satisfied.

use nalgebra::{DMatrix, DVector};

use super::Task;
use super::step::{Side, Step, row_space};
use super::system::{Settled, System};
use crate::MechanismError;

/// Equations are satisfied up to this, without units, if rounding allows.
const FINEST: f64 = 1e-14;
/// Equations that miss by more are not satisfied.
const OPEN: f64 = 1e-11;
/// The least damping: with less, rounding would move coordinates that nothing determines.
const LEAST_DAMPING: f64 = 1e-10;

/// How a search proceeds.
#[derive(Copy, Clone)]
pub(in crate::ik) struct Pace {
    /// The longest step, rad or sizes of the mechanism: farther, the Jacobian says nothing.
    pub(in crate::ik) longest: f64,
    /// Steps that reduce the sum of squares by a smaller part are slow.
    pub(in crate::ik) gain: f64,
    /// So many slow steps in a row end the search.
    pub(in crate::ik) patience: usize,
}

impl Pace {
    /// To the limit of rounding.
    pub(in crate::ik) const USUAL: Self = Self { longest: 1.0, gain: 1e-13, patience: 3 };
    /// Along a path. Near a solution every step squares the error; steps that gain next to nothing lead to a nearest approach that is
    /// not zero, and the next place goes on from there.
    pub(in crate::ik) const PLACE: Self = Self { longest: 1.0, gain: 1e-6, patience: 2 };
    /// For preferences along a path, which are approached from place to place.
    pub(in crate::ik) const ALONG: Self = Self { longest: 1.0, gain: 1e-6, patience: 1 };
}

/// Where a search ended.
pub(in crate::ik) struct End {
    pub(in crate::ik) q: Vec<f64>,
    /// Half the weighted sum of the squared errors.
    pub(in crate::ik) cost: f64,
    pub(in crate::ik) iterations: usize,
}

/// Makes the weighted errors of `tasks` least from `start`, which satisfies the equations. `held`: the limits that push back.
pub(in crate::ik) fn minimise(
    system: &mut System<'_>,
    tasks: &[&Task],
    settled: &[Settled<'_>],
    start: &[f64],
    most: usize,
    pace: Pace,
    held: &mut [Option<Side>],
) -> Result<End, MechanismError> {
    let mut q = start.to_vec();
    let (mut e, mut j) = system.tasks(tasks, &q)?;
    let mut cost = 0.5 * e.norm_squared();
    let (mut damping, mut iterations, mut slow) = (1e-3 * cost.min(1.0), 0, 0);
    while iterations < most && cost > 1e-30 {
        iterations += 1;
        let c = system.equations(settled, &q)?.1;
        let (low, high) = system.room(&q);
        let mut better = None;
        for _ in 0..14 {
            damping = damping.max(LEAST_DAMPING);
            let step = Step { j: &j, e: &e, damping, c: &c, low: &low, high: &high };
            let Some(x) = step.solve(held) else {
                damping *= 10.0;
                continue;
            };
            let x = shortened(x, pace.longest);
            if x.amax() < 1e-14 {
                break;
            }
            // what the linear model promises; less than rounding is not worth a trial
            let promised = cost - 0.5 * (&j * &x + &e).norm_squared();
            if promised <= 1e-15 * cost {
                break;
            }
            let trial = system.moved(&q, &x)?;
            if let Some(trial) = restored(system, settled, trial)? {
                let reached = system.cost(tasks, &trial)?;
                if reached < cost {
                    better = Some((trial, reached));
                    let kept = (cost - reached) / promised;
                    damping *= if kept > 0.5 { 0.1 } else { 1.0 };
                    break;
                }
            }
            damping = (damping * 10.0).max(1e-6);
        }
        let Some((trial, reached)) = better else { break };
        // one short step may be due to the damping alone
        slow = if cost - reached <= pace.gain * cost { slow + 1 } else { 0 };
        q = trial;
        (e, j) = system.tasks(tasks, &q)?;
        cost = reached;
        if slow == pace.patience {
            break;
        }
    }
    Ok(End { q, cost, iterations })
}

fn shortened(x: DVector<f64>, longest: f64) -> DVector<f64> {
    let length = largest(&x);
    if length > longest { x * (longest / length) } else { x }
}

/// The configuration next to `q` that satisfies all equations within the limits; `None` if the way there is too far.
pub(super) fn restored(
    system: &mut System<'_>,
    settled: &[Settled<'_>],
    mut q: Vec<f64>,
) -> Result<Option<Vec<f64>>, MechanismError> {
    if !system.constrained(settled) {
        return Ok(Some(q));
    }
    let none = DMatrix::zeros(0, system.model.nv());
    let (mut c, mut j) = system.equations(settled, &q)?;
    let mut miss = largest(&c);
    for _ in 0..20 {
        if miss <= FINEST {
            break;
        }
        let (low, high) = system.room(&q);
        let mut held = vec![None; low.len()];
        let step = Step { j: &j, e: &c, damping: LEAST_DAMPING, c: &none, low: &low, high: &high };
        let Some(x) = step.solve(&mut held) else { break };
        let next = system.moved(&q, &shortened(x, Pace::USUAL.longest))?;
        let (next_c, next_j) = system.equations(settled, &next)?;
        let left = largest(&next_c);
        if left >= miss {
            break;
        }
        let slow = left > 0.5 * miss;
        (q, c, j, miss) = (next, next_c, next_j, left);
        if slow && miss <= OPEN {
            break;
        }
    }
    Ok((miss <= OPEN).then_some(q))
}

fn largest(c: &DVector<f64>) -> f64 {
    c.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// Number of ways to move without changing any equation or task.
pub(super) fn freedoms(system: &mut System<'_>, settled: &[Settled<'_>], q: &[f64]) -> Result<usize, MechanismError> {
    let c = system.equations(settled, q)?.1;
    Ok(system.model.nv() - row_space(&c).ncols())
}
