//! Events inside a step: every root of every event function along the interpolated motion.
//!
//! Along a step, the distance of a quantity from the value of its event is interpolated by a Chebyshev series. Its coefficients prove
//! that there is no crossing, or separate the crossings from each other ([`Series::separate`]). The step is divided into parts until
//! the series has converged. A series through points can miss what happens between them (aliasing). Therefore no link turns
//! by more than [`TURN`] in a part: positions of frames are products of polynomials, sines and cosines of at most this
//! angle, whose series converge faster than geometrically. Where the interpolated motion is less accurate than the steps, the motion
//! is computed again in shorter ones (`close_up.rs`).

use super::super::checkpoint::Checkpoint;
use super::super::equations::Equations;
use super::super::event::{Action, Occurrence, Watch};
use super::Run;
use crate::SimError;
use crate::chebyshev::{NODES, Series, is_beyond, node};

/// The largest turn of a link in a part of a step, rad.
const TURN: f64 = 3.0;
/// Parts that are narrower than this fraction of the step are not divided.
const NARROWEST: f64 = 1e-9;
/// A step is divided into this many parts at a time, at most.
const MOST_PARTS: f64 = 16.0;
/// A series has converged when its last coefficients are below this fraction of the size of the quantity.
const CONVERGED: f64 = 1e-12;
/// Errors of interpolated motion, relative to the tolerance, up to which a step is known to contain no crossing, where the step itself
/// uses all of the tolerance. A step that uses less of it is interpolated better: the root of that part leaves room for errors that are
/// estimated too small.
const INTERPOLATION: f64 = 1e3;
/// Interpolated coordinates are polynomials of the fourth degree or more; their errors are taken to be below this many times all of their
/// terms beyond the second degree. With loose tolerances that is far less than what the tolerance says.
const HIGH_TERMS: f64 = 8.0;
/// Parts of a step that are divided because a series has not converged, at most: rounding can prevent that.
const MOST_DIVISIONS: usize = 200;

/// Memory and constants of the search for events.
pub(super) struct Search {
    /// Whether all events watch sums of coordinates or of speeds, which are polynomials along a step in the coordinates of the tree.
    sums: bool,
    /// Distances of all watches at the nodes of a part, node by node.
    values: Vec<f64>,
    /// Parts of the step that are still to be searched, the next one last.
    parts: Vec<Part>,
    /// Ends of intervals with one crossing at most, and the value there.
    ends: Vec<(f64, f64)>,
    /// Crossings in a part: the fraction of the step, and which watch.
    found: Vec<(f64, usize)>,
}

impl Search {
    pub(super) fn new(watches: &[Watch], mechanism: &Equations<'_, '_>) -> Self {
        let sums = watches.iter().all(|watch| watch.is_sum_of_state(mechanism.model()));
        let values = vec![0.0; NODES * watches.len()];
        Self { sums, values, parts: Vec::new(), ends: Vec::new(), found: Vec::new() }
    }
}

/// A part of a step, by the fractions of the step where it starts and ends.
#[derive(Copy, Clone)]
struct Part {
    from: f64,
    to: f64,
}

impl Part {
    fn at(self, fraction: f64) -> f64 {
        // exact at both ends
        if fraction == 1.0 { self.to } else { self.from + (self.to - self.from) * fraction }
    }
}

impl Run<'_, '_> {
    /// Records the events of the step; the fraction of the step at which the run ends, if one ends it.
    pub(super) fn find_events(&mut self, h: f64, singular: bool) -> Result<Option<f64>, SimError> {
        let mut configurations: Vec<(f64, String)> = Vec::new();
        if singular {
            for singular in self.find_singular(h)? {
                self.begin_passage(&singular);
                configurations.push((singular.s, singular.name));
            }
        }
        configurations.sort_by(|a, b| b.0.total_cmp(&a.0));
        let watches = core::mem::take(&mut self.settings.watches);
        let end = self.search_step(&watches, h, configurations);
        self.settings.watches = watches;
        end
    }

