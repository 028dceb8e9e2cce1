//! Times at which dry friction changes inside a step: a speed that slides comes to rest, or one that sticks is released.
//!
//! Along the interpolated motion, every speed that slides and every force of one that sticks is a Chebyshev series, whose coefficients
//! prove that there is no change or separate the changes ([`Series::separate`]). The step is then taken again up to the first of
//! them, with a length that a secant method corrects: accuracy there is that of the ends of steps, not of the interpolation.

use super::super::friction::{FrictionMode, Transition};
use super::Run;
use super::step::attempt;
use crate::SimError;
use crate::chebyshev::{NODES, Series, node};
use crate::integrators::{Span, System};

/// A cubic through speeds and rates at both ends shows that a speed keeps its sign if it stays this far from zero, relative to its
/// variation.
const CLEAR: f64 = 0.2;
/// A series has converged when its last coefficients are below this fraction of the largest value.
const CONVERGED: f64 = 1e-9;
/// Parts of a step that are divided because a series has not converged, at most.
const MOST_DIVISIONS: usize = 32;
/// Steps that a secant method takes to the time of a change, at most.
const MOST_ROUNDS: usize = 6;
/// A speed that is stopped is at most this, relative to its largest value in the step.
const STOPPED: f64 = 1e-15;
/// Fixed steps whose rest is shorter than this part are joined to the next one.
const SHORT_REST: f64 = 1e-6;
/// Changes without progress in time after which a speed sticks.
const MOST_STALLS: u32 = 3;

/// Changes of dry friction in the step in work.
#[derive(Debug, Default)]
pub(super) struct Slip {
    /// What changes at the end of the step.
    pub(super) pending: Vec<usize>,
    /// Where a fixed step would have ended that was cut short.
    pub(super) grid_end: Option<f64>,
    /// Speeds at the start of the step.
    scales: Vec<f64>,
    /// The sum of all speeds there.
    pace: f64,
    /// Whether the step in work can be interpolated.
    pub(super) prepared: bool,
    /// Changes since the last progress in time, by speed.
    stalls: Vec<u32>,
}

/// The first change in a step.
struct Found {
    /// The fraction of the step.
    s: f64,
    /// The speeds that change there.
    which: Vec<usize>,
    /// The level of the first of them per fraction of the step, and its largest value.
    slope: f64,
    size: f64,
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

    /// Ends the step where dry friction changes for the first time; `false` if the step must be taken again.
    pub(super) fn end_at_slip(&mut self) -> Result<bool, SimError> {
        self.slip.pending.clear();
        if self.mechanism.friction.is_empty() {
            return Ok(true);
        }
        let h = self.end_time - self.t;
        if !self.may_slip(h)? {
            self.slip.grid_end = None;
            return Ok(true);
        }
        self.prepare_interpolation()?;
        match self.first_slip(h)? {
            None => {
                self.slip.grid_end = None;
                Ok(true)
            }
            Some(found) if found.s <= 4.0 * f64::EPSILON * (1.0 + self.t.abs() / h) => {
                self.slip_at_start(&found)?;
                Ok(false)
            }
            Some(found) => self.shorten(h, found),
        }
    }

    /// Whether friction may change in the step: something sticks, or a speed that slides comes near zero.
    fn may_slip(&mut self, h: f64) -> Result<bool, SimError> {
        let y = core::mem::take(&mut self.y);
        let start = self.slides(self.t, &y, None);
        self.y = y;
        let [speeds, rates] = start?;
        self.slip.scales.clone_from(&speeds);
        self.slip.pace = self.mechanism.pace();
        if self.mechanism.friction.modes().iter().any(|mode| !matches!(mode, FrictionMode::Slides(_))) {
            return Ok(true);
        }
        let end = core::mem::take(&mut self.end);
        let after = self.slides(self.end_time, &end, Some(()));
        self.end = end;
        let [end_speeds, end_rates] = after?;
        let third = h / 3.0;
        let near_zero = |(j, mode): (usize, &FrictionMode)| {
            let FrictionMode::Slides(sign) = *mode else { return false };
            // the cubic lies within its Bernstein coefficients
            let inner = [speeds[j] + third * rates[j], end_speeds[j] - third * end_rates[j]];
            let [a, b, c, d] = [speeds[j], inner[0], inner[1], end_speeds[j]].map(|x| sign * x);
            let (least, most) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
            least <= CLEAR * (most - least) || least <= 0.0
        };
        Ok(self.mechanism.friction.modes().iter().enumerate().any(near_zero))
    }

