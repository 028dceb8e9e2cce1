//! `<joint>`: type, links, pose.

use std::f64::consts::TAU;

use denoc_math::{Pose, Vec3};
use denoc_model::{Joint, JointProperties, JointSpec, LinkSpec, MassProperties, names};

use super::axis::{self, Axis, Use};
use super::frames::WORLD;
use super::scope::{Part, Parts};
use super::value;
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// A joint type, and how many axes it has.
struct Kind {
    keyword: &'static str,
    axes: usize,
    range: bool,
    make: fn(&[Vec3<f64>]) -> Joint<f64>,
}

const fn kind(keyword: &'static str, axes: usize, range: bool, make: fn(&[Vec3<f64>]) -> Joint<f64>) -> Kind {
    Kind { keyword, axes, range, make }
}

const KINDS: &[Kind] = &[
    kind("revolute", 1, true, |axes| Joint::revolute(axes[0])),
    kind("continuous", 1, false, |axes| Joint::revolute(axes[0])),
    kind("prismatic", 1, true, |axes| Joint::prismatic(axes[0])),
    kind("fixed", 0, false, |_| Joint::fixed()),
    kind("ball", 0, false, |_| Joint::spherical()),
    kind("universal", 2, true, |axes| Joint::universal(axes[0], axes[1])),
    kind("revolute2", 2, true, |axes| Joint::universal(axes[0], axes[1])),
    // its pitch is set later
    kind("screw", 1, true, |axes| Joint::helical(axes[0], 1.0)),
    kind(GEARBOX, 2, false, |_| Joint::fixed()),
];

/// How the child of a joint is written.
pub(super) const CHILD: &str = "<child>a link</child>";
/// The type of joints that couple two others.
pub(super) const GEARBOX: &str = "gearbox";

/// Names of these types in other formats.
const SYNONYMS: &[(&str, &str)] = &[
    ("hinge", "revolute"),
    ("slide", "prismatic"),
    ("slider", "prismatic"),
    ("spherical", "ball"),
    ("hinge2", "revolute2"),
    ("weld", "fixed"),
    ("helical", "screw"),
];

/// A joint that has been read.
pub(super) struct Read<'a, 'i> {
    pub(super) part: Part<'a, 'i>,
    /// Its name, owner in messages, and the frames that it connects.
    pub(super) name: String,
    pub(super) parent: usize,
    pub(super) child: usize,
    pub(super) axes: Vec<Axis<'a, 'i>>,
    /// Whether it couples two others instead of connecting its links.
    pub(super) gearbox: bool,
    /// Its joints, and a link between them if there are two.
    pub(super) specs: Vec<JointSpec>,
    pub(super) between: Option<LinkSpec>,
}

pub(super) fn read<'a, 'i>(
    part: Part<'a, 'i>,
    parts: &Parts<'a, 'i>,
    notes: &mut Notes,
) -> Result<Read<'a, 'i>, FormatError> {
    let (element, scope, frames) = (part.element, &parts.scopes[part.scope], &parts.frames);
    let name = frames.nodes[part.node].name.clone();
    let owner = format!("joint \"{name}\"");
    element.check_words(notes)?;
    let kind = find_kind(element, &name)?;
    let end = |role: &'static str, example: &'static str| {
        let named = value::needed_name(element, role, &owner, example)?;
        Ok::<_, FormatError>((frames.find(named, scope, &format!("the {role} of {owner}"))?, named))
    };
    let ((parent, _), (child, named)) = (end("parent", "<parent>a link</parent>")?, end("child", CHILD)?);
    if child == WORLD {
        return Err(FormatError::BadValue {
            rule: format!("the child of {owner} is the world"),
            remedy: "name the world as the parent, and the link as the child".into(),
            at: named.element.spot_at(named.at),
        });
    }
    let links = [parent, child].map(|end| frames.link_of(end));
    if links[0] == links[1] {
        let link = frames.nodes[links[0]].name.clone();
        return Err(FormatError::SelfJoint { joint: name, link, at: element.spot() });
    }
    let used = Use { keyword: kind.keyword, range: kind.range, spring: kind.keyword != "ball" };
    let mut axes = Vec::new();
    for (i, tag) in ["axis", "axis2"].into_iter().enumerate() {
        match element.child(tag, &owner)? {
            Some(written) if i < kind.axes || i == 0 && kind.keyword == "ball" => {
                axes.push(axis::read(written, part, parts, &owner, used, notes)?);
            }
            Some(written) => notes.add(NoteKind::Unused, &format!("{} {tag}", kind.keyword), || {
                (written.place(), format!("<{tag}> of a {} joint: ignored", kind.keyword))
            }),
            None if i < kind.axes => {
                let (element, at) = (if i == 0 { "axis" } else { "axis2" }, element.spot());
                let example = if i == 0 { "<axis> <xyz>…</xyz> </axis>" } else { "<axis2> <xyz>…</xyz> </axis2>" };
                return Err(FormatError::MissingElement { owner, element, example, at });
            }
            None => {}
        }
    }
    let gearbox = kind.keyword == GEARBOX;
    let mut read = Read { part, name, parent, child, axes, gearbox, specs: Vec::new(), between: None };
    if !gearbox {
        let origins = links.map(|link| frames.between(link, part.node));
        read.connect(kind, links.map(|link| frames.nodes[link].name.clone()), origins, &owner)?;
    }
    Ok(read)
}

