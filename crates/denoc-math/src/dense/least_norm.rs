//! Minimum-norm solutions.

use super::Qr;
use crate::Real;

/// The minimum-norm solution of underdetermined equations that a [`Qr`] has decomposed. Memory is reused.
#[derive(Clone, Debug)]
pub struct LeastNorm<T> {
    /// The transposed leading rows of R.
    qr: Qr<T>,
    z: Vec<T>,
}

impl<T: Real> LeastNorm<T> {
    /// Allocates memory for `count` unknowns and matrices of rank at most `rank`.
    pub fn new(count: usize, rank: usize) -> Self {
        let mut qr = Qr::new();
        qr.start(count, rank);
        Self { qr, z: vec![T::zero(); count] }
    }

    /// Finds x with R Pᵀ S x = b and |S x| least, where Q R Pᵀ is the decomposition `of` columns that were divided by the scales S.
    /// `b` has one entry for each independent column at least.
    pub fn solve(&mut self, of: &Qr<T>, scales: &[T], b: &[T], x: &mut [T]) {
        let (rank, m) = (of.rank(), scales.len());
        self.qr.start(m, rank);
        for i in 0..rank {
            for j in i..m {
                self.qr.set(j, i, of.r(i, j));
            }
        }
        self.qr.factor(0.0, rank);
        // Rᵀ Π = Q' R': (R'ᵀ Q'ᵀ) z = Πᵀ b
        let z = &mut self.z[..m];
        self.qr.solve_transpose(|i| b[i], z);
        self.qr.apply(z);
        for (&i, z) in of.order().iter().zip(&*z) {
            x[i] = *z * scales[i].recip();
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::*;
    use crate::dense::testing::close;
    use crate::random::Random;

    // oracle: nalgebra's pseudo-inverse
    #[test]
    fn the_solution_is_that_of_the_pseudo_inverse() {
        for (seed, (m, n, rank)) in [(3, 5, 3), (6, 4, 4), (7, 7, 4), (5, 9, 2), (4, 1, 1)].into_iter().enumerate() {
            let mut random = Random::new(seed as u64);
            let left = DMatrix::from_vec(m, rank, random.vector(m * rank, 1.0));
            let a = left * DMatrix::from_vec(rank, n, random.vector(rank * n, 1.0));
            let b = &a * DVector::from_vec(random.vector(n, 1.0));
            let mut qr = Qr::new();
            qr.start(m, n);
            (0..n).for_each(|j| qr.column_mut(j).copy_from_slice(a.column(j).as_slice()));
            qr.factor(1e-10, usize::MAX);
            let (mut right, mut x) = (b.as_slice().to_vec(), vec![0.0; n]);
            qr.apply_transpose(&mut right);
            LeastNorm::new(n, rank).solve(&qr, &vec![1.0; n], &right, &mut x);
            let expected = a.pseudo_inverse(1e-10).unwrap() * b;
            close(&x, expected.as_slice(), 1e-10);
        }
    }
}
