//! Elimination of passive rates by projections.

use denoc_math::Real;
use denoc_math::dense::dot;

/// Σ pⱼ xⱼ = b, solved for as many x as have independent columns p; the others stay free: x = N x_free + g.
#[derive(Clone, Debug)]
pub(super) struct Elimination<T> {
    rows: usize,
    columns: usize,
    /// p by columns, as given.
    pub(super) screws: Vec<T>,
    /// b; after `run` its remainder.
    pub(super) right: Vec<T>,
    /// The remainder of p after projection by the columns eliminated before: p̃ for eliminated columns.
    left: Vec<T>,
    /// δ = p̃ᵀ p̃ of each step.
    delta: Vec<T>,
    /// p̃ᵀ p / δ of each step (by rows) for every column, and p̃ᵀ b / δ.
    along: Vec<T>,
    along_right: Vec<T>,
    /// The columns, those eliminated first.
    order: Vec<usize>,
    rank: usize,
}

impl<T: Real> Elimination<T> {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let steps = rows.min(columns);
        Self {
            rows,
            columns,
            screws: vec![T::zero(); rows * columns],
            right: vec![T::zero(); rows],
            left: vec![T::zero(); rows * columns],
            delta: vec![T::zero(); steps],
            along: vec![T::zero(); steps * columns],
            along_right: vec![T::zero(); steps],
            order: (0..columns).collect(),
            rank: 0,
        }
    }

    /// Eliminates `allowed` columns, the largest remainder first, until all remainders are below `tolerance` times the largest
    /// column or `limit` columns are eliminated. Returns the largest relative remainder of the others.
    pub(super) fn run(&mut self, allowed: impl Fn(usize) -> bool, tolerance: f64, limit: usize) -> f64 {
        let (m, n) = (self.rows, self.columns);
        self.left.copy_from_slice(&self.screws);
        for (i, at) in self.order.iter_mut().enumerate() {
            *at = i;
        }
        self.rank = 0;
        let length = |left: &[T], j: usize| dot(&left[j * m..(j + 1) * m], &left[j * m..(j + 1) * m]).value().sqrt();
        let scale = (0..n).map(|j| length(&self.left, j)).fold(0.0, f64::max);
        while self.rank < m.min(n).min(limit) {
            let (k, mut best, mut most) = (self.rank, None, tolerance * scale);
            for place in k..n {
                let rest = length(&self.left, self.order[place]);
                if rest > most && allowed(self.order[place]) {
                    (best, most) = (Some(place), rest);
                }
            }
            let Some(best) = best else { break };
            self.order.swap(k, best);
            self.eliminate(k);
            self.rank += 1;
        }
        let stay = self.order[self.rank..].iter().map(|&j| length(&self.left, j)).fold(0.0, f64::max);
        if scale > 0.0 { stay / scale } else { 0.0 }
    }

    /// Projects the column at position `k` of the order out of all columns after it: p ← Ψ p with Ψ = 1 − p̃ p̃ᵀ/δ.
    fn eliminate(&mut self, k: usize) {
        let (m, n) = (self.rows, self.columns);
        let pivot = self.order[k];
        // again against those before, to reduce rounding errors
        for i in 0..k {
            let before = self.order[i];
            let [before, column] = pair(&mut self.left, m, before, pivot);
            self.along[i * n + pivot] += project(before, self.delta[i], column);
        }
        let p = pivot * m..(pivot + 1) * m;
        self.delta[k] = dot(&self.left[p.clone()], &self.left[p]);
        self.along[k * n + pivot] = T::one();
        for place in k + 1..n {
            let other = self.order[place];
            let [p, column] = pair(&mut self.left, m, pivot, other);
            self.along[k * n + other] = project(p, self.delta[k], column);
        }
    }

    /// Projects b, twice to reduce rounding errors: no x can satisfy the remainder.
    pub(super) fn project_right(&mut self) {
        let m = self.rows;
        self.along_right.fill(T::zero());
        for _ in 0..2 {
            for k in 0..self.rank {
                let p = &self.left[self.order[k] * m..(self.order[k] + 1) * m];
                self.along_right[k] += project(p, self.delta[k], &mut self.right);
            }
        }
    }

    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// The columns that stay free.
    pub(super) fn free(&self) -> &[usize] {
        &self.order[self.rank..]
    }

    /// The smallest p̃ relative to the largest.
    pub(super) fn smallest(&self) -> f64 {
        let deltas = || self.delta[..self.rank].iter().map(|delta| delta.value());
        let (least, most) = (deltas().fold(f64::INFINITY, f64::min), deltas().fold(0.0, f64::max));
        if most > 0.0 { (least / most).sqrt() } else { 0.0 }
    }

    /// The x for x_free = 0: g.
    pub(super) fn particular(&self, out: &mut [T]) {
        out.fill(T::zero());
        self.back(|k| self.along_right[k], out);
    }

    /// The x for one free column at 1, the others at 0, and b = 0: a column of N.
    pub(super) fn motion(&self, free: usize, out: &mut [T]) {
        out.fill(T::zero());
        out[free] = T::one();
        self.back(|k| -self.along[k * self.columns + free], out);
    }

    fn back(&self, start: impl Fn(usize) -> T, out: &mut [T]) {
        for k in (0..self.rank).rev() {
            let later = &self.order[k + 1..self.rank];
            let row = &self.along[k * self.columns..(k + 1) * self.columns];
            out[self.order[k]] = later.iter().fold(start(k), |sum, &j| row[j].neg_mul_add(out[j], sum));
        }
    }
}

