//! Steps: tried until one is good.

use super::super::automatic::{DENSE, Taken};
use super::super::checkpoint::Checkpoint;
use super::super::control::{LEAST_MEMORY, StepControl};
use super::super::equations::Equations;
use super::Run;
use crate::integrators::{Estimate, Span, Stepper, System};
use crate::{Integrator, SimError};

impl Run<'_, '_> {
    /// The errors allowed in the next step, and the sizes they are relative to.
    pub(super) fn allow(&mut self) {
        let (positions, _) = self.mechanism.sizes();
        self.mechanism.magnitudes(&mut self.sizes[..positions]);
        for (size, y) in self.sizes.iter_mut().zip(&self.y).skip(positions) {
            *size = y.abs();
        }
        for (allowed, size) in self.allowed.iter_mut().zip(&self.sizes) {
            *allowed = self.settings.absolute + self.settings.relative * size;
        }
    }

    /// Tries steps until one is good: its end is in `end`, `end_rates` and `end_time`, the next step in `step`.
    pub(super) fn take_step(&mut self) -> Result<(), SimError> {
        self.allow();
        let before = self.mechanism.evaluations;
        let segment_end = self.settings.segments.end_after(self.t);
        let requested = self.next_length().min(self.settings.longest_step);
        let mut step = requested;
        let mut tried_before = false;
        loop {
            if self.counters.tried() >= self.settings.most_steps {
                return Err(self.too_many_steps());
            }
            let remaining = segment_end - self.t;
            // not a last step of next to nothing; and two equal ones rather than a long one and a short one
            let last = step * 1.000_001 >= remaining;
            let spread = self.control.is_some() && !last && 2.0 * step > remaining;
            let length = if last {
                remaining
            } else if spread {
                0.5 * remaining
            } else {
                step
            };
            self.end_time = if last { segment_end } else { self.t + length };
            let span = Span {
                t: self.t,
                h: self.end_time - self.t,
                end: self.end_time,
                y: &self.y,
                rates: &self.rates,
                allowed: &self.allowed,
                tolerance: self.settings.relative,
            };
            let tried = attempt(&mut *self.stepper, &mut self.mechanism, span, &mut self.end, &mut self.end_rates);
            let Some(control) = self.control else {
                tried?;
                return Ok(());
            };
            let shorter = match tried {
                Ok(estimate) if estimate.size <= 1.0 => {
                    self.worst = estimate.worst;
                    let factor = control.after_success(estimate.size, self.error, tried_before);
                    let stability = match self.automatic {
                        Some(_) => self.stepper.stability(span, &self.end, &self.end_rates),
                        None => None,
                    };
                    let h = span.h;
                    let next = self.stepper.accept(h, h * factor);
                    // a step cut short by the end of a segment says nothing about the next one
                    self.step = if last && !tried_before { next.max(requested) } else { next };
                    self.error = estimate.size.max(LEAST_MEMORY);
                    let evaluations = self.mechanism.evaluations - before;
                    let (t, linear) = (self.end_time, self.stepper.take_work());
                    self.choose(Taken { t, h, next, evaluations, linear, stability });
                    return Ok(());
                }
                Ok(estimate) => {
                    self.worst = estimate.worst;
                    Ok(control.after_failure(estimate))
                }
                // a shorter step does not help a controller that has given up
                Err(error @ (SimError::Controller { .. } | SimError::NoMotor { .. })) => return Err(error),
                Err(error) => Err(error),
            };
            step = span.h * *shorter.as_ref().unwrap_or(&0.25);
            self.counters.rejected += 1;
            tried_before = true;
            if step < 16.0 * f64::EPSILON * self.t.abs().max(1e-6 * self.settings.end) {
                return Err(match shorter {
                    Err(error) => error,
                    Ok(_) => self.step_too_small(step),
                });
            }
        }
    }