    /// Speeds with dry friction and their rates at the start (or the end) of the step.
    fn slides(&mut self, t: f64, y: &[f64], end: Option<()>) -> Result<[Vec<f64>; 2], SimError> {
        if self.mechanism.may_be_singular() {
            self.mechanism.rates(t, y, &mut self.scratch)?;
        } else {
            let (positions, speeds) = self.mechanism.sizes();
            let rates = if end.is_some() { &self.end_rates } else { &self.rates };
            self.mechanism.place(y)?;
            self.mechanism.a.copy_from_slice(&rates[positions..positions + speeds]);
        }
        Ok([self.mechanism.friction_speeds()?, self.mechanism.friction_rates()?])
    }

    /// The levels of all speeds with dry friction at a state: the speed in the direction of sliding, or the force of one that sticks.
    fn levels(&mut self, t: f64, y: &[f64]) -> Result<Vec<f64>, SimError> {
        if self.mechanism.friction.sticks() {
            self.mechanism.rates(t, y, &mut self.scratch)?;
        } else {
            self.mechanism.place(y)?;
        }
        let mut levels = self.mechanism.friction_speeds()?;
        let friction = &self.mechanism.friction;
        let known = friction.modes().iter().zip(friction.forces()).zip(&self.slip.scales);
        for (level, ((mode, force), start)) in levels.iter_mut().zip(known) {
            *level = match mode {
                // a speed that leaves rest has no sign yet within the error of the step
                FrictionMode::Slides(sign) if start.abs() <= self.settings.absolute => {
                    *level * sign + self.settings.absolute
                }
                FrictionMode::Slides(sign) => *level * sign,
                FrictionMode::Sticks(_) => *force,
                FrictionMode::Held(_) => *level,
            };
        }
        Ok(levels)
    }

    fn levels_inside(&mut self, s: f64) -> Result<Vec<f64>, SimError> {
        let mut y = core::mem::take(&mut self.inside);
        if s == 0.0 {
            y.copy_from_slice(&self.y);
        } else if s == 1.0 {
            y.copy_from_slice(&self.end);
        } else {
            self.stepper.interpolate(s, &mut y);
        }
        let t = if s == 1.0 { self.end_time } else { self.t + s * (self.end_time - self.t) };
        let levels = self.levels(t, &y);
        self.inside = y;
        levels
    }

    /// What a level is left to the change: positive before it. Of the two sides of a force, the one that is nearer.
    fn distance(&self, j: usize, level: f64) -> f64 {
        match self.mechanism.friction.modes()[j] {
            FrictionMode::Slides(_) => level,
            FrictionMode::Sticks(release) => release - level.abs(),
            FrictionMode::Held(_) => self.moving() - level.abs(),
        }
    }

    /// The speed above which a joint that others hold at rest moves: not held any more, or not by itself, at a dead point.
    fn moving(&self) -> f64 {
        2.0 * self.settings.absolute
    }

