//! Times at which friction or a stop changes inside a step: a speed that slides comes to rest, one that sticks is released, a coordinate
//! arrives at its limit.
//!
//! The first of them is located along the interpolated motion (`tracks.rs`). The step is then taken again up to there, with a length that
//! a secant method corrects: accuracy there is that of the ends of steps, not of the interpolation.

use super::super::event::Occurrence;
use super::super::friction::{Changed, FrictionMode, Reached, Transition};
use super::Run;
use super::step::attempt;
use super::tracks::{Found, Kind, Track};
use crate::SimError;
use crate::integrators::Span;

/// Steps that a secant method takes to the time of a change, at most.
const MOST_ROUNDS: usize = 6;
/// A speed that is stopped, or the distance from a stop, is at most this, relative to the largest value in the step.
const STOPPED: f64 = 1e-15;
/// Fixed steps whose rest is shorter than this part are joined to the next one.
const SHORT_REST: f64 = 1e-6;
/// Changes without progress in time after which a speed sticks.
const MOST_STALLS: u32 = 3;

/// Changes of dry friction and stops in the step in work.
#[derive(Debug, Default)]
pub(super) struct Slip {
    /// What may change in it.
    pub(super) tracks: Vec<Track>,
    /// Speeds that change at the end of the step, and what coordinates reach there.
    pub(super) pending: (Vec<usize>, Vec<(usize, Reached)>),
    /// Where a fixed step would have ended that was cut short.
    pub(super) grid_end: Option<f64>,
    /// Speeds at the start of the step.
    pub(super) scales: Vec<f64>,
    /// The sum of all speeds there.
    pub(super) pace: f64,
    /// Whether the step in work can be interpolated.
    pub(super) prepared: bool,
    /// Changes since the last progress in time, by speed.
    stalls: Vec<u32>,
}

impl Run<'_, '_> {
    /// The length of the next step.
    pub(super) fn next_length(&self) -> f64 {
        match self.slip.grid_end.filter(|_| self.control.is_none()) {
            Some(end) if end - self.t > SHORT_REST * self.step => end - self.t,
            Some(end) => end - self.t + self.step,
            None => self.step,
        }
    }

    /// Gets ready to interpolate in the step in work, once.
    pub(super) fn prepare_interpolation(&mut self) -> Result<(), SimError> {
        if core::mem::replace(&mut self.slip.prepared, true) {
            return Ok(());
        }
        let span = Span {
            t: self.t,
            h: self.end_time - self.t,
            end: self.end_time,
            y: &self.y,
            rates: &self.rates,
            allowed: &self.allowed,
            tolerance: self.settings.relative,
        };
        self.stepper.prepare(&mut self.mechanism, span, &self.end, &self.end_rates)
    }

    /// Ends the step where friction or a stop changes for the first time; `false` if the step must be taken again.
    pub(super) fn end_at_slip(&mut self) -> Result<bool, SimError> {
        self.slip.pending = Default::default();
        if self.mechanism.friction.is_empty() {
            return Ok(true);
        }
        let h = self.end_time - self.t;
        if !self.list_tracks(h)? {
            self.slip.grid_end = None;
            return Ok(true);
        }
        self.prepare_interpolation()?;
        match self.first_change(h)? {
            None => {
                self.slip.grid_end = None;
                Ok(true)
            }
            Some(found) if found.s <= 4.0 * f64::EPSILON * (1.0 + self.t.abs() / h) => {
                self.slip_at_start(&found)?;
                Ok(false)
            }
            Some(found) => self.shorten(h, &found),
        }
    }

    /// The speed above which a joint that others hold at rest moves: not held any more, or not by itself, at a dead point.
    pub(super) fn moving(&self) -> f64 {
        2.0 * self.settings.absolute
    }

    /// The speeds that change, and what coordinates reach.
    fn changes(&self, found: &Found) -> (Vec<usize>, Vec<(usize, Reached)>) {
        let (mut speeds, mut reached) = (Vec::new(), Vec::new());
        for (&k, &side) in found.which.iter().zip(&found.sides) {
            let Track { j, kind, .. } = self.slip.tracks[k];
            match kind {
                Kind::Coordinate => reached.push((j, self.mechanism.friction.reached(j, side))),
                _ => speeds.push(j),
            }
        }
        (speeds, reached)
    }

