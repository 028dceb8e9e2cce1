//! After how many turns of the input a mechanism is back where it started.

use core::f64::consts::TAU;
use core::fmt;

use denoc_base::number::six;
use denoc_dynamics::Workspace;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};
use serde::Serialize;

use super::Cycle;
use super::curve::{End, Point};
use super::system::System;
use crate::MachineError;

/// Most turns of the input that are tried.
pub(super) const MOST_TURNS: usize = 60;

/// A joint that does not end where it began, computed by [`Cycle::compute`](super::Cycle::compute).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenEnd {
    /// The joint that ends farthest from its start, lengths relative to the size of the mechanism.
    pub joint: String,
    /// Its last coordinate less its first, rad (between −π and π) or m.
    pub by: f64,
    /// Whether it is an angle.
    #[serde(skip)]
    is_angle: bool,
}

/// `joint "O" ends 120° from its start`.
impl fmt::Display for OpenEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = self.by.abs();
        let by = if self.is_angle { format!("{}°", six(by.to_degrees())) } else { format!("{} m", six(by)) };
        write!(f, "joint \"{}\" ends {by} from its start", self.joint)
    }
}

impl Cycle {
    /// Returns an error if no number of turns closes the cycle and no end was given.
    pub(crate) fn refuse_open_end(&self) -> Result<(), MachineError> {
        match &self.open_end {
            Some(end) => Err(MachineError::OpenCycle { input: self.input.clone(), end: end.clone(), most: MOST_TURNS }),
            None => Ok(()),
        }
    }
}

impl System<'_> {
    /// The smallest number of whole turns after which all links are back, in the direction of `speed`; `None` if there is none up to
    /// [`MOST_TURNS`], or if the input cannot turn.
    pub(super) fn turns(&mut self, start: &Point, speed: f64) -> Result<Option<usize>, MachineError> {
        let mut here = start.clone();
        for turns in 1..=MOST_TURNS {
            let to = start.input + TAU.copysign(speed) * turns as f64;
            let End::Arrived(next) = self.walk(&here, to)? else { return Ok(None) };
            here = next;
            if coincide(self.model, &start.q, &here.q) {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }
}

/// Whether all links have the same poses at two configurations.
pub(super) fn coincide(model: &Model, first: &[f64], last: &[f64]) -> bool {
    let mut ws = Workspace::new(model);
    let mut poses = |q: &[f64]| {
        let position = ws.position(model, q).ok()?;
        Some((0..model.links().len()).map(|i| position.link_pose(LinkId(i))).collect::<Vec<_>>())
    };
    let (Some(a), Some(b)) = (poses(first), poses(last)) else { return false };
    let size = a.iter().map(|p| p.position.norm()).fold(1e-12, f64::max);
    a.iter().zip(&b).all(|(a, b)| {
        let (r, s) = (a.rotation.to_rows(), b.rotation.to_rows());
        let turned = r.iter().flatten().zip(s.iter().flatten()).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        (a.position - b.position).norm() < 1e-7 * size && turned < 1e-7
    })
}

/// The joint of one coordinate that ends farthest from its start; whole turns do not count.
pub(super) fn open_end(model: &Model, units: &[f64], first: &[f64], last: &[f64]) -> Option<OpenEnd> {
    let single = model.links().iter().enumerate().filter(|(_, link)| link.nq == 1 && link.nv == 1);
    let moved = single.map(|(i, link)| {
        let change = last[link.q] - first[link.q];
        let is_angle = link.joint.q_units() == [Unit::Angle];
        let by = if is_angle { change - TAU * (change / TAU).round() } else { change };
        (i, is_angle, by, (by / units[link.v]).abs())
    });
    let (i, is_angle, by, _) = moved.max_by(|a, b| a.3.total_cmp(&b.3))?;
    Some(OpenEnd { joint: model.joint_names()[i].clone(), by, is_angle })
}
