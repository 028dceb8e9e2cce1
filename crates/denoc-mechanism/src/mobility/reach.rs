//! Reachable configurations with rolling wheels: the dimension of what successive motions reach.
//!
//! Constraints on speeds alone leave more coordinates than speeds, since moving to and fro along different motions ends
//! elsewhere. The number is the rank of the derivative of the end of a path with respect to the steering along it, for
//! a path of enough random pieces: the dimension of the orbit (Sussmann).

use denoc_math::random::Random;
use nalgebra::{DMatrix, DVector};

use crate::MechanismError;
use crate::assembly::Kinematics;
use crate::manifold::Manifold;
use crate::svd::Svd;

/// Steps of the integration along a piece, and its length.
const STEPS: usize = 6;
const PIECE: f64 = 0.8;

/// The number of coordinates of a cluster that its motions reach from `q`.
pub(super) fn reachable(
    k: &mut Kinematics<'_>,
    cluster: usize,
    rank: usize,
    q: &[f64],
) -> Result<usize, MechanismError> {
    let n = k.speeds[cluster].len();
    let pieces = n + 2;
    let mut random = Random::new(11);
    let steering: Vec<f64> = (0..pieces * n).map(|_| random.signed(1.0)).collect();
    let h = 1e-4;
    let middle = path(k, cluster, rank, q, &steering)?;
    let mut ends = DMatrix::zeros(n, pieces * n);
    for i in 0..steering.len() {
        let mut column: DVector<f64> = DVector::zeros(n);
        for sign in [1.0, -1.0] {
            let mut changed = steering.clone();
            changed[i] += sign * h;
            let end = path(k, cluster, rank, q, &changed)?;
            column += k.way(&middle, &end, cluster) * (sign / (2.0 * h));
        }
        ends.set_column(i, &column);
    }
    k.place(q)?;
    Ok(Svd::new(&ends).map_or(0, |svd| svd.rank(1e-4)))
}

/// The end of a path of pieces, each along the motion nearest to a constant direction (fourth-order Runge-Kutta).
fn path(
    k: &mut Kinematics<'_>,
    cluster: usize,
    rank: usize,
    start: &[f64],
    steering: &[f64],
) -> Result<Vec<f64>, MechanismError> {
    let (model, n) = (k.model, k.speeds[cluster].len());
    let manifold = Manifold::new(model);
    let (mut q, mut moved) = (start.to_vec(), start.to_vec());
    let h = PIECE / STEPS as f64;
    for direction in steering.chunks_exact(n) {
        for _ in 0..STEPS {
            let mut slopes: Vec<Vec<f64>> = Vec::with_capacity(4);
            for part in [0.0, 0.5, 0.5, 1.0] {
                let last = slopes.last().cloned().unwrap_or_else(|| vec![0.0; model.nv()]);
                let local: Vec<f64> = last.iter().map(|x| part * h * x).collect();
                manifold.coordinates(&q, &local, &mut moved);
                let v = motion(k, cluster, rank, &moved, direction)?;
                let mut rates = vec![0.0; model.nv()];
                // steps are far shorter than half a turn
                if manifold.rates(&local, &v, &mut rates).is_err() {
                    rates.copy_from_slice(&v);
                }
                slopes.push(rates);
            }
            let step: Vec<f64> = (0..model.nv())
                .map(|i| h / 6.0 * (slopes[0][i] + 2.0 * slopes[1][i] + 2.0 * slopes[2][i] + slopes[3][i]))
                .collect();
            manifold.coordinates(&q, &step, &mut moved);
            q.copy_from_slice(&moved);
        }
    }
    Ok(q)
}

/// The motion of the cluster nearest to a direction.
fn motion(
    k: &mut Kinematics<'_>,
    cluster: usize,
    rank: usize,
    q: &[f64],
    direction: &[f64],
) -> Result<Vec<f64>, MechanismError> {
    k.place(q)?;
    let mut v = vec![0.0; k.model.nv()];
    let Some(svd) = Svd::new(&k.block(cluster)) else { return Ok(v) };
    let null = svd.null(rank);
    let nearest = &null * (null.transpose() * DVector::from_row_slice(direction));
    for (&s, x) in k.speeds[cluster].iter().zip(nearest.iter()) {
        v[s] = x * k.speed_units[s];
    }
    Ok(v)
}
