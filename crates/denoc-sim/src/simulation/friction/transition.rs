//! Stops speeds and changes modes between two steps.

use super::decide::{Rest, Verdict};
use super::{Friction, FrictionMode};
use crate::SimError;
use crate::integrators::System;
use crate::simulation::equations::Equations;

/// Rounding of forces, relative to the size of forces at work: friction forces that exceed their limit by less do not release.
const ROUNDING: f64 = 1e-13;
/// A speed that sticks is released where its force exceeds the limit by this, relative to the size of forces at work: by more than
/// rounding, so that it moves on.
const RELEASE: f64 = 1e-12;
/// The same for a speed that would slide back at once.
const FIRM: f64 = 1e-9;
/// Speeds below this, relative to those at the start of the step, have come to rest.
const REST: f64 = 1e-12;
/// Speeds of loops below this, relative to all speeds, are zero within rounding.
const REST_IN_LOOPS: f64 = 1e-13;

/// Impulses that stop speeds change others by less than this, relative to all speeds at the start of the step.
const STOPS: f64 = 1e-6;

/// What happens to speeds with dry friction.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation) struct Transition {
    /// Speeds that have come to rest or may leave it.
    pub(in crate::simulation) speeds: Vec<usize>,
    /// Speeds that must slide in the direction of a sign, or stick (zero), whatever the forces at this time.
    pub(in crate::simulation) forced: Vec<(usize, f64)>,
    /// Speeds at the start of the step.
    pub(in crate::simulation) scales: Vec<f64>,
    /// The sum of all speeds there.
    pub(in crate::simulation) pace: f64,
    /// Speeds that others held at rest and that are above this slide.
    pub(in crate::simulation) moving: f64,
}

/// How many speeds came to rest, and how many left it.
#[derive(Copy, Clone, Debug, Default)]
pub(in crate::simulation) struct Changed {
    pub(in crate::simulation) sticks: u64,
    pub(in crate::simulation) slips: u64,
}

impl Equations<'_, '_> {
    /// The modes at the start; with the rates of the state.
    pub(in crate::simulation) fn begin_friction(
        &mut self,
        t: f64,
        y: &mut [f64],
        rates: &mut [f64],
    ) -> Result<(), SimError> {
        if self.friction.is_empty() {
            return Ok(());
        }
        self.place(y)?;
        let loops = self.closing.is_some();
        let rest = if loops { REST_IN_LOOPS * self.v.iter().map(|v| v.abs()).sum::<f64>() } else { 0.0 };
        let speeds = self.friction_speeds()?;
        let modes: Vec<FrictionMode> = speeds.iter().map(|speed| FrictionMode::Slides(speed.signum())).collect();
        self.set_friction(&modes);
        let at_rest = (0..speeds.len()).filter(|&j| speeds[j].abs() <= rest).collect();
        self.change_friction(t, y, rates, &Transition { speeds: at_rest, pace: self.pace(), ..Transition::default() })?;
        Ok(())
    }

