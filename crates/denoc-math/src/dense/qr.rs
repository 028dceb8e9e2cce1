//! Householder decomposition with column pivoting: A P = Q R, rank-revealing.

use crate::Real;

/// A P = Q R of a matrix stored by columns. Memory is reused.
///
/// ```
/// use denoc_math::dense::Qr;
///
/// let mut qr = Qr::new();
/// qr.start(2, 2);
/// qr.column_mut(0).copy_from_slice(&[1.0, 2.0]);
/// qr.column_mut(1).copy_from_slice(&[2.0, 4.0]);
/// qr.factor(1e-12, usize::MAX);
/// assert_eq!(qr.rank(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Qr<T> {
    rows: usize,
    columns: usize,
    /// The matrix; after `factor`: R above the diagonal, the vectors of the reflections on and below it.
    a: Vec<T>,
    /// 2/|v|² of each reflection.
    beta: Vec<T>,
    /// Diagonal of R.
    diagonal: Vec<T>,
    /// The column of A at each position.
    order: Vec<usize>,
    rank: usize,
}

impl<T: Real> Qr<T> {
    /// An empty matrix.
    #[allow(clippy::new_without_default)] // numbers have no default
    pub fn new() -> Self {
        Self { rows: 0, columns: 0, a: Vec::new(), beta: Vec::new(), diagonal: Vec::new(), order: Vec::new(), rank: 0 }
    }

    /// Starts a zero matrix of this size; fill it with [`Qr::set`].
    pub fn start(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns, self.rank) = (rows, columns, 0);
        self.a.clear();
        self.a.resize(rows * columns, T::zero());
        self.beta.resize(columns, T::zero());
        self.diagonal.resize(columns, T::zero());
        self.order.clear();
        self.order.extend(0..columns);
    }

    /// Sets an entry.
    pub fn set(&mut self, row: usize, column: usize, x: T) {
        self.a[column * self.rows + row] = x;
    }

    /// Column `j`, before `factor`.
    pub fn column_mut(&mut self, j: usize) -> &mut [T] {
        &mut self.a[j * self.rows..(j + 1) * self.rows]
    }

    /// Decomposes the matrix. Columns whose remainder is smaller than `tolerance` times the largest column count as dependent, and
    /// so do all after the first `limit`.
    #[inline(never)]
    pub fn factor(&mut self, tolerance: f64, limit: usize) {
        let (m, n) = (self.rows, self.columns);
        let norm2 = |a: &[T], from: usize| a[from..].iter().fold(T::zero(), |sum, &x| x.mul_add(x, sum));
        let mut scale = 0.0_f64;
        self.rank = 0;
        for k in 0..m.min(n) {
            let (mut best, mut most) = (k, -1.0);
            for j in k..n {
                let size = norm2(&self.a[j * m..(j + 1) * m], k).value();
                if size > most {
                    (best, most) = (j, size);
                }
            }
            let most = most.max(0.0).sqrt();
            scale = scale.max(most);
            if k >= limit || most <= tolerance * scale {
                return;
            }
            if best != k {
                for i in 0..m {
                    self.a.swap(k * m + i, best * m + i);
                }
                self.order.swap(k, best);
            }
            let (head, tail) = self.a.split_at_mut((k + 1) * m);
            let v = &mut head[k * m + k..];
            let square = norm2(v, 0);
            let norm = square.sqrt();
            let alpha = if v[0].value() > 0.0 { -norm } else { norm };
            // |v − α e|² = 2 (|v|² − α v₀)
            let beta = (square - alpha * v[0]).recip();
            v[0] -= alpha;
            (self.beta[k], self.diagonal[k]) = (beta, alpha);
            for other in tail.chunks_exact_mut(m) {
                reflect(v, beta, &mut other[k..]);
            }
            self.rank = k + 1;
        }
    }

    /// Number of independent columns.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The smallest kept pivot, relative to the largest.
    pub fn smallest(&self) -> f64 {
        match self.rank {
            0 => 0.0,
            r => self.diagonal[r - 1].value().abs() / self.diagonal[0].value().abs(),
        }
    }

    /// The columns of A in the order of elimination: the first `rank` are independent.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The entry of R.
    pub fn r(&self, i: usize, j: usize) -> T {
        if i == j { self.diagonal[i] } else { self.a[j * self.rows + i] }
    }

    /// x ← Qᵀ x.
    pub fn apply_transpose(&self, x: &mut [T]) {
        for k in 0..self.rank {
            reflect(&self.a[k * self.rows + k..(k + 1) * self.rows], self.beta[k], &mut x[k..]);
        }
    }

    /// x ← Q x.
    pub fn apply(&self, x: &mut [T]) {
        for k in (0..self.rank).rev() {
            reflect(&self.a[k * self.rows + k..(k + 1) * self.rows], self.beta[k], &mut x[k..]);
        }
    }

    /// x ← R₁₁⁻¹ x for the leading `rank` entries.
    pub fn solve_upper(&self, x: &mut [T]) {
        for i in (0..self.rank).rev() {
            let sum = (i + 1..self.rank).fold(x[i], |sum, j| self.r(i, j).neg_mul_add(x[j], sum));
            x[i] = sum * self.diagonal[i].recip();
        }
    }

    /// x ← R₁₁⁻ᵀ x for the leading `rank` entries.
    pub fn solve_lower(&self, x: &mut [T]) {
        for i in 0..self.rank {
            let sum = (0..i).fold(x[i], |sum, j| self.r(j, i).neg_mul_add(x[j], sum));
            x[i] = sum * self.diagonal[i].recip();
        }
    }

    /// Finds x = Q z of least norm with Aᵀ x = b for the independent columns of A. `b` returns the right-hand side of a column.
    pub fn solve_transpose(&self, b: impl Fn(usize) -> T, z: &mut [T]) {
        z.fill(T::zero());
        for (z, &i) in z.iter_mut().zip(&self.order[..self.rank]) {
            *z = b(i);
        }
        self.solve_lower(z);
    }

    /// Returns b − Aᵀ x for the columns that count as dependent, with their numbers; x = Q z.
    pub fn unmet(&self, b: impl Fn(usize) -> T, z: &[T]) -> impl Iterator<Item = (usize, T)> {
        self.order.iter().enumerate().skip(self.rank).map(move |(j, &i)| {
            let met = (0..self.rank).fold(T::zero(), |sum, k| self.r(k, j).mul_add(z[k], sum));
            (i, b(i) - met)
        })
    }
}

