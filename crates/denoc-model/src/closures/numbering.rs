//! From cut joints, couplings and constraints of a description to the closures of its model.

use std::collections::HashMap;

use denoc_math::Pose;

use super::{Closure, Constraint, CutJoint, LinearCoupling};
use crate::ModelError;
use crate::description::{Description, Place};
use crate::model::{Frame, LinkId};

/// The numbers of links and joints, while one constraint is numbered.
#[derive(Copy, Clone, Debug)]
pub struct Numbering<'a> {
    pub(crate) description: &'a Description,
    pub(crate) links: &'a HashMap<String, usize>,
    /// Joints of the spanning tree, by the link they move.
    pub(crate) joints: &'a HashMap<String, usize>,
    /// The link frames of the description in those of the model.
    pub(crate) own_frames: &'a [Pose<f64>],
    /// The constraint, for messages.
    pub(crate) owner: &'a str,
    pub(crate) place: &'a Option<Place>,
}

impl Numbering<'_> {
    /// A frame of a link, or of the ground.
    pub fn frame(&self, link: &str, pose: Pose<f64>) -> Frame<f64> {
        let link = self.links.get(link).map(|&i| LinkId(i));
        Frame { link, pose: link.map_or(Pose::identity(), |l| self.own_frames[l.0]) * pose }
    }

    /// A link that is not the ground, and the pose of its frame in the link frame of the model.
    pub fn moving(&self, link: &str) -> Result<(LinkId, Pose<f64>), ModelError> {
        let frame = self.frame(link, Pose::identity());
        let number = frame.link.ok_or_else(|| ModelError::SelfJoint {
            joint: self.owner.to_owned(),
            link: link.to_owned(),
            place: self.place.clone(),
        })?;
        Ok((number, frame.pose))
    }

    /// A joint whose coordinate is needed, by the link it moves.
    pub fn joint(&self, joint: &str) -> Result<LinkId, ModelError> {
        self.joints.get(joint).map(|&i| LinkId(i)).ok_or_else(|| ModelError::CutNeeded {
            name: self.owner.to_owned(),
            joint: joint.to_owned(),
            place: self.place.clone(),
        })
    }
}

/// The closures of a model with their names: cut joints in the order of the file, then couplings, then the other constraints.
pub(crate) fn number(
    d: &Description,
    cuts: &[usize],
    numbering: &Numbering<'_>,
) -> Result<(Vec<String>, Vec<Closure<f64>>), ModelError> {
    let (mut names, mut closures) = (Vec::new(), Vec::new());
    for spec in cuts.iter().map(|&j| &d.joints[j]) {
        let p = &spec.properties;
        let needs = [("rotor inertia", p.rotor_inertia != 0.0), ("rotation spring", p.rotation_spring.is_some())];
        if let Some((name, _)) = needs.into_iter().find(|(_, there)| *there) {
            let (name, joint) = (name.to_owned(), spec.name.clone());
            return Err(ModelError::CutNeeded { name, joint, place: spec.place.clone() });
        }
        names.push(spec.name.clone());
        closures.push(Closure::Joint(CutJoint {
            joint: spec.joint.clone(),
            parent: numbering.frame(&spec.parent, spec.origin),
            child: numbering.frame(&spec.child, spec.child_origin),
        }));
    }
    for c in d.couplings.iter().filter(|c| c.enforced) {
        let name = format!("{} follows {}", c.joint, c.follows);
        let numbering = Numbering { owner: &name, place: &c.place, ..*numbering };
        let (joint, follows) = (numbering.joint(&c.joint)?, numbering.joint(&c.follows)?);
        let coupling = LinearCoupling { joint, follows, ratio: c.ratio, offset: c.offset };
        closures.push(Closure::Constraint(Constraint::LinearCoupling(coupling)));
        names.push(name);
    }
    for c in &d.constraints {
        let numbering = Numbering { owner: &c.name, place: &c.place, ..*numbering };
        closures.push(Closure::Constraint(c.kind.number(&numbering)?));
        names.push(c.name.clone());
    }
    Ok((names, closures))
}
