//! Cholesky decomposition A = L Lᵀ of symmetric matrices.

use crate::Real;

/// A = L Lᵀ of a symmetric positive definite matrix. Memory is reused.
///
/// ```
/// use denoc_math::dense::Cholesky;
///
/// let mut a = Cholesky::new(2);
/// a.set(0, 0, 4.0);
/// a.set(1, 0, 2.0);
/// a.set(1, 1, 5.0);
/// a.factor(0.0)?;
/// let mut x = [8.0, 12.0];
/// a.solve(&mut x);
/// assert_eq!(x, [1.0, 2.0]);
/// # Ok::<(), denoc_math::dense::NotDefinite>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cholesky<T> {
    n: usize,
    /// By rows; the upper triangle is not used.
    l: Vec<T>,
}

/// A pivot that is too small.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct NotDefinite {
    /// Its index.
    pub pivot: usize,
    /// Its value.
    pub value: f64,
}

impl<T: Real> Cholesky<T> {
    /// Allocates memory for matrices up to n×n.
    pub fn new(n: usize) -> Self {
        Self { n, l: vec![T::zero(); n * n] }
    }

    /// Starts an n×n matrix; set its entries with [`Cholesky::set`].
    pub fn start(&mut self, n: usize) {
        self.n = n;
        self.l.resize(n * n, T::zero());
    }

    /// Sets an entry on or below the diagonal.
    pub fn set(&mut self, row: usize, column: usize, x: T) {
        self.l[row * self.n + column] = x;
    }

    /// The entry of the matrix, before `factor`, or of L, on or below the diagonal.
    pub fn at(&self, row: usize, column: usize) -> T {
        self.l[row * self.n + column]
    }

    /// Decomposes the matrix.
    ///
    /// # Errors
    /// The first pivot that does not exceed `least`.
    pub fn factor(&mut self, least: f64) -> Result<(), NotDefinite> {
        let n = self.n;
        for i in 0..n {
            for j in 0..=i {
                let (before, row) = self.l.split_at_mut(i * n);
                let other = if i == j { &row[..j] } else { &before[j * n..j * n + j] };
                let sum = other.iter().zip(&row[..j]).fold(row[j], |sum, (&a, &b)| a.neg_mul_add(b, sum));
                if i > j {
                    row[j] = sum * before[j * n + j].recip();
                } else if sum.value() > least {
                    row[j] = sum.sqrt();
                } else {
                    return Err(NotDefinite { pivot: i, value: sum.value() });
                }
            }
        }
        Ok(())
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [T]) {
        for i in 0..self.n {
            let sum = (0..i).fold(x[i], |sum, j| self.at(i, j).neg_mul_add(x[j], sum));
            x[i] = sum * self.at(i, i).recip();
        }
        self.back(self.n, x);
    }

    /// After a failure at pivot `k`: a vector x with x·A x equal to that pivot.
    pub fn null(&self, k: usize, x: &mut [T]) {
        x.fill(T::zero());
        for (j, x) in x.iter_mut().enumerate().take(k) {
            *x = -self.at(k, j);
        }
        self.back(k, x);
        x[k] = T::one();
    }

    /// x ← L⁻ᵀ x of the leading part.
    fn back(&self, n: usize, x: &mut [T]) {
        for i in (0..n).rev() {
            let sum = (i + 1..n).fold(x[i], |sum, j| self.at(j, i).neg_mul_add(x[j], sum));
            x[i] = sum * self.at(i, i).recip();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::testing::{close, product};
    use crate::random::Random;

    fn gram(columns: usize, n: usize, random: &mut Random) -> (Cholesky<f64>, Vec<f64>) {
        let b = random.vector(n * columns, 1.0);
        let dot = |i: usize, j: usize| (0..columns).map(|k| b[i * columns + k] * b[j * columns + k]).sum::<f64>();
        let full: Vec<f64> = (0..n * n).map(|k| dot(k / n, k % n)).collect();
        let mut cholesky = Cholesky::new(n + 2);
        cholesky.start(n);
        for i in 0..n {
            for j in 0..=i {
                cholesky.set(i, j, full[i * n + j]);
            }
        }
        (cholesky, full)
    }

    // oracle: A x = b by multiplication; a matrix of known rank
    #[test]
    fn solves_and_finds_null_vectors() {
        let mut random = Random::new(5);
        let (mut cholesky, full) = gram(9, 6, &mut random);
        let b = random.vector(6, 1.0);
        let mut x = b.clone();
        cholesky.factor(0.0).unwrap();
        cholesky.solve(&mut x);
        close(&product(&full, &x, [6, 6, 1]), &b, 1e-12);

        let (mut cholesky, full) = gram(4, 6, &mut random);
        let NotDefinite { pivot, .. } = cholesky.factor(1e-12).unwrap_err();
        assert_eq!(pivot, 4);
        let mut null = [0.0; 6];
        cholesky.null(pivot, &mut null);
        close(&product(&full, &null, [6, 6, 1]), &[0.0; 6], 1e-12);
        assert_eq!((null[4], null[5]), (1.0, 0.0));
    }
}
