//! Stops speeds and changes modes between two steps.

use super::decide::{Rest, Verdict};
use super::equations::Response;
use super::stops::Reached;
use super::{Friction, FrictionMode, UNBOUNDED};
use crate::SimError;
use crate::integrators::System;
use crate::simulation::checkpoint::FrictionState;
use crate::simulation::equations::Equations;
use crate::simulation::limits::Impact;

/// Rounding of forces, relative to the size of forces at work: friction forces that exceed their limit by less do not release.
const ROUNDING: f64 = 1e-13;
/// A speed that sticks is released where its force exceeds the limit by this, relative to the size of forces at work: by more than
/// rounding, so that it moves on.
const RELEASE: f64 = 1e-12;
/// The same for a speed that would slide back at once.
const FIRM: f64 = 1e-9;
/// Speeds below this, relative to those at the start of the step, have come to rest.
pub(super) const REST: f64 = 1e-12;
/// Speeds of loops below this, relative to all speeds, are zero within rounding.
const REST_IN_LOOPS: f64 = 1e-13;

/// Impulses that stop speeds change others by less than this, relative to all speeds at the start of the step.
const STOPS: f64 = 1e-6;

/// What happens to speeds with dry friction or stops.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation) struct Transition {
    /// Speeds that have come to rest or may leave it.
    pub(in crate::simulation) speeds: Vec<usize>,
    /// What coordinates have reached.
    pub(in crate::simulation) reached: Vec<(usize, Reached)>,
    /// Speeds that must slide in the direction of a sign, or stick (zero), whatever the forces at this time.
    pub(in crate::simulation) forced: Vec<(usize, f64)>,
    /// Speeds at the start of the step.
    pub(in crate::simulation) scales: Vec<f64>,
    /// The sum of all speeds there.
    pub(in crate::simulation) pace: f64,
    /// Speeds that others held at rest and that are above this slide.
    pub(in crate::simulation) moving: f64,
}

/// What happened.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation) struct Changed {
    /// How many speeds came to rest by friction, and how many left it.
    pub(in crate::simulation) sticks: u64,
    pub(in crate::simulation) slips: u64,
    pub(in crate::simulation) impacts: Vec<Impact>,
    /// Joints that start beyond their limits.
    pub(in crate::simulation) notes: Vec<String>,
}

impl Equations<'_, '_> {
    /// The modes at the start; with the rates of the state.
    pub(in crate::simulation) fn begin_friction(
        &mut self,
        t: f64,
        y: &mut [f64],
        rates: &mut [f64],
    ) -> Result<Changed, SimError> {
        if self.friction.is_empty() {
            return Ok(Changed::default());
        }
        self.place(y)?;
        let loops = self.closing.is_some();
        let rest = if loops { REST_IN_LOOPS * self.v.iter().map(|v| v.abs()).sum::<f64>() } else { 0.0 };
        let speeds = self.friction_speeds()?;
        let modes: Vec<FrictionMode> =
            speeds.iter().enumerate().map(|(j, &speed)| self.friction.moving(j, speed)).collect();
        self.set_friction(&modes);
        let at_rest = (0..speeds.len()).filter(|&j| speeds[j].abs() <= rest && self.friction.can_rest(j)).collect();
        let (reached, notes) = self.begin_stops()?;
        let transition = Transition { speeds: at_rest, reached, pace: self.pace(), ..Transition::default() };
        let changed = self.change_friction(t, y, rates, &transition)?;
        Ok(Changed { notes, ..changed })
    }

