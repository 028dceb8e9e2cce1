//! The equations I a + h = Sᵀ τ + Jᵀ λ, with τ and λ as far as they are solved.

use denoc_math::Real;
use denoc_model::ClosureId;

use crate::loops::scaled_row::clear_rounding;

/// The equations, one per speed, and their unknowns.
#[derive(Clone, Debug)]
pub(super) struct Equations<T> {
    pub(super) nv: usize,
    /// J by rows.
    pub(super) jacobian: Vec<T>,
    /// The units of the rows.
    pub(super) units: Vec<T>,
    /// The speeds with a motor.
    pub(super) motors: Vec<usize>,
    /// The motors in cut joints: speeds of these joints. They come after the others.
    pub(super) cuts: Vec<(ClosureId, usize)>,
    /// Sᵀ by motors: the forces that a unit of each exerts.
    pub(super) drives: Vec<T>,
    /// √w of each motor.
    pub(super) scales: Vec<T>,
    /// The forces still to be balanced: initially I a + h.
    pub(super) left: Vec<T>,
    /// The forces that neither motors nor closures can supply.
    pub(super) unmet: Vec<T>,
    /// τ of each motor.
    pub(super) tau: Vec<T>,
    pub(super) lambda: Vec<T>,
}

/// Some of the equations with some of the unknowns, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) equations: Vec<usize>,
    pub(super) rows: Vec<usize>,
    /// Indices in the list of motors.
    pub(super) motors: Vec<usize>,
}

impl<T: Real> Equations<T> {
    /// A row of J.
    pub(super) fn row(&self, i: usize) -> &[T] {
        &self.jacobian[i * self.nv..(i + 1) * self.nv]
    }

    /// Sets rows of J that are zero up to rounding to zero.
    pub(super) fn clear_rounding(&mut self) {
        for (row, unit) in self.jacobian.chunks_exact_mut(self.nv.max(1)).zip(&self.units) {
            clear_rounding(row, unit.value());
        }
    }

    /// Σ |J x| of a row: the magnitude of its terms.
    pub(super) fn terms(&self, i: usize, x: &[T]) -> f64 {
        self.row(i).iter().zip(x).map(|(j, x)| (*j * *x).value().abs()).sum()
    }

    pub(super) fn new(nv: usize, units: &[T]) -> Self {
        let zeros = |n| vec![T::zero(); n];
        let m = units.len();
        Self {
            nv,
            jacobian: zeros(m * nv),
            units: units.to_vec(),
            motors: Vec::new(),
            cuts: Vec::new(),
            drives: Vec::new(),
            scales: Vec::new(),
            left: zeros(nv),
            unmet: zeros(nv),
            tau: Vec::new(),
            lambda: zeros(m),
        }
    }

    pub(super) fn set_motors(&mut self, motors: Vec<usize>, cuts: Vec<(ClosureId, usize)>) {
        let count = motors.len() + cuts.len();
        self.drives = vec![T::zero(); count * self.nv];
        for (drive, &s) in self.drives.chunks_exact_mut(self.nv.max(1)).zip(&motors) {
            drive[s] = T::one();
        }
        self.tau = vec![T::zero(); count];
        (self.motors, self.cuts) = (motors, cuts);
    }

    /// Number of motors.
    pub(super) fn motor_count(&self) -> usize {
        self.tau.len()
    }

    /// The generalised force on a speed per unit force of a motor.
    pub(super) fn drive(&self, motor: usize, speed: usize) -> T {
        self.drives[motor * self.nv + speed]
    }

    /// All equations with all unknowns.
    pub(super) fn complete(&self) -> Part {
        Part {
            equations: (0..self.nv).collect(),
            rows: (0..self.units.len()).collect(),
            motors: (0..self.motor_count()).collect(),
        }
    }

    /// An entry of J, its row divided by its unit.
    pub(super) fn scaled(&self, row: usize, speed: usize) -> T {
        self.jacobian[row * self.nv + speed] * self.units[row].recip()
    }

    /// Starts a solution for these forces.
    pub(super) fn start(&mut self, needed: &[T]) {
        self.left.copy_from_slice(needed);
        self.unmet.fill(T::zero());
        self.tau.fill(T::zero());
        self.lambda.fill(T::zero());
    }

    pub(super) fn set_tau(&mut self, motor: usize, tau: T) {
        self.tau[motor] = tau;
        for (left, &drive) in self.left.iter_mut().zip(&self.drives[motor * self.nv..]) {
            *left = drive.neg_mul_add(tau, *left);
        }
    }

    pub(super) fn set_lambda(&mut self, row: usize, lambda: T) {
        self.lambda[row] = lambda;
        for (left, &j) in self.left.iter_mut().zip(&self.jacobian[row * self.nv..]) {
            *left = j.neg_mul_add(lambda, *left);
        }
    }
}
