//! Gaussian elimination with complete pivoting, in place, for a few equations.
//!
//! With rows and columns in the order of the pivots, A = L U with L unit lower trapezoidal and U upper trapezoidal. The columns
//! of the pivots belong to dependent unknowns, the others to independent ones: x_dep = G x_ind + g, G = −U₁₁⁻¹ U₁₂. Choosing the
//! largest pivots first reveals the rank and keeps G small.

use crate::Real;

/// Equations A x = b, eliminated in place; the caller owns the storage.
#[derive(Debug)]
pub struct Elimination<'a, T> {
    /// Number of columns.
    pub columns: usize,
    /// A by rows; afterwards L below the diagonal, the reciprocals of the pivots on it, U₁₁ above it, and G to the right.
    pub a: &'a mut [T],
    /// b; afterwards g in its first `rank` entries, and the inconsistency in the others.
    pub b: &'a mut [T],
    /// The row of A at each position.
    pub row_order: &'a mut [usize],
    /// The column of A at each position.
    pub column_order: &'a mut [usize],
}

/// Rank and conditioning of a matrix.
#[derive(Copy, Clone, Debug, Default)]
pub struct Found {
    /// Number of pivots.
    pub rank: usize,
    /// The smallest pivot, relative to the largest; not finite if there are no pivots.
    pub smallest: f64,
}

impl<T: Real> Elimination<'_, T> {
    /// Eliminates until pivots fall below `tolerance` times the largest, or `limit` are found.
    pub fn run(&mut self, tolerance: f64, limit: usize) -> Found {
        let (m, n) = (self.b.len(), self.columns);
        self.row_order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        self.column_order.iter_mut().enumerate().for_each(|(j, at)| *at = j);
        let (mut largest, mut smallest) = (0.0_f64, f64::INFINITY);
        let mut rank = 0;
        while rank < m.min(n).min(limit) {
            let (row, column, size) = self.largest(rank);
            largest = largest.max(size);
            if size.is_nan() || size <= tolerance * largest {
                break;
            }
            smallest = smallest.min(size);
            self.swap(rank, row, column);
            self.eliminate(rank);
            rank += 1;
        }
        self.substitute(rank);
        Found { rank, smallest: smallest / largest }
    }

    /// Position and magnitude of the largest remaining entry.
    fn largest(&self, from: usize) -> (usize, usize, f64) {
        let n = self.columns;
        let mut found = (from, from, 0.0);
        for (i, row) in self.a.chunks_exact(n).enumerate().skip(from) {
            for (j, x) in row.iter().enumerate().skip(from) {
                let size = x.value().abs();
                if size > found.2 {
                    found = (i, j, size);
                }
            }
        }
        found
    }

    fn swap(&mut self, at: usize, row: usize, column: usize) {
        let n = self.columns;
        if row != at {
            let (upper, lower) = self.a.split_at_mut(row * n);
            upper[at * n..(at + 1) * n].swap_with_slice(&mut lower[..n]);
            self.b.swap(at, row);
            self.row_order.swap(at, row);
        }
        if column != at {
            self.a.chunks_exact_mut(n).for_each(|row| row.swap(at, column));
            self.column_order.swap(at, column);
        }
    }

    fn eliminate(&mut self, at: usize) {
        let n = self.columns;
        let (upper, lower) = self.a.split_at_mut((at + 1) * n);
        let pivot_row = &mut upper[at * n + at..];
        let reciprocal = pivot_row[0].recip();
        pivot_row[0] = reciprocal;
        let b = self.b[at];
        for (row, x) in lower.chunks_exact_mut(n).zip(&mut self.b[at + 1..]) {
            let row = &mut row[at..];
            let factor = row[0] * reciprocal;
            row[0] = factor;
            for (x, &p) in row[1..].iter_mut().zip(&pivot_row[1..]) {
                *x = p.neg_mul_add(factor, *x);
            }
            *x = b.neg_mul_add(factor, *x);
        }
    }

    /// G and g.
    fn substitute(&mut self, rank: usize) {
        let n = self.columns;
        for i in (0..rank).rev() {
            let (upper, lower) = self.a.split_at_mut((i + 1) * n);
            let row = &mut upper[i * n..];
            let (reciprocal, mut constant) = (row[i], self.b[i]);
            for (k, known) in (i + 1..rank).zip(lower.chunks_exact(n)) {
                let factor = row[k];
                constant = factor.neg_mul_add(self.b[k], constant);
                for j in rank..n {
                    // rows of G = −U₁₁⁻¹ U₁₂ computed already have the opposite sign
                    row[j] = factor.mul_add(known[j], row[j]);
                }
            }
            self.b[i] = constant * reciprocal;
            for x in &mut row[rank..] {
                *x = -(*x * reciprocal);
            }
        }
    }
}

/// A matrix after [`Elimination::run`].
#[derive(Copy, Clone, Debug)]
pub struct Eliminated<'a, T> {
    /// Number of columns.
    pub columns: usize,
    /// The contents of A after the elimination.
    pub a: &'a [T],
}

