//! Symmetric positive semidefinite systems: rank-revealing, with minimum-norm solutions.

use crate::Real;

/// G = B Bᵀ of a symmetric positive semidefinite matrix, with rank(G) columns of B: pivoted Cholesky decomposition. Memory is
/// reused.
///
/// ```
/// use denoc_math::dense::Semidefinite;
///
/// let mut g = Semidefinite::<f64>::new(2); // twice the same equation, x + y = 1
/// for (i, j) in [(0, 0), (1, 0), (1, 1)] {
///     g.set(i, j, 1.0);
/// }
/// g.factor(1e-12, usize::MAX);
/// let (mut x, mut gaps) = ([1.0, 1.0], [0.0; 2]);
/// g.solve(&mut x, &mut gaps);
/// assert_eq!(g.rank(), 1);
/// assert!(x.iter().all(|x| (x - 0.5).abs() < 1e-15));
/// ```
#[derive(Clone, Debug)]
pub struct Semidefinite<T> {
    size: usize,
    rank: usize,
    smallest: f64,
    /// The order of the pivots.
    order: Vec<usize>,
    /// G, then B, by rows of the original order.
    g: Vec<T>,
    /// The Cholesky factor of BᵀB, by rows.
    gram: Vec<T>,
    z: Vec<T>,
}

impl<T: Real> Semidefinite<T> {
    /// Allocates memory for a matrix with this many rows; set its entries with [`Semidefinite::set`].
    pub fn new(size: usize) -> Self {
        let zero = T::zero();
        Self {
            size,
            rank: 0,
            smallest: 1.0,
            order: (0..size).collect(),
            g: vec![zero; size * size],
            gram: vec![zero; size * size],
            z: vec![zero; size],
        }
    }

    /// Sets an entry on or below the diagonal and its mirror image.
    pub fn set(&mut self, i: usize, j: usize, x: T) {
        self.g[i * self.size + j] = x;
        self.g[j * self.size + i] = x;
    }

    /// The entry of the matrix, before `factor`.
    pub fn at(&self, i: usize, j: usize) -> T {
        self.g[i * self.size + j]
    }

    /// Number of accepted pivots.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The smallest accepted pivot, relative to the largest.
    pub fn smallest(&self) -> f64 {
        self.smallest
    }

    /// The dropped rows, by index.
    pub fn dropped(&self) -> &[usize] {
        &self.order[self.rank..]
    }

    /// Decomposes the matrix, up to rank `limit`. Pivots must exceed `least`.
    pub fn factor(&mut self, least: f64, limit: usize) {
        let n = self.size;
        (self.rank, self.smallest) = (0, 1.0);
        self.order.iter_mut().enumerate().for_each(|(i, order)| *order = i);
        let largest = (0..n).map(|i| self.g[i * n + i].value()).fold(0.0, f64::max);
        while self.rank < n.min(limit) {
            let r = self.rank;
            let pivot = |i: usize| self.g[i * n + i].value();
            let (at, best) = (r..n)
                .map(|at| (at, pivot(self.order[at])))
                .fold((r, f64::NEG_INFINITY), |best, x| if x.1 > best.1 { x } else { best });
            if best.is_nan() || best <= least {
                break;
            }
            self.smallest = best / largest;
            self.order.swap(r, at);
            let p = self.order[r];
            let root = self.g[p * n + p].sqrt();
            let scale = root.recip();
            // column r of B takes the place of what is eliminated: entries of B sit at (row, pivot in the order r)
            for &i in &self.order[r + 1..] {
                self.gram[i * n + r] = self.g[i * n + p] * scale;
            }
            self.gram[p * n + r] = root;
            for (k, &i) in self.order[r + 1..].iter().enumerate() {
                for &j in &self.order[r + 1..r + 2 + k] {
                    let rest = self.gram[i * n + r].neg_mul_add(self.gram[j * n + r], self.g[i * n + j]);
                    self.g[i * n + j] = rest;
                    self.g[j * n + i] = rest;
                }
            }
            self.rank += 1;
        }
        // B now stands in `gram`, by rows of the original order; G is no longer needed
        core::mem::swap(&mut self.g, &mut self.gram);
        if self.rank < n {
            self.factor_gram();
        }
    }

    /// BᵀB = K Kᵀ.
    fn factor_gram(&mut self) {
        let (n, r) = (self.size, self.rank);
        for i in 0..r {
            for j in 0..=i {
                // the part of B above its triangle is not there
                let mut sum = T::zero();
                for &row in &self.order[i..] {
                    sum = self.g[row * n + i].mul_add(self.g[row * n + j], sum);
                }
                for k in 0..j {
                    sum = self.gram[i * n + k].neg_mul_add(self.gram[j * n + k], sum);
                }
                self.gram[i * n + j] = if i == j { sum.sqrt() } else { sum * self.gram[j * n + j].recip() };
            }
        }
    }

