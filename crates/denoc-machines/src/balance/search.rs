//! Places to start from, by trying places everywhere within the bounds with the best masses for each.

use denoc_math::Vec3;
use denoc_math::random::Random;
use nalgebra::{DMatrix, DVector};

use super::Candidate;

/// Combinations of places that are tried.
const COMBINATIONS: usize = 4096;
/// Most places along one axis.
const FINEST: usize = 9;

/// A combination of places, one for each candidate, with the best masses there as parts of the largest.
pub(super) struct Trial {
    pub(super) places: Vec<Vec3<f64>>,
    pub(super) masses: Vec<f64>,
    /// Square of the value.
    value: f64,
}

/// The best combinations of places, best first. On a grid that covers all combinations if there are few candidates, otherwise random.
/// `column` gives the change of the residuals by the largest mass of a candidate at a place, `constant` the residuals without any.
pub(super) fn best_places(
    candidates: &[Candidate],
    column: impl Fn(usize, Vec3<f64>) -> DVector<f64>,
    constant: &DVector<f64>,
    count: usize,
) -> Vec<Trial> {
    let grids = grids(candidates);
    let (mut all, mut firsts) = (Vec::new(), Vec::new());
    for (c, places) in grids.iter().enumerate() {
        firsts.push(all.len());
        all.extend(places.iter().map(|&place| column(c, place)));
    }
    let columns = DMatrix::from_columns(&all);
    let (gram, right) = (columns.tr_mul(&columns), columns.tr_mul(constant));
    let combinations: usize = grids.iter().map(Vec::len).fold(1, usize::saturating_mul);
    let mut random = Random::new(1);
    let mut best: Vec<Trial> = Vec::new();
    for n in 0..combinations.min(COMBINATIONS) {
        let mut rest = n;
        let choice: Vec<usize> = grids
            .iter()
            .map(|places| match combinations <= COMBINATIONS {
                true => {
                    let k = rest % places.len();
                    rest /= places.len();
                    k
                }
                false => random.below(places.len()),
            })
            .collect();
        let at: Vec<usize> = choice.iter().zip(&firsts).map(|(k, first)| first + k).collect();
        let (masses, value) = best_masses(&gram, &right, &at);
        if best.len() == count && best.last().is_some_and(|worst| value >= worst.value) {
            continue;
        }
        let places = choice.iter().zip(&grids).map(|(&k, grid)| grid[k]).collect();
        let rank = best.partition_point(|trial| trial.value <= value);
        best.insert(rank, Trial { places, masses, value });
        best.truncate(count);
    }
    best
}

/// Places of each candidate: as many along each axis as the number of combinations allows.
fn grids(candidates: &[Candidate]) -> Vec<Vec<Vec3<f64>>> {
    let free = |c: &Candidate| c.bounds.iter().filter(|[low, high]| low < high).count();
    let axes: usize = candidates.iter().map(free).sum();
    let points =
        (2..=FINEST).rev().find(|p| p.checked_pow(axes as u32).is_some_and(|n| n <= COMBINATIONS)).unwrap_or(3);
    let places = |c: &Candidate| {
        let along = |k: usize| -> Vec<f64> {
            let [low, high] = c.bounds[k];
            let n = if low < high { points } else { 1 };
            (0..n).map(|i| low + (high - low) * i as f64 / (n - 1).max(1) as f64).collect()
        };
        let (x, y, z) = (along(0), along(1), along(2));
        let all = x.iter().flat_map(|&x| y.iter().map(move |&y| (x, y)));
        all.flat_map(|(x, y)| z.iter().map(move |&z| Vec3::new(x, y, z))).collect()
    };
    candidates.iter().map(places).collect()
}

/// Masses from 0 to 1 that make ½ mᵀ G m + gᵀ m least, one by one until they rest, and that (without the constant).
fn best_masses(gram: &DMatrix<f64>, right: &DVector<f64>, at: &[usize]) -> (Vec<f64>, f64) {
    let mut masses = vec![0.0; at.len()];
    for _ in 0..100 {
        let mut moved = 0.0_f64;
        for i in 0..at.len() {
            let curvature = gram[(at[i], at[i])];
            if curvature <= 0.0 {
                continue;
            }
            let slope: f64 = right[at[i]] + (0..at.len()).map(|j| gram[(at[i], at[j])] * masses[j]).sum::<f64>();
            let new = (masses[i] - slope / curvature).clamp(0.0, 1.0);
            moved = moved.max((new - masses[i]).abs());
            masses[i] = new;
        }
        if moved < 1e-9 {
            break;
        }
    }
    let pairs = (0..at.len()).flat_map(|i| (0..at.len()).map(move |j| (i, j)));
    let curved: f64 = pairs.map(|(i, j)| 0.5 * masses[i] * masses[j] * gram[(at[i], at[j])]).sum();
    let value = curved + (0..at.len()).map(|i| right[at[i]] * masses[i]).sum::<f64>();
    (masses, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: a fine grid of masses
    #[test]
    fn masses_are_the_best_between_none_and_the_largest() {
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let columns = DMatrix::from_vec(4, 3, random.vector(12, 1.0));
            let constant = DVector::from_vec(random.vector(4, 1.0));
            let (gram, right) = (columns.tr_mul(&columns), columns.tr_mul(&constant));
            let at = [0, 2];
            let (masses, value) = best_masses(&gram, &right, &at);
            // half the square of the residuals, less that without masses
            let worth = |a: f64, b: f64| {
                let rest = &constant + columns.column(0) * a + columns.column(2) * b;
                0.5 * (rest.norm_squared() - constant.norm_squared())
            };
            assert!((worth(masses[0], masses[1]) - value).abs() < 1e-12, "seed {seed}");
            let grid = (0..=100).flat_map(|i| (0..=100).map(move |j| (0.01 * f64::from(i), 0.01 * f64::from(j))));
            let least = grid.map(|(a, b)| worth(a, b)).fold(f64::INFINITY, f64::min);
            assert!(value < least + 1e-9 && value > least - 1e-3, "seed {seed}: {value} {least}");
        }
    }
}