impl Read<'_, '_> {
    /// Adds the joint between two links, or two joints if its axes have different properties.
    fn connect(
        &mut self,
        kind: &Kind,
        [parent, child]: [String; 2],
        [origin, child_origin]: [Pose<f64>; 2],
        owner: &str,
    ) -> Result<(), FormatError> {
        let element = self.part.element;
        let directions: Vec<Vec3<f64>> = self.axes.iter().map(|axis| axis.direction).collect();
        let mut joint = (kind.make)(&directions);
        if kind.keyword == "screw" {
            joint = Joint::helical(directions[0], pitch(element, owner)?);
        }
        let properties = self.axes.first().map_or(JointProperties::default(), |axis| axis.properties);
        let spec = JointSpec {
            name: self.name.clone(),
            parent,
            child,
            joint,
            origin,
            child_origin,
            properties,
            cut: must_be_cut(element, owner)?,
            place: Some(element.place()),
        };
        let second = self.axes.get(1).map(|axis| (axis.direction, axis.properties));
        match second.filter(|(_, other)| *other != properties) {
            None => self.specs.push(spec),
            Some((direction, other)) => {
                let link = format!("{}_cross", self.name);
                let (mass, place) = (MassProperties::none(), spec.place.clone());
                self.between = Some(LinkSpec { name: link.clone(), mass, shapes: Vec::new(), drag: None, place });
                self.specs.push(JointSpec {
                    child: link.clone(),
                    joint: Joint::revolute(directions[0]),
                    child_origin: Pose::identity(),
                    cut: false,
                    ..spec.clone()
                });
                self.specs.push(JointSpec {
                    name: format!("{}_axis2", self.name),
                    parent: link,
                    joint: Joint::revolute(direction),
                    origin: Pose::identity(),
                    properties: other,
                    ..spec
                });
            }
        }
        Ok(())
    }
}

fn find_kind(element: Element, joint: &str) -> Result<&'static Kind, FormatError> {
    let keyword = element.needed_name("type")?;
    KINDS.iter().find(|kind| kind.keyword == keyword).ok_or_else(|| {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.keyword).collect();
        let synonym = SYNONYMS.iter().find(|(other, _)| *other == keyword).map(|(_, ours)| (*ours).to_owned());
        FormatError::UnknownJointType {
            joint: joint.to_owned(),
            found: keyword.to_owned(),
            nearest: synonym.or_else(|| names::nearest(keyword, known.iter().copied())),
            known: known.join(", "),
            at: element.spot_at(element.attribute("type").map_or(element.offset(), |text| text.at(keyword))),
        }
    })
}

/// Advance of a screw in metres per radian.
fn pitch(element: Element, owner: &str) -> Result<f64, FormatError> {
    if let Some(per_turn) = element.child_number("screw_thread_pitch", owner)? {
        return Ok(per_turn / TAU);
    }
    match element.child_number("thread_pitch", owner)? {
        // radians per metre, positive for a left-handed thread
        Some(turned) if turned != 0.0 => Ok(-1.0 / turned),
        Some(_) => Err(FormatError::BadValue {
            rule: format!("the thread_pitch of {owner} is 0"),
            remedy: "write radians per metre, or <screw_thread_pitch> in metres per turn".into(),
            at: element.child("thread_pitch", owner)?.unwrap_or(element).spot(),
        }),
        None => Ok(1.0 / TAU),
    }
}

/// Whether the file asks for the loop to be cut here.
fn must_be_cut(element: Element, owner: &str) -> Result<bool, FormatError> {
    let Some(physics) = element.child("physics", owner)? else { return Ok(false) };
    let Some(simbody) = physics.child("simbody", owner)? else { return Ok(false) };
    Ok(value::flag(simbody, "must_be_loop_joint", owner)?.unwrap_or(false))
}