    /// x ← G⁺ x, the minimum-norm solution; `gaps` receives the residuals of the dropped equations, zero for the others.
    pub fn solve(&mut self, x: &mut [T], gaps: &mut [T]) {
        let (n, r) = (self.size, self.rank);
        gaps.fill(T::zero());
        // L z = x for the accepted equations
        for i in 0..r {
            let p = self.order[i];
            let sum = (0..i).fold(x[p], |sum, k| self.g[p * n + k].neg_mul_add(self.z[k], sum));
            self.z[i] = sum * self.g[p * n + i].recip();
        }
        for &p in &self.order[r..] {
            gaps[p] = (0..r).fold(x[p], |sum, k| self.g[p * n + k].neg_mul_add(self.z[k], sum));
        }
        if r == n {
            // Lᵀ x = z
            for i in (0..n).rev() {
                let p = self.order[i];
                let sum = (i + 1..n).fold(self.z[i], |sum, k| {
                    let below = self.order[k];
                    self.g[below * n + i].neg_mul_add(x[below], sum)
                });
                x[p] = sum * self.g[p * n + i].recip();
            }
            return;
        }
        // x = B (BᵀB)⁻¹ z
        for i in 0..r {
            let sum = (0..i).fold(self.z[i], |sum, k| self.gram[i * n + k].neg_mul_add(self.z[k], sum));
            self.z[i] = sum * self.gram[i * n + i].recip();
        }
        for i in (0..r).rev() {
            let sum = (i + 1..r).fold(self.z[i], |sum, k| self.gram[k * n + i].neg_mul_add(self.z[k], sum));
            self.z[i] = sum * self.gram[i * n + i].recip();
        }
        for (place, &p) in self.order.iter().enumerate() {
            x[p] = (0..r.min(place + 1)).fold(T::zero(), |sum, k| self.g[p * n + k].mul_add(self.z[k], sum));
        }
    }

    /// A null vector: x with G x = 0, one for each dropped row.
    pub fn null(&self, which: usize, x: &mut [T]) {
        let (n, r) = (self.size, self.rank);
        let row = self.dropped()[which];
        x.fill(T::zero());
        x[row] = T::one();
        for i in (0..r).rev() {
            let sum = (i + 1..r).fold(-self.g[row * n + i], |sum, k| {
                let below = self.order[k];
                self.g[below * n + i].neg_mul_add(x[below], sum)
            });
            let p = self.order[i];
            x[p] = sum * self.g[p * n + i].recip();
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::*;
    use crate::dense::testing::close;
    use crate::random::Random;

    // oracle: nalgebra's singular value decomposition
    #[test]
    fn least_norm_solutions_of_any_rank() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let (n, rank) = (1 + seed as usize % 7, seed as usize % 5);
            let rank = rank.min(n);
            let b = DMatrix::from_vec(n, rank, random.vector(n * rank, 1.0));
            let g = &b * b.transpose();
            let mut ours = Semidefinite::new(n);
            for i in 0..n {
                for j in 0..=i {
                    ours.set(i, j, g[(i, j)]);
                }
            }
            ours.factor(1e-12, usize::MAX);
            assert_eq!(ours.rank(), rank);
            let right = &b * DVector::from_vec(random.vector(rank, 1.0));
            let (mut x, mut gaps) = (right.as_slice().to_vec(), vec![0.0; n]);
            ours.solve(&mut x, &mut gaps);
            let expected = g.clone().pseudo_inverse(1e-10).unwrap() * &right;
            close(&x, expected.as_slice(), 1e-7);
            assert!(gaps.iter().all(|gap| gap.abs() < 1e-9));
            let mut null = vec![0.0; n];
            for which in 0..n - rank {
                ours.null(which, &mut null);
                let size = null.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                assert!((&g * DVector::from_column_slice(&null)).amax() < 1e-9 * size && size >= 1.0);
            }
        }
    }

    // oracle: by hand
    #[test]
    fn contradictions_are_told() {
        let mut g = Semidefinite::new(2);
        for (i, j) in [(0, 0), (1, 0), (1, 1)] {
            g.set(i, j, 2.0);
        }
        g.factor(2e-12, usize::MAX);
        let (mut x, mut gaps) = ([2.0, 5.0], [0.0; 2]);
        g.solve(&mut x, &mut gaps);
        assert_eq!(g.rank(), 1);
        close(&gaps, &[0.0, 3.0], 1e-15);
        close(&x, &[0.5, 0.5], 1e-15);
        g.set(0, 0, 1.0);
        g.set(1, 1, 1.0);
        g.set(1, 0, 0.0);
        g.factor(1e-12, 1); // at most one pivot
        assert_eq!(g.rank(), 1);
    }
}
