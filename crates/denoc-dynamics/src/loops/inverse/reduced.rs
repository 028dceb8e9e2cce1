//! Solution of a group of equations with too many or too few unknowns, or both.
//!
//! The complement T of J eliminates the multipliers: Tᵀ (I a + h) = Tᵀ Sᵀ τ, one equation per degree of freedom. With more motors
//! than degrees of freedom, Σ w τ² is minimised; if motors cannot supply the forces, |T e| of the missing forces e is. Then
//! Jᵀ λ = I a + h − Sᵀ τ gives the multipliers, of least norm. Ranks are revealed by pivots in both steps.

use denoc_math::Real;
use denoc_math::dense::{LeastNorm, Qr};

use super::equations::{Equations, Part};
use crate::loops::RANK_TOLERANCE;

/// Diagnostics of a solution.
#[derive(Copy, Clone, Debug)]
pub(super) struct Found {
    /// Independent rows.
    pub(super) rank: usize,
    /// Degrees of freedom that motors control.
    pub(super) controlled: usize,
    /// The smallest pivot of a motor: 1 if it acts on one degree of freedom only.
    pub(super) smallest: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Reduced<T> {
    closures: Qr<T>,
    drives: Qr<T>,
    least_lambda: LeastNorm<T>,
    least_tau: LeastNorm<T>,
    forces: Vec<T>,
    column: Vec<T>,
    scales: Vec<T>,
    solution: Vec<T>,
}

impl<T: Real> Reduced<T> {
    /// Buffers for this many speeds, rows and motors.
    pub(super) fn new(nv: usize, m: usize, motors: usize) -> Self {
        let most = motors.max(m);
        let zeros = |n| vec![T::zero(); n];
        Self {
            closures: Qr::new(),
            drives: Qr::new(),
            least_lambda: LeastNorm::new(m, nv),
            least_tau: LeastNorm::new(motors, nv),
            forces: zeros(nv),
            column: zeros(nv),
            scales: zeros(most),
            solution: zeros(most),
        }
    }

    /// Decomposes the rows of a part; the number that are independent.
    pub(super) fn decompose(&mut self, equations: &Equations<T>, part: &Part, limit: usize) -> usize {
        self.closures.start(part.equations.len(), part.rows.len());
        for (j, &row) in part.rows.iter().enumerate() {
            for (x, &s) in self.closures.column_mut(j).iter_mut().zip(&part.equations) {
                *x = equations.scaled(row, s);
            }
        }
        self.closures.factor(RANK_TOLERANCE, limit);
        self.closures.rank()
    }

    /// Tᵀ e for the unit force e on the equation at a place of the part, after `decompose`.
    pub(super) fn freedom(&mut self, place: usize, count: usize) -> &[T] {
        let column = &mut self.column[..count];
        column.fill(T::zero());
        column[place] = T::one();
        self.closures.apply_transpose(column);
        &column[self.closures.rank()..]
    }

    #[inline(never)]
    pub(super) fn solve(&mut self, equations: &mut Equations<T>, part: &Part, limit: usize) -> Found {
        let rank = self.decompose(equations, part, limit);
        let n = part.equations.len();
        let smallest = self.decompose_drives(equations, part);
        let controlled = self.drives.rank();

        for (x, &s) in self.forces.iter_mut().zip(&part.equations) {
            *x = equations.left[s];
        }
        let forces = &mut self.forces[..n];
        self.closures.apply_transpose(forces);
        let along = &mut forces[rank..];
        self.drives.apply_transpose(along);
        let tau = &mut self.solution[..part.motors.len()];
        self.least_tau.solve(&self.drives, &self.scales[..part.motors.len()], along, tau);
        for (&motor, &tau) in part.motors.iter().zip(&*tau) {
            equations.set_tau(motor, tau);
        }

        // forces in degrees of freedom that no motor controls; perpendicular to the rows, so multipliers are unaffected
        along[..controlled].fill(T::zero());
        self.drives.apply(along);
        forces[..rank].fill(T::zero());
        self.closures.apply(forces);
        for (&s, &x) in part.equations.iter().zip(&*forces) {
            equations.unmet[s] = x;
        }

        for (x, &s) in forces.iter_mut().zip(&part.equations) {
            *x = equations.left[s];
        }
        self.closures.apply_transpose(forces);
        let count = part.rows.len();
        for (scale, &row) in self.scales.iter_mut().zip(&part.rows) {
            *scale = equations.units[row];
        }
        let lambda = &mut self.solution[..count];
        self.least_lambda.solve(&self.closures, &self.scales[..count], forces, lambda);
        for (&row, &lambda) in part.rows.iter().zip(&*lambda) {
            equations.set_lambda(row, lambda);
        }
        Found { rank, controlled, smallest }
    }

    /// Decomposes Tᵀ Sᵀ, each column divided by √w of its motor; the smallest pivot.
    fn decompose_drives(&mut self, equations: &Equations<T>, part: &Part) -> f64 {
        let (n, rank) = (part.equations.len(), self.closures.rank());
        self.drives.start(n - rank, part.motors.len());
        // largest norm of a motor's column, and of its part that acts on degrees of freedom
        let (mut whole, mut largest) = (0.0_f64, 0.0_f64);
        let norm = |x: &[T]| x.iter().map(|x| x.value() * x.value()).sum::<f64>().sqrt();
        for (j, &motor) in part.motors.iter().enumerate() {
            let scale = equations.scales[motor];
            self.scales[j] = scale;
            let column = &mut self.column[..n];
            for (x, &s) in column.iter_mut().zip(&part.equations) {
                *x = equations.drive(motor, s) * scale.recip();
            }
            whole = whole.max(norm(column));
            self.closures.apply_transpose(column);
            self.drives.column_mut(j).copy_from_slice(&column[rank..]);
            largest = largest.max(norm(&column[rank..]));
        }
        // pivots are relative to fully effective motors: near a singular configuration all pivots are small. Not infinite: its product
        // with a pivot of zero would be no number
        let tolerance = if largest > 0.0 { (RANK_TOLERANCE * whole / largest).min(f64::MAX) } else { f64::MAX };
        self.drives.factor(tolerance, usize::MAX);
        if largest > 0.0 {
            self.drives.smallest() * largest / whole
        } else if n == rank {
            // without degrees of freedom no motor is needed
            1.0
        } else {
            0.0
        }
    }
}
