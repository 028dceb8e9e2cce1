//! Steps: tried until one is good.

use super::super::control::LEAST_MEMORY;
use super::super::equations::Equations;
use super::Run;
use crate::SimError;
use crate::integrators::{Estimate, Span, Stepper, System};

/// With more speeds than this the dense matrices of radau5 are too large.
const DENSE: usize = 100;

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
        if self.counters.steps >= self.settings.most_steps {
            return Err(self.too_many_steps());
        }
        self.allow();
        let segment_end = self.settings.segments.end_after(self.t);
        let requested = self.next_length().min(self.settings.longest_step);
        let mut step = requested;
        let mut tried_before = false;
        loop {
            let remaining = segment_end - self.t;
            // not a last step of next to nothing; and two equal ones rather than a long one and a short one
            let last = step * 1.000_001 >= remaining;
            let spread = self.settings.control.is_some() && !last && 2.0 * step > remaining;
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
            let Some(control) = self.settings.control else {
                tried?;
                return Ok(());
            };
            let shorter = match tried {
                Ok(estimate) if estimate.size <= 1.0 => {
                    self.worst = estimate.worst;
                    let factor = control.after_success(estimate.size, self.error, tried_before);
                    let next = span.h * factor;
                    // a step cut short by the end of a segment says nothing about the next one
                    self.step = if last && !tried_before { next.max(requested) } else { next };
                    self.error = estimate.size.max(LEAST_MEMORY);
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

    fn step_too_small(&self, step: f64) -> SimError {
        let cause = if self.settings.integrator.info().stiff {
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
        let info = self.settings.integrator.info();
        let remedy = if info.stiff {
            "the integrator dop853 if nothing is stiff"
        } else if self.settings.control.is_none() {
            "a longer step"
        } else if self.mechanism.model().nv() > DENSE {
            "the integrator linimp if springs or dampers are stiff"
        } else {
            "the integrator radau5 if springs, dampers or gains are stiff"
        };
        SimError::TooManySteps {
            time: self.t,
            end: self.settings.end,
            steps: self.counters.steps,
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
        if mechanism.correct(end)? {
            mechanism.rates(span.end, end, end_rates)?;
            return Ok(estimate);
        }
        match stepper.end_rates() {
            Some(rates) => end_rates.copy_from_slice(rates),
            None => mechanism.rates(span.end, end, end_rates)?,
        }
    }
    Ok(estimate)
}
