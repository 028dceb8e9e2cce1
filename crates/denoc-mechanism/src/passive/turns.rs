//! Full turns of joints where loops are cut.

use core::f64::consts::TAU;

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::{Twist, Vec3};
use denoc_model::joints::{SimpleMotion, Unit};
use denoc_model::{Closure, ClosureId, Joint, LinkId, Model};

use crate::closing::usual_start;

/// The angle of a joint that closes a loop of parallel axes, as a sum of angles of the spanning tree: a spring that is wound up by
/// more than half a turn needs the turns, which the pose of its links does not show.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The coordinate of the cut joint.
    coordinate: usize,
    /// Coordinates of the tree, with their signs.
    terms: Vec<(usize, f64)>,
    /// The angle minus the sum. The angle is within half a turn at the usual start of the mechanism.
    offset: f64,
}

impl Turns {
    /// `None` if the angle is not such a sum (other rotations in the loop, or no single angle).
    pub(super) fn new(model: &Model, closure: ClosureId) -> Option<Self> {
        let Closure::Joint(cut) = &model.closures()[closure.0] else { return None };
        if !cut.joint.full_turns_repeat() {
            return None;
        }
        let coordinate = one_turn(&cut.joint)??;
        let q = usual_start(model);
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        let stage = ws.position(model, &q).ok()?;
        loops.place(&stage);
        let angles = loops.cut_coordinates(model, closure);
        let child = cut.child.link.map_or(cut.child.pose, |link| stage.link_pose(link) * cut.child.pose);
        let axis = child.rotation.apply(turning(&cut.joint, &angles, coordinate));
        let mut terms = Vec::new();
        let [child, parent] = [&cut.child, &cut.parent].map(|end| ancestors(model, end.link));
        for (side, other, sign) in [(&child, &parent, 1.0), (&parent, &child, -1.0)] {
            for &id in side.iter().filter(|id| !other.contains(id)) {
                let link = &model.links()[id.0];
                let Some(k) = one_turn(&link.joint)? else { continue };
                let own = turning(&link.joint, &q[link.q..link.q + link.nq], k);
                let own = stage.link_pose(id).rotation.apply(own);
                if own.cross(axis).norm() > 1e-9 {
                    return None;
                }
                terms.push((link.q + k, sign * own.dot(axis).signum()));
            }
        }
        let mut turns = Self { coordinate, terms, offset: 0.0 };
        turns.offset = angles[coordinate] - turns.sum(&q);
        Some(turns)
    }

    fn sum(&self, q: &[f64]) -> f64 {
        self.terms.iter().map(|&(i, sign)| sign * q[i]).sum()
    }

    /// Adds the turns to coordinates computed from the pose.
    pub(super) fn add(&self, q: &[f64], cut: &mut [f64]) {
        let angle = &mut cut[self.coordinate];
        *angle += TAU * ((self.sum(q) + self.offset - *angle) / TAU).round();
    }
}

/// The coordinate about whose axis a joint turns: `Some(None)` if it does not turn at all, `None` if it turns otherwise.
fn one_turn(joint: &Joint<f64>) -> Option<Option<usize>> {
    let motions = joint.innermost().simple_motions()?;
    let mut found = None;
    for (k, motion) in motions.iter().enumerate() {
        match motion {
            SimpleMotion::Slide(_) => {}
            SimpleMotion::Turn(_) if found.is_none() => found = Some(k),
            SimpleMotion::Turn(_) | SimpleMotion::Ball | SimpleMotion::Free => return None,
        }
    }
    Some(found)
}

/// The axis of a coordinate, in axes of the moving frame.
fn turning(joint: &Joint<f64>, q: &[f64], k: usize) -> Vec3<f64> {
    let mut columns = vec![Twist::zero(); joint.v_units().len()];
    joint.columns(q, &mut columns);
    columns[k].angular
}

/// A link and those between it and the ground.
fn ancestors(model: &Model, link: Option<LinkId>) -> Vec<LinkId> {
    std::iter::successors(link, |id| model.links()[id.0].parent).collect()
}

/// Whether a joint has angles without counted turns.
pub(super) fn has_angles(joint: &Joint<f64>) -> bool {
    joint.full_turns_repeat()
        && joint.q_units().len() == joint.v_units().len()
        && joint.q_units().contains(&Unit::Angle)
}