    /// Decides the modes of all speeds at rest, after stopping those that come to rest; with the rates of the state.
    pub(in crate::simulation) fn change_friction(
        &mut self,
        t: f64,
        y: &mut [f64],
        rates: &mut [f64],
        transition: &Transition,
    ) -> Result<Changed, SimError> {
        let before = self.friction.modes.clone();
        let mut rest: Vec<bool> = (0..before.len()).map(|j| self.friction.rests(j)).collect();
        transition.speeds.iter().for_each(|&j| rest[j] = true);
        self.place(y)?;
        for (j, speed) in self.friction_speeds()?.into_iter().enumerate() {
            if matches!(before[j], FrictionMode::Held(_)) && speed.abs() > transition.moving {
                rest[j] = false;
                self.friction.modes[j] = FrictionMode::Slides(speed.signum());
            }
        }
        loop {
            self.stop(t, y, rates, &rest, transition.pace)?;
            self.place(y)?;
            let speeds = self.friction_speeds()?;
            let scale = |j: usize| transition.scales.get(j).map_or(0.0, |scale| REST * scale.abs());
            let more: Vec<usize> = (0..rest.len()).filter(|&j| !rest[j] && speeds[j].abs() < scale(j)).collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|j| rest[j] = true);
        }
        for &(j, sign) in transition.forced.iter().filter(|(_, sign)| *sign != 0.0) {
            rest[j] = false;
            self.friction.modes[j] = FrictionMode::Slides(sign);
        }
        let which: Vec<usize> = (0..rest.len()).filter(|&j| rest[j]).collect();
        let size = self.decide(t, y, rates, &which, transition)?;
        self.friction.decided = t;
        self.firm_up(size, transition);
        let rested = |mode: &FrictionMode| !matches!(mode, FrictionMode::Slides(_));
        let pairs = || before.iter().zip(self.friction.modes());
        Ok(Changed {
            sticks: pairs().filter(|(old, new)| !rested(old) && rested(new)).count() as u64,
            slips: pairs().filter(|(old, new)| rested(old) && !rested(new)).count() as u64,
        })
    }

    /// Decides the modes of speeds at rest; the size of forces at work.
    fn decide(
        &mut self,
        t: f64,
        y: &[f64],
        rates: &mut [f64],
        which: &[usize],
        transition: &Transition,
    ) -> Result<f64, SimError> {
        let mut modes = self.friction.modes.clone();
        which.iter().for_each(|&j| modes[j] = FrictionMode::Held(0.0));
        self.set_friction(&modes);
        self.rates(t, y, rates)?;
        let size = self.total.iter().fold(self.weight, |most, force| most.max(force.abs()));
        if which.is_empty() {
            return Ok(size);
        }
        let all = self.friction_rates()?;
        let a: Vec<f64> = which.iter().map(|&j| all[j]).collect();
        let response = self.response(t.min(self.latest), which)?;
        let limits: Vec<f64> = which.iter().map(|&j| self.friction.limits[j]).collect();
        let at_work = |i: usize| size + limits[i];
        let n = which.len();
        let stays = |j: usize| transition.forced.contains(&(j, 0.0));
        let room = |i: usize| if stays(which[i]) { f64::MAX } else { limits[i] + ROUNDING * at_work(i) };
        let (room, zero): (Vec<f64>, Vec<f64>) =
            (0..n).map(|i| (room(i), 0.3 * ROUNDING * response.g[i * n + i] * at_work(i))).unzip();
        let verdicts = Rest { g: &response.g, a: &a, limits: &room, zero: &zero }.decide();
        for ((i, &j), verdict) in which.iter().enumerate().zip(verdicts) {
            modes[j] = match verdict {
                Verdict::Slides(sign) => FrictionMode::Slides(sign),
                Verdict::Sticks => FrictionMode::Sticks(limits[i] + RELEASE * at_work(i)),
                Verdict::Held(force) => FrictionMode::Held(force.clamp(-limits[i], limits[i])),
            };
        }
        self.set_friction(&modes);
        self.rates(t, y, rates)?;
        Ok(size)
    }

    /// Speeds that stick do so now: what releases them is not below the force at this time.
    fn firm_up(&mut self, size: f64, transition: &Transition) {
        let Friction { modes, forces, .. } = &mut self.friction;
        for (j, (mode, force)) in modes.iter_mut().zip(forces).enumerate() {
            if let FrictionMode::Sticks(release) = mode {
                let margin = if transition.forced.contains(&(j, 0.0)) { FIRM } else { RELEASE };
                let least = force.abs() + margin * (size + force.abs());
                if force.abs() >= *release || margin == FIRM {
                    *release = release.max(least);
                }
            }
        }
    }

    /// Sets the modes, also for controllers.
    pub(super) fn set_friction(&mut self, modes: &[FrictionMode]) {
        self.friction.set_modes(modes);
        let signs = self.plant.sliding.get_or_insert_with(|| vec![0.0; self.plant.model.nv()]);
        for (&k, mode) in self.friction.speeds.iter().zip(modes) {
            signs[k] = if let FrictionMode::Slides(sign) = mode { *sign } else { 0.0 };
        }
    }

    /// Takes the modes of a checkpoint.
    pub(in crate::simulation) fn restore_friction(
        &mut self,
        modes: &[FrictionMode],
        decided: f64,
    ) -> Result<(), SimError> {
        if !self.friction.restore(modes, decided) {
            return Err(SimError::Checkpoint {
                what: "a number of speeds with dry friction of",
                expected: self.friction.modes.len().to_string(),
                found: modes.len().to_string(),
            });
        }
        if !modes.is_empty() {
            self.set_friction(modes);
        }
        Ok(())
    }

    /// The sum of all speeds of the state placed last.
    pub(in crate::simulation) fn pace(&self) -> f64 {
        self.v.iter().map(|v| v.abs()).sum()
    }

    /// Stops the speeds at rest of a state, by the shortest impulses along them. A speed in a loop that is zero at a dead point only, where
    /// its impulse would change the speeds at the start of the step (`pace`), is left as it is.
    fn stop(&mut self, t: f64, y: &mut [f64], rates: &mut [f64], rest: &[bool], pace: f64) -> Result<(), SimError> {
        let (positions, speeds) = self.sizes();
        if !self.friction.has_loops {
            let at_rest = self.friction.speeds.iter().zip(rest).filter(|(_, rest)| **rest);
            at_rest.for_each(|(&k, _)| self.friction.held_with(k, |s| y[positions + s] = 0.0));
            return Ok(());
        }
        let independent = positions..positions + speeds;
        if y[independent.clone()].iter().all(|v| *v == 0.0) {
            return Ok(());
        }
        let all: Vec<usize> = (0..rest.len()).filter(|&j| rest[j]).collect();
        let before = all.iter().copied().filter(|&j| self.friction.rests(j)).collect();
        for which in [all, before] {
            if which.is_empty() {
                continue;
            }
            let (change, rank) = self.stopping(t, y, rates, &which)?;
            if change.iter().any(|change| change.abs() > STOPS * pace) {
                continue;
            }
            self.v.iter_mut().zip(&change).for_each(|(v, change)| *v += change);
            match self.closing.as_ref().and_then(|c| c.space()) {
                Some(_) if rank == speeds && self.pace() <= STOPS * pace => y[independent].fill(0.0),
                Some(space) => space.reduce_speeds(&self.v, &mut y[independent]),
                None => y[independent].copy_from_slice(&self.v),
            }
            break;
        }
        Ok(())
    }

    /// The change of all speeds that stops some, and how many of these are independent.
    fn stopping(
        &mut self,
        t: f64,
        y: &[f64],
        rates: &mut [f64],
        which: &[usize],
    ) -> Result<(Vec<f64>, usize), SimError> {
        let modes = self.friction.modes.clone();
        let mut open = modes.clone();
        which.iter().for_each(|&j| open[j] = FrictionMode::Held(0.0));
        self.set_friction(&open);
        self.rates(t, y, rates)?;
        let all = self.friction_speeds()?;
        let response = self.response(t.min(self.latest), which)?;
        self.set_friction(&modes);
        let (impulses, rank) = response.solve(&which.iter().map(|&j| all[j]).collect::<Vec<_>>());
        let mut change = vec![0.0; self.v.len()];
        for (impulse, motion) in impulses.iter().zip(&response.motions) {
            change.iter_mut().zip(motion).for_each(|(change, motion)| *change -= impulse * motion);
        }
        Ok((change, rank))
    }

    /// With loops, at the end of a step: speeds that stick are zero within rounding.
    pub(in crate::simulation) fn keep_at_rest(
        &mut self,
        t: f64,
        y: &mut [f64],
        rates: &mut [f64],
    ) -> Result<(), SimError> {
        if !self.friction.has_loops || !self.friction.sticks() {
            return Ok(());
        }
        let rest: Vec<bool> = (0..self.friction.modes.len()).map(|j| self.friction.rests(j)).collect();
        self.stop(t, y, rates, &rest, f64::INFINITY)?;
        self.rates(t, y, rates)
    }
}
