//! The motion inside a step in which an event may occur, where the interpolation of the integrator is not accurate enough.
//!
//! Inside a step, some integrators are much less accurate than at its end. The same step is then computed again in shorter steps, for
//! the events only: events do not change the motion.

use super::Run;
use super::step::attempt;
use crate::integrators::{Span, Stepper};

/// The error of interpolation that events accept, relative to the error allowed in a step.
const ACCEPTED: f64 = 2.0;
/// Short steps that are shorter than this fraction of a step are not tried.
const SHORTEST: f64 = 1e-3;

/// A step that is computed again in short steps.
pub(super) struct CloseUp {
    stepper: Box<dyn Stepper>,
    /// The fractions of the step between which it interpolates; `None` while it is not in use.
    window: Option<[f64; 2]>,
    y: Vec<f64>,
    rates: Vec<f64>,
    end: Vec<f64>,
    end_rates: Vec<f64>,
}

impl CloseUp {
    fn new(stepper: Box<dyn Stepper>, dimension: usize) -> Self {
        let zeros = || vec![0.0; dimension];
        Self { stepper, window: None, y: zeros(), rates: zeros(), end: zeros(), end_rates: zeros() }
    }
}

impl Run<'_, '_> {
    /// The fraction of the step of length `h` in which events need a short step: one if its own interpolation is accurate enough.
    pub(super) fn short_fraction(&mut self, h: f64) -> f64 {
        if self.control.is_none() {
            return 1.0; // no tolerance to meet
        }
        let info = self.method.info();
        let mut half = self.close_up.take().unwrap_or_else(|| CloseUp::new((info.make)(self.y.len()), self.y.len()));
        half.stepper.forget();
        half.y.copy_from_slice(&self.y);
        half.rates.copy_from_slice(&self.rates);
        let good = self.attempt_short(&mut half, self.t, 0.5 * h);
        self.stepper.interpolate(0.5, &mut self.inside);
        let differences = self.inside.iter().zip(&half.end).map(|(a, b)| (a - b).abs());
        let error = differences.zip(&self.allowed).map(|(d, allowed)| d / allowed).fold(0.0, f64::max);
        self.close_up = Some(half);
        if good && error <= ACCEPTED {
            return 1.0;
        }
        let count = (error / ACCEPTED).powf(1.0 / f64::from(info.dense_order)).ceil();
        if good { 1.0 / (count + 1.0) } else { 0.25 }
    }

    /// Computes a short step over about `fraction` of the step, from the fraction `from` on, so that [`Run::state_inside`]
    /// interpolates in it; the fraction where it ends. Where short steps fail, the step itself is interpolated up to its end.
    pub(super) fn take_short_step(&mut self, from: f64, mut fraction: f64, h: f64) -> f64 {
        let Some(mut short) = self.close_up.take() else { return 1.0 };
        if from == 0.0 {
            short.y.copy_from_slice(&self.y);
            short.rates.copy_from_slice(&self.rates);
        } else {
            core::mem::swap(&mut short.y, &mut short.end);
            core::mem::swap(&mut short.rates, &mut short.end_rates);
        }
        let mut to = 1.0;
        short.window = None;
        while fraction > SHORTEST {
            // not a last one of next to nothing
            to = if from + 1.5 * fraction < 1.0 { from + fraction } else { 1.0 };
            if self.attempt_short(&mut short, self.t + from * h, (to - from) * h) {
                short.window = Some([from, to]);
                break;
            }
            fraction *= 0.5;
        }
        to = if short.window.is_some() { to } else { 1.0 };
        self.close_up = Some(short);
        to
    }

    /// Attempts a step from the state of a close-up and prepares its interpolation; whether it is good.
    fn attempt_short(&mut self, short: &mut CloseUp, t: f64, h: f64) -> bool {
        let CloseUp { stepper, y, rates, end, end_rates, .. } = short;
        let (allowed, tolerance) = (&*self.allowed, self.settings.relative);
        let span = Span { t, h, end: t + h, y, rates, allowed, tolerance };
        let mechanism = &mut self.mechanism;
        attempt(&mut **stepper, mechanism, span, end, end_rates).is_ok_and(|estimate| estimate.size <= 1.0)
            && stepper.prepare(mechanism, span, end, end_rates).is_ok()
    }

    /// Interpolates in the step itself from now on.
    pub(super) fn leave_short_steps(&mut self) {
        if let Some(short) = &mut self.close_up {
            short.window = None;
        }
    }

    /// Writes the state at the fraction `s` of the step to `inside`.
    pub(super) fn state_inside(&mut self, s: f64) {
        match &self.close_up {
            _ if s == 1.0 => self.inside.copy_from_slice(&self.end),
            Some(CloseUp { stepper, window: Some([from, to]), .. }) => {
                stepper.interpolate((s - from) / (to - from), &mut self.inside);
            }
            _ => self.stepper.interpolate(s, &mut self.inside),
        }
    }
}
