//! Stops: the range in which a joint limit keeps a coordinate.
//!
//! A coordinate that starts beyond a limit may return but not move further out: its range begins at its start, until it has returned.

use denoc_base::number::six_beside;
use denoc_model::joints::Unit;
use serde::{Deserialize, Serialize};

use super::{Friction, FrictionMode};
use crate::SimError;
use crate::integrators::System;
use crate::simulation::equations::{Equations, Placed};
use crate::simulation::event::AT_LIMIT;
use crate::simulation::limits::{Gauge, Limited, Side};
use crate::simulation::observations::OutsideLimits;

/// In loops, coordinates at stops are this near to them, rad or m; in trees exactly there.
const PRESSED: f64 = 1e-11;

/// The coordinate of a speed, and what keeps it in its range.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) joint: String,
    /// Whether its coordinate is a length.
    pub(super) slides: bool,
    gauge: Gauge,
    /// As the model states them.
    limits: [f64; 2],
    /// Rebound speed over speed of arrival.
    restitution: f64,
    state: StopState,
}

/// A stop between two steps.
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct StopState {
    /// Whether the joint is at its lower and at its upper limit, where it can only leave inwards.
    pub at: [bool; 2],
    /// Where the joint started beyond its lower or upper limit, until it has returned, rad or m.
    pub beyond: [Option<f64>; 2],
}

impl Stop {
    /// The stop of a joint with limits.
    pub(super) fn new(limited: &Limited<'_>) -> Option<Self> {
        let limits = limited.properties.limits.filter(|limits| limits.iter().any(|limit| limit.is_finite()))?;
        let gauge = limited.coordinate.clone()?;
        let restitution = limited.properties.restitution;
        let (joint, slides) = (limited.joint.to_owned(), limited.unit == Unit::Length);
        Some(Self { joint, slides, gauge, limits, restitution, state: StopState::default() })
    }

    /// The limit at a side, or where the joint started beyond it.
    pub(super) fn end(&self, side: Side) -> f64 {
        self.state.beyond[side.index()].unwrap_or(self.limits[side.index()])
    }

    /// The side on which the joint has not returned to its range yet.
    fn is_out(&self) -> Option<Side> {
        let is_out = |side: &Side| {
            let limit = self.limits[side.index()];
            self.state.beyond[side.index()].is_some_and(|start| (start - limit) * side.inward() < -AT_LIMIT)
        };
        Side::BOTH.into_iter().find(is_out)
    }

    /// Between which values the coordinate moves until something changes: up to a stop, or back into its range.
    pub(super) fn range(&self) -> [f64; 2] {
        let ends = Side::BOTH.map(|side| self.end(side));
        match self.is_out() {
            Some(Side::Lower) => [ends[0], self.limits[0]],
            Some(Side::Upper) => [self.limits[1], ends[1]],
            None => ends,
        }
    }

    /// Begins at a coordinate; the sides at which it is.
    fn begin(&mut self, q: f64) -> impl Iterator<Item = Side> {
        for side in Side::BOTH {
            let out = (q - self.limits[side.index()]) * side.inward() < 0.0;
            self.state.beyond[side.index()] = out.then_some(q);
        }
        let ends = Side::BOTH.map(|side| (side, self.end(side)));
        ends.into_iter().filter(move |(side, end)| (q - end) * side.inward() <= 0.0).map(|(side, _)| side)
    }
}

/// What a coordinate reaches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum Reached {
    /// Its limit: a stop.
    Stop(Side),
    /// Its range, from beyond this limit.
    Range(Side),
}

/// Speeds whose coordinates reach something.
pub(super) type ReachedAll = Vec<(usize, Reached)>;

impl Friction {
    /// At which sides a speed is stopped.
    pub(super) fn at_stops(&self, j: usize) -> [bool; 2] {
        self.stops[j].as_ref().map_or([false; 2], |stop| stop.state.at)
    }

    /// Whether a speed is at a stop.
    pub(in crate::simulation) fn is_stopped(&self, j: usize) -> bool {
        self.at_stops(j) != [false; 2]
    }

