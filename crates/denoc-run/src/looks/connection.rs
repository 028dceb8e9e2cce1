//! What holds links together: joints, also those where loops are cut.

use denoc_math::Vec3;
use denoc_model::joints::{Joint, SimpleMotion};
use denoc_model::{Frame, LinkId, Model};

/// A joint between two links, or between a link and the ground.
#[derive(Clone, Debug)]
pub(crate) struct Connection<'m> {
    pub(crate) name: &'m str,
    pub(crate) joint: &'m Joint<f64>,
    /// Its fixed and its moving frame.
    pub(crate) ends: [Frame<f64>; 2],
}

/// How a joint lets its links move.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Movement {
    /// Both links are in one place.
    Fixed,
    /// They turn about an axis of the fixed frame.
    Turn(Vec3<f64>),
    /// They slide along an axis, and perhaps turn about it.
    Slide(Vec3<f64>),
    /// They turn about a point.
    Ball,
    /// Their distance can change in several directions: nothing can be drawn between them.
    Loose,
}

/// All joints of a model.
pub(crate) fn connections(model: &Model) -> Vec<Connection<'_>> {
    let tree = model.links().iter().enumerate().map(|(i, link)| Connection {
        name: &model.joint_names()[i],
        joint: &link.joint,
        ends: [
            Frame { link: link.parent, pose: link.placement },
            Frame { link: Some(LinkId(i)), pose: denoc_math::Pose::identity() },
        ],
    });
    let cuts = model.closures().iter().zip(model.closure_names()).filter_map(|(closure, name)| {
        let ends = closure.ends()?.map(Clone::clone);
        Some(Connection { name, joint: closure.cut_joint()?, ends })
    });
    tree.chain(cuts).collect()
}

impl Connection<'_> {
    pub(crate) fn movement(&self) -> Movement {
        let Some(motions) = self.joint.innermost().simple_motions() else {
            return match self.joint.innermost() {
                Joint::Helical(helical) => Movement::Slide(helical.axis),
                // unknown joints may do anything that a ball does
                _ => Movement::Ball,
            };
        };
        let slides = motions.iter().filter(|motion| matches!(motion, SimpleMotion::Slide(_))).count();
        match *motions {
            [] => Movement::Fixed,
            [SimpleMotion::Turn(axis)] => Movement::Turn(axis),
            [SimpleMotion::Slide(axis)] => Movement::Slide(axis),
            [SimpleMotion::Turn(turn), SimpleMotion::Slide(axis)] if turn == axis => Movement::Slide(axis),
            _ if slides > 0 || motions.contains(&SimpleMotion::Free) => Movement::Loose,
            _ => Movement::Ball,
        }
    }

    /// The end of it that is fixed in a link, and whether it is the moving one.
    pub(crate) fn end_in(&self, link: Option<LinkId>) -> impl Iterator<Item = (bool, &Frame<f64>)> {
        self.ends.iter().enumerate().filter(move |(_, end)| end.link == link).map(|(i, end)| (i == 1, end))
    }
}
