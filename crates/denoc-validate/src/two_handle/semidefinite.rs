//! Solutions of least norm of semidefinite equations, with their rank.

use denoc_math::Real;

use super::small::Ldl;

/// The most unknowns: both ends of a loop in space.
pub(super) const MOST: usize = 12;

/// A pivot below this part of its diagonal entry counts as zero. Equations of closures are exact to about 1e-12.
const RANK: f64 = 1e-9;

/// A diagonal entry below this part of the largest one is what rounding left of zero.
const EMPTY: f64 = 1e-13;

/// A = Λ Δ Λᵀ of a symmetric positive semidefinite matrix of rank r, by elimination with complete pivoting: Λ has r columns.
#[derive(Copy, Clone, Debug)]
pub(super) struct Semidefinite<T> {
    size: usize,
    rank: usize,
    pub(super) matrix: [[T; MOST]; MOST],
    /// Rows in the order of their pivots.
    order: [usize; MOST],
    /// Λ, rows in the order of the matrix.
    factor: [[T; MOST]; MOST],
    /// Δ⁻¹.
    reciprocal: [T; MOST],
    /// Factors of ΛᵀΛ.
    gram: Ldl<T, MOST>,
}

impl<T: Real> Semidefinite<T> {
    /// Of the leading `size` rows and columns.
    pub(super) fn new(matrix: [[T; MOST]; MOST], size: usize) -> Self {
        let zero = [[T::zero(); MOST]; MOST];
        let (mut left, mut factor) = (matrix, zero);
        let mut reciprocal = [T::zero(); MOST];
        let mut order = std::array::from_fn(|i| i);
        let floor = EMPTY * (0..size).fold(0.0, |m: f64, i| m.max(matrix[i][i].value()));
        let mut rank = 0;
        while rank < size {
            // the largest pivot, relative to its diagonal entry: units do not matter
            let (mut best, mut at) = (RANK, None);
            for (place, &i) in order.iter().enumerate().take(size).skip(rank) {
                let diagonal = matrix[i][i].value();
                if diagonal > floor && left[i][i].value() / diagonal > best {
                    (best, at) = (left[i][i].value() / diagonal, Some(place));
                }
            }
            let Some(place) = at else { break };
            order.swap(rank, place);
            let p = order[rank];
            reciprocal[rank] = left[p][p].recip();
            let column: [T; MOST] = std::array::from_fn(|i| left[i][p]);
            factor[p][rank] = T::one();
            for &i in &order[rank + 1..size] {
                let l = column[i] * reciprocal[rank];
                factor[i][rank] = l;
                for &j in &order[rank + 1..size] {
                    left[i][j] = l.neg_mul_add(column[j], left[i][j]);
                }
            }
            rank += 1;
        }
        let gram = gram(&factor, size, rank);
        Self { size, rank, matrix, order, factor, reciprocal, gram }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// (ΛᵀΛ)⁻¹ Λᵀ b, of `rank` numbers: A⁺ = (…)ᵀ Δ⁻¹ (…).
    pub(super) fn reduce(&self, b: &[T; MOST]) -> [T; MOST] {
        let mut z = [T::zero(); MOST];
        for (k, z) in z.iter_mut().enumerate().take(self.rank) {
            for (row, b) in self.factor.iter().zip(b).take(self.size) {
                *z = row[k].mul_add(*b, *z);
            }
        }
        self.gram.solve(&mut z);
        z
    }

    /// Δ⁻¹ z.
    pub(super) fn divide(&self, z: &[T; MOST]) -> [T; MOST] {
        std::array::from_fn(|k| z[k] * self.reciprocal[k])
    }

    /// A⁺ b: the solution of least norm of the equations, or of those nearest to them that have one.
    pub(super) fn solve(&self, b: &[T; MOST]) -> [T; MOST] {
        let x = self.once(b);
        // one step of refinement: near singular poses the equations are badly conditioned
        let rest = self.rest(b, &x);
        let correction = self.once(&rest);
        std::array::from_fn(|i| x[i] + correction[i])
    }

    fn once(&self, b: &[T; MOST]) -> [T; MOST] {
        let mut z = self.divide(&self.reduce(b));
        self.gram.solve(&mut z);
        let mut x = [T::zero(); MOST];
        for (x, row) in x.iter_mut().zip(&self.factor).take(self.size) {
            for (l, z) in row.iter().zip(&z).take(self.rank) {
                *x = l.mul_add(*z, *x);
            }
        }
        x
    }

    /// b − A x.
    fn rest(&self, b: &[T; MOST], x: &[T; MOST]) -> [T; MOST] {
        let mut rest = *b;
        for (rest, row) in rest.iter_mut().zip(&self.matrix).take(self.size) {
            for (a, x) in row.iter().zip(x).take(self.size) {
                *rest = a.neg_mul_add(*x, *rest);
            }
        }
        rest
    }

    /// The largest number of b − A x.
    pub(super) fn unmet(&self, b: &[T; MOST], x: &[T; MOST]) -> f64 {
        self.rest(b, x)[..self.size].iter().fold(0.0, |m: f64, x| m.max(x.value().abs()))
    }

    /// Direction `k` of those with A x = 0; there are size − rank.
    pub(super) fn null(&self, k: usize) -> [T; MOST] {
        let mut x = [T::zero(); MOST];
        let Some(&row) = self.order[..self.size].get(self.rank + k) else { return x };
        x[row] = T::one();
        // Λᵀ x = 0, from the last column to the first: their pivots are one
        for (c, &p) in self.order[..self.rank].iter().enumerate().rev() {
            let mut sum = T::zero();
            for (row, x) in self.factor.iter().zip(&x).take(self.size) {
                sum = row[c].mul_add(*x, sum);
            }
            x[p] = -sum;
        }
        x
    }
}

fn gram<T: Real>(factor: &[[T; MOST]; MOST], size: usize, rank: usize) -> Ldl<T, MOST> {
    let mut gram = [[T::zero(); MOST]; MOST];
    for i in 0..rank {
        for j in i..rank {
            for row in &factor[..size] {
                gram[i][j] = row[i].mul_add(row[j], gram[i][j]);
            }
        }
    }
    // Λ has ones where its pivots are: its columns are independent
    Ldl::definite(&gram, rank)
}
