//! LU decomposition of square systems with row pivoting: P A = L U.

/// LU decomposition of a square `f64` matrix with row pivoting. Memory is reused.
///
/// ```
/// use denoc_math::dense::Lu;
///
/// let mut lu = Lu::new(2);
/// assert!(lu.factor(|i, j| [[0.0, 2.0], [4.0, 0.0]][i][j]));
/// let mut x = [6.0, 4.0];
/// lu.solve(&mut x);
/// assert_eq!(x, [1.0, 3.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Lu {
    n: usize,
    m: Vec<f64>,
    pivots: Vec<usize>,
}

impl Lu {
    /// Allocates memory for n×n matrices.
    pub fn new(n: usize) -> Self {
        Self { n, m: vec![0.0; n * n], pivots: vec![0; n] }
    }

    /// Fills the matrix and decomposes it; `false` if it is singular or not finite.
    pub fn factor(&mut self, entry: impl Fn(usize, usize) -> f64) -> bool {
        let n = self.n;
        for i in 0..n {
            for j in 0..n {
                self.m[i * n + j] = entry(i, j);
            }
        }
        for k in 0..n {
            let size = |i: &usize| self.m[i * n + k].abs();
            let pivot = (k..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(k);
            self.pivots[k] = pivot;
            let largest = self.m[pivot * n + k];
            if largest == 0.0 || !largest.is_finite() {
                return false;
            }
            if pivot != k {
                for j in 0..n {
                    self.m.swap(k * n + j, pivot * n + j);
                }
            }
            let (upper, lower) = self.m.split_at_mut((k + 1) * n);
            let row = &upper[k * n..];
            for other in lower.chunks_exact_mut(n) {
                let factor = other[k] / row[k];
                other[k] = factor;
                if factor != 0.0 {
                    other[k + 1..].iter_mut().zip(&row[k + 1..]).for_each(|(x, r)| *x -= factor * r);
                }
            }
        }
        true
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        let n = self.n;
        for k in 0..n {
            x.swap(k, self.pivots[k]);
        }
        for i in 1..n {
            let sum: f64 = self.m[i * n..i * n + i].iter().zip(&x[..i]).map(|(m, x)| m * x).sum();
            x[i] -= sum;
        }
        for i in (0..n).rev() {
            let row = &self.m[i * n..(i + 1) * n];
            let sum: f64 = row[i + 1..].iter().zip(&x[i + 1..]).map(|(m, x)| m * x).sum();
            x[i] = (x[i] - sum) / row[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lu;
    use crate::random::Random;

    // oracle: the product with the matrix
    #[test]
    fn solutions_satisfy_the_equations() {
        let mut random = Random::new(5);
        for n in [1, 2, 5, 12] {
            let m: Vec<f64> = random.vector(n * n, 1.0);
            let right = random.vector(n, 1.0);
            let mut lu = Lu::new(n);
            assert!(lu.factor(|i, j| m[i * n + j]));
            let mut x = right.clone();
            lu.solve(&mut x);
            for i in 0..n {
                let product: f64 = (0..n).map(|j| m[i * n + j] * x[j]).sum();
                assert!((product - right[i]).abs() < 1e-10, "{product} {}", right[i]);
            }
        }
        assert!(!Lu::new(2).factor(|_, _| 1.0));
        assert!(!Lu::new(2).factor(|_, _| f64::NAN));
    }
}
