//! Transmission angles of planar linkages with one loop.

use denoc_dynamics::Position;
use denoc_dynamics::loops::Loops;
use denoc_math::{Pose, Twist, Vec3};
use denoc_model::{ClosureId, Joint, LinkId, Model};
use serde::Serialize;

/// Between what the transmission angle is measured.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransmissionKind {
    /// Four pins: coupler and output link, at their pin.
    FourBar,
    /// Three pins and a slide at the end: rod and the normal of the slide.
    SliderCrank,
    /// Other planar loops: the last link that is not hinged to the frame, between its two pins, against the output link (or the
    /// normal of its slide). The frame is the link that carries the input.
    LastMember,
}

#[derive(Copy, Clone, Debug)]
enum Place {
    Tree(LinkId),
    Cut(ClosureId),
}

/// The last three joints of the loop, seen from the input.
#[derive(Copy, Clone, Debug)]
pub(super) struct Transmission {
    pub(super) kind: TransmissionKind,
    near: Place,
    pin: Place,
    output: Place,
    slides: bool,
}

impl Transmission {
    /// Where it can be measured; `None` for several loops, spatial loops, and loops without a pin at the output link.
    pub(super) fn new(model: &Model, position: &Position<'_, f64>, loops: &Loops<f64>, input: LinkId) -> Option<Self> {
        let cluster = model.clusters().iter().find(|c| c.links.contains(&input))?;
        let [closure] = cluster.closures[..] else { return None };
        model.closures()[closure.0].cut_joint()?;
        let l = &model.loops()[closure.0];
        let out = l.first.iter().rev().map(|&link| Place::Tree(link));
        let back = l.second.iter().map(|&link| Place::Tree(link));
        let mut joints: Vec<Place> = out.chain([Place::Cut(closure)]).chain(back).collect();
        joints.retain(|place| place.joint(model).is_some_and(|joint| !joint.v_units().is_empty()));
        // from the input outward
        if l.second.contains(&input) {
            joints.reverse();
        }
        let first = joints.iter().position(|p| matches!(p, Place::Tree(link) if *link == input))?;
        joints.rotate_left(first);
        if joints.len() < 4 || !planar(position, loops, &joints) {
            return None;
        }
        let [.., near, pin, output] = joints[..] else { return None };
        let hinge = |place: Place| place.twist(position, loops).is_some_and(|t| is_hinge(&t));
        if !hinge(near) || !hinge(pin) {
            return None;
        }
        let slides = !hinge(output);
        let kind = match (joints.len(), slides) {
            (4, false) if hinge(joints[0]) => TransmissionKind::FourBar,
            (4, true) if hinge(joints[0]) => TransmissionKind::SliderCrank,
            _ => TransmissionKind::LastMember,
        };
        Some(Self { kind, near, pin, output, slides })
    }

    /// The angle, rad: between 0 and π for pins, as the cosine law gives it; up to π/2 for slides.
    pub(super) fn angle(&self, position: &Position<'_, f64>, loops: &Loops<f64>) -> f64 {
        let (near, pin) = (self.near.position(position), self.pin.position(position));
        let link = pin - near;
        if self.slides {
            let slide = self.output.twist(position, loops).map_or(Vec3::zero(), |t| t.linear);
            return link.dot(slide).abs().atan2(link.cross(slide).norm());
        }
        let arm = pin - self.output.position(position);
        link.cross(arm).norm().atan2(link.dot(arm))
    }
}

impl Place {
    fn joint(self, model: &Model) -> Option<&Joint<f64>> {
        match self {
            Self::Tree(link) => Some(&model.links()[link.0].joint),
            Self::Cut(id) => model.closures()[id.0].cut_joint(),
        }
    }

    fn pose(self, position: &Position<'_, f64>) -> Pose<f64> {
        match self {
            Self::Tree(link) => position.link_pose(link),
            Self::Cut(id) => position.model().closures()[id.0].moving_frame().map_or(Pose::identity(), |frame| {
                frame.link.map_or(frame.pose, |link| position.link_pose(link) * frame.pose)
            }),
        }
    }

    fn position(self, position: &Position<'_, f64>) -> Vec3<f64> {
        self.pose(position).position
    }

    /// Motion of a joint with one freedom in world axes, about its own origin.
    fn twist(self, position: &Position<'_, f64>, loops: &Loops<f64>) -> Option<Twist<f64>> {
        let model = position.model();
        let joint = self.joint(model)?;
        if joint.v_units().len() != 1 {
            return None;
        }
        let q = match self {
            Self::Tree(link) => {
                let l = &model.links()[link.0];
                position.q()[l.q..l.q + l.nq].to_vec()
            }
            Self::Cut(id) => loops.cut_coordinates(model, id),
        };
        let mut column = [Twist::zero()];
        joint.columns(&q, &mut column);
        Some(column[0].rotate(self.pose(position).rotation))
    }
}

/// Whether a motion turns about the origin of its joint.
fn is_hinge(t: &Twist<f64>) -> bool {
    t.angular.norm() > 0.5 && t.linear.norm() < 1e-12
}

/// Whether all joints turn about one direction or slide across it.
fn planar(position: &Position<'_, f64>, loops: &Loops<f64>, joints: &[Place]) -> bool {
    let twists: Option<Vec<_>> = joints.iter().map(|place| place.twist(position, loops)).collect();
    let Some(twists) = twists else { return false };
    let Some(normal) = twists.iter().map(|t| t.angular).find(|w| w.norm() > 0.5) else { return false };
    let plain = |t: &Twist<f64>| is_hinge(t) || t.angular.norm() < 1e-12;
    let within = |t: &Twist<f64>| t.angular.cross(normal).norm() < 1e-9 && t.linear.dot(normal).abs() < 1e-9;
    twists.iter().all(|t| plain(t) && within(t))
}
