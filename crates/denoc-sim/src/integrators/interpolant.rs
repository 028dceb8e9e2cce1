//! A polynomial of degree four through states and rates at both ends of a step.

/// y(s) = y₀ + s (Δ + (1 − s) (β + s (γ + (1 − s) δ))): Hermite's cubic and a term δ s² (1 − s)².
#[derive(Clone, Debug)]
pub(super) struct Interpolant {
    start: Vec<f64>,
    change: Vec<f64>,
    beta: Vec<f64>,
    gamma: Vec<f64>,
    delta: Vec<f64>,
}

impl Interpolant {
    pub(super) fn new(dimension: usize) -> Self {
        let zeros = || vec![0.0; dimension];
        Self { start: zeros(), change: zeros(), beta: zeros(), gamma: zeros(), delta: zeros() }
    }

    /// The cubic, without the last term.
    pub(super) fn cubic(&mut self, h: f64, (y0, f0): (&[f64], &[f64]), (y1, f1): (&[f64], &[f64])) {
        self.start.copy_from_slice(y0);
        for i in 0..y0.len() {
            self.change[i] = y1[i] - y0[i];
            self.beta[i] = h * f0[i] - self.change[i];
            self.gamma[i] = self.change[i] - h * f1[i] - self.beta[i];
        }
        self.delta.fill(0.0);
    }

    pub(super) fn set_quartic(&mut self, delta: impl Fn(usize) -> f64) {
        self.delta.iter_mut().enumerate().for_each(|(i, d)| *d = delta(i));
    }

    /// Chooses the last term such that the rates at s = 1/4 are `rates` (at 1/2 the term has no slope).
    pub(super) fn match_rates_at_quarter(&mut self, h: f64, rates: &[f64]) {
        for (i, rate) in rates.iter().enumerate() {
            // slope of the cubic at 1/4: Δ + (1 − 2s) β + (2s − 3s²) γ
            let slope = self.change[i] + 0.5 * self.beta[i] + 0.3125 * self.gamma[i];
            self.delta[i] = (h * rate - slope) / 0.1875;
        }
    }

    pub(super) fn value(&self, s: f64, y: &mut [f64]) {
        let r = 1.0 - s;
        for (i, y) in y.iter_mut().enumerate() {
            let inner = self.gamma[i] + r * self.delta[i];
            *y = self.start[i] + s * (self.change[i] + r * (self.beta[i] + s * inner));
        }
    }
}
