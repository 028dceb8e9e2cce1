//! Grashof's classes of planar four-bar linkages.

use denoc_model::{ClosureId, LinkId};
use serde::Serialize;

use crate::assembly::{Kinematics, around_loop, plane};

/// How the links of a four-bar linkage can turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grashof {
    /// The shortest link is next to the frame: it makes full turns, the other one beside the frame swings.
    CrankRocker,
    /// The frame is shortest: both links beside it make full turns.
    DoubleCrank,
    /// The coupler is shortest: both links beside the frame swing, the coupler makes full turns.
    DoubleRocker,
    /// Shortest and longest together are longer than the other two: no link makes full turns.
    TripleRocker,
    /// Shortest and longest together are as long as the other two: all four can lie in one line, where branches meet.
    ChangePoint,
}

/// A planar four-bar linkage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FourBar {
    /// The joint where it is cut.
    pub closure: String,
    /// Its links: one beside the frame, the coupler, the other beside the frame, the frame.
    pub links: [String; 4],
    /// Distances between the hinges of each, m.
    pub lengths: [f64; 4],
    /// Its class.
    pub class: Grashof,
    /// The name of the shortest link.
    pub shortest: String,
}

/// The loop of a closure, if it is a planar four-bar linkage.
pub(super) fn of(k: &Kinematics<'_>, closure: ClosureId) -> Option<FourBar> {
    let model = k.model;
    model.closures()[closure.0].cut_joint()?;
    let around = around_loop(k, closure).filter(|x| x.len() == 4 && x.iter().all(|(p, _)| p.hinge().is_some()))?;
    let normal = plane(around.iter().map(|(pivot, _)| pivot))?;
    let length = |i: usize| {
        let way = around[(i + 1) % 4].0.pose.position - around[i].0.pose.position;
        (way - normal.scale(normal.dot(way))).norm()
    };
    let name = |i: usize| match around[i].1 {
        Some(LinkId(link)) => model.link_names()[link].clone(),
        None => model.ground_name().to_owned(),
    };
    let lengths = [0, 1, 2, 3].map(length);
    let shortest = (0..4).min_by(|&a, &b| lengths[a].total_cmp(&lengths[b]))?;
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    let sum: f64 = lengths.iter().sum();
    let excess = 2.0 * (lengths[shortest] + longest) - sum;
    let class = match shortest {
        _ if excess.abs() <= 1e-9 * sum => Grashof::ChangePoint,
        _ if excess > 0.0 => Grashof::TripleRocker,
        1 => Grashof::DoubleRocker,
        3 => Grashof::DoubleCrank,
        _ => Grashof::CrankRocker,
    };
    let closure = model.closure_names()[closure.0].clone();
    Some(FourBar { closure, links: [0, 1, 2, 3].map(name), lengths, class, shortest: name(shortest) })
}