/// x ← x − p̃ (p̃ᵀ x)/δ; returns p̃ᵀ x/δ.
fn project<T: Real>(p: &[T], delta: T, x: &mut [T]) -> T {
    let along = dot(p, x) * delta.recip();
    for (x, &p) in x.iter_mut().zip(p) {
        *x = p.neg_mul_add(along, *x);
    }
    along
}

/// Two different columns at once.
fn pair<T>(columns: &mut [T], m: usize, a: usize, b: usize) -> [&mut [T]; 2] {
    let (head, tail) = columns.split_at_mut(a.max(b) * m);
    let (low, high) = (&mut head[a.min(b) * m..][..m], &mut tail[..m]);
    if a < b { [low, high] } else { [high, low] }
}

#[cfg(test)]
mod tests {
    use denoc_testkit::{Random, close_within};

    use super::*;

    // oracle: p x = b by multiplication, for a matrix of known rank
    #[test]
    fn meets_what_can_be_met() {
        let (m, n, rank) = (6, 8, 4);
        let mut random = Random::new(8);
        let (outer, inner) = (random.vector(m * rank, 1.0), random.vector(rank * n, 1.0));
        let mut elimination = Elimination::new(m, n);
        for j in 0..n {
            for i in 0..m {
                elimination.screws[j * m + i] = (0..rank).map(|k| outer[i * rank + k] * inner[k * n + j]).sum::<f64>();
            }
        }
        let x0 = random.vector(n, 1.0);
        let times = |screws: &[f64], x: &[f64]| -> Vec<f64> {
            (0..m).map(|i| (0..n).map(|j| screws[j * m + i] * x[j]).sum()).collect()
        };
        let b = times(&elimination.screws, &x0);
        elimination.right.copy_from_slice(&b);
        let rest = elimination.run(|j| j != 2, 1e-10, usize::MAX);
        assert!(rest < 1e-13 && elimination.rank() == rank && elimination.free().contains(&2));
        elimination.project_right();
        close_within(&elimination.right, [0.0; 6], 1e-13);
        let mut x = vec![0.0; n];
        elimination.particular(&mut x);
        close_within(times(&elimination.screws, &x), &b, 1e-12);
        for &free in elimination.free() {
            elimination.motion(free, &mut x);
            close_within(times(&elimination.screws, &x), [0.0; 6], 1e-12);
        }
    }
}
