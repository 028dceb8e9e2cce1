//! Latin hypercubes: random points, one in each layer of every parameter.

/// Points of the unit cube. Every parameter has random numbers of its own: another parameter behind it changes nothing.
pub(super) fn points(count: usize, parameters: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; parameters]; count];
    for k in 0..parameters {
        let mut random = Random(Random(seed).next() ^ Random(k as u64).next());
        let mut layers: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            layers.swap(i, random.below(i + 1));
        }
        for (point, layer) in points.iter_mut().zip(layers) {
            // rounding must not lift a point into the next layer
            let within = random.fraction().min(1.0 - 1e-9);
            point[k] = (layer as f64 + within) / count as f64;
        }
    }
    points
}

/// SplitMix64: whole numbers only, the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A whole number below `n`.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// A number from 0 up to, but without, 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the first numbers of the published generator with seed 0
    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = Random(0);
        assert_eq!([random.next(), random.next()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

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
