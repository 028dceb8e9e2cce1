//! Singular values with complete bases, of small dense matrices.

use nalgebra::{DMatrix, DVector};

/// Singular values smaller than this, relative to the largest, count as zero. Rounding leaves about 1e-15 in closed poses.
pub(crate) const RANK_TOLERANCE: f64 = 1e-9;

/// A = U Σ Vᵀ with square U and V.
#[derive(Clone, Debug)]
pub(crate) struct Svd {
    /// Largest first, as many as the smaller side of A.
    pub(crate) values: Vec<f64>,
    pub(crate) u: DMatrix<f64>,
    pub(crate) v: DMatrix<f64>,
}

impl Svd {
    /// Decomposes; `None` if a number is not finite.
    pub(crate) fn new(a: &DMatrix<f64>) -> Option<Self> {
        let (m, n) = a.shape();
        let side = m.max(n);
        let largest = a.amax();
        if !a.iter().all(|x| x.is_finite()) {
            return None;
        }
        if side == 0 || largest == 0.0 {
            let values = vec![0.0; m.min(n)];
            return Some(Self { values, u: DMatrix::identity(m, m), v: DMatrix::identity(n, n) });
        }
        // zeros make it square, so that the bases are complete: those of U in rows beyond m belong to no row of A
        let mut square = DMatrix::zeros(side, side);
        square.view_mut((0, 0), (m, n)).copy_from(&(a / largest));
        let svd = square.try_svd(true, true, f64::EPSILON, 1000 * side)?;
        let (u, v) = (svd.u?, svd.v_t?.transpose());
        let values: Vec<f64> = svd.singular_values.iter().take(m.min(n)).map(|x| x * largest).collect();
        let clear = values.iter().filter(|&&x| x > 1e-12 * values[0]).count();
        Some(Self { u: basis(&u, m, clear), v: basis(&v, n, clear), values })
    }

    /// Number of singular values above a part of the largest.
    pub(crate) fn rank(&self, tolerance: f64) -> usize {
        let largest = self.values.first().copied().unwrap_or(0.0);
        self.values.iter().filter(|&&x| x > 0.0 && x > tolerance * largest).count()
    }

    /// Columns that A maps to zero, for a rank.
    pub(crate) fn null(&self, rank: usize) -> DMatrix<f64> {
        self.v.columns(rank, self.v.ncols() - rank).into_owned()
    }

    /// Columns that Aᵀ maps to zero, for a rank.
    pub(crate) fn left_null(&self, rank: usize) -> DMatrix<f64> {
        self.u.columns(rank, self.u.ncols() - rank).into_owned()
    }

    /// The x of least norm that makes A x nearest to b, for a rank.
    pub(crate) fn solve(&self, b: &DVector<f64>, rank: usize) -> DVector<f64> {
        self.filtered(b, rank, 0.0)
    }

    /// The x that makes |A x − b|² + μ |x|² least.
    pub(crate) fn damped(&self, b: &DVector<f64>, mu: f64) -> DVector<f64> {
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

/// The first `n` rows of an orthogonal matrix whose other rows belong to zeros: an orthonormal basis of n columns. The first
/// `fixed` columns keep their place; of the others, which mix with those of the zeros, the longest is taken each time.
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
            [(5, 3, 2), (3, 7, 3), (6, 6, 4), (5, 9, 0), (1, 4, 1), (0, 3, 0), (12, 12, 7)].into_iter().enumerate()
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
}