    /// Something changes at the start of the step: what was decided there does not last.
    fn slip_at_start(&mut self, found: &Found) -> Result<(), SimError> {
        self.slip.stalls.resize(self.mechanism.friction.modes().len(), 0);
        // just after the start
        let after = self.levels_inside(found.s)?;
        let pace = self.slip.pace;
        let (speeds, reached) = self.changes(found);
        let moving = 0.5 * self.moving();
        let mut transition = Transition { speeds, reached, pace, moving, ..Transition::default() };
        for &k in &found.which {
            let Track { j, kind, .. } = self.slip.tracks[k];
            self.slip.stalls[j] += 1;
            let stalls = self.slip.stalls[j] > MOST_STALLS;
            let release = kind == Kind::Force;
            let sign = if release && !stalls { -after[k].signum() } else { 0.0 };
            let at_rest = self.slip.scales[j].abs() <= self.settings.absolute;
            if release || (at_rest && (kind != Kind::Coordinate || stalls)) {
                transition.forced.push((j, sign));
            }
        }
        self.apply(&transition)
    }

    /// Takes the step again up to the change; `false` if that fails and a shorter step must be tried.
    fn shorten(&mut self, h: f64, found: &Found) -> Result<bool, SimError> {
        let k = found.which[0];
        let track = self.slip.tracks[k];
        let accepted = match (track.kind, self.mechanism.friction.modes()[track.j]) {
            (Kind::Held, _) => 0.3 * self.moving(),
            // well beyond what can hold the speed
            (Kind::Force, FrictionMode::Sticks(release)) => 0.3 * self.mechanism.friction.margin(track.j, release),
            _ => STOPPED * found.size,
        };
        let full_end = self.end_time;
        let (mut length, mut slope) = (found.s * h, found.slope / h);
        let mut before: Option<(f64, f64)> = None;
        for _ in 0..MOST_ROUNDS {
            self.end_time = self.t + length;
            let Self { stepper, mechanism, end, end_rates, .. } = self;
            let span = Span {
                t: self.t,
                h: self.end_time - self.t,
                end: self.end_time,
                y: &self.y,
                rates: &self.rates,
                allowed: &self.allowed,
                tolerance: self.settings.relative,
            };
            let good = attempt(&mut **stepper, mechanism, span, end, end_rates).is_ok_and(|x| x.size <= 1.0);
            if !good {
                self.step = 0.5 * length;
                return Ok(false);
            }
            let end = core::mem::take(&mut self.end);
            let levels = self.levels(&[track], self.end_time, &end);
            self.end = end;
            let distance = track.distance(levels?[0]);
            if let Some((other, at)) = before.filter(|(other, _)| *other != length) {
                let secant = (distance - at) / (length - other);
                slope = if secant < 0.0 { secant } else { slope };
            }
            let next = length - distance / slope;
            let known = next.is_finite() && (next - length).abs() <= 0.1 * length && self.t + next <= full_end;
            if distance.abs() <= accepted || !known || self.t + next == self.end_time {
                break;
            }
            before = Some((length, distance));
            length = next;
        }
        self.slip.prepared = false;
        self.slip.pending = self.changes(found);
        if self.control.is_none() {
            self.slip.grid_end.get_or_insert(full_end);
        }
        Ok(true)
    }

    /// At the end of a step, or where forces have jumped: impacts, and what the speeds at rest do.
    pub(super) fn change_friction(&mut self) -> Result<(), SimError> {
        if self.mechanism.friction.is_empty() {
            return Ok(());
        }
        self.slip.stalls.fill(0);
        let jumped = self.settings.segments.start_at(self.t) && self.t < self.settings.end;
        let jumped = jumped && self.mechanism.friction.decided() != self.t;
        let (speeds, reached) = core::mem::take(&mut self.slip.pending);
        if speeds.is_empty() && reached.is_empty() && !jumped {
            return self.mechanism.keep_at_rest(self.t, &mut self.y, &mut self.rates);
        }
        let (scales, pace, moving) = (self.slip.scales.clone(), self.slip.pace, 0.5 * self.moving());
        self.apply(&Transition { speeds, reached, scales, pace, moving, ..Transition::default() })
    }

    fn apply(&mut self, transition: &Transition) -> Result<(), SimError> {
        let Self { mechanism, y, rates, t, .. } = self;
        let changed = mechanism.change_friction(*t, y, rates, transition)?;
        // other equations: derivatives of earlier steps do not belong to them
        self.stepper.forget();
        self.linearised = None;
        self.count_changes(changed);
        Ok(())
    }

    /// Counts changes and records impacts.
    pub(super) fn count_changes(&mut self, changed: Changed) {
        self.counters.sticks += changed.sticks;
        self.counters.slips += changed.slips;
        for impact in changed.impacts {
            self.record(Occurrence { impact: Some(impact.clone()), ..Occurrence::named(self.t, impact.to_string()) });
        }
    }
}