    /// The first change in the step, if there is one.
    fn first_slip(&mut self, h: f64) -> Result<Option<Found>, SimError> {
        let moving = self.moving();
        let bounded = |mode: &FrictionMode| match *mode {
            FrictionMode::Held(_) => FrictionMode::Held(moving),
            other => other,
        };
        let modes: Vec<FrictionMode> = self.mechanism.friction.modes().iter().map(bounded).collect();
        let mut divisions = 0;
        let mut parts = vec![(0.0, 1.0)];
        while let Some((from, to)) = parts.pop() {
            let at = |j: usize| if j == NODES - 1 { to } else { from + (to - from) * node(j) };
            let mut values: Vec<Vec<f64>> = vec![Vec::new(); NODES];
            // few nodes first: most parts of a step have no change
            for j in (0..NODES).step_by(4) {
                values[j] = self.levels_inside(at(j))?;
            }
            let series = |values: &[Vec<f64>], stride: usize, k: usize| Series::through(stride, |j| values[j][k]);
            let clear = |series: Series, mode: &FrictionMode| match mode {
                FrictionMode::Slides(_) => series.has_no_root(2.0 * series.tail()) && series.constant() > 0.0,
                FrictionMode::Sticks(bound) | FrictionMode::Held(bound) => {
                    series.constant().abs() + series.variation() + 2.0 * series.tail() < *bound
                }
            };
            if modes.iter().enumerate().all(|(k, mode)| clear(series(&values, 4, k), mode)) {
                continue;
            }
            for j in (0..NODES).filter(|j| !j.is_multiple_of(4)) {
                values[j] = self.levels_inside(at(j))?;
            }
            let largest = |k: usize| values.iter().fold(0.0_f64, |most, x| most.max(x[k].abs()));
            let resolved = |(k, mode): (usize, &FrictionMode)| {
                let all = series(&values, 1, k);
                clear(all.clone(), mode) || all.tail() <= CONVERGED * largest(k)
            };
            if divisions < MOST_DIVISIONS && !modes.iter().enumerate().all(resolved) {
                divisions += 1;
                let middle = 0.5 * (from + to);
                parts.extend([(middle, to), (from, middle)]);
                continue;
            }
            let mut brackets = Vec::new();
            for (k, mode) in modes.iter().enumerate() {
                let ends = ends(&series(&values, 1, k), mode, largest(k));
                brackets.extend(self.bracket(k, (from, to), &ends)?);
            }
            if let Some(found) = self.first_of(&brackets, h)? {
                let size = largest(found.which[0]);
                return Ok(Some(Found { size, ..found }));
            }
        }
        Ok(None)
    }

    /// The first interval of a part in which a speed changes, between ends of intervals with one change at most.
    fn bracket(
        &mut self,
        k: usize,
        (from, to): (f64, f64),
        ends: &[(f64, Option<f64>)],
    ) -> Result<Option<(usize, f64, f64)>, SimError> {
        let mut before = from;
        for &(fraction, level) in ends {
            let s = if fraction == 1.0 { to } else { from + (to - from) * fraction };
            let level = match level {
                Some(level) => level,
                None => self.levels_inside(s)?[k],
            };
            if self.distance(k, level) < 0.0 {
                return Ok(Some((k, before, s)));
            }
            before = s;
        }
        Ok(None)
    }

    /// The first change in brackets of single speeds, by bisection to rounding; others within rounding change with it.
    fn first_of(&mut self, brackets: &[(usize, f64, f64)], h: f64) -> Result<Option<Found>, SimError> {
        let resolution = 4.0 * f64::EPSILON * (1.0 + self.t.abs() / h);
        let mut found: Option<Found> = None;
        for &(k, from, to) in brackets {
            let limit = found.as_ref().map_or(f64::INFINITY, |found| found.s + resolution);
            let (mut low, mut high) = ((from, 0.0), (to, 0.0));
            low.1 = {
                let levels = self.levels_inside(low.0)?;
                self.distance(k, levels[k])
            };
            high.1 = {
                let levels = self.levels_inside(high.0)?;
                self.distance(k, levels[k])
            };
            if high.1 >= 0.0 || low.0 > limit {
                continue;
            }
            let first = low;
            let mut halve = false;
            while high.0 - low.0 > resolution && low.0 <= limit {
                // regula falsi and bisection in turn
                let share = if halve || low.1 <= 0.0 { 0.5 } else { (low.1 / (low.1 - high.1)).clamp(0.0, 1.0) };
                halve = !halve;
                let least = 0.5 * resolution / (high.0 - low.0);
                let s = low.0 + share.clamp(least, 1.0 - least) * (high.0 - low.0);
                if s <= low.0 || s >= high.0 {
                    break;
                }
                let levels = self.levels_inside(s)?;
                let new = (s, self.distance(k, levels[k]));
                if new.1 < 0.0 { high = new } else { low = new }
            }
            match &mut found {
                Some(found) if (high.0 - found.s).abs() <= resolution => found.which.push(k),
                Some(earlier) if earlier.s < high.0 => {}
                _ => {
                    // from well before the change: next to it both distances are rounding
                    let back = (high.0 - 1e-3 * (high.0 - first.0).max(1e-3)).max(0.0);
                    let levels = self.levels_inside(back)?;
                    let slope = (high.1 - self.distance(k, levels[k])) / (high.0 - back);
                    found = Some(Found { s: high.0, which: vec![k], slope, size: 0.0 });
                }
            }
        }
        Ok(found)
    }

