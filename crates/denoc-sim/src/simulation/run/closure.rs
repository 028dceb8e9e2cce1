//! Which closure is in force, where it is chosen by itself: the ends of steps are corrected away from singular configurations,
//! independent coordinates are integrated near them.

use super::super::loops::{FAR, LoopClosure, NEAR};
use super::Run;
use crate::SimError;
use crate::integrators::System;

/// A step is divided into this many parts at most when its distance from singular configurations is examined: all of them take less work
/// than an evaluation or two in independent coordinates.
const PARTS: u32 = 64;

impl Run<'_, '_> {
    /// Whether the closure is chosen automatically, and this one is in force.
    fn is_automatically(&self, closure: LoopClosure) -> bool {
        self.mechanism.automatic_closure() == Some(closure)
    }

    /// After a step was tried: whether it must be repeated in independent coordinates, because it failed or comes near a singular
    /// configuration. `suspicious` steps are examined.
    pub(super) fn needs_independent(&mut self, failure: Option<&SimError>, suspicious: bool) -> Result<bool, SimError> {
        if !self.is_automatically(LoopClosure::Corrected) {
            return Ok(false);
        }
        match failure {
            Some(SimError::Controller { .. } | SimError::NoMotor { .. } | SimError::TooManySteps { .. }) => Ok(false),
            Some(_) => Ok(true),
            None => Ok(suspicious && self.comes_near_singular()?),
        }
    }

    /// Whether the step comes near a singular configuration: a part of it is long, measured by how far both its ends are from one.
    fn comes_near_singular(&mut self) -> Result<bool, SimError> {
        self.prepare_interpolation()?;
        let mut parts = vec![(0, self.mechanism.base_regularity(), PARTS, self.regular)];
        while let Some((from, before, to, after)) = parts.pop() {
            let least = before.min(after);
            if least.is_nan() || least < NEAR {
                return Ok(true);
            }
            if least >= 2.0 * self.strides * f64::from(to - from) / f64::from(PARTS) {
                continue;
            }
            if to - from == 1 {
                return Ok(true);
            }
            let middle = (from + to) / 2;
            let there = self.regularity_at(f64::from(middle) / f64::from(PARTS))?;
            let there = there.into_iter().fold(f64::INFINITY, f64::min);
            parts.extend([(middle, there, to, after), (from, before, middle, there)]);
        }
        Ok(false)
    }

    /// Quarters a step that is long beside the distance at which independent coordinates are needed: inside such a step, interpolated
    /// motion may come nearer to a singular configuration than the mechanism does, and several short steps take less work than one in
    /// independent coordinates. `false` if the step is short, or its length is given.
    pub(super) fn shorten_step(&mut self) -> bool {
        if self.control.is_none() || self.strides <= NEAR {
            return false;
        }
        self.step = 0.25 * (self.end_time - self.t);
        self.regular = self.mechanism.base_regularity();
        true
    }

    /// Changes to independent coordinates at the start of the step.
    pub(super) fn integrate_independent(&mut self) -> Result<(), SimError> {
        self.closures.first_projected.get_or_insert(self.t);
        self.change_closure(LoopClosure::Projected)
    }

    /// At the end of a step: chooses the closure of the next one. `suspicious`: the step may have contained a singular configuration.
    pub(super) fn choose_closure(&mut self, suspicious: bool) -> Result<(), SimError> {
        match self.mechanism.automatic_closure() {
            Some(LoopClosure::Corrected) => {
                self.closures.corrected += 1;
                if self.regular < NEAR {
                    return self.integrate_independent();
                }
            }
            Some(_) => {
                self.closures.projected += 1;
                if self.regular > FAR && !suspicious {
                    return self.change_closure(LoopClosure::Corrected);
                }
            }
            None => {}
        }
        Ok(())
    }

    fn change_closure(&mut self, closure: LoopClosure) -> Result<(), SimError> {
        self.mechanism.change_closure(closure, &mut self.y)?;
        self.fit_state();
        self.mechanism.rates(self.t, &self.y, &mut self.rates)?;
        self.regular = self.mechanism.base_regularity();
        Ok(())
    }

    /// Makes the integrator and all buffers fit the closure in force.
    pub(super) fn fit_state(&mut self) {
        let (n, controlled) = (self.mechanism.dimension(), self.mechanism.controlled());
        let Self { y, rates, end, end_rates, inside, scratch, allowed, sizes, .. } = self;
        for buffer in [y, rates, end, end_rates, inside, scratch] {
            buffer.resize(n, 0.0);
        }
        for buffer in [allowed, sizes] {
            buffer.resize(controlled, 0.0);
        }
        self.set_method(self.method);
        self.linearised = None;
    }
}
