//! How much better counterweights can be: the value is convex in what they add, so that its slope gives a lower bound.

use denoc_math::Vec3;
use nalgebra::{DMatrix, DVector};

use super::Candidate;
use super::maps::{ADDED, PAIRS};

/// The place within its bounds where a unit mass changes the value the most, per kg: the least of a quadratic function of the position,
/// whose coefficients are the slopes by what a body adds. Exact: a quadratic function is least at a corner, or where its derivatives
/// vanish along an edge, on a face or inside.
pub(super) fn steepest(candidate: &Candidate, slopes: &[f64]) -> (Vec3<f64>, f64) {
    debug_assert_eq!(slopes.len(), ADDED);
    let value = |r: [f64; 3]| {
        let pairs = PAIRS.iter().zip(&slopes[4..]).map(|([a, b], slope)| slope * r[*a] * r[*b]);
        slopes[0] + (0..3).map(|k| slopes[1 + k] * r[k]).sum::<f64>() + pairs.sum::<f64>()
    };
    let mut hessian = [[0.0; 3]; 3];
    for ([a, b], slope) in PAIRS.iter().zip(&slopes[4..]) {
        hessian[*a][*b] += slope;
        hessian[*b][*a] += slope;
    }
    let mut best: Option<([f64; 3], f64)> = None;
    // each coordinate: at its lower bound, at its upper bound, or free
    for face in 0..27_usize {
        let kinds = [face % 3, face / 3 % 3, face / 9];
        let mut r = [0, 1, 2].map(|k| candidate.bounds[k][kinds[k].min(1)]);
        let free: Vec<usize> = (0..3).filter(|&k| kinds[k] == 2).collect();
        if !free.is_empty() {
            let matrix = DMatrix::from_fn(free.len(), free.len(), |i, j| hessian[free[i]][free[j]]);
            let held = |k: usize| (0..3).filter(|j| !free.contains(j)).map(|j| hessian[k][j] * r[j]).sum::<f64>();
            let right = DVector::from_iterator(free.len(), free.iter().map(|&k| -(slopes[1 + k] + held(k))));
            // where the function is not curved, it is least on the boundary, too
            let Some(at) = matrix.lu().solve(&right) else { continue };
            free.iter().zip(at.iter()).for_each(|(&k, &x)| r[k] = x);
        }
        let inside = (0..3).all(|k| (candidate.bounds[k][0]..=candidate.bounds[k][1]).contains(&r[k]));
        if inside && best.is_none_or(|(_, least)| value(r) < least) {
            best = Some((r, value(r)));
        }
    }
    let (r, least) = best.unwrap_or_else(|| {
        let r = candidate.bounds.map(|[low, _]| low);
        (r, value(r))
    });
    (Vec3::from(r), least)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: a fine grid
    #[test]
    fn the_least_of_a_quadratic_function_in_a_box() {
        let candidate = Candidate { link: "rod".into(), max_mass: 1.0, bounds: [[-1.0, 0.5], [0.2, 0.9], [0.1, 0.1]] };
        for seed in 0..40_i32 {
            let slopes: Vec<f64> = (0..10).map(|k| (f64::from(seed * 17 + k * k * 5 + k) * 0.7).sin()).collect();
            let (r, least) = steepest(&candidate, &slopes);
            let value = |x: f64, y: f64, z: f64| {
                let [m, x1, y1, z1, xx, yy, zz, yz, xz, xy] = slopes[..] else { unreachable!("ten") };
                m + x1 * x
                    + y1 * y
                    + z1 * z
                    + xx * x * x
                    + yy * y * y
                    + zz * z * z
                    + yz * y * z
                    + xz * x * z
                    + xy * x * y
            };
            assert!((value(r.x, r.y, r.z) - least).abs() < 1e-12);
            let mut grid = f64::INFINITY;
            for i in 0..=150 {
                for j in 0..=70 {
                    grid = grid.min(value(-1.0 + 0.01 * f64::from(i), 0.2 + 0.01 * f64::from(j), 0.1));
                }
            }
            assert!(least <= grid + 1e-12 && least > grid - 1e-3, "{seed}: {least} {grid}");
        }
    }
}