    /// Searches the step in the order of time; `configurations` are the singular ones, the first one last.
    fn search_step(
        &mut self,
        watches: &[Watch],
        h: f64,
        mut configurations: Vec<(f64, String)>,
    ) -> Result<Option<f64>, SimError> {
        let all = Part { from: 0.0, to: 1.0 };
        if watches.is_empty() {
            return Ok(self.record_in_order(watches, &[], &mut configurations, all.to, h));
        }
        let turn = self.measure_nodes(watches, all, 0)? * h;
        let slack = INTERPOLATION * self.settings.relative * self.error.min(1.0).sqrt();
        if turn <= TURN && self.have_no_roots(watches, slack) {
            self.distances.copy_from_slice(self.search.last(watches.len()));
            return Ok(self.record_in_order(watches, &[], &mut configurations, all.to, h));
        }
        let fraction = self.short_fraction(h);
        let mut part = all;
        while part.from < 1.0 {
            if fraction < 1.0 {
                part.to = self.take_short_step(part.from, fraction, h);
            }
            let end = self.search_part(watches, part, h, &mut configurations)?;
            if end.is_some() {
                return Ok(end);
            }
            part.from = part.to;
        }
        Ok(None)
    }

    /// Searches one interpolated motion, in the order of time.
    fn search_part(
        &mut self,
        watches: &[Watch],
        all: Part,
        h: f64,
        configurations: &mut Vec<(f64, String)>,
    ) -> Result<Option<f64>, SimError> {
        let mut divisions = 0;
        self.search.parts.clear();
        self.search.parts.push(all);
        while let Some(part) = self.search.parts.pop() {
            let count = self.divide(watches, part, h, divisions < MOST_DIVISIONS)?;
            if count > 1 {
                divisions += 1;
                let between = |k: usize| part.at(k as f64 / count as f64);
                let parts = (0..count).rev().map(|k| Part { from: between(k), to: between(k + 1) });
                self.search.parts.extend(parts);
                continue;
            }
            self.search.found.clear();
            for (i, watch) in watches.iter().enumerate() {
                self.find_crossings(watch, i, part, h)?;
            }
            let mut found = core::mem::take(&mut self.search.found);
            found.sort_by(|a, b| a.0.total_cmp(&b.0));
            let end = self.record_in_order(watches, &found, configurations, part.to, h);
            self.search.found = found;
            if end.is_some() {
                return Ok(end);
            }
        }
        Ok(None)
    }

    /// Whether no watch has a crossing in a part whose even nodes were measured, if the motion is known to `error` of its size.
    fn have_no_roots(&self, watches: &[Watch], error: f64) -> bool {
        let reach = self.mechanism.reach();
        let polynomial = !self.events_need_poses() && self.method.info().dense_order >= 5;
        watches.iter().enumerate().all(|(i, watch)| {
            let [low, high] = self.search.range(2, i, watches.len());
            let slack = error * watch.size(low.abs().max(high.abs()), reach);
            if is_beyond(watch.threshold(), [low, high], slack) {
                return true;
            }
            let series = self.search.series(2, i, watches.len());
            // what does not move is interpolated without error
            let mut slack = (error * watch.size(series.constant(), reach)).min(series.variation());
            if polynomial {
                slack = slack.min(HIGH_TERMS * series.beyond_quadratic());
            }
            let series = series.minus(watch.threshold());
            series.has_no_root(series.tail() + slack)
        })
    }

    /// Records crossings and the singular configurations up to the fraction `to`; the fraction of the first that ends the run.
    fn record_in_order(
        &mut self,
        watches: &[Watch],
        found: &[(f64, usize)],
        configurations: &mut Vec<(f64, String)>,
        to: f64,
        h: f64,
    ) -> Option<f64> {
        let mut crossings = found.iter().peekable();
        loop {
            let next = crossings.peek().map_or(to, |(s, _)| *s);
            let (s, occurrence, action) = match configurations.pop_if(|(s, _)| *s <= next) {
                Some((s, name)) => (s, Occurrence::named(self.t + s * h, name), self.settings.singular),
                None => {
                    let &(s, i) = crossings.next()?;
                    let watch = &watches[i];
                    (s, self.crossing(watch, self.t + s * h, watch.name()), watch.action)
                }
            };
            self.record(occurrence);
            if action == Action::Stop {
                return Some(s);
            }
        }
    }

