//! `<joint>`: type, links, pose, axis, mimic.

use std::collections::HashMap;

use denoc_base::number::six;
use denoc_math::{Pose, Vec3};
use denoc_model::{Coupling, Joint, JointSpec, names};

use super::{origin, properties};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, axis};

/// A joint type, and whether `<axis>` and lower and upper limits apply to it.
pub(super) struct Kind {
    pub(super) keyword: &'static str,
    axis: bool,
    pub(super) range: bool,
    make: fn(Vec3<f64>) -> Joint<f64>,
}

const KINDS: &[Kind] = &[
    Kind { keyword: "revolute", axis: true, range: true, make: Joint::revolute },
    Kind { keyword: "continuous", axis: true, range: false, make: Joint::revolute },
    Kind { keyword: "prismatic", axis: true, range: true, make: Joint::prismatic },
    Kind { keyword: "fixed", axis: false, range: false, make: |_| Joint::fixed() },
    Kind { keyword: "floating", axis: false, range: false, make: |_| Joint::free() },
    Kind { keyword: "planar", axis: true, range: false, make: Joint::planar },
    Kind { keyword: "spherical", axis: false, range: false, make: |_| Joint::spherical() },
    Kind { keyword: "ball", axis: false, range: false, make: |_| Joint::spherical() },
];

/// Names of these types in other formats.
const SYNONYMS: &[(&str, &str)] = &[
    ("hinge", "revolute"),
    ("rotational", "revolute"),
    ("slide", "prismatic"),
    ("slider", "prismatic"),
    ("linear", "prismatic"),
    ("free", "floating"),
    ("weld", "fixed"),
    ("rigid", "fixed"),
];

/// A joint and the elements that name its links.
pub(super) struct Entry<'a, 'i> {
    pub(super) spec: JointSpec,
    pub(super) element: Element<'a, 'i>,
    pub(super) parent: Element<'a, 'i>,
    pub(super) child: Element<'a, 'i>,
    mimic: Option<Coupling>,
}

pub(super) fn read<'a, 'i>(element: Element<'a, 'i>, notes: &mut Notes) -> Result<Entry<'a, 'i>, FormatError> {
    let name = element.needed_name("name")?;
    let owner = format!("joint \"{name}\"");
    element.check_words(notes)?;
    let kind = kind(element, name, notes)?;
    let parent = element.needed_child("parent", &owner, "<parent link=\"…\"/>")?;
    let child = element.needed_child("child", &owner, "<child link=\"…\"/>")?;
    parent.check_words(notes)?;
    child.check_words(notes)?;
    let (parent_name, child_name) = (parent.needed_name("link")?, child.needed_name("link")?);
    let origin = origin::read(element, &owner, notes)?;
    let axis = direction(element, &owner, kind, notes)?;
    let properties = properties::read(element, name, &owner, kind, notes)?;
    let spec = JointSpec {
        name: name.to_owned(),
        parent: parent_name.to_owned(),
        child: child_name.to_owned(),
        joint: (kind.make)(axis),
        origin,
        child_origin: Pose::identity(),
        properties,
        cut: false,
        place: Some(element.place()),
    };
    Ok(Entry { spec, element, parent, child, mimic: mimic(element, name, &owner, notes)? })
}

fn kind(element: Element, joint: &str, notes: &mut Notes) -> Result<&'static Kind, FormatError> {
    let keyword = element.needed_name("type")?;
    let Some(kind) = KINDS.iter().find(|k| k.keyword == keyword) else {
        let known: Vec<&str> = KINDS.iter().map(|k| k.keyword).collect();
        let synonym = SYNONYMS.iter().find(|(other, _)| *other == keyword).map(|(_, ours)| (*ours).to_owned());
        let at = element.attribute("type").map_or(element.offset(), |t| t.at(keyword));
        return Err(FormatError::UnknownJointType {
            joint: joint.to_owned(),
            found: keyword.to_owned(),
            nearest: synonym.or_else(|| names::nearest(keyword, known.iter().copied())),
            known: known.join(", "),
            at: element.spot_at(at),
        });
    };
    if matches!(keyword, "spherical" | "ball") {
        notes.add(NoteKind::JointType, "", || {
            (
                element.place(),
                format!("joint type \"{keyword}\" is not in the URDF standard; read as a spherical joint"),
            )
        });
    }
    Ok(kind)
}