    /// The force that keeps a speed at rest at its stop, at the last evaluation; `None` if it moves.
    pub(super) fn holding(&self, j: usize) -> Option<f64> {
        matches!(self.modes[j], FrictionMode::Sticks(_)).then(|| self.forces[j])
    }

    /// Rebound speed over speed of arrival at the stops of a speed.
    pub(super) fn restitution(&self, j: usize) -> f64 {
        self.stops[j].as_ref().map_or(0.0, |stop| stop.restitution)
    }

    /// Whether forces can keep a speed at rest.
    pub(super) fn can_rest(&self, j: usize) -> bool {
        self.dry[j] > 0.0 || self.is_stopped(j)
    }

    /// A speed leaves its stops.
    pub(super) fn leave_stops(&mut self, j: usize) {
        if let Some(stop) = &mut self.stops[j] {
            stop.state.at = [false; 2];
        }
    }

    /// Between which values the coordinate of a speed moves until something changes; `None` without stops, or at one.
    pub(in crate::simulation) fn range(&self, j: usize) -> Option<[f64; 2]> {
        self.stops[j].as_ref().filter(|_| !self.is_stopped(j)).map(Stop::range)
    }

    /// What a coordinate reaches at an end of its range.
    pub(in crate::simulation) fn reached(&self, j: usize, side: Side) -> Reached {
        match self.stops[j].as_ref().and_then(Stop::is_out) {
            Some(out) if out != side => Reached::Range(out),
            _ => Reached::Stop(side),
        }
    }

    /// Whether there are stops.
    pub(in crate::simulation) fn has_stops(&self) -> bool {
        self.stops.iter().any(Option::is_some)
    }

    /// A coordinate reaches something.
    pub(super) fn arrive(&mut self, j: usize, reached: Reached) {
        let Some(stop) = &mut self.stops[j] else { return };
        match reached {
            Reached::Range(side) => stop.state.beyond[side.index()] = None,
            Reached::Stop(side) => {
                stop.state.at[side.index()] = true;
                let other = [Side::Upper, Side::Lower][side.index()];
                // no way between them
                if (stop.end(other) - stop.end(side)).abs() <= AT_LIMIT {
                    stop.state.at = [true; 2];
                }
            }
        }
    }

    /// Speeds at stops, and the coordinates there.
    fn ends_reached(&self) -> Vec<(usize, f64)> {
        let end = |stop: &Stop| {
            let side = Side::BOTH.into_iter().find(|side| stop.state.at[side.index()])?;
            Some(stop.end(side))
        };
        let ends = self.stops.iter().enumerate();
        ends.filter_map(|(j, stop)| Some((j, stop.as_ref().and_then(end)?))).collect()
    }

    /// The states of all stops.
    pub(in crate::simulation) fn stop_states(&self) -> Vec<StopState> {
        self.stops.iter().flatten().map(|stop| stop.state).collect()
    }

    /// Takes the states of a checkpoint; whether there are as many.
    pub(super) fn restore_stops(&mut self, states: &[StopState]) -> bool {
        let fits = states.len() == self.stops.iter().flatten().count();
        if fits {
            self.stops.iter_mut().flatten().zip(states).for_each(|(stop, state)| stop.state = *state);
        }
        fits
    }
}

impl Equations<'_, '_> {
    /// The coordinates of all speeds with stops at the state placed last; NaN without, empty if none has.
    pub(in crate::simulation) fn stop_coordinates(&mut self) -> Result<Vec<f64>, SimError> {
        let Self { plant, friction, q, v, .. } = self;
        if !friction.has_stops() {
            return Ok(Vec::new());
        }
        let poses = friction.stops.iter().flatten().any(|stop| stop.gauge.needs_poses());
        let poses = if poses { Some(plant.ws.position(plant.model, q)?.velocity(v)?) } else { None };
        let at = Placed { q, v, poses };
        Ok(friction.stops.iter().map(|stop| stop.as_ref().map_or(f64::NAN, |stop| stop.gauge.measure(&at))).collect())
    }

