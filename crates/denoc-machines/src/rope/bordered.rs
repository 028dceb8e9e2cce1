//! The matrix of Newton's method: three diagonals with two borders.

use super::newton::{Problem, State};

/// The matrix of three diagonals with two borders, factored with row exchanges: links in compression make it indefinite.
pub(super) struct Bordered {
    below: Vec<f64>,
    diagonal: Vec<f64>,
    above: Vec<f64>,
    /// Fill of row exchanges.
    second: Vec<f64>,
    exchanged: Vec<bool>,
    /// How many eigenvalues of the three diagonals are negative.
    negative: usize,
    /// How the last end moves with each angle; these, solved.
    borders: Option<[Vec<f64>; 2]>,
    solved: [Vec<f64>; 2],
}

impl Bordered {
    pub(super) fn new(n: usize) -> Self {
        let zero = vec![0.0; n];
        Self {
            below: zero.clone(),
            diagonal: zero.clone(),
            above: zero.clone(),
            second: zero.clone(),
            exchanged: vec![false; n],
            negative: 0,
            borders: None,
            solved: [zero.clone(), zero],
        }
    }

    /// The second derivatives of the energy with springs of a part `share` of their stiffness, and `shift` on the diagonal.
    pub(super) fn fill(&mut self, p: &Problem<'_>, state: &State, (share, shift): (f64, f64), bordered: bool) {
        p.tensions(state, &mut self.diagonal);
        for i in 0..p.lengths.len() {
            let stiffness = share * p.stiffness[i];
            self.diagonal[i] += stiffness + shift;
            if i > 0 {
                self.diagonal[i - 1] += stiffness;
                (self.below[i - 1], self.above[i - 1]) = (-stiffness, -stiffness);
            }
        }
        self.finish(p, &state.angles, bordered);
    }

    /// One on the diagonal: solving with it moves the angles as little as possible.
    pub(super) fn fill_unit(&mut self, p: &Problem<'_>, angles: &[f64], bordered: bool) {
        self.diagonal.fill(1.0);
        self.below.fill(0.0);
        self.above.fill(0.0);
        self.finish(p, angles, bordered);
    }

    fn finish(&mut self, p: &Problem<'_>, angles: &[f64], bordered: bool) {
        self.count();
        self.factor();
        self.borders = bordered.then(|| {
            let turns = |f: fn(f64) -> f64| p.lengths.iter().zip(angles).map(move |(l, a)| l * f(*a)).collect();
            [turns(|a| -a.sin()), turns(f64::cos)]
        });
        if let Some(borders) = &self.borders {
            let solved = [0, 1].map(|k| {
                let mut x = borders[k].clone();
                self.solve_inner(&mut x);
                x
            });
            self.solved = solved;
        }
    }

    /// Negative pivots without row exchanges, which are as many as negative eigenvalues (Sylvester).
    fn count(&mut self) {
        self.negative = 0;
        let mut pivot = 1.0;
        for i in 0..self.diagonal.len() {
            let beside = if i > 0 { self.below[i - 1] } else { 0.0 };
            pivot = self.diagonal[i] - if beside == 0.0 { 0.0 } else { beside / pivot * beside };
            self.negative += usize::from(pivot < 0.0);
            if pivot == 0.0 {
                pivot = f64::MIN_POSITIVE;
            }
        }
    }

    /// Whether the energy rises in all directions that keep the last end in its place. The bordered matrix then has as many
    /// negative eigenvalues as borders: those of its three diagonals, and one for each positive one of Bᵀ T⁻¹ B.
    pub(super) fn is_convex(&self) -> bool {
        let Some([first, second]) = &self.borders else { return self.negative == 0 };
        // the borders of links that are almost in line are almost parallel: take the difference before the products
        let part = dot(first, second) / dot(first, first).max(f64::MIN_POSITIVE);
        let less = |a: &[f64], b: &[f64]| b.iter().zip(a).map(|(b, a)| b - part * a).collect::<Vec<f64>>();
        let (border, solved) = (less(first, second), less(&self.solved[0], &self.solved[1]));
        let [a, b, c] = [dot(first, &self.solved[0]), dot(first, &solved), dot(&border, &solved)];
        let determinant = a * c - b * b;
        let positive = if determinant < 0.0 { 1 } else { 2 * usize::from(a + c > 0.0) };
        determinant.is_finite() && self.negative + positive == 2
    }

    fn factor(&mut self) {
        let n = self.diagonal.len();
        self.second.fill(0.0);
        for i in 0..n.saturating_sub(1) {
            self.exchanged[i] = self.below[i].abs() > self.diagonal[i].abs();
            if self.exchanged[i] {
                let (lower, next, after) = (self.below[i], self.diagonal[i + 1], self.above[i + 1]);
                let factor = self.diagonal[i] / lower;
                (self.diagonal[i], self.diagonal[i + 1]) = (lower, self.above[i] - factor * next);
                self.above[i] = next;
                if i + 2 < n {
                    (self.second[i], self.above[i + 1]) = (after, -factor * after);
                }
                self.below[i] = factor;
            } else if self.diagonal[i] != 0.0 {
                self.below[i] /= self.diagonal[i];
                self.diagonal[i + 1] -= self.below[i] * self.above[i];
            }
        }
    }

