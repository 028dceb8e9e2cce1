//! Angles of joints where loops are cut, with full turns.

use core::f64::consts::TAU;

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::{Twist, Vec3};
use denoc_model::joints::SimpleMotion;
use denoc_model::{Closure, ClosureId, Joint, LinkId, Model};

use crate::closing::usual_start;

/// The angle of a joint that closes a loop of parallel axes, as a sum of angles of the spanning tree. Unlike the pose of its links, it
/// shows full turns: springs may wind up, and limits may be wider than a turn.
///
/// ```
/// use denoc_mechanism::{CutAngle, usual_start};
/// use denoc_model::ClosureId;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let output_pin = CutAngle::new(&fourbar, ClosureId(0)).expect("a planar linkage");
/// let mut q = usual_start(&fourbar);
/// let before = output_pin.value(&q);
/// q[0] += 0.1; // crank; the output pin turns backwards by as much, unless the other joints move
/// assert!((output_pin.value(&q) - before + 0.1).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CutAngle {
    /// Index of the coordinate of the cut joint.
    pub coordinate: usize,
    terms: Vec<Term>,
    /// The angle minus the sum. The angle is within half a turn at the usual start of the mechanism.
    offset: f64,
}

/// An angle of the tree.
#[derive(Clone, Debug)]
struct Term {
    q: usize,
    v: usize,
    sign: f64,
}

impl CutAngle {
    /// `None` if the angle is not such a sum (other rotations in the loop), or if the joint has no single angle.
    pub fn new(model: &Model, closure: ClosureId) -> Option<Self> {
        let Closure::Joint(cut) = &model.closures()[closure.0] else { return None };
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
                terms.push(Term { q: link.q + k, v: link.v + k, sign: sign * own.dot(axis).signum() });
            }
        }
        let mut angle = Self { coordinate, terms, offset: 0.0 };
        angle.offset = angles[coordinate] - angle.value(&q);
        Some(angle)
    }

    /// The angle, rad.
    pub fn value(&self, q: &[f64]) -> f64 {
        self.terms.iter().map(|term| term.sign * q[term.q]).sum::<f64>() + self.offset
    }

    /// Its rate, rad/s.
    pub fn rate(&self, v: &[f64]) -> f64 {
        self.terms.iter().map(|term| term.sign * v[term.v]).sum()
    }

    /// Adds full turns to coordinates computed from the pose.
    pub(crate) fn add_turns(&self, q: &[f64], cut: &mut [f64]) {
        let angle = &mut cut[self.coordinate];
        *angle += TAU * ((self.value(q) - *angle) / TAU).round();
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
