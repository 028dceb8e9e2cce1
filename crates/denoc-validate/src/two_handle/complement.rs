//! The directions in which a joint holds.

use denoc_math::Real;

use super::TwoHandleError;

/// A column of the motion that elimination leaves smaller than this part of the largest number is not independent.
const DEPENDENT: f64 = 1e-12;

/// The orthogonal complement D of a joint's motion H, DᵀH = 0 [MukAnd06 (7)-(9)], in a sparse form.
///
/// Elimination with complete pivoting chooses as many rows of H as it has columns, the *bound* ones. With K = H_free H_bound⁻¹
/// the columns of D are e_free − Σ K e_bound: a joint with one degree of freedom has one bound row, that of the largest number
/// of its column, and five columns of two entries each.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct JointComplement<T, const N: usize> {
    /// The free rows, then the bound ones.
    rows: [usize; N],
    /// How many are free: the number of columns of D.
    count: usize,
    /// K, unless it is known to be zero.
    factors: Option<[[T; N]; N]>,
}

impl<T: Real, const N: usize> JointComplement<T, N> {
    /// Of the first `dof` columns of H.
    pub(super) fn new(motion: &[[T; N]; N], dof: usize) -> Result<Self, TwoHandleError<N>> {
        let mut columns = *motion;
        let size = |x: T| x.value().abs();
        let largest = columns[..dof].iter().flatten().fold(0.0, |m: f64, &x| m.max(size(x)));
        // the column whose pivot is in a row
        let mut bound = [None; N];
        for rank in 0..dof {
            let (mut best, mut at) = (DEPENDENT * largest, None);
            for (c, column) in columns[..dof].iter().enumerate().filter(|&(c, _)| !bound.contains(&Some(c))) {
                for (r, &x) in column.iter().enumerate().filter(|&(r, _)| bound[r].is_none()) {
                    if size(x) > best {
                        (best, at) = (size(x), Some((r, c)));
                    }
                }
            }
            let Some((r, c)) = at else { return Err(TwoHandleError::DependentColumns { dof, rank }) };
            bound[r] = Some(c);
            // Gauss-Jordan: one in the row of the pivot, zero in the other columns
            let scale = columns[c][r].recip();
            columns[c].iter_mut().for_each(|x| *x = *x * scale);
            let pivot = columns[c];
            for (_, column) in columns[..dof].iter_mut().enumerate().filter(|&(other, _)| other != c) {
                let factor = column[r];
                for (x, p) in column.iter_mut().zip(&pivot) {
                    *x = factor.neg_mul_add(*p, *x);
                }
            }
        }
        let rows = order(|r| bound[r].is_none());
        let mut factors = [[T::zero(); N]; N];
        for (row, &f) in factors.iter_mut().zip(&rows[..N - dof]) {
            for (k, &b) in row.iter_mut().zip(&rows[N - dof..]) {
                if let Some(c) = bound[b] {
                    *k = columns[c][f];
                }
            }
        }
        Ok(Self { rows, count: N - dof, factors: Some(factors) })
    }

    /// Of a motion that spans exactly the coordinate directions that are not `held`.
    pub(super) fn of_axes(held: impl Fn(usize) -> bool) -> Self {
        Self { count: (0..N).filter(|&r| held(r)).count(), rows: order(held), factors: None }
    }

    /// The number of columns of D.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Dᵀ x, in the leading numbers.
    pub(super) fn project(&self, x: &[T; N]) -> [T; N] {
        std::array::from_fn(|i| if i < self.count { self.project_row(i, x) } else { T::zero() })
    }

    /// The product of column `i` of D with x.
    pub(super) fn project_row(&self, i: usize, x: &[T; N]) -> T {
        let (free, bound) = self.rows.split_at(self.count);
        let mut y = x[free[i]];
        if let Some(factors) = &self.factors {
            for (k, &b) in factors[i].iter().zip(bound) {
                y = k.neg_mul_add(x[b], y);
            }
        }
        y
    }

    /// D y, of the leading numbers of y.
    pub(super) fn spread(&self, y: &[T; N]) -> [T; N] {
        let mut x = [T::zero(); N];
        let (free, bound) = self.rows.split_at(self.count);
        for (i, (&f, &y)) in free.iter().zip(y).enumerate() {
            x[f] = y;
            if let Some(factors) = &self.factors {
                for (k, &b) in factors[i].iter().zip(bound) {
                    x[b] = k.neg_mul_add(y, x[b]);
                }
            }
        }
        x
    }
}

/// The rows that are `first`, then the others.
fn order<const N: usize>(first: impl Fn(usize) -> bool) -> [usize; N] {
    let mut rows = [0; N];
    let sorted = (0..N).filter(|&r| first(r)).chain((0..N).filter(|&r| !first(r)));
    rows.iter_mut().zip(sorted).for_each(|(to, row)| *to = row);
    rows
}