    /// After a good step: the integrator `auto` chooses the method of the next.
    fn choose(&mut self, taken: Taken) {
        if let Some(automatic) = &mut self.automatic {
            let stepper = &mut self.stepper;
            let fastest = || stepper.fastest_rate();
            self.next_method = automatic.after(taken, &self.costs, fastest);
        }
    }

    /// At the end of a step, whose interpolation is not needed any more: the method that was chosen takes over.
    pub(super) fn change_method(&mut self) {
        if let Some(method) = self.next_method.take() {
            self.set_method(method);
        }
        let kept = self.stepper.linearised_at().filter(|_| self.mechanism.keeps_axes());
        match (&mut self.linearised, kept) {
            (Some(known), Some(now)) => known.copy_from(now),
            (known, now) => *known = now.cloned(),
        }
    }

    pub(super) fn set_method(&mut self, method: Integrator) {
        self.method = method;
        self.stepper = (method.info().make)(self.y.len());
        self.control = method.info().control_order.map(StepControl::new);
        self.close_up = None;
    }

    /// Takes the method of a checkpoint, with the derivatives that it kept.
    pub(super) fn restore_method(&mut self, c: &Checkpoint) -> Result<(), SimError> {
        self.automatic = c.automatic.clone();
        if let Some(automatic) = &self.automatic {
            self.set_method(automatic.method);
        }
        self.linearised = c.linearised.clone();
        let Some(at) = &c.linearised else { return Ok(()) };
        let (positions, end) = (self.mechanism.coordinates(), self.mechanism.controlled());
        if at.state.len() != end - positions {
            let (expected, found) = ((end - positions).to_string(), at.state.len().to_string());
            return Err(SimError::Checkpoint { what: "a number of states of derivatives of", expected, found });
        }
        let mut y = vec![0.0; self.y.len()];
        y[positions..end].copy_from_slice(&at.state);
        self.mechanism.set_base(&at.q, &c.directions)?;
        self.stepper.linearise(&mut self.mechanism, at, &y)?;
        self.mechanism.set_base(&c.q, &c.directions)
    }

    fn step_too_small(&self, step: f64) -> SimError {
        let cause = if self.method.info().stiff {
            "a force that jumps or grows without bound; smooth it, or loosen the tolerance"
        } else if self.mechanism.model().nv() > DENSE {
            "very stiff springs or dampers (use the integrator linimp), or a force that jumps or grows without bound (smooth it)"
        } else {
            "very stiff springs, dampers or gains (use the integrator radau5), or a force that jumps or grows without bound \
             (smooth it)"
        };
        SimError::StepTooSmall { time: self.t, step, joint: self.mechanism.joint_of(self.worst), cause }
    }

    fn too_many_steps(&self) -> SimError {
        let info = self.method.info();
        let remedy = if info.stiff {
            "the integrator dop853 if nothing is stiff"
        } else if self.control.is_none() {
            "a longer step"
        } else if self.mechanism.model().nv() > DENSE {
            "the integrator linimp if springs or dampers are stiff"
        } else {
            "the integrator radau5 if springs, dampers or gains are stiff"
        };
        SimError::TooManySteps {
            time: self.t,
            end: self.settings.end,
            steps: self.counters.tried(),
            joint: self.mechanism.joint_of(self.worst),
            remedy,
        }
    }
}

/// A step, its end projected onto the closures if required, and the rates there.
pub(super) fn attempt(
    stepper: &mut dyn Stepper,
    mechanism: &mut Equations<'_, '_>,
    span: Span<'_>,
    end: &mut [f64],
    end_rates: &mut [f64],
) -> Result<Estimate, SimError> {
    let estimate = stepper.attempt(mechanism, span, end)?;
    // rates are computed only where a step ends: elsewhere they may not exist
    if estimate.size <= 1.0 {
        match stepper.end_rates() {
            Some(rates) => end_rates.copy_from_slice(rates),
            None => {
                mechanism.correct(end)?;
                mechanism.rates(span.end, end, end_rates)?;
            }
        }
    }
    Ok(estimate)
}