    fn solve_inner(&self, x: &mut [f64]) {
        let n = x.len();
        for i in 0..n.saturating_sub(1) {
            if self.exchanged[i] {
                x.swap(i, i + 1);
            }
            x[i + 1] -= self.below[i] * x[i];
        }
        for i in (0..n).rev() {
            if i + 1 < n {
                x[i] -= self.above[i] * x[i + 1];
            }
            if i + 2 < n {
                x[i] -= self.second[i] * x[i + 2];
            }
            x[i] /= self.diagonal[i];
        }
    }

    /// The changes of angles and force that remove these moments and close this gap.
    pub(super) fn solve(&self, moments: &[f64], gap: Option<[f64; 2]>) -> (Vec<f64>, [f64; 2]) {
        let mut angles: Vec<f64> = moments.iter().map(|m| -m).collect();
        self.solve_inner(&mut angles);
        let (Some(borders), Some(gap)) = (&self.borders, gap) else { return (angles, [0.0; 2]) };
        let matrix = [(0, 0), (0, 1), (1, 1)].map(|(i, j)| dot(&borders[i], &self.solved[j]));
        let force = solve_two(matrix, [0, 1].map(|k| gap[k] - dot(&borders[k], &angles)));
        for (i, angle) in angles.iter_mut().enumerate() {
            *angle += self.solved[0][i] * force[0] + self.solved[1][i] * force[1];
        }
        (angles, force)
    }
}

/// The symmetric system of two equations with matrix [a b; b c].
pub(super) fn solve_two([a, b, c]: [f64; 3], [x, y]: [f64; 2]) -> [f64; 2] {
    let determinant = a * c - b * b;
    [(c * x - b * y) / determinant, (a * y - b * x) / determinant]
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use denoc_math::random::Random;
    use nalgebra::DMatrix;

    use super::*;

    /// The least eigenvalue of the matrix in directions that keep the end, from differences of moments and of the gap.
    fn softest(p: &Problem<'_>, state: &State, bordered: bool) -> f64 {
        let (n, h) = (p.lengths.len(), 1e-5);
        let turned = |j: usize, by: f64| {
            let mut angles = state.angles.clone();
            angles[j] += by;
            angles
        };
        let moments = |j, by| {
            let mut out = vec![0.0; n];
            p.moments(&turned(j, by), state.force, 1.0, &mut out);
            out
        };
        let mut all = DMatrix::zeros(n, n);
        let mut turns = DMatrix::zeros(n, n + 2);
        for j in 0..n {
            let (more, less) = (moments(j, h), moments(j, -h));
            (0..n).for_each(|i| all[(i, j)] = (more[i] - less[i]) / (2.0 * h));
            let (more, less) = (p.gap(&turned(j, h), [0.0; 2]), p.gap(&turned(j, -h), [0.0; 2]));
            (0..2).for_each(|k| turns[(j, k)] = (more[k] - less[k]) / (2.0 * h));
            turns[(j, j + 2)] = 1.0;
        }
        if !bordered {
            return all.symmetric_eigenvalues().min();
        }
        let basis = turns.qr().q();
        let keep = basis.columns(2, n - 2);
        (keep.transpose() * all * keep).symmetric_eigenvalues().min()
    }

    // oracle: eigenvalues of the dense matrix
    #[test]
    fn convex_is_without_negative_eigenvalues() {
        let mut counts = [[0; 2]; 2];
        for case in 0..400 {
            let mut random = Random::new(case);
            let n = 3 + case as usize % 6;
            let lengths: Vec<f64> = (0..n).map(|_| random.range(0.5, 1.5)).collect();
            let stiffness: Vec<f64> = (0..n).map(|_| random.signed(3.0).max(0.0)).collect();
            let weights = (0..n).map(|i| 2.0 * (n - i) as f64 + random.signed(1.0)).collect();
            let p = Problem { lengths: &lengths, weights, stiffness: &stiffness, rest: &vec![0.0; n] };
            let force = [random.range(-3.0, 9.0), random.range(0.0, 4.0 * n as f64)];
            // where links pull, and turned far from it
            let angles = p.directions(force).iter().map(|a| a + random.signed(2.4)).collect();
            let state = State { angles, force, steps: 0 };
            for bordered in [false, true] {
                let least = softest(&p, &state, bordered);
                if least.abs() < 1e-6 {
                    continue;
                }
                let mut matrix = Bordered::new(n);
                matrix.fill(&p, &state, (1.0, 0.0), bordered);
                assert_eq!(matrix.is_convex(), least > 0.0, "{case} {bordered}: {least}");
                // the same with a shift just above and below
                for (shift, convex) in [(1.001, true), (0.999, false)] {
                    if least < -1e-3 {
                        matrix.fill(&p, &state, (1.0, -shift * least), bordered);
                        assert_eq!(matrix.is_convex(), convex, "{case} {bordered}: {least} {shift}");
                    }
                }
                counts[usize::from(bordered)][usize::from(least > 0.0)] += 1;
            }
        }
        assert!(counts.iter().flatten().all(|count| *count > 20), "{counts:?}");
    }
}