fn direction(joint: Element, owner: &str, kind: &Kind, notes: &mut Notes) -> Result<Vec3<f64>, FormatError> {
    let standard = Vec3::unit(0);
    let Some(element) = joint.child("axis", owner)? else { return Ok(standard) };
    element.check_words(notes)?;
    let [x, y, z] = element.numbers::<3>("xyz")?.unwrap_or([1.0, 0.0, 0.0]);
    if !kind.axis {
        note_unused(element, kind, notes);
        return Ok(standard);
    }
    let at = element.attribute("xyz").map_or(element.offset(), |t| t.name());
    axis::read([x, y, z], element, at, owner, notes)
}

/// The `<mimic>` of a joint.
fn mimic<'a, 'i>(
    joint: Element<'a, 'i>,
    name: &str,
    owner: &str,
    notes: &mut Notes,
) -> Result<Option<Coupling>, FormatError> {
    let Some(element) = joint.child("mimic", owner)? else { return Ok(None) };
    element.check_words(notes)?;
    Ok(Some(Coupling {
        joint: name.to_owned(),
        follows: element.needed_name("joint")?.to_owned(),
        ratio: element.number("multiplier")?.unwrap_or(1.0),
        offset: element.number("offset")?.unwrap_or(0.0),
        enforced: true,
        place: Some(element.place()),
    }))
}

/// The couplings of joints that mimic another one; notes those that refer to no valid joint.
pub(super) fn couplings(joints: &[Entry], notes: &mut Notes) -> Vec<Coupling> {
    let coordinates: HashMap<&str, usize> =
        joints.iter().map(|j| (j.spec.name.as_str(), j.spec.joint.q_units().len())).collect();
    let mut couplings = Vec::new();
    for entry in joints.iter().filter(|j| !j.spec.joint.v_units().is_empty()) {
        let Some(mimic) = &entry.mimic else { continue };
        let Coupling { joint, follows, ratio, offset, .. } = mimic;
        let place = || mimic.place.clone().unwrap_or_else(|| entry.element.place());
        let count = |name: &str| coordinates.get(name).copied();
        if follows != joint && count(follows) == Some(1) && count(joint) == Some(1) {
            notes.add(NoteKind::Mimic, "", || {
                let numbers = format!("multiplier {}, offset {}", six(*ratio), six(*offset));
                (place(), format!("joint \"{joint}\" mimics \"{follows}\" ({numbers}): enforced"))
            });
            couplings.push(mimic.clone());
            continue;
        }
        notes.add(NoteKind::UnknownMimic, "", || {
            let others = joints.iter().map(|j| j.spec.name.as_str()).filter(|n| n != joint);
            let nearest =
                || names::nearest(follows, others).map_or(String::new(), |n| format!("; did you mean \"{n}\"?"));
            let (whom, hint) = match count(follows) {
                _ if follows == joint => ("itself".into(), String::new()),
                None => (format!("\"{follows}\", which does not exist"), nearest()),
                Some(_) => (format!("\"{follows}\", but both need exactly one coordinate"), String::new()),
            };
            (place(), format!("joint \"{joint}\" mimics {whom}: it moves independently{hint}"))
        });
    }
    couplings
}

pub(super) fn note_unused(element: Element, kind: &Kind, notes: &mut Notes) {
    let (name, keyword) = (element.name(), kind.keyword);
    notes.add(NoteKind::Unused, &format!("{keyword} {name}"), || {
        let what = if name == "limit" && keyword != "fixed" { "lower and upper limit" } else { name };
        (element.place(), format!("{what} of a {keyword} joint: ignored"))
    });
}