    /// Decides the modes of all speeds at rest, after impacts and after stopping those that come to rest; with the rates of the state.
    pub(in crate::simulation) fn change_friction(
        &mut self,
        t: f64,
        y: &mut [f64],
        rates: &mut [f64],
        transition: &Transition,
    ) -> Result<Changed, SimError> {
        let before = self.friction.modes.clone();
        let held_before: Vec<bool> = (0..before.len()).map(|j| self.friction.is_held_by_friction(j)).collect();
        transition.reached.iter().for_each(|&(j, reached)| self.friction.arrive(j, reached));
        if !transition.reached.is_empty() {
            self.press_onto_stops(t, y, rates)?;
        }
        let impacts = self.strike(t, y, rates, transition)?;
        let mut rest: Vec<bool> = (0..before.len()).map(|j| self.friction.rests(j)).collect();
        self.place(y)?;
        let speeds = self.friction_speeds()?;
        let settled = |j: usize| impacts.is_empty() || speeds[j].abs() <= REST * transition.pace;
        transition.speeds.iter().filter(|&&j| settled(j)).for_each(|&j| rest[j] = true);
        for (j, speed) in speeds.into_iter().enumerate() {
            if matches!(before[j], FrictionMode::Held(_)) && speed.abs() > transition.moving {
                rest[j] = false;
                self.release(j, speed);
            }
        }
        loop {
            self.stop(t, y, rates, &rest, transition.pace)?;
            self.place(y)?;
            let speeds = self.friction_speeds()?;
            let scale = |j: usize| transition.scales.get(j).map_or(0.0, |scale| REST * scale.abs());
            let comes = |&j: &usize| !rest[j] && self.friction.can_rest(j) && speeds[j].abs() < scale(j);
            let more: Vec<usize> = (0..rest.len()).filter(comes).collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|j| rest[j] = true);
        }
        for &(j, sign) in transition.forced.iter().filter(|(_, sign)| *sign != 0.0) {
            rest[j] = false;
            self.release(j, sign);
        }
        let which: Vec<usize> = (0..rest.len()).filter(|&j| rest[j]).collect();
        let size = self.decide(t, y, rates, &which, transition)?;
        self.friction.decided = t;
        self.firm_up(size, transition);
        let slides = |mode: FrictionMode| matches!(mode, FrictionMode::Slides(_));
        let all = 0..before.len();
        let sticks = |j: &usize| slides(before[*j]) && self.friction.is_held_by_friction(*j);
        let slips = |j: &usize| held_before[*j] && slides(self.friction.modes[*j]);
        Ok(Changed {
            sticks: all.clone().filter(sticks).count() as u64,
            slips: all.filter(slips).count() as u64,
            impacts,
            notes: Vec::new(),
        })
    }

    /// Lets a speed move on in the direction of a sign.
    pub(super) fn release(&mut self, j: usize, sign: f64) {
        self.friction.leave_stops(j);
        self.friction.modes[j] = self.friction.moving(j, sign);
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
        let bounds: Vec<[f64; 2]> = which.iter().map(|&j| self.friction.bounds(j)).collect();
        let at_work = |i: usize| size + self.friction.dry[which[i]];
        let n = which.len();
        let stays = |j: usize| transition.forced.contains(&(j, 0.0));
        let room = |i: usize| match bounds[i] {
            _ if stays(which[i]) => [f64::NEG_INFINITY, f64::INFINITY],
            [low, high] => [low - ROUNDING * at_work(i), high + ROUNDING * at_work(i)],
        };
        let (room, zero): (Vec<[f64; 2]>, Vec<f64>) =
            (0..n).map(|i| (room(i), 0.3 * ROUNDING * response.g[i * n + i] * at_work(i))).unzip();
        let verdicts = Rest { g: &response.g, a: &a, bounds: &room, zero: &zero }.decide();
        let stick = |i: usize| {
            let margin = RELEASE * at_work(i);
            let [low, high] = bounds[i];
            FrictionMode::Sticks([(low - margin).max(-UNBOUNDED), (high + margin).min(UNBOUNDED)])
        };
        let modes_at_rest: Vec<FrictionMode> = verdicts
            .iter()
            .enumerate()
            .map(|(i, verdict)| match *verdict {
                Verdict::Slides(sign) => self.friction.moving(which[i], sign),
                Verdict::Sticks => stick(i),
                Verdict::Held(force) => FrictionMode::Held(force.clamp(bounds[i][0], bounds[i][1])),
            })
            .collect();
        for ((&j, verdict), mode) in which.iter().zip(verdicts).zip(modes_at_rest) {
            if matches!(verdict, Verdict::Slides(_)) {
                self.friction.leave_stops(j);
            }
            modes[j] = mode;
        }
        self.set_friction(&modes);
        self.rates(t, y, rates)?;
        Ok(size)
    }

    /// Speeds that stick do so now: what releases them is not below the force at this time.
    fn firm_up(&mut self, size: f64, transition: &Transition) {
        let Friction { modes, forces, .. } = &mut self.friction;
        for (j, (mode, force)) in modes.iter_mut().zip(forces).enumerate() {
            if let FrictionMode::Sticks([low, high]) = mode {
                let firm = transition.forced.contains(&(j, 0.0));
                let room = (size + force.abs()) * if firm { FIRM } else { RELEASE };
                if *force <= *low || firm {
                    *low = low.min(*force - room);
                }
                if *force >= *high || firm {
                    *high = high.max(*force + room);
                }
            }
        }
    }

    /// Sets the modes, also for controllers.
    pub(super) fn set_friction(&mut self, modes: &[FrictionMode]) {
        self.friction.set_modes(modes);
        if !self.friction.has_dry() {
            return;
        }
        let signs = self.plant.sliding.get_or_insert_with(|| vec![0.0; self.plant.model.nv()]);
        for (&k, mode) in self.friction.speeds.iter().zip(modes) {
            signs[k] = if let FrictionMode::Slides(sign) = mode { *sign } else { 0.0 };
        }
    }

    /// Takes the modes of a checkpoint.
    pub(in crate::simulation) fn restore_friction(&mut self, known: &FrictionState) -> Result<(), SimError> {
        if !self.friction.restore(&known.modes, &known.stops, known.decided) {
            return Err(SimError::Checkpoint {
                what: "a number of speeds with dry friction or stops of",
                expected: self.friction.modes.len().to_string(),
                found: known.modes.len().to_string(),
            });
        }
        if !known.modes.is_empty() {
            self.set_friction(&known.modes);
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
            let response = self.free_response(t, y, rates, &which)?;
            let all = self.friction_speeds()?;
            let (change, rank) = response.undo(&which.iter().map(|&j| all[j]).collect::<Vec<_>>());
            if change.iter().any(|change| change.abs() > STOPS * pace) {
                continue;
            }
            self.v.iter_mut().zip(&change).for_each(|(v, change)| *v += change);
            match self.closing.as_ref().and_then(|c| c.space()) {
                Some(_) if rank == speeds && self.pace() <= STOPS * pace => y[independent].fill(0.0),
                _ => self.write_speeds(y),
            }
            break;
        }
        Ok(())
    }

    /// The response of some speeds at a state, none of which is held by friction or a stop.
    pub(super) fn free_response(
        &mut self,
        t: f64,
        y: &[f64],
        rates: &mut [f64],
        which: &[usize],
    ) -> Result<Response, SimError> {
        let modes = self.friction.modes.clone();
        let mut open = modes.clone();
        which.iter().for_each(|&j| open[j] = FrictionMode::Held(0.0));
        self.set_friction(&open);
        self.rates(t, y, rates)?;
        let response = self.response(t.min(self.latest), which)?;
        self.set_friction(&modes);
        Ok(response)
    }

    /// Writes the speeds in `self.v` to a state.
    pub(super) fn write_speeds(&self, y: &mut [f64]) {
        let (positions, speeds) = self.sizes();
        let independent = &mut y[positions..positions + speeds];
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => space.reduce_speeds(&self.v, independent),
            None => independent.copy_from_slice(&self.v),
        }
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
        self.press_onto_stops(t, y, rates)?;
        self.rates(t, y, rates)
    }
}
