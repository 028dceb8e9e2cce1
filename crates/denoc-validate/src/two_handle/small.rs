//! Factors of small symmetric matrices, without square roots: so everything here also runs in exact fractions.

use denoc_math::Real;

/// A pivot below this part of its diagonal entry counts as zero.
const VANISHING: f64 = 1e-13;

/// A = L Δ Lᵀ of the leading `n` rows and columns, with ones on the diagonal of the lower triangle L.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Ldl<T, const N: usize> {
    n: usize,
    lower: [[T; N]; N],
    /// δ.
    pivots: [T; N],
    /// 1/δ.
    reciprocal: [T; N],
}

impl<T: Real, const N: usize> Ldl<T, N> {
    /// Factors of a positive definite matrix, of which only the upper triangle is read. Otherwise a direction x ≠ 0 with
    /// A x = 0, as nearly as the numbers tell.
    pub(super) fn new(a: &[[T; N]; N], n: usize) -> Result<Self, [T; N]> {
        let factors = Self::definite(a, n);
        // not "<=": NaN is refused too
        let positive = |i: usize| factors.pivots[i].value() > VANISHING * a[i][i].value();
        let Some(i) = (0..n).find(|&i| !positive(i)) else { return Ok(factors) };
        // Lᵀ x = e_i of the leading rows
        let mut x = factors.lower[i];
        x[..i].iter_mut().for_each(|x| *x = -*x);
        Self { n: i, ..factors }.backward(&mut x);
        Err(x)
    }

    /// Factors of a matrix that is known to be positive definite.
    pub(super) fn definite(a: &[[T; N]; N], n: usize) -> Self {
        let zero = [T::zero(); N];
        let mut f = Self { n, lower: [zero; N], pivots: zero, reciprocal: zero };
        // row by row: work[j] = δ_j l_ij
        for i in 0..n {
            let column: [T; N] = std::array::from_fn(|k| a[k][i]);
            let mut work = [T::zero(); N];
            let mut pivot = column[i];
            for j in 0..i {
                let mut x = column[j];
                for (l, w) in f.lower[j][..j].iter().zip(&work) {
                    x = l.neg_mul_add(*w, x);
                }
                work[j] = x;
                let l = x * f.reciprocal[j];
                f.lower[i][j] = l;
                pivot = l.neg_mul_add(x, pivot);
            }
            f.lower[i][i] = T::one();
            f.pivots[i] = pivot;
            f.reciprocal[i] = pivot.recip();
        }
        f
    }

    /// x becomes L⁻¹ x.
    pub(super) fn forward(&self, x: &mut [T; N]) {
        for i in 1..self.n {
            for j in 0..i {
                x[i] = self.lower[i][j].neg_mul_add(x[j], x[i]);
            }
        }
    }

    /// x becomes L⁻ᵀ x.
    pub(super) fn backward(&self, x: &mut [T; N]) {
        for i in (0..self.n).rev() {
            for j in i + 1..self.n {
                x[i] = self.lower[j][i].neg_mul_add(x[j], x[i]);
            }
        }
    }

    /// x becomes Δ⁻¹ x.
    pub(super) fn divide(&self, x: &mut [T; N]) {
        for (x, r) in x[..self.n].iter_mut().zip(&self.reciprocal) {
            *x = *x * *r;
        }
    }

    /// x becomes A⁻¹ x.
    pub(super) fn solve(&self, x: &mut [T; N]) {
        self.forward(x);
        self.divide(x);
        self.backward(x);
    }

    /// A⁻¹.
    pub(super) fn inverse(&self) -> [[T; N]; N] {
        let n = self.n;
        // W = L⁻¹, row by row
        let mut w = [[T::zero(); N]; N];
        for i in 0..n {
            let (done, rest) = w.split_at_mut(i);
            let Some(row) = rest.first_mut() else { break };
            row[i] = T::one();
            for (j, w) in row[..i].iter_mut().enumerate() {
                let between = done.iter().enumerate().skip(j + 1);
                *w = -between.fold(self.lower[i][j], |x, (k, done)| self.lower[i][k].mul_add(done[j], x));
            }
        }
        // Wᵀ Δ⁻¹ W, whose last row of W starts the sums
        let mut scaled = w;
        for (row, r) in scaled[..n].iter_mut().zip(&self.reciprocal) {
            row.iter_mut().for_each(|x| *x = *x * *r);
        }
        let mut inverse = [[T::zero(); N]; N];
        for i in 0..n {
            for j in i..n {
                // W is lower triangular with ones: row j gives its entry of column i alone
                let mut x = scaled[j][i];
                for k in j + 1..n {
                    x = scaled[k][i].mul_add(w[k][j], x);
                }
                inverse[i][j] = x;
                inverse[j][i] = x;
            }
        }
        inverse
    }
}

/// M x.
pub(super) fn apply<T: Real, const N: usize>(m: &[[T; N]; N], x: &[T; N]) -> [T; N] {
    m.map(|row| dot(&row, x))
}

/// Mᵀ x.
pub(super) fn apply_transpose<T: Real, const N: usize>(m: &[[T; N]; N], x: &[T; N]) -> [T; N] {
    let mut y = m[0].map(|m| m * x[0]);
    for (row, x) in m.iter().zip(x).skip(1) {
        for (y, m) in y.iter_mut().zip(row) {
            *y = m.mul_add(*x, *y);
        }
    }
    y
}

/// x·y.
pub(super) fn dot<T: Real, const N: usize>(x: &[T; N], y: &[T; N]) -> T {
    let mut sum = x[0] * y[0];
    for (x, y) in x.iter().zip(y).skip(1) {
        sum = x.mul_add(*y, sum);
    }
    sum
}

/// x + y.
pub(super) fn add<T: Real, const N: usize>(x: &[T; N], y: &[T; N]) -> [T; N] {
    std::array::from_fn(|i| x[i] + y[i])
}

/// x − y.
pub(super) fn sub<T: Real, const N: usize>(x: &[T; N], y: &[T; N]) -> [T; N] {
    std::array::from_fn(|i| x[i] - y[i])
}

/// Columns become rows.
pub(super) fn transposed<T: Real, const N: usize>(m: &[[T; N]; N]) -> [[T; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
}

/// The symmetric matrix with this upper triangle.
pub(super) fn symmetric<T: Real, const N: usize>(upper: impl Fn(usize, usize) -> T) -> [[T; N]; N] {
    let half: [[T; N]; N] =
        std::array::from_fn(|i| std::array::from_fn(|j| if j < i { T::zero() } else { upper(i, j) }));
    std::array::from_fn(|i| std::array::from_fn(|j| half[i.min(j)][i.max(j)]))
}