    /// Friction changes at the start of the step: what was decided there does not last.
    fn slip_at_start(&mut self, found: &Found) -> Result<(), SimError> {
        self.slip.stalls.resize(self.mechanism.friction.modes().len(), 0);
        // just after the start
        let after = self.levels_inside(found.s)?;
        let pace = self.slip.pace;
        let mut transition =
            Transition { speeds: found.which.clone(), pace, moving: 0.5 * self.moving(), ..Transition::default() };
        for &j in &found.which {
            self.slip.stalls[j] += 1;
            let release = matches!(self.mechanism.friction.modes()[j], FrictionMode::Sticks(_));
            let sign = if release && self.slip.stalls[j] <= MOST_STALLS { -after[j].signum() } else { 0.0 };
            let at_rest = self.slip.scales[j].abs() <= self.settings.absolute;
            if release || at_rest {
                transition.forced.push((j, sign));
            }
        }
        self.apply(&transition)
    }

    /// Takes the step again up to the change; `false` if that fails and a shorter step must be tried.
    fn shorten(&mut self, h: f64, found: Found) -> Result<bool, SimError> {
        let j = found.which[0];
        let accepted = match self.mechanism.friction.modes()[j] {
            FrictionMode::Slides(_) => STOPPED * found.size,
            FrictionMode::Held(_) => 0.3 * self.moving(),
            // well beyond what friction can hold
            FrictionMode::Sticks(release) => 0.3 * self.mechanism.friction.margin(j, release),
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
            let levels = self.levels(self.end_time, &end);
            self.end = end;
            let distance = self.distance(j, levels?[j]);
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
        self.slip.pending = found.which;
        if self.control.is_none() {
            self.slip.grid_end.get_or_insert(full_end);
        }
        Ok(true)
    }

    /// At the end of a step, or where forces have jumped: decides what the speeds at rest do.
    pub(super) fn change_friction(&mut self) -> Result<(), SimError> {
        if self.mechanism.friction.is_empty() {
            return Ok(());
        }
        self.slip.stalls.fill(0);
        let jumped = self.settings.segments.start_at(self.t) && self.t < self.settings.end;
        let jumped = jumped && self.mechanism.friction.decided() != self.t;
        let speeds = core::mem::take(&mut self.slip.pending);
        if speeds.is_empty() && !jumped {
            return self.mechanism.keep_at_rest(self.t, &mut self.y, &mut self.rates);
        }
        let (scales, pace) = (self.slip.scales.clone(), self.slip.pace);
        let transition = Transition { speeds, scales, pace, moving: 0.5 * self.moving(), ..Transition::default() };
        self.apply(&transition)
    }

    fn apply(&mut self, transition: &Transition) -> Result<(), SimError> {
        let Self { mechanism, y, rates, t, .. } = self;
        let changed = mechanism.change_friction(*t, y, rates, transition)?;
        // other equations: derivatives of earlier steps do not belong to them
        self.stepper.forget();
        self.linearised = None;
        self.counters.sticks += changed.sticks;
        self.counters.slips += changed.slips;
        Ok(())
    }
}

/// Ends of intervals of a part in which a level passes its bounds once at most, as fractions of the part, and the level there; `None`
/// where the series is not accurate enough.
fn ends(level: &Series, mode: &FrictionMode, size: f64) -> Vec<(f64, Option<f64>)> {
    let bounds = match *mode {
        FrictionMode::Slides(_) => vec![0.0],
        FrictionMode::Sticks(bound) | FrictionMode::Held(bound) => vec![bound, -bound],
    };
    let mut ends = Vec::new();
    for bound in bounds {
        let error = level.tail().max(1e-14 * size.max(bound.abs()));
        level.clone().minus(bound).separate(error, |s, value| {
            ends.push((s, (value.abs() > 2.0 * error && s < 1.0).then_some(value + bound)));
        });
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    ends
}
