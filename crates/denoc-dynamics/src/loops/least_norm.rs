//! Multipliers of least norm.

use denoc_math::Real;

use super::Qr;

/// Of all multipliers with the same effect, those of least norm (each times the unit of its row).
#[derive(Clone, Debug)]
pub(crate) struct LeastNorm<T> {
    /// The transposed leading rows of R.
    qr: Qr<T>,
    mu: Vec<T>,
}

impl<T: Real> LeastNorm<T> {
    /// Memory for `m` rows of rank `rank` at most.
    pub(crate) fn new(m: usize, rank: usize) -> Self {
        let mut qr = Qr::new();
        qr.start(m, rank);
        Self { qr, mu: vec![T::zero(); m] }
    }

    /// λ with R Pᵀ U λ = z and |U λ| least, where Q R Pᵀ is the decomposition of columns that were divided by the units U.
    pub(crate) fn solve(&mut self, of: &Qr<T>, units: &[T], z: &[T], lambda: &mut [T]) {
        let (rank, m) = (of.rank(), units.len());
        self.qr.start(m, rank);
        for i in 0..rank {
            for j in i..m {
                self.qr.set(j, i, of.r(i, j));
            }
        }
        self.qr.factor(0.0, rank);
        // Rᵀ Π = Q' R': (R'ᵀ Q'ᵀ) μ = Πᵀ z
        let mu = &mut self.mu[..m];
        mu.fill(T::zero());
        for (mu, &i) in mu.iter_mut().zip(&self.qr.order()[..rank]) {
            *mu = z[i];
        }
        self.qr.solve_lower(mu);
        self.qr.apply(mu);
        for (&i, mu) in of.order().iter().zip(&*mu) {
            lambda[i] = *mu * units[i].recip();
        }
    }
}
