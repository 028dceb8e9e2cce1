//! What may change inside a step, and the first change.
//!
//! Along the interpolated motion, every speed that slides, every force of one that sticks and every coordinate between its stops is a
//! Chebyshev series, whose coefficients prove that there is no change or separate the changes ([`Series::separate`]).

use super::super::friction::FrictionMode;
use super::super::limits::Side;
use super::Run;
use crate::SimError;
use crate::chebyshev::{NODES, Series, node};
use crate::integrators::System;

/// A cubic through speeds and rates at both ends shows that a speed keeps its sign if it stays this far from zero, relative to its
/// variation.
const CLEAR: f64 = 0.2;
/// A series has converged when its last coefficients are below this fraction of the largest value.
const CONVERGED: f64 = 1e-9;
/// Parts of a step that are divided because a series has not converged, at most.
const MOST_DIVISIONS: usize = 32;
/// Coordinates that start the step this near to a stop have left it, rad or m.
const LEAVING: f64 = 1e-9;
/// So far beyond its stop a coordinate that leaves it may be inside the step, rad or m.
const SLACK: f64 = 1e-10;

/// A quantity that must stay between two values for the modes to stay.
#[derive(Copy, Clone, Debug)]
pub(super) struct Track {
    /// The speed.
    pub(super) j: usize,
    pub(super) kind: Kind,
    low: f64,
    high: f64,
    /// So far beyond both the change is looked for; it is where the level passes them.
    slack: f64,
}

/// What a track follows.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A speed that slides, in the direction of this sign.
    Sliding(f64),
    /// The force that keeps a speed at rest.
    Force,
    /// A speed that others hold at rest.
    Held,
    /// A coordinate between stops.
    Coordinate,
}

impl Track {
    /// What a level is left to the change: positive before it.
    pub(super) fn distance(&self, level: f64) -> f64 {
        (level - self.low).min(self.high - level)
    }

    /// The same where changes are looked for.
    fn wide_distance(&self, level: f64) -> f64 {
        self.distance(level) + self.slack
    }

    /// The end that is nearer.
    fn side(&self, level: f64) -> Side {
        if level - self.low < self.high - level { Side::Lower } else { Side::Upper }
    }

    /// Whether a series is known to stay between the values.
    fn holds(&self, series: &Series) -> bool {
        let reach = series.variation() + 2.0 * series.tail();
        series.constant() - reach > self.low - self.slack && series.constant() + reach < self.high + self.slack
    }

    /// Ends of intervals of a part in which a level passes its bounds once at most, as fractions of the part, and the level there;
    /// `None` where the series is not accurate enough.
    fn ends(&self, level: &Series, size: f64) -> Vec<(f64, Option<f64>)> {
        let mut ends = Vec::new();
        for bound in [self.high + self.slack, self.low - self.slack].into_iter().filter(|bound| bound.abs() < f64::MAX)
        {
            let error = level.tail().max(1e-14 * size.max(bound.abs()));
            level.clone().minus(bound).separate(error, |s, value| {
                ends.push((s, (value.abs() > 2.0 * error && s < 1.0).then_some(value + bound)));
            });
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        ends
    }
}

/// The first change in a step.
pub(super) struct Found {
    /// The fraction of the step.
    pub(super) s: f64,
    /// The tracks that change there.
    pub(super) which: Vec<usize>,
    /// The ends of their ranges.
    pub(super) sides: Vec<Side>,
    /// The distance of the first of them from its change per fraction of the step, and its largest level.
    pub(super) slope: f64,
    pub(super) size: f64,
}

/// Speeds at an end of the step: their values, their rates, their coordinates.
struct Ends {
    speeds: Vec<f64>,
    rates: Vec<f64>,
    coordinates: Vec<f64>,
}

impl Run<'_, '_> {
    /// Lists what may change in the step of length `h`; whether there is anything.
    pub(super) fn list_tracks(&mut self, h: f64) -> Result<bool, SimError> {
        let y = core::mem::take(&mut self.y);
        let start = self.ends_at(self.t, &y, false);
        self.y = y;
        let start = start?;
        self.slip.scales.clone_from(&start.speeds);
        self.slip.pace = self.mechanism.pace();
        self.slip.tracks.clear();
        let modes = self.mechanism.friction.modes();
        let rests = modes.iter().any(|mode| matches!(mode, FrictionMode::Sticks(_) | FrictionMode::Held(_)));
        let moving = self.moving();
        let after = if rests && !self.mechanism.friction.has_stops() {
            None
        } else {
            let end = core::mem::take(&mut self.end);
            let after = self.ends_at(self.end_time, &end, true);
            self.end = end;
            Some(after?)
        };
        let friction = &self.mechanism.friction;
        let tracks = &mut self.slip.tracks;
        for (j, mode) in friction.modes().iter().enumerate() {
            let track = |kind, low, high| Track { j, kind, low, high, slack: 0.0 };
            match *mode {
                FrictionMode::Slides(sign) => {
                    let near_zero = |after: &Ends| comes_near_zero(h, sign, j, &start, after);
                    if rests || after.as_ref().is_none_or(near_zero) {
                        // a speed that leaves rest has no sign yet within the error of the step
                        let leaves = start.speeds[j].abs() <= self.settings.absolute;
                        let low = if leaves { -self.settings.absolute } else { 0.0 };
                        tracks.push(track(Kind::Sliding(sign), low, f64::INFINITY));
                    }
                }
                FrictionMode::Sticks([low, high]) => tracks.push(track(Kind::Force, low, high)),
                FrictionMode::Held(_) => tracks.push(track(Kind::Held, -moving, moving)),
                FrictionMode::Free => {}
            }
            let (Some(range), Some(after)) = (friction.range(j), &after) else { continue };
            if let Some([low, high]) = reachable(range, h, j, &start, after, self.mechanism.may_be_singular()) {
                let leaves = [low, high].into_iter().any(|end| (start.coordinates[j] - end).abs() <= LEAVING);
                let slack = if leaves { SLACK.min(self.settings.absolute) } else { 0.0 };
                tracks.push(Track { slack, ..track(Kind::Coordinate, low, high) });
            }
        }
        Ok(!tracks.is_empty())
    }

