//! Projection of speeds onto the loop closures.

use denoc_model::{LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::descent::Freedom;
use super::{Kinematics, RANK_TOLERANCE, ROUNDING, Svd};
use crate::MechanismError;

/// The metric in which projected speeds are nearest.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Sum of squares of the changes; rad/s and m/s count alike.
    #[default]
    Identity,
    /// Kinetic energy of the changes: the effect of an impulse in the joints that close the loops.
    Inertia,
}

/// The speeds nearest to `v` that keep the loops closed at `q`, J v = 0. Speeds of held joints stay as given.
///
/// ```
/// use denoc_mechanism::Draft;
/// use denoc_mechanism::assembly::{Metric, project_velocity};
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let q = Draft::usual(&fourbar).close(&fourbar)?.q;
/// let crank = fourbar.joint("crank_pivot")?;
/// let mut v = vec![0.0; fourbar.nv()];
/// v[fourbar.links()[crank.0].v] = 10.0; // rad/s
/// let v = project_velocity(&fourbar, &q, &v, &[crank], Metric::Identity)?;
/// assert_eq!(v[fourbar.links()[crank.0].v], 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    // with the inertia metric: admissible changes, as columns
    let mut admissible: Vec<(Vec<usize>, DMatrix<f64>)> = Vec::new();
    for cluster in 0..model.clusters().len() {
        let speeds: Vec<usize> = k.speeds[cluster].clone();
        let free: Vec<usize> = (0..speeds.len()).filter(|&i| freedom.free[speeds[i]]).collect();
        let mut j = k.block(cluster);
        // columns with units: the metric is that of plain speeds
        for (c, &s) in speeds.iter().enumerate() {
            j.column_mut(c).scale_mut(1.0 / k.speed_units[s]);
        }
        let Some(svd) = Svd::new(&j.select_columns(&free)) else { continue };
        let rank = svd.rank(RANK_TOLERANCE);
        let now = DVector::from_iterator(speeds.len(), speeds.iter().map(|&s| out[s]));
        let change = svd.solve(&(&j * &now), rank);
        for (&i, x) in free.iter().zip(change.iter()) {
            out[speeds[i]] -= x;
        }
        let after = DVector::from_iterator(speeds.len(), speeds.iter().map(|&s| out[s]));
        let before = speeds.iter().fold(0.0_f64, |m, &s| m.max(v[s].abs()));
        let limit = 1e-8 * j.amax() * after.amax().max(before) + ROUNDING * k.loops.pace(v);
        check(&k, cluster, &(&j * after), limit, &freedom)?;
        if metric == Metric::Inertia {
            admissible.push((free.iter().map(|&i| speeds[i]).collect(), svd.null(rank)));
        }
    }
    if metric == Metric::Inertia {
        least_energy(&mut k, q, v, &admissible, &mut out)?;
    }
    Ok(out)
}

/// Returns an error if a constraint is still violated by more than a limit.
fn check(
    k: &Kinematics<'_>,
    cluster: usize,
    left: &DVector<f64>,
    limit: f64,
    freedom: &Freedom,
) -> Result<(), MechanismError> {
    let (model, speeds) = (k.model, &k.speeds[cluster]);
    if left.is_empty() || left.amax() <= limit {
        return Ok(());
    }
    let worst = left.iamax();
    let row = k.rows[cluster][worst];
    let mut held: Vec<String> = Vec::new();
    for &s in speeds.iter().filter(|&&s| !freedom.free[s]) {
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

/// Moves `out` along the admissible changes to where the kinetic energy of `out − v` is least.
fn least_energy(
    k: &mut Kinematics<'_>,
    q: &[f64],
    v: &[f64],
    admissible: &[(Vec<usize>, DMatrix<f64>)],
    out: &mut [f64],
) -> Result<(), MechanismError> {
    let nv = k.model.nv();
    let gim = DMatrix::from_row_slice(nv, nv, &k.gim(q)?);
    let count = admissible.iter().map(|(_, t)| t.ncols()).sum();
    let mut t = DMatrix::zeros(nv, count);
    let mut first = 0;
    for (speeds, basis) in admissible {
        for (i, &s) in speeds.iter().enumerate() {
            for c in 0..basis.ncols() {
                t[(s, first + c)] = basis[(i, c)];
            }
        }
        first += basis.ncols();
    }
    let missing = DVector::from_iterator(nv, v.iter().zip(&*out).map(|(v, o)| v - o));
    let Some(svd) = Svd::new(&(t.transpose() * &gim * &t)) else { return Ok(()) };
    // directions without inertia cost nothing: they stay as they are
    let u = svd.solve(&(t.transpose() * &gim * missing), svd.rank(1e-14));
    for (o, x) in out.iter_mut().zip((t * u).iter()) {
        *o += x;
    }
    Ok(())
}
