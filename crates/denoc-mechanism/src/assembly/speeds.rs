//! The nearest speeds that the loops allow.

use denoc_model::{LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::descent::Freedom;
use super::{Kinematics, RANK_TOLERANCE, Svd};
use crate::MechanismError;

/// What "nearest" means for speeds.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The sum of the squares of the changes, rad/s and m/s alike.
    #[default]
    Identity,
    /// The kinetic energy of the changes: what an impulse in the joints that close the loops would do.
    Inertia,
}

/// The speeds nearest to `v` that the closures allow at `q`: J v = 0. Speeds of held joints stay as given.
///
/// # Errors
/// [`MechanismError::HeldSpeeds`] if the speeds of the held joints contradict each other.
pub fn project_velocity(
    model: &Model,
    q: &[f64],
    v: &[f64],
    hold: &[LinkId],
    metric: Metric,
) -> Result<Vec<f64>, MechanismError> {
    model.check_coordinates(q)?;
    model.check_speeds("v", v)?;
    let freedom = Freedom::new(model, hold, false)?;
    let mut k = Kinematics::new(model);
    k.place(q)?;
    let mut out = v.to_vec();
    // with the metric of inertia: which changes are allowed, as columns
    let mut allowed: Vec<(Vec<usize>, DMatrix<f64>)> = Vec::new();
    for cluster in 0..model.clusters().len() {
        let own: Vec<usize> = k.speeds[cluster].clone();
        let free: Vec<usize> = (0..own.len()).filter(|&i| freedom.free[own[i]]).collect();
        let mut j = k.block(cluster);
        // columns with units: the metric is that of plain speeds
        for (c, &s) in own.iter().enumerate() {
            j.column_mut(c).scale_mut(1.0 / k.speed_units[s]);
        }
        let Some(svd) = Svd::new(&j.select_columns(&free)) else { continue };
        let rank = svd.rank(RANK_TOLERANCE);
        let now = DVector::from_iterator(own.len(), own.iter().map(|&s| out[s]));
        let change = svd.solve(&(&j * &now), rank);
        for (&i, x) in free.iter().zip(change.iter()) {
            out[own[i]] -= x;
        }
        let after = DVector::from_iterator(own.len(), own.iter().map(|&s| out[s]));
        let before = own.iter().fold(0.0_f64, |m, &s| m.max(v[s].abs()));
        check(&k, cluster, &j, (&after, before), &freedom)?;
        if metric == Metric::Inertia {
            allowed.push((free.iter().map(|&i| own[i]).collect(), svd.null(rank)));
        }
    }
    if metric == Metric::Inertia {
        least_energy(&mut k, q, v, &allowed, &mut out)?;
    }
    Ok(out)
}

/// An error if conditions are still broken.
fn check(
    k: &Kinematics<'_>,
    cluster: usize,
    j: &DMatrix<f64>,
    (v, before): (&DVector<f64>, f64),
    freedom: &Freedom,
) -> Result<(), MechanismError> {
    let (model, own) = (k.model, &k.speeds[cluster]);
    let left = j * v;
    let scale = j.amax() * v.amax().max(before);
    if left.is_empty() || left.amax() <= 1e-8 * scale {
        return Ok(());
    }
    let worst = left.iamax();
    let row = k.rows[cluster][worst];
    let mut held: Vec<String> = Vec::new();
    for &s in own.iter().filter(|&&s| !freedom.free[s]) {
        let joint = &model.joint_names()[model.joint_of_speed(s).0];
        if !held.contains(joint) {
            held.push(joint.clone());
        }
    }
    let closure = k.loops.rows()[row].closure;
    Err(MechanismError::HeldSpeeds {
        joints: held.join(", "),
        closure: model.closure_names()[closure.0].clone(),
        by: left[worst].abs() * k.row_units[row],
        unit: if k.loops.rows()[row].unit == denoc_model::joints::Unit::Length { "m/s" } else { "rad/s" },
    })
}

/// Moves `out` along the allowed changes to where the kinetic energy of `out − v` is least.
fn least_energy(
    k: &mut Kinematics<'_>,
    q: &[f64],
    v: &[f64],
    allowed: &[(Vec<usize>, DMatrix<f64>)],
    out: &mut [f64],
) -> Result<(), MechanismError> {
    let nv = k.model.nv();
    let gim = DMatrix::from_row_slice(nv, nv, &k.gim(q)?);
    let count = allowed.iter().map(|(_, t)| t.ncols()).sum();
    let mut t = DMatrix::zeros(nv, count);
    let mut first = 0;
    for (speeds, own) in allowed {
        for (i, &s) in speeds.iter().enumerate() {
            for c in 0..own.ncols() {
                t[(s, first + c)] = own[(i, c)];
            }
        }
        first += own.ncols();
    }
    let wish = DVector::from_iterator(nv, v.iter().zip(&*out).map(|(v, o)| v - o));
    let Some(svd) = Svd::new(&(t.transpose() * &gim * &t)) else { return Ok(()) };
    // directions without inertia cost nothing: they stay as they are
    let u = svd.solve(&(t.transpose() * &gim * wish), svd.rank(1e-14));
    for (o, x) in out.iter_mut().zip((t * u).iter()) {
        *o += x;
    }
    Ok(())
}
