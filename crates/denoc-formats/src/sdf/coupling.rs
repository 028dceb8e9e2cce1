//! Couplings: `<mimic>`, and joints of type gearbox.

use denoc_model::{Coupling, Joint};

use super::joint::Read;
use super::scope::Parts;
use super::value;
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// How the reference body of a gearbox is written.
const REFERENCE: &str = "<gearbox_reference_body>a link</gearbox_reference_body>";

/// The couplings of all joints.
pub(super) fn read(joints: &[Read], parts: &Parts, notes: &mut Notes) -> Result<Vec<Coupling>, FormatError> {
    let mut couplings = Vec::new();
    for joint in joints {
        if joint.gearbox {
            couplings.push(gearbox(joint, joints, parts, notes)?);
        }
        for (i, axis) in joint.axes.iter().enumerate() {
            if let Some(element) = axis.mimic {
                couplings.extend(mimic(element, joint, i, joints, parts, notes)?);
            }
        }
    }
    // a joint can follow one other
    let mut kept: Vec<Coupling> = Vec::new();
    for coupling in couplings {
        match kept.iter().any(|other| other.joint == coupling.joint) {
            false => kept.push(coupling),
            true => notes.add(NoteKind::LeftOut, "second coupling", || {
                let place = coupling.place.clone().unwrap_or_else(|| parts.scopes[0].place());
                (
                    place,
                    format!("joint \"{}\" follows a second joint, \"{}\": ignored", coupling.joint, coupling.follows),
                )
            }),
        }
    }
    Ok(kept)
}

/// The joint with one coordinate that is an axis of a joint.
fn of_axis<'r>(joint: &'r Read, axis: usize) -> Option<&'r str> {
    let spec = joint.specs.get(axis)?;
    (spec.joint.q_units().len() == 1).then_some(spec.name.as_str())
}

fn mimic(
    element: Element,
    joint: &Read,
    axis: usize,
    joints: &[Read],
    parts: &Parts,
    notes: &mut Notes,
) -> Result<Option<Coupling>, FormatError> {
    element.check_words(notes)?;
    let owner = format!("<mimic> of joint \"{}\"", joint.name);
    let written = element.needed_name("joint")?;
    let full = format!("{}{written}", parts.scopes[joint.part.scope].prefix);
    let leader_axis = usize::from(element.attribute("axis").is_some_and(|text| text.text.trim() == "axis2"));
    let number = |name, usual| Ok::<f64, FormatError>(element.child_number(name, &owner)?.unwrap_or(usual));
    let (ratio, offset, reference) = (number("multiplier", 1.0)?, number("offset", 0.0)?, number("reference", 0.0)?);
    let leader = joints.iter().find(|other| other.name == full);
    let pair = (of_axis(joint, axis), leader.and_then(|leader| of_axis(leader, leader_axis)));
    let (Some(follower), Some(leader)) = pair else {
        notes.add(NoteKind::UnknownMimic, "", || {
            let why = match leader {
                None => format!("\"{written}\", which does not exist"),
                Some(_) => format!("\"{written}\", but both need exactly one coordinate"),
            };
            (element.place(), format!("joint \"{}\" mimics {why}: it moves independently", joint.name))
        });
        return Ok(None);
    };
    if follower == leader {
        notes.add(NoteKind::UnknownMimic, "", || {
            (element.place(), format!("joint \"{}\" mimics itself: it moves independently", joint.name))
        });
        return Ok(None);
    }
    Ok(Some(Coupling {
        joint: follower.to_owned(),
        follows: leader.to_owned(),
        ratio,
        offset: offset - ratio * reference,
        enforced: true,
        place: Some(element.place()),
    }))
}

/// A gearbox couples the angles of its parent and its child in the reference body: θ₂ = −ratio · θ₁, where θ₁ is that of the parent
/// about `<axis>` and θ₂ that of the child about `<axis2>`.
fn gearbox(joint: &Read, joints: &[Read], parts: &Parts, notes: &mut Notes) -> Result<Coupling, FormatError> {
    let element = joint.part.element;
    let owner = format!("joint \"{}\"", joint.name);
    let reference = value::needed_name(element, "gearbox_reference_body", &owner, REFERENCE)?;
    let scope = &parts.scopes[joint.part.scope];
    let body = parts.frames.find(reference, scope, &format!("the reference body of {owner}"))?;
    let ratio = element.child_number("gearbox_ratio", &owner)?.unwrap_or(1.0);
    let angle = |end: usize, axis: usize| angle_of(joint, axis, [body, end], joints, parts);
    let (Some((leader, leader_sign)), Some((follower, follower_sign))) =
        (angle(joint.parent, 0), angle(joint.child, 1))
    else {
        return Err(FormatError::Unsupported {
            what: format!("a gearbox without revolute joints about its axes between its bodies ({owner})"),
            remedy: "connect the reference body to the parent and to the child by a revolute joint about the axis"
                .into(),
            at: element.spot(),
        });
    };
    if leader == follower {
        let (joint, link) = (joint.name.clone(), parts.frames.nodes[joint.parent].name.clone());
        return Err(FormatError::SelfJoint { joint, link, at: element.spot() });
    }
    let place = Some(element.place());
    let ratio = -ratio * leader_sign * follower_sign;
    notes.add(NoteKind::JointType, "gearbox", || {
        let message = format!("{owner}, a gearbox, is read as a coupling: joint \"{follower}\" follows \"{leader}\"");
        (element.place(), message)
    });
    Ok(Coupling { joint: follower.into(), follows: leader.into(), ratio, offset: 0.0, enforced: true, place })
}

/// The revolute joint between two bodies about an axis of a gearbox, and the sign of its angle about that axis, counted from the
/// first body to the second.
fn angle_of<'r>(
    gearbox: &Read,
    axis: usize,
    bodies: [usize; 2],
    joints: &'r [Read],
    parts: &Parts,
) -> Option<(&'r str, f64)> {
    let links = bodies.map(|body| parts.frames.link_of(body));
    let axis = gearbox.axes.get(axis)?.direction.normalized();
    joints.iter().find_map(|other| {
        let ends = [other.parent, other.child].map(|end| parts.frames.link_of(end));
        let forward = ends == links;
        if !forward && ends != [links[1], links[0]] {
            return None;
        }
        let [spec] = &other.specs[..] else { return None };
        let own = match &spec.joint {
            Joint::Revolute(revolute) => revolute.axis,
            _ => return None,
        };
        let own = parts.frames.between(gearbox.part.node, other.part.node).rotation.apply(own);
        let along = own.dot(axis);
        let sign = if forward { along.signum() } else { -along.signum() };
        (along.abs() > 1.0 - 1e-3).then_some((spec.name.as_str(), sign))
    })
}
