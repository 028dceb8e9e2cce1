//! One step: damped least squares under linear equations and bounds, by an active set.

use nalgebra::{DMatrix, DVector};

/// Rows whose part across the rows before them is smaller than this, relative to the largest row, are dependent.
const DEPENDENT: f64 = 1e-9;

/// Makes ½|J x + e|² + ½ μ|x|² least subject to C x = 0 and `low` ≤ x ≤ `high`, where `low` ≤ 0 ≤ `high`.
pub(super) struct Step<'a> {
    pub(super) j: &'a DMatrix<f64>,
    pub(super) e: &'a DVector<f64>,
    /// μ relative to the largest column of J.
    pub(super) damping: f64,
    pub(super) c: &'a DMatrix<f64>,
    pub(super) low: &'a [f64],
    pub(super) high: &'a [f64],
}

/// The side of a bound at which a coordinate is held.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::ik) enum Side {
    Low,
    High,
}

impl Step<'_> {
    /// The step. `held` lists the coordinates at bounds: those to start from, afterwards those that push against theirs.
    pub(super) fn solve(&self, held: &mut [Option<Side>]) -> Option<DVector<f64>> {
        let n = self.low.len();
        let mut x = DVector::zeros(n);
        for (i, side) in held.iter_mut().enumerate() {
            // what has room to its bound is free at first
            let at = |side: Side| match side {
                Side::Low => self.low[i] == 0.0,
                Side::High => self.high[i] == 0.0,
            };
            *side = side.filter(|side| at(*side));
        }
        let largest = (0..n).map(|i| self.j.column(i).norm_squared()).fold(1e-300, f64::max);
        let mu = self.damping * largest;
        for _ in 0..3 * n + 20 {
            let free: Vec<usize> = (0..n).filter(|&i| held[i].is_none()).collect();
            let p = self.unbounded(&x, &free, mu)?;
            // how far until the first bound
            let (mut part, mut blocking) = (1.0, None);
            for (k, &i) in free.iter().enumerate() {
                let (room, side) =
                    if p[k] < 0.0 { (self.low[i] - x[i], Side::Low) } else { (self.high[i] - x[i], Side::High) };
                if p[k].abs() > room.abs() && (room / p[k]).max(0.0) < part {
                    (part, blocking) = ((room / p[k]).max(0.0), Some((i, side)));
                }
            }
            for (k, &i) in free.iter().enumerate() {
                x[i] += part * p[k];
            }
            if let Some((i, side)) = blocking {
                x[i] = if side == Side::Low { self.low[i] } else { self.high[i] };
                held[i] = Some(side);
                continue;
            }
            match self.wants_back(&x, &free, held, mu) {
                Some(i) => held[i] = None,
                None => break,
            }
        }
        x.iter().all(|x| x.is_finite()).then_some(x)
    }

    /// The change of the free coordinates that leads to the least value without bounds.
    fn unbounded(&self, x: &DVector<f64>, free: &[usize], mu: f64) -> Option<DVector<f64>> {
        let at = DVector::from_iterator(free.len(), free.iter().map(|&i| x[i]));
        if free.is_empty() {
            return Some(at);
        }
        // steps are combinations of these columns
        let ways = null_space(&self.c.select_columns(free));
        let j = self.j.select_columns(free) * &ways;
        let at = ways.transpose() * at;
        let residual = self.j * x + self.e - &j * &at;
        let (m, n) = j.shape();
        // the smaller of two equivalent systems: the larger one is close to singular
        let s = if m < n {
            let mut a = &j * j.transpose();
            (0..m).for_each(|i| a[(i, i)] += mu);
            -(j.transpose() * a.cholesky()?.solve(&residual))
        } else {
            let mut a = j.transpose() * &j;
            (0..n).for_each(|i| a[(i, i)] += mu);
            -a.cholesky()?.solve(&(j.transpose() * residual))
        };
        Some(ways * (s - at))
    }

    /// The held coordinate that gains most by leaving its bound.
    fn wants_back(&self, x: &DVector<f64>, free: &[usize], held: &[Option<Side>], mu: f64) -> Option<usize> {
        if held.iter().all(Option::is_none) {
            return None;
        }
        let mut slope = self.j.transpose() * (self.j * x + self.e) + x * mu;
        let size = slope.amax();
        if self.c.nrows() > 0 && !free.is_empty() {
            let c = self.c.select_columns(free);
            let mut a = &c * c.transpose();
            let shift = 1e-14 * a.trace().max(1e-300);
            (0..a.nrows()).for_each(|i| a[(i, i)] += shift);
            let of_free = DVector::from_iterator(free.len(), free.iter().map(|&i| slope[i]));
            let multipliers = a.cholesky()?.solve(&(&c * of_free));
            slope -= self.c.transpose() * multipliers;
        }
        let gain = |i: usize| match held[i] {
            // a joint whose limits leave it no room stays
            _ if self.low[i] == self.high[i] => 0.0,
            Some(Side::Low) => -slope[i],
            Some(Side::High) => slope[i],
            None => 0.0,
        };
        let best = (0..held.len()).max_by(|&a, &b| gain(a).total_cmp(&gain(b)))?;
        (gain(best) > 1e-9 * size).then_some(best)
    }
}

