//! Singular values with complete bases, of small dense matrices.

use nalgebra::{DMatrix, DVector};

/// Singular values smaller than this, relative to the largest, count as zero. Rounding leaves about 1e-15 in closed configurations.
pub const RANK_TOLERANCE: f64 = 1e-9;

/// A = U Σ Vᵀ with square U and V.
#[derive(Clone, Debug)]
pub struct Svd {
    /// Largest first, as many as the smaller side of A.
    pub values: Vec<f64>,
    /// Left singular vectors, as columns.
    pub u: DMatrix<f64>,
    /// Right singular vectors, as columns.
    pub v: DMatrix<f64>,
}

impl Svd {
    /// Decomposes; `None` if a number is not finite.
    pub fn new(a: &DMatrix<f64>) -> Option<Self> {
        let (m, n) = a.shape();
        if !a.iter().all(|x| x.is_finite()) {
            return None;
        }
        if m < n {
            let Self { values, u, v } = Self::new(&a.transpose())?;
            return Some(Self { values, u: v, v: u });
        }
        let largest = a.amax();
        if n == 0 || largest == 0.0 {
            return Some(Self { values: vec![0.0; n], u: DMatrix::identity(m, m), v: DMatrix::identity(n, n) });
        }
        let (work, v) = orthogonal_columns(a / largest);
        let mut order: Vec<usize> = (0..n).collect();
        let lengths: Vec<f64> = work.column_iter().map(|column| column.norm()).collect();
        order.sort_by(|&i, &j| lengths[j].total_cmp(&lengths[i]));
        let values: Vec<f64> = order.iter().map(|&j| lengths[j] * largest).collect();
        let clear = values.iter().filter(|&&x| x > 1e-14 * values[0]).count();
        // what is clear, completed by unit vectors
        let mut full = DMatrix::zeros(m, clear + m);
        for (k, &j) in order.iter().take(clear).enumerate() {
            full.set_column(k, &(work.column(j) / lengths[j]));
        }
        full.view_mut((0, clear), (m, m)).fill_with_identity();
        let v = DMatrix::from_fn(n, n, |i, k| v[(i, order[k])]);
        Some(Self { values, u: basis(&full, m, clear), v })
    }

    /// Number of singular values above a part of the largest.
    pub fn rank(&self, tolerance: f64) -> usize {
        let largest = self.values.first().copied().unwrap_or(0.0);
        self.values.iter().filter(|&&x| x > 0.0 && x > tolerance * largest).count()
    }

    /// Columns that A maps to zero, for a rank.
    pub fn null(&self, rank: usize) -> DMatrix<f64> {
        self.v.columns(rank, self.v.ncols() - rank).into_owned()
    }

    /// Columns that Aᵀ maps to zero, for a rank.
    pub fn left_null(&self, rank: usize) -> DMatrix<f64> {
        self.u.columns(rank, self.u.ncols() - rank).into_owned()
    }

    /// The x of least norm that makes A x nearest to b, for a rank.
    pub fn solve(&self, b: &DVector<f64>, rank: usize) -> DVector<f64> {
        self.filtered(b, rank, 0.0)
    }

    /// The x that makes |A x − b|² + μ |x|² least.
    pub fn damped(&self, b: &DVector<f64>, mu: f64) -> DVector<f64> {
        self.filtered(b, self.values.len(), mu)
    }

    fn filtered(&self, b: &DVector<f64>, rank: usize, mu: f64) -> DVector<f64> {
        let mut x = DVector::zeros(self.v.nrows());
        for (k, &sigma) in self.values.iter().enumerate().take(rank).filter(|(_, sigma)| **sigma > 0.0) {
            x.axpy(self.u.column(k).dot(b) * sigma / (sigma * sigma + mu), &self.v.column(k), 1.0);
        }
        x
    }
}

/// Rotates pairs of columns until all are orthogonal (one-sided Jacobi): A V, and V. Slow for large matrices and accurate for
/// all, which the usual iteration on a bidiagonal form is not where singular values vanish or coincide.
fn orthogonal_columns(mut a: DMatrix<f64>) -> (DMatrix<f64>, DMatrix<f64>) {
    const SWEEPS: usize = 40;
    let n = a.ncols();
    let mut v = DMatrix::identity(n, n);
    let floor = 1e-32 * a.norm_squared();
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let (alpha, beta) = (a.column(p).norm_squared(), a.column(q).norm_squared());
                let gamma = a.column(p).dot(&a.column(q));
                if gamma.abs() <= 1e-15 * (alpha * beta).sqrt() || gamma.abs() <= floor {
                    continue;
                }
                turned = true;
                let zeta = (beta - alpha) / (2.0 * gamma);
                let t = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                let c = 1.0 / (1.0 + t * t).sqrt();
                for matrix in [&mut a, &mut v] {
                    for i in 0..matrix.nrows() {
                        let (x, y) = (matrix[(i, p)], matrix[(i, q)]);
                        (matrix[(i, p)], matrix[(i, q)]) = (c * (x - t * y), c * (t * x + y));
                    }
                }
            }
        }
        if !turned {
            break;
        }
    }
    (a, v)
}

