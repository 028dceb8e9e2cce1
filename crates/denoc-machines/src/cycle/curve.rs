//! The curve of poses that a mechanism goes through: from configuration to configuration on the same branch.
//!
//! Steps go along the tangent of the curve, not along the input, so that dead points (where the input turns back) are ordinary
//! points. A step counts if the tangent turns little and Newton's method has little to correct; it is shortened otherwise.
//! Where branches cross there is no unique tangent: such poses are jumped over, along the branch.

use nalgebra::DVector;

use super::system::{Input, System};
use crate::MachineError;

/// Longest step, and the shortest before a jump, rad (lengths relative to the size of the mechanism).
const LONGEST: f64 = 0.1;
const SHORTEST: f64 = 1e-3;
/// Jumps over singular configurations.
const JUMPS: [f64; 5] = [0.01, 0.02, 0.04, 0.08, 0.12];
/// Most steps from one pose to another.
const MOST: usize = 200_000;
/// Cosine of the most that a tangent may turn in one step.
const STRAIGHT: f64 = 0.97;
/// Poses less unique than this are singular.
const SINGULAR: f64 = 1e-4;

/// A pose on the curve.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) q: Vec<f64>,
    /// Coordinate of the input.
    pub(super) input: f64,
    /// Unit tangent, without units.
    pub(super) tangent: DVector<f64>,
    /// How unique the tangent is: zero in singular configurations.
    pub(super) clear: f64,
}

/// Where a walk ended.
#[derive(Clone, Debug)]
pub(super) enum End {
    Arrived(Point),
    /// The input turns back there.
    Dead(Point),
    /// No way on.
    Stuck(Point),
}

impl System<'_> {
    /// The point at a closed configuration; its tangent points where the input grows. `None` if the tangent is not unique.
    pub(super) fn point(&mut self, q: Vec<f64>) -> Result<Option<Point>, MachineError> {
        let Some((mut tangent, clear)) = self.direction(&q)? else { return Ok(None) };
        if tangent[self.driven[0].v] < 0.0 {
            tangent = -tangent;
        }
        let input = self.input(&q);
        Ok((clear > SINGULAR).then_some(Point { q, input, tangent, clear }))
    }

    /// The point `h` along the tangent, for free input or for one that is given.
    fn near(&mut self, from: &Point, h: f64, input: Input) -> Result<Option<Point>, MachineError> {
        let step: Vec<f64> = from.tangent.iter().zip(&self.units).map(|(t, unit)| h * t * unit).collect();
        let mut q = from.q.clone();
        self.model.integrate(&from.q, &step, &mut q)?;
        let Some((q, correction)) = self.close(&q, input)? else { return Ok(None) };
        let Some((mut tangent, clear)) = self.direction(&q)? else { return Ok(None) };
        if tangent.dot(&from.tangent) < 0.0 {
            tangent = -tangent;
        }
        let turned = tangent.dot(&from.tangent);
        let fine = turned > STRAIGHT && correction < 0.3 * h.abs() + 1e-9 && clear > SINGULAR;
        let input = self.input(&q);
        Ok(fine.then_some(Point { q, input, tangent, clear }))
    }

    /// One step of at most `h` (negative: backward); the length of the step taken.
    fn step(&mut self, from: &Point, h: f64) -> Result<Option<(Point, f64)>, MachineError> {
        let mut length = h.abs();
        while length >= SHORTEST.min(h.abs()) {
            if let Some(point) = self.near(from, length * h.signum(), Input::Free)? {
                return Ok(Some((point, length)));
            }
            length *= 0.5;
        }
        for jump in JUMPS {
            if let Some(point) = self.near(from, jump * h.signum(), Input::Free)? {
                return Ok(Some((point, jump)));
            }
        }
        Ok(None)
    }

    /// Walks until the input is at `to`, or cannot get nearer.
    pub(super) fn walk(&mut self, from: &Point, to: f64) -> Result<End, MachineError> {
        let lead = self.driven[0].v;
        let unit = self.units[lead];
        let (mut here, mut length) = (from.clone(), LONGEST);
        let side = |p: &Point| (to - p.input) * (to - from.input) > 0.0;
        // which way along the tangent the input gets nearer; it stays so until a dead point
        let way = (to - from.input).signum() * from.tangent[lead].signum();
        for _ in 0..MOST {
            if here.input == to {
                return Ok(End::Arrived(here));
            }
            let direct = (to - here.input) / (unit * here.tangent[lead]);
            if direct.abs() <= LONGEST
                && let Some(point) = self.near(&here, direct, Input::At(to))?
            {
                return Ok(End::Arrived(point));
            }
            let Some((next, taken)) = self.step(&here, way * length)? else { return Ok(End::Stuck(here)) };
            if next.tangent[lead] * here.tangent[lead] <= 0.0 {
                let dead = self.dead_point(&here, way * taken)?;
                if side(&dead) || taken > length || taken < 1e-12 {
                    return Ok(End::Dead(dead));
                }
                // the goal lies between here and the dead point
                length = 0.5 * taken;
                continue;
            }
            if !side(&next) {
                // a jump, or a curved step, went beyond: come back on the same branch
                let back = (to - next.input) / (unit * next.tangent[lead]);
                if back.abs() <= LONGEST
                    && let Some(point) = self.near(&next, back, Input::At(to))?
                {
                    return Ok(End::Arrived(point));
                }
                if taken > length || taken < 1e-12 {
                    return Ok(End::Stuck(here));
                }
                length = 0.5 * taken;
                continue;
            }
            (here, length) = (next, (2.0 * taken).min(LONGEST));
        }
        Ok(End::Stuck(here))
    }

    /// The point less than `h` ahead where the tangent has no part along the input. The input is stationary there, so that its
    /// coordinate is far more accurate than the place on the curve.
    fn dead_point(&mut self, from: &Point, h: f64) -> Result<Point, MachineError> {
        let lead = self.driven[0].v;
        let (mut low, mut high) = (0.0, h);
        let mut best = from.clone();
        let before = from.tangent[lead].signum();
        while (high - low).abs() > 1e-11 * h.abs().max(1e-6) {
            let middle = 0.5 * (low + high);
            match self.near(from, middle, Input::Free)? {
                Some(point) if point.tangent[lead] * before > 0.0 => {
                    low = middle;
                    best = point;
                }
                _ => high = middle,
            }
        }
        Ok(best)
    }
}
