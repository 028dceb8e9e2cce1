//! Linear systems (μ − J) x = b of implicit methods, J the derivatives of the rates.
//!
//! The leading entries of a mechanical state are coordinates, whose rates are the speeds that follow them. With J = [0 1; C D], where
//! the ones belong to the speeds, coordinates are eliminated: (μ − D − C/μ) x₂ = b₂ + C b₁/μ, x₁ = (b₁ + x₂)/μ. This halves the
//! matrix. Terms that turn the coordinates of quaternions are left out of J: Newton's method does not need them.

use denoc_math::dense::{ComplexLu, Lu};

use super::{Around, System};
use crate::SimError;

/// Derivatives of the rates at one state, and the decompositions for two shifts: a real and a complex one.
#[derive(Clone, Debug)]
pub(super) struct Linearised {
    /// Number of entries, and of the coordinates among them.
    entries: usize,
    coordinates: usize,
    /// Rows of the entries after the coordinates: derivatives with respect to all entries.
    rows: Vec<f64>,
    real: Lu,
    complex: ComplexLu,
    shifts: (f64, [f64; 2]),
    scratch: [Vec<f64>; 2],
}

impl Linearised {
    pub(super) fn new(entries: usize, coordinates: usize) -> Self {
        let m = entries - coordinates;
        Self {
            entries,
            coordinates,
            rows: vec![0.0; m * entries],
            real: Lu::new(m),
            complex: ComplexLu::new(m),
            shifts: (f64::NAN, [f64::NAN; 2]),
            scratch: [Vec::new(), Vec::new()],
        }
    }

    /// Whether it is for states like this.
    pub(super) fn fits(&self, entries: usize, coordinates: usize) -> bool {
        (self.entries, self.coordinates) == (entries, coordinates)
    }

    /// Takes the derivatives at a state.
    pub(super) fn differentiate(&mut self, system: &mut dyn System, at: Around<'_>) -> Result<(), SimError> {
        self.scratch.iter_mut().for_each(|x| x.resize(at.y.len(), 0.0));
        system.linearise(at, &mut self.rows, &mut self.scratch)
    }

    /// Decomposes the matrices of both shifts; `false` if one is singular.
    pub(super) fn factor(&mut self, real: f64, [re, im]: [f64; 2]) -> bool {
        let (n, p, rows) = (self.entries, self.coordinates, &self.rows);
        self.shifts = (real, [re, im]);
        // rows of C end with the coordinates; speeds come first among the entries after them
        let below = |i: usize, j: usize| if j < p { rows[i * n + j] } else { 0.0 };
        let diagonal = |i: usize, j: usize, x: f64| if i == j { x } else { 0.0 };
        let slope = |i: usize, j: usize| rows[i * n + p + j];
        let inverse = 1.0 / real;
        let first = self.real.factor(|i, j| diagonal(i, j, real) - slope(i, j) - inverse * below(i, j));
        let norm = re * re + im * im;
        let (inverse_re, inverse_im) = (re / norm, -im / norm);
        first
            && self.complex.factor(|i, j| {
                let c = below(i, j);
                [diagonal(i, j, re) - slope(i, j) - inverse_re * c, diagonal(i, j, im) - inverse_im * c]
            })
    }

    /// x ← (μ − J)⁻¹ x with the real shift.
    pub(super) fn solve_real(&mut self, x: &mut [f64]) {
        let (n, p, inverse) = (self.entries, self.coordinates, 1.0 / self.shifts.0);
        let (x1, x2) = x[..n].split_at_mut(p);
        if p > 0 {
            for (x2, row) in x2.iter_mut().zip(self.rows.chunks_exact(n)) {
                *x2 += inverse * row.iter().zip(&*x1).map(|(c, x)| c * x).sum::<f64>();
            }
        }
        self.real.solve(x2);
        x1.iter_mut().zip(&*x2).for_each(|(x1, x2)| *x1 = inverse * (*x1 + x2));
    }

    /// x ← (μ − J)⁻¹ x with the complex shift.
    pub(super) fn solve_complex(&mut self, re: &mut [f64], im: &mut [f64]) {
        let (n, p, [shift_re, shift_im]) = (self.entries, self.coordinates, self.shifts.1);
        let norm = shift_re * shift_re + shift_im * shift_im;
        let (a, b) = (shift_re / norm, -shift_im / norm);
        let times = |x: f64, y: f64| (a * x - b * y, a * y + b * x);
        let (re1, re2) = re[..n].split_at_mut(p);
        let (im1, im2) = im[..n].split_at_mut(p);
        if p > 0 {
            for ((x, y), row) in re2.iter_mut().zip(&mut *im2).zip(self.rows.chunks_exact(n)) {
                let (mut sum_re, mut sum_im) = (0.0, 0.0);
                for ((c, re), im) in row.iter().zip(&*re1).zip(&*im1) {
                    sum_re += c * re;
                    sum_im += c * im;
                }
                let (more_re, more_im) = times(sum_re, sum_im);
                *x += more_re;
                *y += more_im;
            }
        }
        self.complex.solve(re2, im2);
        for ((x, y), (re2, im2)) in re1.iter_mut().zip(im1).zip(re2.iter().zip(&*im2)) {
            (*x, *y) = times(*x + re2, *y + im2);
        }
    }

    /// An estimate of the largest eigenvalue of J, 1/s, by power iteration from a fixed start. J maps coordinates to forces and back:
    /// two rounds count for one of its square, so that oscillations are measured as well as decay.
    pub(super) fn fastest_rate(&mut self) -> f64 {
        let (n, p) = (self.entries, self.coordinates);
        let [x, next] = &mut self.scratch;
        x.iter_mut().enumerate().for_each(|(i, x)| *x = 1.0 + 0.25 * (i as f64).sin());
        let (x, next) = (&mut x[..n], &mut next[..n]);
        let mut growth = 0.0;
        for round in 0..2 * ROUNDS {
            next[..p].copy_from_slice(&x[p..2 * p]);
            for (next, row) in next[p..].iter_mut().zip(self.rows.chunks_exact(n)) {
                *next = row.iter().zip(&*x).map(|(c, x)| c * x).sum();
            }
            let size = next.iter().map(|x| x * x).sum::<f64>().sqrt();
            if size == 0.0 || !size.is_finite() {
                return if size == 0.0 { 0.0 } else { f64::INFINITY };
            }
            // the mean over the later rounds: pairs of complex eigenvalues do not settle
            if round >= ROUNDS {
                growth += size.ln();
            }
            x.iter_mut().zip(&*next).for_each(|(x, next)| *x = next / size);
        }
        (growth / ROUNDS as f64).exp()
    }
}

/// Rounds of power iteration before the growth is measured, and while it is.
const ROUNDS: usize = 10;