/// The first `n` rows of columns that span the space: an orthonormal basis of n columns. The first `fixed` columns keep their
/// place; of the others the longest is taken each time.
fn basis(full: &DMatrix<f64>, n: usize, fixed: usize) -> DMatrix<f64> {
    let mut columns: Vec<DVector<f64>> =
        (0..full.ncols()).map(|j| full.view((0, j), (n, 1)).column(0).into()).collect();
    let mut out = DMatrix::zeros(n, n);
    for k in 0..n {
        let longest = (k..columns.len()).max_by(|&i, &j| columns[i].norm().total_cmp(&columns[j].norm()));
        let next = if k < fixed { k } else { longest.unwrap_or(k) };
        columns.swap(k, next);
        let length = columns[k].norm();
        let unit = if length > 0.0 { &columns[k] / length } else { columns[k].clone() };
        for later in &mut columns[k + 1..] {
            // twice for the sake of rounding
            for _ in 0..2 {
                let along = unit.dot(later);
                later.axpy(-along, &unit, 1.0);
            }
        }
        out.set_column(k, &unit);
    }
    out
}

#[cfg(test)]
mod tests {
    use denoc_testkit::Random;

    use super::*;

    // oracle: U Σ Vᵀ = A by multiplication, orthonormal bases, and the rank the matrix was made with
    #[test]
    fn bases_are_complete() {
        for (seed, (m, n, rank)) in
            [(5, 3, 2), (3, 7, 3), (6, 6, 4), (5, 9, 0), (1, 4, 1), (0, 3, 0), (12, 12, 7), (20, 33, 20)]
                .into_iter()
                .enumerate()
        {
            let mut random = Random::new(seed as u64 + 1);
            let left = DMatrix::from_vec(m, rank, random.vector(m * rank, 1.0));
            let right = DMatrix::from_vec(rank, n, random.vector(rank * n, 1.0));
            let a = left * right;
            let svd = Svd::new(&a).unwrap();
            assert_eq!(svd.rank(RANK_TOLERANCE), rank);
            assert!((svd.u.transpose() * &svd.u - DMatrix::identity(m, m)).amax() < 1e-13 || m == 0);
            assert!((svd.v.transpose() * &svd.v - DMatrix::identity(n, n)).amax() < 1e-13);
            let mut back = DMatrix::zeros(m, n);
            for (k, sigma) in svd.values.iter().enumerate() {
                back += svd.u.column(k) * svd.v.column(k).transpose() * *sigma;
            }
            assert!(m == 0 || (back - &a).amax() < 1e-13, "{m} {n}");
            assert!(m == 0 || n == rank || (&a * svd.null(rank)).amax() < 1e-13);
            assert!(m == rank || (a.transpose() * svd.left_null(rank)).amax() < 1e-13);
        }
    }

    // oracle: the sum of squares, and multiplication; equal and vanishing singular values, where other methods go astray
    #[test]
    fn coinciding_singular_values() {
        let ones = DMatrix::from_element(3, 5, 1.0);
        let blocks = DMatrix::from_fn(6, 6, |i, j| if i / 2 == j / 2 { 1.0 + 1e-9 * (i * j) as f64 } else { 0.0 });
        for a in [ones, blocks, DMatrix::from_diagonal_element(4, 6, 2.0)] {
            let svd = Svd::new(&a).unwrap();
            let squares: f64 = svd.values.iter().map(|x| x * x).sum();
            assert!((squares - a.norm_squared()).abs() < 1e-13 * a.norm_squared());
            let sum = svd.values.iter().enumerate().fold(DMatrix::zeros(a.nrows(), a.ncols()), |sum, (k, sigma)| {
                sum + svd.u.column(k) * svd.v.column(k).transpose() * *sigma
            });
            assert!((sum - &a).amax() < 1e-14 * a.amax() * 10.0);
        }
    }
}