/// x ← x − β v (vᵀ x).
fn reflect<T: Real>(v: &[T], beta: T, x: &mut [T]) {
    let along = v.iter().zip(&*x).fold(T::zero(), |sum, (&v, &x)| v.mul_add(x, sum)) * beta;
    for (x, &v) in x.iter_mut().zip(v) {
        *x = v.neg_mul_add(along, *x);
    }
}

#[cfg(test)]
mod tests {
    use crate::random::Random;

    use super::*;

    // oracle: Q R = A P by multiplication, and the rank the matrix was made with
    #[test]
    fn decomposes_matrices_of_known_rank() {
        for (seed, (m, n, rank)) in [(3, 5, 3), (6, 4, 4), (7, 7, 4), (5, 9, 2), (4, 1, 1)].into_iter().enumerate() {
            let mut random = Random::new(seed as u64);
            let (left, right) = (random.vector(m * rank, 1.0), random.vector(rank * n, 1.0));
            let entry = |i: usize, j: usize| (0..rank).map(|k| left[i * rank + k] * right[k * n + j]).sum::<f64>();
            let mut qr = Qr::new();
            qr.start(m, n);
            for i in 0..m {
                for j in 0..n {
                    qr.set(i, j, entry(i, j));
                }
            }
            qr.factor(1e-10, usize::MAX);
            assert_eq!(qr.rank(), rank);
            for j in 0..n {
                let mut x: Vec<f64> = (0..m).map(|i| if i <= j && i < rank { qr.r(i, j) } else { 0.0 }).collect();
                qr.apply(&mut x);
                for (i, x) in x.iter().enumerate() {
                    assert!((x - entry(i, qr.order()[j])).abs() < 1e-13);
                }
                qr.apply_transpose(&mut x);
                assert!((x[0] - qr.r(0, j)).abs() < 1e-13);
            }
            let b = random.vector(rank, 1.0);
            let (mut upper, mut lower) = (b.clone(), b.clone());
            qr.solve_upper(&mut upper);
            qr.solve_lower(&mut lower);
            for (i, b) in b.iter().enumerate() {
                let back: f64 = (i..rank).map(|j| qr.r(i, j) * upper[j]).sum();
                let down: f64 = (0..=i).map(|j| qr.r(j, i) * lower[j]).sum();
                assert!((back - b).abs() < 1e-10 && (down - b).abs() < 1e-10);
            }
        }
    }

    // oracle: Aᵀ x = b by multiplication; x is perpendicular to a direction outside the range of A
    #[test]
    fn meets_conditions_the_shortest_way_and_reports_contradictions() {
        let a = [[1.0, 2.0, 0.0], [0.0, 1.0, 1.0], [1.0, 3.0, 1.0]]; // the third condition is the sum of the others
        let mut qr = Qr::new();
        qr.start(3, 3);
        a.iter().enumerate().for_each(|(j, row)| qr.column_mut(j).copy_from_slice(row));
        qr.factor(1e-12, usize::MAX);
        let solve = |b: [f64; 3]| {
            let mut z = [0.0; 3];
            qr.solve_transpose(|i| b[i], &mut z);
            let unmet: f64 = qr.unmet(|i| b[i], &z).map(|(_, x)| x.abs()).sum();
            qr.apply(&mut z);
            (z, unmet)
        };
        let (x, unmet) = solve([5.0, 4.0, 9.0]);
        let times: Vec<f64> = a.iter().map(|row| crate::dense::dot(row, &x)).collect();
        crate::dense::testing::close(&times, &[5.0, 4.0, 9.0], 1e-13);
        assert!((2.0 * x[0] - x[1] + x[2]).abs() < 1e-13 && unmet < 1e-13);
        assert!((solve([5.0, 4.0, 10.0]).1 - 1.0).abs() < 1e-13);
    }
}