    /// Speeds, their rates and coordinates at the start or the end of the step.
    fn ends_at(&mut self, t: f64, y: &[f64], end: bool) -> Result<Ends, SimError> {
        if self.mechanism.may_be_singular() && self.mechanism.friction.has_dry() {
            self.mechanism.rates(t, y, &mut self.scratch)?;
        } else {
            self.mechanism.place(y)?;
            if !self.mechanism.may_be_singular() {
                let (positions, speeds) = self.mechanism.sizes();
                let rates = if end { &self.end_rates } else { &self.rates };
                self.mechanism.a.copy_from_slice(&rates[positions..positions + speeds]);
            }
        }
        Ok(Ends {
            speeds: self.mechanism.friction_speeds()?,
            rates: self.mechanism.friction_rates()?,
            coordinates: self.mechanism.stop_coordinates()?,
        })
    }

    /// The levels of tracks at a state; without forces among them, accelerations are not computed.
    pub(super) fn levels(&mut self, tracks: &[Track], t: f64, y: &[f64]) -> Result<Vec<f64>, SimError> {
        if tracks.iter().any(|track| track.kind == Kind::Force) {
            self.mechanism.rates(t, y, &mut self.scratch)?;
        } else {
            self.mechanism.place(y)?;
        }
        let follows = |of: fn(&Kind) -> bool| tracks.iter().any(|track| of(&track.kind));
        let coordinates = match follows(|kind| *kind == Kind::Coordinate) {
            true => self.mechanism.stop_coordinates()?,
            false => Vec::new(),
        };
        let speeds = match follows(|kind| matches!(kind, Kind::Sliding(_) | Kind::Held)) {
            true => self.mechanism.friction_speeds()?,
            false => Vec::new(),
        };
        let forces = self.mechanism.friction.forces();
        let level = |track: &Track| match track.kind {
            Kind::Sliding(sign) => speeds[track.j] * sign,
            Kind::Force => forces[track.j],
            Kind::Held => speeds[track.j],
            Kind::Coordinate => coordinates[track.j],
        };
        Ok(tracks.iter().map(level).collect())
    }

    /// The levels of all tracks at a fraction of the step.
    pub(super) fn levels_inside(&mut self, s: f64) -> Result<Vec<f64>, SimError> {
        let tracks = core::mem::take(&mut self.slip.tracks);
        let levels = self.levels_of_inside(&tracks, s);
        self.slip.tracks = tracks;
        levels
    }

    fn levels_of_inside(&mut self, tracks: &[Track], s: f64) -> Result<Vec<f64>, SimError> {
        let mut y = core::mem::take(&mut self.inside);
        if s == 0.0 {
            y.copy_from_slice(&self.y);
        } else if s == 1.0 {
            y.copy_from_slice(&self.end);
        } else {
            self.stepper.interpolate(s, &mut y);
        }
        let t = if s == 1.0 { self.end_time } else { self.t + s * (self.end_time - self.t) };
        let levels = self.levels(tracks, t, &y);
        self.inside = y;
        levels
    }

