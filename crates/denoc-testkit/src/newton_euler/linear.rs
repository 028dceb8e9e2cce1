//! Dense linear algebra: Gaussian elimination, and orthogonal factors with column pivoting.

use std::cell::OnceCell;
use std::ops::{Index, IndexMut};

/// Pivots below this fraction of the largest count as zero.
const RANK_TOLERANCE: f64 = 1e-9;

/// A matrix by columns.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    rows: usize,
    columns: usize,
    numbers: Vec<f64>,
}

impl Dense {
    pub(super) fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, numbers: vec![0.0; rows * columns] }
    }

    pub(super) fn from_columns(rows: usize, columns: &[Vec<f64>]) -> Self {
        Self { rows, columns: columns.len(), numbers: columns.concat() }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn column(&self, k: usize) -> &[f64] {
        &self.numbers[k * self.rows..(k + 1) * self.rows]
    }

    fn column_mut(&mut self, k: usize) -> &mut [f64] {
        &mut self.numbers[k * self.rows..(k + 1) * self.rows]
    }

    /// The sum of the columns times these factors.
    pub(super) fn times(&self, factors: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.rows];
        factors.iter().enumerate().for_each(|(k, factor)| add_scaled(&mut sum, *factor, self.column(k)));
        sum
    }

    /// The products of the columns with a vector.
    pub(super) fn transposed_times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.columns).map(|k| dot(self.column(k), x)).collect()
    }
}

impl Index<(usize, usize)> for Dense {
    type Output = f64;
    fn index(&self, (i, k): (usize, usize)) -> &f64 {
        &self.numbers[k * self.rows + i]
    }
}

