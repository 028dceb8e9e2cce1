//! Impacts: coordinates arrive at their limits.
//!
//! Impulses p along all coordinates at stops change their speeds by G p, with the matrix G = (J I⁻¹ Jᵀ) of the mechanism, whose loops stay
//! closed. Stops only push, and joints leave them at least as fast as the restitution e of those that arrive demands:
//!
//! ```text
//! p ≥ 0,      v + G p ≥ −e v (arriving), ≥ 0 (others),      one of both is an equality
//! ```
//!
//! (for lower limits), the conditions of the minimum of a convex function, as at rest (`decide.rs`). Dry friction does not act in an
//! instant: joints that it holds may begin to slide, p = 0.
//!
//! Rebounds, and joints on several stops that rock between them, would give infinitely many impacts in a finite time. A joint that would
//! leave its stop, and be back before it has moved by what counts as being at the limit, is therefore held: v + G p = 0. So is a joint
//! that would slide, but that dry friction would stop as soon: for this instant its friction would jump to the opposite limit, accelerate
//! others off their stops, and make them hit these again, which would set it sliding again, without end.

use super::FrictionMode;
use super::decide::Rest;
use super::transition::{REST, Transition};
use crate::SimError;
use crate::integrators::System;
use crate::simulation::equations::Equations;
use crate::simulation::event::AT_LIMIT;
use crate::simulation::limits::{Impact, Side};

/// Speeds below this, relative to all speeds before the impact, are zero within rounding.
const ROUNDING: f64 = 1e-13;
/// Dry friction holds joints that it would stop within this, rad or m.
const HARDLY: f64 = 1e-10;

/// Speeds at stops, and of joints that dry friction holds, before an impact.
struct Arrival {
    speeds: Vec<f64>,
    /// Whether they are at the lower, and at the upper limit.
    at: Vec<[bool; 2]>,
    restitution: Vec<f64>,
    /// Whether they are held.
    held: Vec<bool>,
    /// Their accelerations when they move, without dry friction.
    rates: Vec<f64>,
    /// The decelerations by dry friction.
    drags: Vec<f64>,
}

impl Arrival {
    /// The limit at which a joint arrives.
    fn side(&self, i: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.at[i][side.index()] && self.speeds[i] * side.inward() < 0.0)
    }

    /// The speed at which a joint that hits its stop leaves it at least, with a share of the restitution.
    fn rebound(&self, i: usize, share: f64) -> f64 {
        let hits = self.side(i).is_some() && !self.held[i] && self.at[i] != [true; 2];
        if hits { -share * self.restitution[i] * self.speeds[i] } else { 0.0 }
    }

    /// Whether a joint that leaves its stop with a speed comes back at once, or one that friction held comes to rest at once.
    fn returns(&self, i: usize, speed: f64) -> bool {
        let back = self.drags[i] - self.rates[i] * speed.signum();
        let room = if self.at[i] == [false; 2] { HARDLY } else { AT_LIMIT };
        back > 0.0 && speed * speed < 2.0 * back * room
    }

    /// The impulses.
    fn impulses(&self, g: &[f64], share: f64, pace: f64) -> Vec<f64> {
        let excess: Vec<f64> = (0..self.speeds.len()).map(|i| self.speeds[i] - self.rebound(i, share)).collect();
        let end = |acts: bool| if acts { f64::INFINITY } else { 0.0 };
        let bounds =
            self.at.iter().zip(&self.held).map(|(&[lower, upper], &held)| [-end(upper || held), end(lower || held)]);
        let bounds: Vec<[f64; 2]> = bounds.collect();
        let zero = vec![ROUNDING * pace; excess.len()];
        Rest { g, a: &excess, bounds: &bounds, zero: &zero }.forces()
    }

    /// The changes of the speeds by impulses.
    fn changes(g: &[f64], impulses: &[f64]) -> Vec<f64> {
        let n = impulses.len();
        (0..n).map(|i| (0..n).map(|k| g[i * n + k] * impulses[k]).sum()).collect()
    }

    /// The energy that impulses add.
    fn work(&self, g: &[f64], impulses: &[f64]) -> f64 {
        let changes = Self::changes(g, impulses);
        let each = |i: usize| impulses[i] * (self.speeds[i] + 0.5 * changes[i]);
        (0..impulses.len()).map(each).sum()
    }

    /// The impulses, after which no joint returns at once.
    fn settle(&mut self, g: &[f64], pace: f64) -> Vec<f64> {
        loop {
            let mut impulses = self.impulses(g, 1.0, pace);
            if self.work(g, &impulses) > 0.0 {
                // restitutions that differ could add energy
                impulses = self.impulses(g, 0.0, pace);
            }
            let changes = Self::changes(g, &impulses);
            let returns: Vec<usize> = (0..impulses.len())
                .filter(|&i| !self.held[i] && self.returns(i, self.speeds[i] + changes[i]))
                .collect();
            if returns.is_empty() {
                return impulses;
            }
            returns.into_iter().for_each(|i| self.held[i] = true);
        }
    }
}