    /// Computes the distances of all watches along a part; the number of parts it must be divided into, one if none.
    fn divide(&mut self, watches: &[Watch], part: Part, h: f64, may_divide: bool) -> Result<usize, SimError> {
        let turn = self.measure_nodes(watches, part, 0)? * h * (part.to - part.from);
        if turn > TURN && part.to - part.from > NARROWEST {
            return Ok((turn / TURN).ceil().min(MOST_PARTS) as usize);
        }
        if self.have_no_roots(watches, 0.0) {
            return Ok(1);
        }
        self.measure_nodes(watches, part, 1)?;
        let (count, reach) = (watches.len(), self.mechanism.reach());
        let resolved = |(i, watch): (usize, &Watch)| {
            let few = self.search.series(2, i, count).minus(watch.threshold());
            let size = watch.size(self.search.largest(i, count), reach);
            few.has_no_root(few.tail()) || self.search.series(1, i, count).tail() <= CONVERGED * size
        };
        Ok(if !may_divide || watches.iter().enumerate().all(resolved) { 1 } else { 2 })
    }

    /// Whether events need poses of links, or turns of links to divide the step.
    pub(super) fn events_need_poses(&self) -> bool {
        !self.search.sums || self.mechanism.has_independent_coordinates()
    }

    /// Measures the distances at every other node of a part, from the node `first` on; the largest angular speed there, rad/s.
    fn measure_nodes(&mut self, watches: &[Watch], part: Part, first: usize) -> Result<f64, SimError> {
        let (mut fastest, poses) = (0.0_f64, self.events_need_poses());
        for j in (first..NODES).step_by(2) {
            let at = j * watches.len();
            if j == 0 {
                // from the part before: the end of a step and the start of the next differ by rounding
                self.search.values[..watches.len()].copy_from_slice(&self.distances);
                continue;
            }
            self.state_inside(part.at(node(j)));
            let placed = self.mechanism.placed(&self.inside, poses)?;
            for (value, watch) in self.search.values[at..].iter_mut().zip(watches) {
                *value = watch.measure(&placed);
            }
            fastest = fastest.max(placed.fastest_turn());
        }
        Ok(fastest)
    }

    /// Finds the crossings of one watch in a part; the nodes have been measured.
    fn find_crossings(&mut self, watch: &Watch, i: usize, part: Part, h: f64) -> Result<(), SimError> {
        let count = self.distances.len();
        let at_end = self.search.last(count)[i];
        let few = self.search.series(2, i, count).minus(watch.threshold());
        if !few.has_no_root(few.tail()) {
            let series = self.search.series(1, i, count).minus(watch.threshold());
            let size = watch.size(self.search.largest(i, count), self.mechanism.reach());
            let error = series.tail().max(CONVERGED * size);
            let mut ends = core::mem::take(&mut self.search.ends);
            ends.clear();
            series.separate(error, |s, value| ends.push((s, value)));
            let mut before = (part.from, self.distances[i]);
            for &(fraction, value) in &ends {
                let s = part.at(fraction);
                let distance = if fraction == 1.0 {
                    at_end
                } else if value.abs() <= error {
                    self.distance_at(watch, s)?
                } else {
                    value + watch.threshold()
                };
                if watch.crosses(before.1, distance) {
                    let crossing = self.locate(watch, h, before, (s, distance))?;
                    self.search.found.push((crossing, i));
                }
                before = (s, distance);
            }
            self.search.ends = ends;
        }
        self.distances[i] = at_end;
        Ok(())
    }

    /// Records joints that start beyond their limits; whether that ends the run.
    pub(super) fn start_beyond_limits(&mut self) -> bool {
        let watches = core::mem::take(&mut self.settings.watches);
        let mut stop = false;
        for (i, watch) in watches.iter().enumerate() {
            if !watch.is_beyond(self.distances[i]) {
                continue;
            }
            let occurrence = self.crossing(watch, self.t, format!("{}, at the start", watch.name()));
            self.record(occurrence);
            stop |= watch.action == Action::Stop;
        }
        self.settings.watches = watches;
        stop
    }

