//! I a + h = Sᵀ τ + Jᵀ λ as numbers, and what is known of τ and λ so far.

use denoc_math::Real;

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
    /// √w of each motor.
    pub(super) scales: Vec<T>,
    /// The forces that are still to be supplied: I a + h at first.
    pub(super) left: Vec<T>,
    /// What nobody can supply.
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
    /// Places in the list of motors.
    pub(super) motors: Vec<usize>,
}

impl<T: Real> Equations<T> {
    pub(super) fn new(nv: usize, units: &[T]) -> Self {
        let zeros = |n| vec![T::zero(); n];
        let m = units.len();
        Self {
            nv,
            jacobian: zeros(m * nv),
            units: units.to_vec(),
            motors: Vec::new(),
            scales: Vec::new(),
            left: zeros(nv),
            unmet: zeros(nv),
            tau: Vec::new(),
            lambda: zeros(m),
        }
    }

    pub(super) fn set_motors(&mut self, motors: &[usize]) {
        self.motors = motors.to_vec();
        self.tau = vec![T::zero(); motors.len()];
    }

    /// Everything.
    pub(super) fn whole(&self) -> Part {
        Part {
            equations: (0..self.nv).collect(),
            rows: (0..self.units.len()).collect(),
            motors: (0..self.motors.len()).collect(),
        }
    }

    /// An entry of J, its row divided by its unit.
    pub(super) fn scaled(&self, row: usize, speed: usize) -> T {
        self.jacobian[row * self.nv + speed] * self.units[row].recip()
    }

    /// Nothing is known yet, these forces are needed.
    pub(super) fn start(&mut self, needed: &[T]) {
        self.left.copy_from_slice(needed);
        self.unmet.fill(T::zero());
        self.tau.fill(T::zero());
        self.lambda.fill(T::zero());
    }

    pub(super) fn set_tau(&mut self, motor: usize, tau: T) {
        self.tau[motor] = tau;
        self.left[self.motors[motor]] -= tau;
    }

    pub(super) fn set_lambda(&mut self, row: usize, lambda: T) {
        self.lambda[row] = lambda;
        for (left, &j) in self.left.iter_mut().zip(&self.jacobian[row * self.nv..]) {
            *left = j.neg_mul_add(lambda, *left);
        }
    }
}