impl Equations<'_, '_> {
    /// Stops joints that arrive at their limits, or throws them back; the impacts.
    pub(super) fn strike(
        &mut self,
        t: f64,
        y: &mut [f64],
        rates: &mut [f64],
        transition: &Transition,
    ) -> Result<Vec<Impact>, SimError> {
        let friction = &self.friction;
        let takes_part = |&j: &usize| friction.is_stopped(j) || friction.is_held_by_friction(j);
        let which: Vec<usize> = (0..friction.modes.len()).filter(takes_part).collect();
        if !which.iter().any(|&j| friction.is_stopped(j)) {
            return Ok(Vec::new());
        }
        self.place(y)?;
        let all = self.friction_speeds()?;
        let mut arrival = Arrival {
            speeds: which.iter().map(|&j| all[j]).collect(),
            at: which.iter().map(|&j| self.friction.at_stops(j)).collect(),
            restitution: which.iter().map(|&j| self.friction.restitution(j)).collect(),
            held: vec![false; which.len()],
            rates: Vec::new(),
            drags: Vec::new(),
        };
        let strikes = |i: usize| {
            let arrives = transition.reached.iter().any(|(j, _)| *j == which[i]);
            arrival.side(i).is_some() && (arrives || arrival.speeds[i].abs() > transition.moving)
        };
        if !(0..which.len()).any(strikes) {
            // those that leave at once
            for (i, &j) in which.iter().enumerate().filter(|(i, _)| arrival.at[*i] != [false; 2]) {
                if arrival.speeds[i].abs() > REST * transition.pace && arrival.side(i).is_none() {
                    self.release(j, arrival.speeds[i]);
                } else {
                    self.friction.modes[j] = FrictionMode::Held(0.0);
                }
            }
            return Ok(Vec::new());
        }
        let arrives: Vec<bool> = (0..which.len()).map(strikes).collect();
        let pace = self.pace();
        self.rates(t, y, rates)?;
        let holding: Vec<Option<f64>> = which.iter().map(|&j| self.friction.holding(j)).collect();
        let response = self.free_response(t, y, rates, &which)?;
        let all = self.friction_rates()?;
        let own = |i: usize| response.g[i * which.len() + i];
        // without the force that held it
        let leaving = |(i, &j): (usize, &usize)| holding[i].map_or(all[j], |force| -own(i) * force);
        arrival.rates = which.iter().enumerate().map(leaving).collect();
        arrival.drags = which.iter().enumerate().map(|(i, &j)| own(i) * self.friction.dry[j]).collect();
        let impulses = arrival.settle(&response.g, pace);
        let work = arrival.work(&response.g, &impulses);
        let changes = Arrival::changes(&response.g, &impulses);
        let after: Vec<f64> = arrival.speeds.iter().zip(changes).map(|(speed, change)| speed + change).collect();
        self.v.iter_mut().zip(response.motion(&impulses)).for_each(|(v, change)| *v += change);
        self.write_speeds(y);
        let stops = self.stops_work();
        y[stops] += work;
        self.go_on_after(y, &which, &after, REST * pace)?;
        let impact = |i: usize| {
            let stop = self.friction.stops[which[i]].as_ref()?;
            let limit = arrival.side(i)?;
            let after = if self.friction.is_stopped(which[i]) { 0.0 } else { after[i] };
            let (joint, at, slides) = (stop.joint.clone(), stop.end(limit), stop.slides);
            Some(Impact { joint, limit, at, before: arrival.speeds[i], after, impulse: impulses[i], slides })
        };
        Ok((0..which.len()).filter(|&i| arrives[i]).filter_map(impact).collect())
    }

    /// The modes of all speeds after an impact: those that took part stay or move with speeds `after`; dry friction has let go of those
    /// that move. Speeds below `rest` are zero.
    fn go_on_after(&mut self, y: &[f64], which: &[usize], after: &[f64], rest: f64) -> Result<(), SimError> {
        // nothing sticks in an impact: speeds of those that do would count as zero
        let open = |mode: &FrictionMode| match mode {
            FrictionMode::Sticks(_) => FrictionMode::Held(0.0),
            other => *other,
        };
        let modes: Vec<FrictionMode> = self.friction.modes.iter().map(open).collect();
        self.set_friction(&modes);
        self.place(y)?;
        let speeds = self.friction_speeds()?;
        for (j, speed) in speeds.into_iter().enumerate() {
            let took_part = which.iter().position(|&other| other == j);
            let speed = took_part.map_or(speed, |i| after[i]);
            if took_part.is_none() && !self.friction.can_rest(j) {
                continue;
            }
            if speed.abs() > rest {
                self.release(j, speed);
            } else {
                self.friction.modes[j] = FrictionMode::Held(0.0);
            }
        }
        let modes = self.friction.modes.clone();
        self.set_friction(&modes);
        Ok(())
    }
}
