//! Projection of accelerations onto the loop closures.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::{LinkId, Model};
use nalgebra::DVector;

use super::descent::Freedom;
use super::{Kinematics, RANK_TOLERANCE, ROUNDING, Svd};
use crate::MechanismError;

/// The accelerations nearest to `a` that keep the loops closed at `q` and `v`, J a + J̇ v = 0. Those of held joints stay as given.
///
/// # Errors
/// [`MechanismError::HeldAccelerations`] if the accelerations of the held joints contradict each other.
pub fn project_acceleration(
    model: &Model,
    q: &[f64],
    v: &[f64],
    a: &[f64],
    hold: &[LinkId],
) -> Result<Vec<f64>, MechanismError> {
    model.check_speeds("a", a)?;
    let mut ws = Workspace::new(model);
    let stage = ws.position(model, q)?.velocity(v)?;
    let mut loops = Loops::new(model);
    loops.place(&stage);
    let mut bias = vec![0.0; loops.count()];
    loops.bias(&stage, &mut bias)?;

    let freedom = Freedom::new(model, hold, false)?;
    let mut k = Kinematics::new(model);
    k.place(q)?;
    let mut out = a.to_vec();
    for cluster in 0..model.clusters().len() {
        let speeds = &k.speeds[cluster];
        let free: Vec<usize> = (0..speeds.len()).filter(|&i| freedom.free[speeds[i]]).collect();
        let j = k.block(cluster);
        let rows = &k.rows[cluster];
        let bias = DVector::from_iterator(rows.len(), rows.iter().map(|&r| bias[r] / k.row_units[r]));
        let scaled = |x: &[f64]| DVector::from_iterator(speeds.len(), speeds.iter().map(|&s| x[s] / k.speed_units[s]));
        let Some(svd) = Svd::new(&j.select_columns(&free)) else { continue };
        let rank = svd.rank(RANK_TOLERANCE);
        let change = svd.solve(&(&j * scaled(&out) + &bias), rank);
        for (&i, x) in free.iter().zip(change.iter()) {
            out[speeds[i]] -= x * k.speed_units[speeds[i]];
        }
        let left = &j * scaled(&out) + &bias;
        let size = j.amax() * scaled(&out).amax() + bias.amax();
        let rounding = ROUNDING * (loops.pace(a) + loops.pace(v).powi(2));
        if !left.is_empty() && left.amax() > 1e-8 * size + rounding {
            let closure = loops.rows()[rows[left.iamax()]].closure;
            return Err(MechanismError::HeldAccelerations { closure: model.closure_names()[closure.0].clone() });
        }
    }
    Ok(out)
}
