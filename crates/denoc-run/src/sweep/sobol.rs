//! The sequence of Sobol in the order of Gray codes, with the direction numbers of Joe and Kuo (SIAM J. Sci. Comput. 30, 2008;
//! their file new-joe-kuo-6.21201).

use crate::Error;
use crate::error::scenario_error;

const BITS: usize = 32;

/// For every dimension but the first: the coefficients of its primitive polynomial between the outer ones, as bits, and the
/// first direction numbers.
const TABLE: [(u32, &[u32]); 20] = [
    (0, &[1]),
    (1, &[1, 3]),
    (1, &[1, 3, 1]),
    (2, &[1, 1, 1]),
    (1, &[1, 1, 3, 3]),
    (4, &[1, 3, 5, 13]),
    (2, &[1, 1, 5, 5, 17]),
    (4, &[1, 1, 5, 5, 5]),
    (7, &[1, 1, 7, 11, 19]),
    (11, &[1, 1, 5, 1, 1]),
    (13, &[1, 1, 1, 3, 11]),
    (14, &[1, 3, 5, 5, 31]),
    (1, &[1, 3, 3, 9, 7, 49]),
    (13, &[1, 1, 1, 15, 21, 21]),
    (16, &[1, 3, 1, 13, 27, 49]),
    (19, &[1, 1, 1, 15, 7, 5]),
    (22, &[1, 3, 1, 15, 13, 25]),
    (25, &[1, 1, 5, 5, 19, 61]),
    (1, &[1, 3, 7, 11, 23, 15, 103]),
    (4, &[1, 3, 7, 13, 13, 15, 69]),
];

/// The first points of the unit cube; the very first is zero.
pub(super) fn points(count: usize, dimensions: usize) -> Result<Vec<Vec<f64>>, Error> {
    if dimensions > TABLE.len() + 1 {
        let rule = format!("the sampling \"sobol\" supports up to {} parameters, not {dimensions}", TABLE.len() + 1);
        return Err(scenario_error("sweep.sampling", rule, "use \"latin-hypercube\""));
    }
    let directions: Vec<[u32; BITS]> = (0..dimensions).map(directions).collect();
    let coordinate = |i: usize, v: &[u32; BITS]| {
        let gray = i ^ (i >> 1);
        let bits = (0..BITS).filter(|k| gray >> k & 1 == 1).fold(0, |x, k| x ^ v[k]);
        f64::from(bits) / (1_u64 << BITS) as f64
    };
    Ok((0..count).map(|i| directions.iter().map(|v| coordinate(i, v)).collect()).collect())
}

/// The direction numbers of a dimension, highest bit first.
fn directions(dimension: usize) -> [u32; BITS] {
    let mut v = [0; BITS];
    if dimension == 0 {
        v.iter_mut().enumerate().for_each(|(k, v)| *v = 1 << (BITS - 1 - k));
        return v;
    }
    let (polynomial, first) = TABLE[dimension - 1];
    let degree = first.len();
    for k in 0..BITS {
        if k < degree {
            v[k] = first[k] << (BITS - 1 - k);
            continue;
        }
        let mut x = v[k - degree] ^ (v[k - degree] >> degree);
        for j in 1..degree {
            if polynomial >> (degree - 1 - j) & 1 == 1 {
                x ^= v[k - j];
            }
        }
        v[k] = x;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: scipy 1.x, scipy.stats.qmc.Sobol(d=21, scramble=False).random(1024)
    #[test]
    fn first_points_are_the_published_ones() {
        let points = points(1024, 21).unwrap();
        let column = |k: usize| points.iter().map(|p| p[k]).collect::<Vec<_>>();
        assert_eq!(column(0)[..8], [0.0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125]);
        assert_eq!(column(1)[..8], [0.0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625]);
        assert_eq!(column(2)[..8], [0.0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375]);
        let last: Vec<f64> = points[1000].iter().map(|x| 1024.0 * x).collect();
        let scipy =
            [225, 99, 531, 693, 287, 929, 47, 921, 513, 71, 87, 261, 165, 393, 147, 379, 737, 353, 1015, 743, 535];
        assert_eq!(last, scipy.map(f64::from));
    }

    // oracle: the definition: each dyadic layer of each parameter holds equally many points, and every pair is balanced
    #[test]
    fn points_are_balanced() {
        let n = 1 << 9;
        let points = points(n, 21).unwrap();
        for k in 0..21 {
            let mut layers: Vec<usize> = points.iter().map(|p| (p[k] * n as f64) as usize).collect();
            layers.sort_unstable();
            assert_eq!(layers, (0..n).collect::<Vec<_>>(), "parameter {k}");
        }
        // each quarter of each pair of parameters
        for (k, l) in (0..21).flat_map(|k| (0..k).map(move |l| (k, l))) {
            let corner = points.iter().filter(|p| p[k] < 0.5 && p[l] < 0.5).count();
            assert_eq!(corner, n / 4, "parameters {k} and {l}");
        }
        // the first two parameters: a (0, m, 2)-net, one point in each box of every shape
        for bits in 0..=9 {
            let mut boxes: Vec<usize> = points
                .iter()
                .map(|p| {
                    let (x, y) = ((p[0] * f64::from(1 << bits)) as usize, (p[1] * f64::from(1 << (9 - bits))) as usize);
                    (x << (9 - bits)) + y
                })
                .collect();
            boxes.sort_unstable();
            assert_eq!(boxes, (0..n).collect::<Vec<_>>(), "{bits}");
        }
    }

    #[test]
    fn too_many_parameters_are_refused() {
        assert!(points(4, 22).unwrap_err().to_string().contains("up to 21 parameters, not 22"));
    }
}