    /// How far a coordinate of the state placed last is beyond its stop, at most; `None` without stops.
    pub(in crate::simulation) fn beyond_stops(&mut self) -> Result<Option<f64>, SimError> {
        if !self.friction.has_stops() {
            return Ok(None);
        }
        let coordinates = self.stop_coordinates()?;
        let beyond = |(stop, q): (&Option<Stop>, f64)| {
            let [low, high] = Side::BOTH.map(|side| stop.as_ref().map_or(q, |stop| stop.end(side)));
            (low - q).max(q - high)
        };
        Ok(Some(self.friction.stops.iter().zip(coordinates).map(beyond).fold(0.0, f64::max)))
    }

    /// The joint farthest outside its limits among those that started there.
    pub(in crate::simulation) fn outside_limits(&mut self) -> Result<Option<OutsideLimits>, SimError> {
        if !self.friction.stops.iter().flatten().any(|stop| stop.is_out().is_some()) {
            return Ok(None);
        }
        let coordinates = self.stop_coordinates()?;
        let outside = self.friction.stops.iter().zip(coordinates).filter_map(|(stop, q)| {
            let stop = stop.as_ref().filter(|stop| stop.is_out().is_some())?;
            Some(OutsideLimits { joint: stop.joint.clone(), by: (stop.limits[0] - q).max(q - stop.limits[1]) })
        });
        Ok(outside.max_by(|a, b| a.by.total_cmp(&b.by)))
    }

    /// Sets the ranges of all stops at the start; what the coordinates have reached there, and notes on joints beyond their limits.
    pub(super) fn begin_stops(&mut self) -> Result<(ReachedAll, Vec<String>), SimError> {
        let coordinates = self.stop_coordinates()?;
        let (mut reached, mut notes) = (Vec::new(), Vec::new());
        for (j, (stop, q)) in self.friction.stops.iter_mut().zip(coordinates).enumerate() {
            let Some(stop) = stop else { continue };
            reached.extend(stop.begin(q).map(|side| (j, Reached::Stop(side))));
            if let Some(side) = stop.is_out() {
                let (joint, which, limit) = (&stop.joint, side.keyword(), stop.limits[side.index()]);
                let [q, limit] = [six_beside(q, limit), six_beside(limit, q)];
                notes.push(format!(
                    "joint \"{joint}\" starts at {q}, beyond its {which} limit {limit}: it may return, but not move further out"
                ));
            }
        }
        Ok((reached, notes))
    }

    /// Moves coordinates of a state, around which it is local, onto the stops they are at: they are there within the error of a step.
    pub(super) fn press_onto_stops(&mut self, t: f64, y: &mut [f64], rates: &mut [f64]) -> Result<(), SimError> {
        let ends = self.friction.ends_reached();
        if self.closing.is_none() {
            for (j, end) in ends {
                if let Some(Gauge::Coordinate(k)) = self.friction.stops[j].as_ref().map(|stop| &stop.gauge) {
                    self.set_base_coordinate(*k, end);
                }
            }
            return Ok(());
        }
        self.place(y)?;
        let coordinates = self.stop_coordinates()?;
        let errors: Vec<f64> = ends.iter().map(|&(j, end)| coordinates[j] - end).collect();
        if errors.iter().all(|error| error.abs() <= PRESSED) {
            return Ok(());
        }
        let which: Vec<usize> = ends.iter().map(|(j, _)| *j).collect();
        let change = self.free_response(t, y, rates, &which)?.undo(&errors).0;
        let (positions, speeds) = self.sizes();
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) if positions == speeds => {
                let mut moved = vec![0.0; positions];
                space.reduce_speeds(&change, &mut moved);
                y[..positions].iter_mut().zip(moved).for_each(|(y, moved)| *y += moved);
            }
            Some(_) => {} // wheels that roll: more coordinates than speeds
            None => y[..positions].iter_mut().zip(&change).for_each(|(y, change)| *y += change),
        }
        self.correct(y)?;
        self.recentre(t, y, rates)
    }
}
