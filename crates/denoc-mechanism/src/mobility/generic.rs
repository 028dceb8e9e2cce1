//! A generic configuration of the same branch, and whether the mechanism really moves there.

use denoc_math::random::Random;
use nalgebra::DMatrix;

use crate::MechanismError;
use crate::assembly::{AssemblyOptions, Closing, Goal, Kinematics, copy};
use crate::svd::Svd;

/// Steps of the walk to poses that are not special.
const STEPS: usize = 8;
/// Length of a step, rad; lengths relative to the size of the mechanism.
const STEP: f64 = 0.2;
/// Length of the trial steps that tell motion from shakiness.
const TRIAL: f64 = 1e-3;

/// Singular values smaller than this, relative to the largest, count as zero. A shaky structure is closed up to the square root
/// of rounding only.
pub(super) const CLEAR: f64 = 1e-7;

/// What holds at almost all configurations of a branch.
#[derive(Clone, Debug)]
pub(super) struct Generic {
    /// The best of the poses seen, cluster by cluster.
    pub(super) q: Vec<f64>,
    /// Independent conditions, by cluster.
    pub(super) ranks: Vec<usize>,
    /// Freedoms along which each cluster really moves.
    pub(super) moves: Vec<usize>,
    /// The smallest singular value that counts, relative to the largest, by cluster.
    pub(super) clear: Vec<f64>,
    /// The largest that counts as zero, of all clusters.
    pub(super) noise: f64,
}

/// Walks from the closed configuration `q` along random motions.
pub(super) fn find(k: &mut Kinematics<'_>, q: &[f64]) -> Result<Generic, MechanismError> {
    let options = AssemblyOptions { limits: false, ..AssemblyOptions::default() };
    let mut c = Closing::new(k, &options, q)?;
    let (model, mut random) = (c.k.model, Random::new(7));
    let clusters: Vec<usize> =
        (0..model.clusters().len()).filter(|&i| !c.k.rows[i].is_empty() && !c.k.speeds[i].is_empty()).collect();
    let mut here = q.to_vec();
    let mut generic = Generic {
        q: q.to_vec(),
        ranks: vec![0; model.clusters().len()],
        moves: c.k.speeds.iter().map(Vec::len).collect(),
        clear: vec![1.0; model.clusters().len()],
        noise: 0.0,
    };
    let mut seen: Vec<Vec<Seen>> = vec![Vec::new(); model.clusters().len()];
    for step_number in 0..=STEPS {
        c.k.place(&here)?;
        let mut step = vec![0.0; model.nv()];
        for &cluster in &clusters {
            let Some(svd) = Svd::new(&c.k.block(cluster)) else { continue };
            let rank = svd.rank(CLEAR);
            let part = |i: usize| svd.values.get(i).map_or(0.0, |x| x / svd.values[0].max(f64::MIN_POSITIVE));
            let clear = if rank > 0 { part(rank - 1) } else { 1.0 };
            seen[cluster].push(Seen { q: here.clone(), rank, clear, noise: part(rank) });
            add_random(&mut random, &svd.null(rank), &c.k.speeds[cluster], &c.k.speed_units, &mut step);
        }
        if step_number == STEPS {
            break;
        }
        let mut trial = here.clone();
        model.integrate(&here, &step, &mut trial)?;
        let d = c.descend(&trial, &clusters, &Goal::Closed, 60)?;
        for &cluster in &clusters {
            // a long way back leads to another branch
            let near = c.distance(&here, &d.q, cluster) <= 2.0 * STEP;
            if d.errors[cluster] <= c.tolerance && near {
                copy(model, cluster, &d.q, &mut here);
            }
        }
    }
    for &cluster in &clusters {
        let Some(best) = choose(&c, q, cluster, &seen[cluster]) else { continue };
        copy(model, cluster, &best.q, &mut generic.q);
        (generic.ranks[cluster], generic.clear[cluster]) = (best.rank, best.clear);
        generic.noise = generic.noise.max(best.noise);
    }
    count_motions(&mut c, &clusters, &mut generic)?;
    Ok(generic)
}

/// A pose of the walk, as one cluster sees it.
#[derive(Clone)]
struct Seen {
    q: Vec<f64>,
    rank: usize,
    /// The smallest singular value that counts, and the largest that does not, relative to the largest.
    clear: f64,
    noise: f64,
}

/// Of the poses of highest rank, those where it is clear: of these the one farthest from the start, which may be special in ways
/// that ranks do not show, such as dead points.
fn choose<'s>(c: &Closing<'_, '_>, start: &[f64], cluster: usize, seen: &'s [Seen]) -> Option<&'s Seen> {
    let rank = seen.iter().map(|s| s.rank).max()?;
    let full = || seen.iter().filter(|s| s.rank == rank);
    let clearest = full().map(|s| s.clear).fold(0.0, f64::max);
    let far = |s: &Seen| c.distance(start, &s.q, cluster);
    full().filter(|s| s.clear >= 0.3 * clearest).max_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Adds a random combination of the columns of `null`, of length [`STEP`].
fn add_random(random: &mut Random, null: &DMatrix<f64>, speeds: &[usize], units: &[f64], step: &mut [f64]) {
    let x = nalgebra::DVector::from_iterator(null.ncols(), (0..null.ncols()).map(|_| random.signed(1.0)));
    let way = null * &x;
    let scale = STEP / way.norm().max(1e-9);
    for (&s, x) in speeds.iter().zip(way.iter()) {
        step[s] = scale * x * units[s];
    }
}

/// Freedoms of speed that lead to motion: a small step along each, closed again, must still be most of that step.
fn count_motions(c: &mut Closing<'_, '_>, clusters: &[usize], generic: &mut Generic) -> Result<(), MechanismError> {
    let model = c.k.model;
    c.k.place(&generic.q)?;
    let mut bases: Vec<(usize, DMatrix<f64>)> = Vec::new();
    for &cluster in clusters {
        let Some(svd) = Svd::new(&c.k.block(cluster)) else { continue };
        bases.push((cluster, svd.null(generic.ranks[cluster])));
    }
    let mut moved: Vec<DMatrix<f64>> = bases.iter().map(|(_, t)| DMatrix::zeros(t.ncols(), t.ncols())).collect();
    let most = bases.iter().map(|(_, t)| t.ncols()).max().unwrap_or(0);
    for direction in 0..most {
        let mut step = vec![0.0; model.nv()];
        let mut going = Vec::new();
        for (cluster, t) in bases.iter().filter(|(_, t)| direction < t.ncols()) {
            going.push(*cluster);
            for (&s, x) in c.k.speeds[*cluster].iter().zip(t.column(direction).iter()) {
                step[s] = TRIAL * x * c.k.speed_units[s];
            }
        }
        let mut trial = generic.q.clone();
        model.integrate(&generic.q, &step, &mut trial)?;
        let d = c.descend(&trial, &going, &Goal::Closed, 100)?;
        for ((cluster, t), moved) in bases.iter().zip(&mut moved).filter(|((_, t), _)| direction < t.ncols()) {
            if d.errors[*cluster] <= c.tolerance {
                let way = c.k.way(&generic.q, &d.q, *cluster) / TRIAL;
                moved.set_column(direction, &(t.transpose() * way));
            }
        }
    }
    for ((cluster, _), moved) in bases.iter().zip(&moved) {
        generic.moves[*cluster] = Svd::new(moved).map_or(0, |svd| svd.values.iter().filter(|&&x| x > 0.3).count());
    }
    Ok(())
}
