//! Moves a closed mechanism along its motion to the closed configuration nearest to the initial guess.

use nalgebra::DVector;

use super::Closing;
use super::descent::{Goal, copy};
use super::{RANK_TOLERANCE, Svd};
use crate::MechanismError;

/// Moves each cluster towards the guess while that reduces the distance. Returns the number of iterations.
pub(super) fn approach(
    c: &mut Closing<'_, '_>,
    drawn: &[f64],
    q: &mut [f64],
    clusters: &[usize],
) -> Result<usize, MechanismError> {
    let model = c.k.model;
    // cluster, part of the whole step
    let mut going: Vec<(usize, f64)> = clusters.iter().map(|&cluster| (cluster, 1.0)).collect();
    let mut iterations = 0;
    for _ in 0..60 {
        c.k.place(q)?;
        let mut step = vec![0.0; model.nv()];
        let mut tried = Vec::new();
        for &(cluster, part) in &going {
            if along(c, drawn, q, (cluster, part), &mut step) {
                tried.push((cluster, part));
            }
        }
        if tried.is_empty() {
            break;
        }
        let mut trial = q.to_vec();
        model.integrate(q, &step, &mut trial)?;
        c.freedom.clamp(&mut trial);
        let clusters: Vec<usize> = tried.iter().map(|x| x.0).collect();
        let d = c.descend(&trial, &clusters, &Goal::Closed, 30)?;
        iterations += d.iterations;
        going.clear();
        for (cluster, part) in tried {
            let (before, after) = (c.distance(drawn, q, cluster), c.distance(drawn, &d.q, cluster));
            let nearer = after < before * (1.0 - 1e-12);
            if d.errors[cluster] <= c.tolerance && nearer {
                copy(model, cluster, &d.q, q);
                going.push((cluster, (2.0 * part).min(1.0)));
            } else if part > 1e-2 {
                going.push((cluster, 0.5 * part));
            }
        }
    }
    Ok(iterations)
}

/// Adds part of the step towards the guess, projected onto the constraints of the cluster; false if the step is negligible.
fn along(c: &Closing<'_, '_>, drawn: &[f64], q: &[f64], (cluster, part): (usize, f64), step: &mut [f64]) -> bool {
    let (k, speeds) = (&c.k, &c.k.speeds[cluster]);
    let back = k.way(q, drawn, cluster);
    let free: Vec<usize> = (0..speeds.len()).filter(|&i| c.freedom.may_move(speeds[i], q, back[i])).collect();
    if free.is_empty() {
        return false;
    }
    let Some(svd) = Svd::new(&k.block(cluster).select_columns(&free)) else { return false };
    let towards = DVector::from_iterator(free.len(), free.iter().map(|&i| back[i]));
    let null = svd.null(svd.rank(RANK_TOLERANCE));
    let tangent = &null * (null.transpose() * &towards);
    let size = tangent.norm();
    if size <= 1e-7 * towards.norm() || size <= 1e-10 {
        return false;
    }
    let short = part * (0.5 / size).min(1.0);
    for (&i, x) in free.iter().zip(tangent.iter()) {
        step[speeds[i]] += short * x * k.speed_units[speeds[i]];
    }
    true
}