    /// The first change in the step, if there is one.
    pub(super) fn first_change(&mut self, h: f64) -> Result<Option<Found>, SimError> {
        let tracks = self.slip.tracks.clone();
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
            if tracks.iter().enumerate().all(|(k, track)| track.holds(&series(&values, 4, k))) {
                continue;
            }
            for j in (0..NODES).filter(|j| !j.is_multiple_of(4)) {
                values[j] = self.levels_inside(at(j))?;
            }
            let largest = |k: usize| values.iter().fold(0.0_f64, |most, x| most.max(x[k].abs()));
            let resolved = |(k, track): (usize, &Track)| {
                let all = series(&values, 1, k);
                track.holds(&all) || all.tail() <= CONVERGED * largest(k)
            };
            if divisions < MOST_DIVISIONS && !tracks.iter().enumerate().all(resolved) {
                divisions += 1;
                let middle = 0.5 * (from + to);
                parts.extend([(middle, to), (from, middle)]);
                continue;
            }
            let mut brackets = Vec::new();
            for (k, track) in tracks.iter().enumerate() {
                let ends = track.ends(&series(&values, 1, k), largest(k));
                brackets.extend(self.bracket(k, (from, to), &ends)?);
            }
            if let Some(found) = self.first_of(&brackets, h)? {
                let size = largest(found.which[0]);
                let levels = self.levels_inside(found.s)?;
                let sides = found.which.iter().map(|&k| tracks[k].side(levels[k])).collect();
                return Ok(Some(Found { size, sides, ..found }));
            }
        }
        Ok(None)
    }

    /// The distance of a track from its change at a fraction of the step.
    fn distance_inside(&mut self, k: usize, s: f64) -> Result<f64, SimError> {
        let track = self.slip.tracks[k];
        Ok(track.wide_distance(self.levels_of_inside(&[track], s)?[0]))
    }

    /// The first interval of a part in which a track changes, between ends of intervals with one change at most.
    fn bracket(
        &mut self,
        k: usize,
        (from, to): (f64, f64),
        ends: &[(f64, Option<f64>)],
    ) -> Result<Option<(usize, f64, f64)>, SimError> {
        let mut before = from;
        for &(fraction, level) in ends {
            let s = if fraction == 1.0 { to } else { from + (to - from) * fraction };
            let distance = match level {
                Some(level) => self.slip.tracks[k].wide_distance(level),
                None => self.distance_inside(k, s)?,
            };
            if distance < 0.0 {
                return Ok(Some((k, before, s)));
            }
            before = s;
        }
        Ok(None)
    }

    /// The first change in brackets of single tracks, by bisection to rounding; others within rounding change with it.
    fn first_of(&mut self, brackets: &[(usize, f64, f64)], h: f64) -> Result<Option<Found>, SimError> {
        let resolution = 4.0 * f64::EPSILON * (1.0 + self.t.abs() / h);
        let mut found: Option<Found> = None;
        for &(k, from, to) in brackets {
            let limit = found.as_ref().map_or(f64::INFINITY, |found| found.s + resolution);
            let mut low = (from, self.distance_inside(k, from)?);
            let mut high = (to, self.distance_inside(k, to)?);
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
                let new = (s, self.distance_inside(k, s)?);
                if new.1 < 0.0 { high = new } else { low = new }
            }
            match &mut found {
                Some(found) if (high.0 - found.s).abs() <= resolution => found.which.push(k),
                Some(earlier) if earlier.s < high.0 => {}
                _ => {
                    // from well before the change: next to it both distances are rounding
                    let back = (high.0 - 1e-3 * (high.0 - first.0).max(1e-3)).max(0.0);
                    let slope = (high.1 - self.distance_inside(k, back)?) / (high.0 - back);
                    found = Some(Found { s: high.0, which: vec![k], sides: Vec::new(), slope, size: 0.0 });
                }
            }
        }
        Ok(found)
    }
}

/// Whether a speed that slides comes near zero in a step: the cubic through its values and rates at both ends.
fn comes_near_zero(h: f64, sign: f64, j: usize, start: &Ends, after: &Ends) -> bool {
    let third = h / 3.0;
    // the cubic lies within its Bernstein coefficients
    let inner = [start.speeds[j] + third * start.rates[j], after.speeds[j] - third * after.rates[j]];
    let [a, b, c, d] = [start.speeds[j], inner[0], inner[1], after.speeds[j]].map(|x| sign * x);
    let (least, most) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
    least <= CLEAR * (most - least) || least <= 0.0
}

/// The ends of a range that a coordinate may reach in a step, from its speeds and their rates at both ends; with loops all of them.
fn reachable(range: [f64; 2], h: f64, j: usize, start: &Ends, after: &Ends, loops: bool) -> Option<[f64; 2]> {
    let (q, end) = (start.coordinates[j], after.coordinates[j]);
    let fastest = start.speeds[j].abs().max(after.speeds[j].abs());
    let rate = start.rates[j].abs().max(after.rates[j].abs());
    let reach = if loops { f64::INFINITY } else { 2.0 * h * fastest + h * h * rate };
    let (least, most) = (q.min(end) - reach, q.max(end) + reach);
    (least <= range[0] || most >= range[1]).then_some(range)
}