/// An orthonormal basis of the rows of a matrix, as columns: Gram-Schmidt, twice, the longest row each time.
pub(super) fn row_space(c: &DMatrix<f64>) -> DMatrix<f64> {
    let mut rest = c.transpose();
    let largest = rest.column_iter().map(|row| row.norm()).fold(0.0, f64::max);
    let mut basis = DMatrix::zeros(c.ncols(), c.nrows().min(c.ncols()));
    let mut rank = 0;
    while rank < basis.ncols() {
        let Some(longest) =
            (0..rest.ncols()).max_by(|&a, &b| rest.column(a).norm_squared().total_cmp(&rest.column(b).norm_squared()))
        else {
            break;
        };
        let norm = rest.column(longest).norm();
        if norm <= DEPENDENT * largest || norm == 0.0 {
            break;
        }
        let mut unit: DVector<f64> = rest.column(longest) / norm;
        // against the loss of digits where little was left of the row
        for k in 0..rank {
            let along = basis.column(k).dot(&unit);
            unit.axpy(-along, &basis.column(k), 1.0);
        }
        unit.normalize_mut();
        for mut row in rest.column_iter_mut() {
            let along = unit.dot(&row);
            row.axpy(-along, &unit, 1.0);
        }
        basis.set_column(rank, &unit);
        rank += 1;
    }
    basis.columns(0, rank).into_owned()
}

/// An orthonormal basis of what a matrix maps to zero, as columns.
pub(super) fn null_space(c: &DMatrix<f64>) -> DMatrix<f64> {
    let n = c.ncols();
    if c.nrows() == 0 {
        return DMatrix::identity(n, n);
    }
    let across = row_space(c);
    let rest = DMatrix::identity(n, n) - &across * across.transpose();
    // of a matrix that should be zero, only rounding would be left
    if across.ncols() == n { DMatrix::zeros(n, 0) } else { row_space(&rest) }
}

#[cfg(test)]
mod tests {
    use denoc_testkit::Random;

    use super::*;

    fn random(random: &mut Random, m: usize, n: usize) -> DMatrix<f64> {
        DMatrix::from_fn(m, n, |_, _| random.signed(1.0))
    }

    // oracle: the conditions of Karush, Kuhn and Tucker, with multipliers from the singular values of C
    #[test]
    fn steps_are_optimal_within_their_bounds() {
        let mut source = Random::new(3);
        for case in 0..200 {
            let (n, m, k) = (3 + case % 9, 1 + case % 7, case % 4);
            let (j, c) = (random(&mut source, m, n), random(&mut source, k.min(n - 1), n));
            let e = DVector::from_fn(m, |_, _| source.signed(2.0));
            let mut room = || if source.signed(1.0) > 0.5 { 0.0 } else { source.range(0.0, 0.4) };
            let (low, high): (Vec<f64>, Vec<f64>) = (0..n).map(|_| (-room(), room())).unzip();
            let step = Step { j: &j, e: &e, damping: 1e-3, c: &c, low: &low, high: &high };
            let mut held = vec![None; n];
            let x = step.solve(&mut held).unwrap();
            assert!((&c * &x).amax_or_zero() < 1e-9, "{case}");
            let mu = 1e-3 * (0..n).map(|i| j.column(i).norm_squared()).fold(0.0, f64::max);
            let slope = j.transpose() * (&j * &x + &e) + &x * mu;
            let free: Vec<usize> = (0..n).filter(|&i| x[i] > low[i] + 1e-12 && x[i] < high[i] - 1e-12).collect();
            // bounds and equations meet in a vertex: multipliers are not unique
            let of_free = c.select_columns(&free);
            let svd = crate::Svd::new(&of_free.transpose()).unwrap();
            if svd.rank(1e-9) < c.nrows() {
                continue;
            }
            let part = DVector::from_iterator(free.len(), free.iter().map(|&i| slope[i]));
            let left = &slope - c.transpose() * svd.solve(&part, c.nrows());
            for i in 0..n {
                assert!(x[i] >= low[i] && x[i] <= high[i]);
                if free.contains(&i) {
                    assert!(left[i].abs() < 1e-8, "{case}: {}", left[i]);
                } else if low[i] < high[i] {
                    assert!(if x[i] == low[i] { left[i] > -1e-8 } else { left[i] < 1e-8 }, "{case}: {}", left[i]);
                }
            }
        }
    }

    trait OrZero {
        fn amax_or_zero(&self) -> f64;
    }

    impl OrZero for DVector<f64> {
        fn amax_or_zero(&self) -> f64 {
            self.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
        }
    }
}
