//! `<equality>`: joints that close loops, and couplings.

use denoc_base::number::six;
use denoc_math::{Pose, Vec3, quaternion_rotation};
use denoc_model::{Coupling, Joint, JointProperties, JointSpec};

use super::joint::Kind;
use super::reader::{Reader, WORLD};
use super::setting::list_of;
use crate::FormatError;
use crate::note::NoteKind;
use crate::quaternion;
use crate::xml::Element;

pub(super) fn read<'a, 'i>(reader: &mut Reader<'a, 'i>, section: Element<'a, 'i>) -> Result<(), FormatError> {
    for element in section.children() {
        element.check_words(&mut reader.notes)?;
        let kind = element.name();
        let setting = reader.defaults.of_kind("equality", element, None)?;
        let active = setting.switch("active")?.unwrap_or(true) && !reader.compiler.disabled.equality;
        if kind != "joint" && !active {
            reader.left_out(element, &format!("inactive {kind}"), format!("an inactive <{kind}> is ignored"));
            continue;
        }
        match kind {
            "connect" | "weld" => close(reader, element)?,
            "joint" => couple(reader, element, active)?,
            _ => reader.left_out(element, &format!("equality {kind}"), format!("<{kind}> in <equality> is ignored")),
        }
    }
    Ok(())
}

/// A spherical joint at a point, or a fixed joint, between two bodies.
fn close(reader: &mut Reader, element: Element) -> Result<(), FormatError> {
    let weld = element.name() == "weld";
    // with torquescale="0" only the positions are held; otherwise it scales rows that are zero here
    let turns = weld && element.number("torquescale")? != Some(0.0);
    let (first, second, origin, child_origin) = if element.attribute("site1").is_some() {
        at_sites(reader, element)?
    } else {
        at_bodies(reader, element, weld)?
    };
    if first == second {
        let joint = element.attribute("name").map_or(element.name(), |t| t.text.trim()).to_owned();
        return Err(FormatError::SelfJoint { joint, link: first, at: element.spot() });
    }
    let name = match element.attribute("name") {
        Some(_) => element.needed_name("name")?.to_owned(),
        None => reader.free_name("joint", format!("{first}_{second}")),
    };
    // equalities and joints may have the same name in MuJoCo
    let name = match reader.is_taken("joint", &name) {
        true => {
            let free = reader.free_name("joint", name.clone());
            let what = format!("<{}> \"{name}\" has the name of a joint", element.name());
            let message = || (element.place(), format!("{what}: it is renamed to \"{free}\""));
            reader.notes.add(NoteKind::Renamed, "equality", message);
            free
        }
        false => name,
    };
    reader.claim("joint", &name, element)?;
    reader.description.joints.push(JointSpec {
        name,
        parent: first,
        child: second,
        joint: if turns { Joint::fixed() } else { Joint::spherical() },
        origin,
        child_origin,
        properties: JointProperties::default(),
        cut: true,
        place: Some(element.place()),
    });
    Ok(())
}

type Ends = (String, String, Pose<f64>, Pose<f64>);

fn at_sites(reader: &Reader, element: Element) -> Result<Ends, FormatError> {
    let site = |attribute| {
        let name = reader.reference(element, attribute, "site", &mut reader.sites.keys().map(String::as_str))?;
        Ok::<_, FormatError>(reader.sites.get(name).cloned().unwrap_or((WORLD.to_owned(), Pose::identity())))
    };
    let ((first, origin), (second, child_origin)) = (site("site1")?, site("site2")?);
    Ok((first, second, origin, child_origin))
}

fn at_bodies(reader: &Reader, element: Element, weld: bool) -> Result<Ends, FormatError> {
    let body = |attribute| reader.reference(element, attribute, "body", &mut reader.bodies.keys().map(String::as_str));
    let first = body("body1")?;
    let second = if element.attribute("body2").is_some() { body("body2")? } else { WORLD };
    let drawn = |name: &str| reader.bodies.get(name).copied().unwrap_or(Pose::identity());
    // modelled pose of the second body in the first
    let between = drawn(first).inverse() * drawn(second);
    let anchor = Vec3::from(element.numbers::<3>("anchor")?.unwrap_or_default());
    if !weld {
        element.needed_attribute("anchor")?;
        let origin = Pose::translation(anchor);
        return Ok((first.to_owned(), second.to_owned(), origin, between.inverse() * origin));
    }
    // the anchor is a point of the second body
    let child_origin = Pose::translation(anchor);
    // a zero quaternion selects the modelled pose; otherwise the anchor is, in the first body, at the position of relpose
    let [x, y, z, qw, qx, qy, qz] = element.numbers::<7>("relpose")?.unwrap_or_default();
    let origin = match quaternion::normalised([qx, qy, qz, qw]) {
        Some((unit, _)) => Pose::new(quaternion_rotation(unit), Vec3::new(x, y, z)),
        None => between * child_origin,
    };
    Ok((first.to_owned(), second.to_owned(), origin, child_origin))
}

/// One coordinate as a linear function of another.
fn couple(reader: &mut Reader, element: Element, enforced: bool) -> Result<(), FormatError> {
    let single: Vec<String> = reader
        .order
        .iter()
        .filter(|joint| matches!(joint.kind, Kind::Hinge | Kind::Slide))
        .map(|joint| joint.name.clone())
        .collect();
    let find = |attribute| {
        reader.reference(element, attribute, "hinge or slide joint", &mut single.iter().map(String::as_str))
    };
    let joint = find("joint1")?.to_owned();
    if element.attribute("joint2").is_none() {
        let message = format!("<joint> in <equality> that locks joint \"{joint}\" is ignored");
        reader.left_out(element, "locked joint", message);
        return Ok(());
    }
    let follows = find("joint2")?.to_owned();
    if follows == joint {
        return Err(FormatError::BadValue {
            rule: format!("joint \"{joint}\" follows itself"),
            remedy: "name a different joint in joint2".into(),
            at: element.spot(),
        });
    }
    // coefficients that are not written keep their defaults
    let [mut constant, mut ratio] = [0.0, 1.0];
    let written = list_of(element, "polycoef", 5)?.unwrap_or_default();
    for (coefficient, number) in [&mut constant, &mut ratio].into_iter().zip(&written) {
        *coefficient = *number;
    }
    if written.iter().skip(2).any(|c| *c != 0.0) {
        let message = format!("joint \"{joint}\" follows \"{follows}\" by a nonlinear polynomial: ignored");
        reader.left_out(element, "polycoef", message);
        return Ok(());
    }
    // an active constraint takes the place of one that is not enforced
    reader.description.couplings.retain(|c| c.joint != joint || c.enforced || !enforced);
    if reader.description.couplings.iter().any(|c| c.joint == joint) {
        let message = format!("joint \"{joint}\" follows a second joint, \"{follows}\": ignored");
        reader.left_out(element, "second coupling", message);
        return Ok(());
    }
    let drawn = |name: &str| reader.order.iter().find(|j| j.name == name).map_or(0.0, |j| j.drawn[0]);
    let offset = drawn(&joint) + constant - ratio * drawn(&follows);
    if !enforced {
        reader.notes.add(NoteKind::Mimic, "", || {
            let numbers = format!("factor {}, offset {}", six(ratio), six(offset));
            let message =
                format!("joint \"{joint}\" follows \"{follows}\" ({numbers}), but the constraint is inactive");
            (element.place(), message + "; it moves independently in this model")
        });
    }
    let place = Some(element.place());
    reader.description.couplings.push(Coupling { joint, follows, ratio, offset, enforced, place });
    Ok(())
}
