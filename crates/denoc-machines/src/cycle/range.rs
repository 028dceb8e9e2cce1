//! The range of the input, and its motion in time.

use core::f64::consts::TAU;

use denoc_mechanism::MechanismError;
use serde::Serialize;

use super::curve::{End, Point};
use super::geometry::name;
use super::system::System;
use super::{AtDeadPoint, CycleOptions, InputLaw};
use crate::MachineError;

/// Range of the input on the branch of the start, computed by [`Cycle::compute`](super::Cycle::compute).
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct InputRange {
    /// The smallest coordinate, rad or m.
    pub low: f64,
    /// The largest coordinate, rad or m.
    pub high: f64,
    /// Whether the low end is a dead point; otherwise it is the requested end.
    pub low_is_dead: bool,
    /// Whether the high end is a dead point; otherwise it is the requested end.
    pub high_is_dead: bool,
}

/// The input at one time.
#[derive(Copy, Clone, Debug)]
pub(super) struct Instant {
    pub(super) time: f64,
    pub(super) input: f64,
    pub(super) speed: f64,
    pub(super) acceleration: f64,
}

/// The input over time.
#[derive(Clone, Debug)]
pub(super) enum Schedule {
    /// From one coordinate to another at constant speed, and back if `back`.
    Constant { from: f64, to: f64, speed: f64, back: bool },
    /// A trajectory, with the indices of the input in q and v, and nq and nv.
    Motion(std::sync::Arc<dyn denoc_sim::motion::Motion>, usize, usize, [usize; 2]),
}

impl Schedule {
    pub(super) fn duration(&self) -> f64 {
        match self {
            Self::Constant { from, to, speed, back } => (to - from) / speed * if *back { 2.0 } else { 1.0 },
            Self::Motion(motion, ..) => motion.duration(),
        }
    }

    /// The input at a time within the cycle.
    pub(super) fn at(&self, time: f64) -> Result<Instant, MachineError> {
        match self {
            Self::Constant { from, to, speed, back } => {
                let turn = (to - from) / speed;
                let returns = *back && time > turn;
                let gone = if returns { 2.0 * turn - time } else { time };
                let speed = if returns { -speed } else { *speed };
                // the end is met exactly
                let input = if gone == turn { *to } else { from + speed.abs().copysign(to - from) * gone };
                Ok(Instant { time, input, speed, acceleration: 0.0 })
            }
            Self::Motion(motion, q, v, [nq, nv]) => {
                let (mut all_q, mut all_v, mut all_a) = (vec![0.0; *nq], vec![0.0; *nv], vec![0.0; *nv]);
                motion.sample(time, &mut all_q, &mut all_v, &mut all_a)?;
                Ok(Instant { time, input: all_q[*q], speed: all_v[*v], acceleration: all_a[*v] })
            }
        }
    }
}

impl System<'_> {
    /// How far the input moves in both directions from a point, at most to `low` and `high`.
    fn range(&mut self, from: &Point, low: f64, high: f64) -> Result<InputRange, MachineError> {
        let mut ends = [(low, false), (high, false)];
        for (end, dead) in &mut ends {
            match self.walk(from, *end)? {
                End::Arrived(_) => {}
                End::Dead(point) => (*end, *dead) = (point.input, true),
                End::Stuck(point) => return Err(self.lost(&point, *end)),
            }
        }
        let [(low, low_is_dead), (high, high_is_dead)] = ends;
        Ok(InputRange { low, high, low_is_dead, high_is_dead })
    }

    /// Whether the input is an angle.
    pub(super) fn input_turns(&self) -> bool {
        self.model.links()[self.driven[0].link.0].joint.q_units() == [denoc_model::joints::Unit::Angle]
    }

    /// The motion of the input, and its range; `turns` make a cycle unless the end is given.
    pub(super) fn schedule(
        &mut self,
        start: &Point,
        options: &CycleOptions,
        turns: usize,
    ) -> Result<(Schedule, Option<InputRange>), MachineError> {
        let speed = match &options.law {
            InputLaw::Speed(speed) => *speed,
            InputLaw::Motion(motion) => {
                let d = self.driven[0];
                let sizes = [self.model.nq(), self.model.nv()];
                return Ok((Schedule::Motion(motion.clone(), d.q, d.v, sizes), None));
            }
        };
        if !(speed.is_finite() && speed != 0.0) {
            let rule = "it must be a number other than zero";
            return Err(MechanismError::Setting { what: "the speed of the input", value: speed, rule }.into());
        }
        let from = options.from.unwrap_or(start.input);
        // a slider has no full turn: as far as it moves
        let turn = if self.input_turns() { TAU * turns as f64 } else { 100.0 * self.units[self.driven[0].v] };
        let to = options.to.unwrap_or(from + turn.copysign(speed));
        for (what, value) in [("the start of the cycle", from), ("the end of the cycle", to)] {
            if !value.is_finite() {
                return Err(MechanismError::Setting { what, value, rule: "it must be a number" }.into());
            }
        }
        if (to - from) * speed <= 0.0 {
            let rule = "its sign must lead from the start of the cycle to its end, which must differ";
            return Err(MechanismError::Setting { what: "the speed of the input", value: speed, rule }.into());
        }
        let (low, high) = (from.min(to), from.max(to));
        let full_turn = high - low >= turn * (1.0 - 1e-12);
        // a full turn is the same from wherever it begins: look a turn each way
        let reach = if full_turn {
            (start.input - turn, start.input + turn)
        } else {
            (low.min(start.input), high.max(start.input))
        };
        let range = self.range(start, reach.0, reach.1)?;
        let free = !range.low_is_dead && !range.high_is_dead;
        if free || (low >= range.low && high <= range.high) {
            let back = options.at_dead_point == AtDeadPoint::BackAndForth && !(free && full_turn);
            return Ok((Schedule::Constant { from, to, speed, back }, Some(range)));
        }
        if options.at_dead_point == AtDeadPoint::Refuse {
            let joint = name(self.model, self);
            let InputRange { low, high, .. } = range;
            return Err(MachineError::DeadPoint { joint, from, to, low, high });
        }
        if !(options.margin > 0.0 && options.margin < 0.5) {
            let rule = "it must be positive and less than 0.5";
            return Err(
                MechanismError::Setting { what: "the margin at dead points", value: options.margin, rule }.into()
            );
        }
        let margin = options.margin * (range.high - range.low);
        let inside = [
            range.low + if range.low_is_dead { margin } else { 0.0 },
            range.high - if range.high_is_dead { margin } else { 0.0 },
        ];
        let [low, high] = if full_turn { inside } else { [low.max(inside[0]), high.min(inside[1])] };
        if low >= high {
            let joint = name(self.model, self);
            return Err(MachineError::DeadPoint { joint, from, to, low: range.low, high: range.high });
        }
        let (from, to) = if speed > 0.0 { (low, high) } else { (high, low) };
        let back = options.at_dead_point == AtDeadPoint::BackAndForth;
        Ok((Schedule::Constant { from, to, speed, back }, Some(range)))
    }
}