impl IndexMut<(usize, usize)> for Dense {
    fn index_mut(&mut self, (i, k): (usize, usize)) -> &mut f64 {
        &mut self.numbers[k * self.rows + i]
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn add_scaled(sum: &mut [f64], factor: f64, x: &[f64]) {
    sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += factor * x);
}

/// The solution of a regular square system, by elimination with row pivoting.
pub(super) fn solve_square(mut matrix: Dense, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for k in 0..n {
        let pivot =
            (k..n).max_by(|&i, &j| matrix[(i, k)].abs().total_cmp(&matrix[(j, k)].abs())).expect("rows are left");
        right.swap(k, pivot);
        for j in k..n {
            let (upper, lower) = (matrix[(k, j)], matrix[(pivot, j)]);
            (matrix[(k, j)], matrix[(pivot, j)]) = (lower, upper);
        }
        for i in k + 1..n {
            let factor = matrix[(i, k)] / matrix[(k, k)];
            for j in k + 1..n {
                matrix[(i, j)] -= factor * matrix[(k, j)];
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| matrix[(k, j)] * right[j]).sum();
        right[k] = (right[k] - known) / matrix[(k, k)];
    }
    right
}

/// A P = Q R with Householder reflections; columns are taken in the order of the length of what is left of them.
#[derive(Clone, Debug)]
pub(super) struct Orthogonal {
    /// Q, square.
    q: Dense,
    /// R, in the order of `order`.
    r: Dense,
    order: Vec<usize>,
    /// Factors of the rows of A, once they are needed.
    row_space: OnceCell<Box<Orthogonal>>,
    /// Number of independent columns.
    pub(super) rank: usize,
    /// The smallest pivot that counts, relative to the largest.
    pub(super) weakest: f64,
    /// The largest pivot that does not count, relative to the largest.
    pub(super) rejected: f64,
}

impl Orthogonal {
    pub(super) fn new(matrix: Dense) -> Self {
        Self::beside(matrix, 0.0)
    }

    /// The same where columns are rounding beside a given length.
    pub(super) fn beside(mut r: Dense, length: f64) -> Self {
        let (rows, columns) = (r.rows, r.columns);
        let mut q = Dense::zeros(rows, rows);
        (0..rows).for_each(|i| q[(i, i)] = 1.0);
        let mut order: Vec<usize> = (0..columns).collect();
        let (mut rank, mut largest, mut weakest, mut rejected) = (0, length, 1.0, 0.0);
        for k in 0..rows.min(columns) {
            let left = |j: usize| dot(&r.column(j)[k..], &r.column(j)[k..]);
            let Some(pivot) = (k..columns).max_by(|&i, &j| left(i).total_cmp(&left(j))) else { break };
            let length = left(pivot).sqrt();
            largest = largest.max(length);
            if length <= RANK_TOLERANCE * largest {
                rejected = if largest > 0.0 { length / largest } else { 0.0 };
                break;
            }
            (rank, weakest) = (k + 1, length / largest);
            order.swap(k, pivot);
            for i in 0..rows {
                let (a, b) = (r[(i, k)], r[(i, pivot)]);
                (r[(i, k)], r[(i, pivot)]) = (b, a);
            }
            let mut mirror = r.column(k)[k..].to_vec();
            mirror[0] += length.copysign(mirror[0]);
            let scale = 2.0 / dot(&mirror, &mirror);
            let reflect = |x: &mut [f64]| {
                let along = scale * dot(&mirror, x);
                add_scaled(x, -along, &mirror);
            };
            (k..columns).for_each(|j| reflect(&mut r.column_mut(j)[k..]));
            // Q Hₖ
            let mut along = vec![0.0; rows];
            mirror.iter().enumerate().for_each(|(j, m)| add_scaled(&mut along, scale * m, q.column(k + j)));
            mirror.iter().enumerate().for_each(|(j, m)| add_scaled(q.column_mut(k + j), -m, &along));
        }
        Self { q, r, order, row_space: OnceCell::new(), rank, weakest, rejected }
    }

    /// Independent columns, as many as the rank.
    pub(super) fn independent(&self) -> &[usize] {
        &self.order[..self.rank]
    }

    /// An orthonormal basis of the vectors that are normal to all columns of A.
    pub(super) fn complement(&self) -> Dense {
        let columns: Vec<Vec<f64>> = (self.rank..self.q.columns).map(|k| self.q.column(k).to_vec()).collect();
        Dense::from_columns(self.q.rows, &columns)
    }

    /// The shortest x with Aᵀ x = b, from the independent equations, and the largest gap in the dependent ones.
    pub(super) fn shortest(&self, b: &[f64]) -> (Vec<f64>, f64) {
        let mut y: Vec<f64> = Vec::with_capacity(self.rank);
        for k in 0..self.rank {
            let known: f64 = (0..k).map(|i| self.r[(i, k)] * y[i]).sum();
            y.push((b[self.order[k]] - known) / self.r[(k, k)]);
        }
        let gap = |k: usize| ((0..self.rank).map(|i| self.r[(i, k)] * y[i]).sum::<f64>() - b[self.order[k]]).abs();
        let gap = (self.rank..self.r.columns).map(gap).fold(0.0, f64::max);
        (self.q.times(&y), gap)
    }

    /// A solution of A λ = g with as few nonzero entries as the rank; what A cannot reach is left out.
    pub(super) fn basic(&self, g: &[f64]) -> Vec<f64> {
        let mut lambda = vec![0.0; self.r.columns];
        for k in (0..self.rank).rev() {
            let known: f64 = (k + 1..self.rank).map(|j| self.r[(k, j)] * lambda[self.order[j]]).sum();
            lambda[self.order[k]] = (dot(self.q.column(k), g) - known) / self.r[(k, k)];
        }
        lambda
    }

    /// The shortest λ with A λ = g; what A cannot reach is left out.
    pub(super) fn shortest_factors(&self, g: &[f64]) -> Vec<f64> {
        let basic = self.basic(g);
        if self.rank == self.r.columns {
            return basic;
        }
        // A λ = g determines the part of λ in the space of the rows of A
        let rows = self.row_space.get_or_init(|| Box::new(Self::new(self.rows())));
        let mut shortest = vec![0.0; self.r.columns];
        (0..rows.rank).for_each(|k| add_scaled(&mut shortest, dot(rows.q.column(k), &basic), rows.q.column(k)));
        shortest
    }

    /// The first rows of R, which span the rows of A, as columns.
    fn rows(&self) -> Dense {
        let mut rows = Dense::zeros(self.r.columns, self.rank);
        for i in 0..self.rank {
            (i..self.r.columns).for_each(|k| rows[(self.order[k], i)] = self.r[(i, k)]);
        }
        rows
    }

    /// Vectors λ with A λ = 0, one per dependent column, not normalised.
    pub(super) fn null_factors(&self) -> Vec<Vec<f64>> {
        let dependent = self.rank..self.r.columns;
        dependent
            .map(|j| {
                let mut lambda = vec![0.0; self.r.columns];
                lambda[self.order[j]] = 1.0;
                for k in (0..self.rank).rev() {
                    let known: f64 = (k + 1..self.rank).map(|i| self.r[(k, i)] * lambda[self.order[i]]).sum();
                    lambda[self.order[k]] = -(self.r[(k, j)] + known) / self.r[(k, k)];
                }
                lambda
            })
            .collect()
    }
}
