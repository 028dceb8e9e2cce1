//! Leaves configurations where a link dwells, such as those of a cam: motions that look idle there are not.

use nalgebra::{DMatrix, DVector};

use super::generic::{CLEAR, Generic};
use super::idle;
use crate::MechanismError;
use crate::assembly::{AssemblyOptions, Closing, Goal, Kinematics, copy};
use crate::svd::Svd;

/// Steps each way, and their length in rad (lengths relative to the size of the mechanism): a full turn together.
const STEPS: usize = 9;
const STEP: f64 = 0.35;

/// Moves the generic configuration of each cluster along the freedoms that seem idle, to where the fewest of them do.
pub(super) fn leave(k: &mut Kinematics<'_>, generic: &mut Generic) -> Result<(), MechanismError> {
    let options = AssemblyOptions { limits: false, ..AssemblyOptions::default() };
    let mut c = Closing::new(k, &options, &generic.q)?;
    for cluster in 0..c.k.rows.len() {
        let Some(mut least) = seen(&mut c, cluster, &generic.q, generic.ranks[cluster])? else { continue };
        let home = generic.q.clone();
        for sign in [1.0, -1.0] {
            // motions alone need no others: all at once
            let (mut here, mut way) = (home.clone(), least.way.clone() * sign);
            for _ in 0..STEPS {
                if least.count == 0 {
                    break;
                }
                let Some(next) = step(&mut c, cluster, &here, &way)? else { break };
                here = next;
                let Some(now) = seen(&mut c, cluster, &here, generic.ranks[cluster])? else { break };
                if now.count < least.count {
                    copy(c.k.model, cluster, &here, &mut generic.q);
                    generic.clear[cluster] = now.clear;
                    least.count = now.count;
                }
                // the same direction as before
                let along = now.way.dot(&way);
                if along != 0.0 {
                    way = now.way * along.signum();
                }
            }
        }
    }
    Ok(())
}

/// Freedoms that seem idle at a configuration.
struct Seen {
    count: usize,
    /// All of them at once, of unit length, dimensionless.
    way: DVector<f64>,
    /// How clear the rank is.
    clear: f64,
}

/// At a configuration; `None` without constraints, or if the configuration is special otherwise.
fn seen(c: &mut Closing<'_, '_>, cluster: usize, q: &[f64], rank: usize) -> Result<Option<Seen>, MechanismError> {
    if c.k.rows[cluster].is_empty() {
        return Ok(None);
    }
    c.k.place(q)?;
    let Some(svd) = Svd::new(&c.k.block(cluster)).filter(|svd| svd.rank(CLEAR) == rank) else { return Ok(None) };
    let motions: DMatrix<f64> = svd.null(rank);
    let (named, basis) = idle::find(c.k, cluster, &motions, None);
    let sum = motions * basis.column_sum();
    let largest = svd.values.first().map_or(0.0, |x| x.max(f64::MIN_POSITIVE));
    let clear = rank.checked_sub(1).map_or(1.0, |last| svd.values[last] / largest);
    let way = if sum.norm() > 0.0 { sum.normalize() } else { sum };
    Ok(Some(Seen { count: named.len(), way, clear }))
}

/// One step, closed again; `None` if that leads elsewhere.
fn step(
    c: &mut Closing<'_, '_>,
    cluster: usize,
    here: &[f64],
    way: &DVector<f64>,
) -> Result<Option<Vec<f64>>, MechanismError> {
    let model = c.k.model;
    let mut step = vec![0.0; model.nv()];
    for (&s, x) in c.k.speeds[cluster].iter().zip(way.iter()) {
        step[s] = STEP * x * c.k.speed_units[s];
    }
    let mut trial = here.to_vec();
    model.integrate(here, &step, &mut trial)?;
    let d = c.descend(&trial, &[cluster], &Goal::Closed, 60)?;
    let near = c.distance(here, &d.q, cluster) <= 2.0 * STEP;
    Ok((d.errors[cluster] <= c.tolerance && near).then_some(d.q))
}