impl<T: Real> Eliminated<'_, T> {
    /// Finds y of least norm with Aᵀ y = r. `r` holds the right-hand sides of the pivot columns, in their order, and is overwritten;
    /// `y` is in the order of the row positions. `square` is scratch memory for rank² numbers.
    pub fn solve_transpose(&self, r: &mut [T], y: &mut [T], square: &mut [T]) {
        let (rank, m, n, a) = (r.len(), y.len(), self.columns, self.a);
        // U₁₁ᵀ z = r
        for k in 0..rank {
            let sum = (0..k).fold(r[k], |sum, i| a[i * n + k].neg_mul_add(r[i], sum));
            r[k] = sum * a[k * n + k];
        }
        let l = |i: usize, k: usize| if i == k { T::one() } else { a[i * n + k] };
        if m == rank {
            // Lᵀ y = z
            for k in (0..rank).rev() {
                y[k] = (k + 1..rank).fold(r[k], |sum, i| a[i * n + k].neg_mul_add(y[i], sum));
            }
            return;
        }
        // y = L x with LᵀL x = z; entries of L are at most 1, so forming LᵀL is harmless
        for i in 0..rank {
            for j in 0..=i {
                square[i * rank + j] = (i..m).fold(T::zero(), |sum, k| l(k, i).mul_add(l(k, j), sum));
            }
        }
        // LᵀL = C D Cᵀ, D⁻¹ on the diagonal
        for j in 0..rank {
            let inverse = square[j * rank + j].recip();
            square[j * rank + j] = inverse;
            for i in j + 1..rank {
                let factor = square[i * rank + j] * inverse;
                for k in j + 1..=i {
                    square[i * rank + k] = factor.neg_mul_add(square[k * rank + j], square[i * rank + k]);
                }
            }
            for i in j + 1..rank {
                let factor = square[i * rank + j] * inverse;
                r[i] = factor.neg_mul_add(r[j], r[i]);
            }
        }
        for j in (0..rank).rev() {
            let sum = (j + 1..rank).fold(r[j], |sum, i| square[i * rank + j].neg_mul_add(r[i], sum));
            r[j] = sum * square[j * rank + j];
        }
        for (i, y) in y.iter_mut().enumerate() {
            *y = (0..rank.min(i + 1)).fold(T::zero(), |sum, k| l(i, k).mul_add(r[k], sum));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::testing::{close, product};
    use crate::random::Random;

    // oracle: A x = b by multiplication for random independent entries; Aᵀ y = r; y in the range of A
    #[test]
    fn solves_rows_of_known_rank_and_finds_their_least_multipliers() {
        for (seed, (m, n, rank)) in [(2, 3, 2), (5, 6, 3), (4, 4, 4), (6, 4, 2), (3, 5, 1)].into_iter().enumerate() {
            let mut random = Random::new(seed as u64);
            let (left, right) = (random.vector(m * rank, 1.0), random.vector(rank * n, 1.0));
            let matrix = product(&left, &right, [m, rank, n]);
            let times = |x: &[f64]| product(&matrix, x, [m, n, 1]);
            let transposed = |y: &[f64]| product(y, &matrix, [1, m, n]);
            let right_side = times(&random.vector(n, 1.0));
            let (mut a, mut b) = (matrix.clone(), right_side.clone());
            let (mut row_order, mut column_order) = (vec![0; m], vec![0; n]);
            let mut elimination = Elimination {
                columns: n,
                a: &mut a,
                b: &mut b,
                row_order: &mut row_order,
                column_order: &mut column_order,
            };
            assert_eq!(elimination.run(1e-9, usize::MAX).rank, rank);
            let independent = random.vector(n - rank, 1.0);
            let mut x = vec![0.0; n];
            for j in 0..n - rank {
                x[column_order[rank + j]] = independent[j];
            }
            for i in 0..rank {
                x[column_order[i]] = b[i] + (0..n - rank).map(|j| a[i * n + rank + j] * independent[j]).sum::<f64>();
            }
            close(&times(&x), &right_side, 1e-12);
            assert!(b[rank..].iter().all(|x| x.abs() < 1e-12));

            let force = transposed(&random.vector(m, 1.0));
            let mut r: Vec<f64> = column_order[..rank].iter().map(|&j| force[j]).collect();
            let (mut placed, mut square) = (vec![0.0; m], vec![0.0; rank * rank]);
            Eliminated { columns: n, a: &a }.solve_transpose(&mut r, &mut placed, &mut square);
            let mut y = vec![0.0; m];
            row_order.iter().zip(&placed).for_each(|(&i, &x)| y[i] = x);
            close(&transposed(&y), &force, 1e-11);
            // least: at right angles to every z with Aᵀ z = 0, that is, A w for some w
            let z = random.vector(m, 1.0);
            let dense = nalgebra::DMatrix::from_row_slice(m, n, &matrix);
            let inverse = dense.clone().pseudo_inverse(1e-10).unwrap();
            let z = nalgebra::DVector::from_vec(z);
            let stress = &z - &dense * (&inverse * &z);
            let along: f64 = stress.iter().zip(&y).map(|(z, y)| z * y).sum();
            assert!(along.abs() < 1e-10, "{along}");
        }
    }
}