    /// What a watch has found, counted.
    fn crossing(&mut self, watch: &Watch, t: f64, name: String) -> Occurrence {
        self.counters.speed_limits += u64::from(watch.is_speed_limit());
        Occurrence { limit: watch.limit, ..Occurrence::named(t, name) }
    }

    pub(super) fn record(&mut self, occurrence: Occurrence) {
        self.counters.events += 1;
        self.counters.limits += u64::from(occurrence.limit);
        self.counters.impacts += u64::from(occurrence.impact.is_some());
        self.sink.event(&occurrence);
        if self.events.len() < Checkpoint::MOST_EVENTS {
            self.events.push(occurrence);
        }
    }

    fn distance_at(&mut self, watch: &Watch, s: f64) -> Result<f64, SimError> {
        self.state_inside(s);
        Ok(watch.measure(&self.mechanism.placed(&self.inside, watch.needs_poses())?))
    }

    /// The crossing between two fractions of the step, to rounding (T. R. Chandrupatla, Adv. Eng. Softw. 28 (1997): bisection and
    /// inverse quadratic interpolation); the later end of the bracket, so that a run that stops there does not meet the event again.
    fn locate(&mut self, watch: &Watch, h: f64, before: (f64, f64), after: (f64, f64)) -> Result<f64, SimError> {
        if watch.before(before.1, before.1) {
            return Ok(before.0); // a joint that was beyond its limit by less than counts
        }
        // the newest point and the one on the other side
        let (mut a, mut b) = (after, before);
        let mut fraction = 0.5_f64;
        loop {
            let resolution = 4.0 * f64::EPSILON * (1.0 + self.t.abs() / h);
            let width = (b.0 - a.0).abs();
            if width <= resolution {
                break;
            }
            let share = (0.5 * resolution / width).min(0.5);
            let s = a.0 + fraction.clamp(share, 1.0 - share) * (b.0 - a.0);
            if s == a.0 || s == b.0 {
                break;
            }
            let new = (s, self.distance_at(watch, s)?);
            let after = |x: (f64, f64)| watch.before(before.1, x.1);
            let c = if after(new) == after(a) { a } else { core::mem::replace(&mut b, a) };
            a = new;
            let (xi, phi) = ((a.0 - b.0) / (c.0 - b.0), (a.1 - b.1) / (c.1 - b.1));
            let smooth = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
            fraction = if smooth {
                let outer = (c.0 - a.0) / (b.0 - a.0) * (a.1 / (c.1 - a.1)) * (b.1 / (c.1 - b.1));
                (a.1 / (b.1 - a.1)) * (c.1 / (b.1 - c.1)) + outer
            } else {
                0.5
            };
        }
        Ok(a.0.max(b.0))
    }
}

impl Search {
    /// The series of one of `count` watches through every `stride`-th node.
    fn series(&self, stride: usize, watch: usize, count: usize) -> Series {
        Series::through(stride, |j| self.values[j * count + watch])
    }

    /// The distances of all watches at the last node.
    fn last(&self, count: usize) -> &[f64] {
        &self.values[(NODES - 1) * count..]
    }

    /// The smallest and the largest distance of one of `count` watches at every `stride`-th node; NaN if one is.
    fn range(&self, stride: usize, watch: usize, count: usize) -> [f64; 2] {
        let first = self.values[watch];
        self.values.iter().skip(watch).step_by(count * stride).fold([first; 2], |[low, high], &x| {
            [if x < low || x.is_nan() { x } else { low }, if x > high || x.is_nan() { x } else { high }]
        })
    }

    /// The largest distance of a watch at the nodes.
    fn largest(&self, watch: usize, count: usize) -> f64 {
        let [low, high] = self.range(1, watch, count);
        low.abs().max(high.abs())
    }
}
