//! Latin hypercubes: random points, one in each layer of every parameter.

use denoc_math::random::Random;

/// Points of the unit cube. Every parameter has random numbers of its own: another parameter behind it changes nothing.
pub(super) fn points(count: usize, parameters: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; parameters]; count];
    for k in 0..parameters {
        let mut random = Random::stream(seed, k as u64);
        let mut layers: Vec<usize> = (0..count).collect();
        random.shuffle(&mut layers);
        for (point, layer) in points.iter_mut().zip(layers) {
            // rounding must not lift a point into the next layer
            let within = random.unit().min(1.0 - 1e-9);
            point[k] = (layer as f64 + within) / count as f64;
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the definition: one point in each layer
    #[test]
    fn every_layer_holds_one_point() {
        for (count, seed) in [(1, 1), (7, 2), (64, 3), (1000, u64::MAX)] {
            let points = points(count, 5, seed);
            for k in 0..5 {
                let mut layers: Vec<usize> = points.iter().map(|p| (p[k] * count as f64) as usize).collect();
                layers.sort_unstable();
                assert_eq!(layers, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn seeds_and_parameters_differ_and_more_parameters_change_nothing() {
        let (a, b, wide) = (points(20, 2, 1), points(20, 2, 2), points(20, 3, 1));
        assert_ne!(a, b);
        assert!(a.iter().any(|p| p[0] != p[1]));
        assert!(a.iter().zip(&wide).all(|(p, q)| p[..] == q[..2]));
    }
}
