//! `[planar]`: a mechanism that moves in one plane, as points and bars. It becomes ordinary links, joints and frames.
//!
//! Every coordinate is zero in the drawn position, where all link frames have the axes of the ground: what the file draws
//! is the neutral configuration.

mod bodies;
mod count;
mod extras;
mod guides;
mod meshing;
mod pins;
mod points;
mod wheels;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, FrameSpec, Joint, JointProperties, JointSpec, LinkSpec, Place};

use self::bodies::Bodies;
use self::points::{Plane, Points, difference};
use super::known::Known;
use super::section::Section;
use super::{keys, properties};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// A joint between two bodies, by their numbers.
struct Connection {
    name: String,
    parent: usize,
    child: usize,
    /// Where it is in the drawing.
    at: [f64; 2],
    /// The direction of a slide; `None` for a pin.
    along: Option<[f64; 2]>,
    place: Place,
}

/// Adds the parts of `[planar]` to the description.
pub(super) fn read(
    file: &Section,
    d: &mut Description,
    known: &mut Known,
    notes: &mut Notes,
) -> Result<Option<Drawing>, FormatError> {
    let Some(item) = file.get("planar") else { return Ok(None) };
    let section = item.table(keys::PLANAR, "[planar] with one bracket")?;
    let points = Points::read(&section)?;
    let mut bodies = Bodies::read(&section, &points, known, notes)?;
    wheels::read(&section, &points, &mut bodies, known)?;
    let mut connections = guides::read(&section, &points, &mut bodies, known, notes)?;
    connections.extend(pins::find(&section, &points, &bodies));
    let rows = count::check(&section, &points, &bodies, &connections, notes)?;
    extras::masses(&section, &points, &mut bodies)?;
    note_gravity(file, &section, d, points.plane, notes);
    for body in &bodies.list[1..] {
        let (shapes, place) = (body.shapes.clone(), Some(body.place.clone()));
        d.links.push(LinkSpec { shapes, place, ..LinkSpec::new(body.name.clone(), body.mass) });
    }
    frames(&section, &points, &bodies, d, known)?;
    joints(&section, &points, &bodies, &connections, d, known)?;
    extras::springs(&section, &points, &bodies, d, known)?;
    extras::inputs(&section, d, known)?;
    Ok(Some(Drawing { rows, connections, bodies: bodies.list.len() }))
}

/// What is known of the drawing, until the gears of the file are read.
pub(super) struct Drawing {
    /// The constraints of pins and slides; none of large mechanisms.
    rows: Vec<Vec<f64>>,
    connections: Vec<Connection>,
    /// With the ground.
    bodies: usize,
}

/// Every point is a frame of the first body that contains it.
fn frames(
    section: &Section,
    points: &Points,
    bodies: &Bodies,
    d: &mut Description,
    known: &mut Known,
) -> Result<(), FormatError> {
    for (i, point) in points.list.iter().enumerate() {
        let (place, spot) = (section.source.place(point.offset), || section.source.spot(point.offset));
        let Some(body) = bodies.with(i).next().map(|body| &bodies.list[body]) else {
            let rule = format!("point \"{}\" is in no bar and not on the ground", point.name);
            let remedy = "add it to a bar or to ground, or remove it".into();
            return Err(FormatError::BadValue { rule, remedy, at: spot() });
        };
        if bodies.list.iter().any(|body| body.name == point.name) {
            let rule = format!("point \"{}\" has the name of a link", point.name);
            let remedy = "each link has a frame of the same name: rename the point or the bar".into();
            return Err(FormatError::BadValue { rule, remedy, at: spot() });
        }
        known.unique_at("frame", &point.name, place.clone(), spot)?;
        let pose = Pose::translation(points.plane.vector(difference(point.at, body.origin)));
        known.add_frame(&point.name, &body.name, pose);
        let (name, link) = (point.name.clone(), body.name.clone());
        d.frames.push(FrameSpec { name, link, pose, place: Some(place) });
    }
    Ok(())
}

/// Pins and slides become joints, both of whose frames have the axes of the ground.
fn joints(
    section: &Section,
    points: &Points,
    bodies: &Bodies,
    connections: &[Connection],
    d: &mut Description,
    known: &mut Known,
) -> Result<(), FormatError> {
    let plane = points.plane;
    let given =
        section.get("joints").map(|item| item.open("joints = { A = { viscous_friction = 0.1 } }")).transpose()?;
    let given = given.map(|table| table.titled("joints".into()));
    for c in connections {
        let joint = c.along.map_or_else(|| Joint::revolute(plane.normal()), |e| Joint::prismatic(plane.vector(e)));
        let item = given.as_ref().and_then(|table| table.get(&c.name));
        let properties = match item {
            Some(item) => {
                let table = item.table(keys::PLANAR_JOINT, "{ viscous_friction = 0.1 }")?;
                properties::read(&table.titled(format!("joint \"{}\"", c.name)), &c.name, &joint)?
            }
            None => JointProperties::default(),
        };
        let spot = || section.source.spot_at(&c.place);
        known.unique_at("joint", &c.name, c.place.clone(), spot)?;
        known.add_joint(&c.name, &joint);
        let [parent, child] = [c.parent, c.child].map(|body| &bodies.list[body]);
        let from = |origin| Pose::translation(plane.vector(difference(c.at, origin)));
        d.joints.push(JointSpec {
            name: c.name.clone(),
            parent: parent.name.clone(),
            child: child.name.clone(),
            origin: from(parent.origin),
            child_origin: from(child.origin),
            joint,
            properties,
            cut: false,
            place: Some(c.place.clone()),
        });
    }
    for item in given.iter().flat_map(Section::items) {
        extras::find_joint(item.key, "a joint of \"joints\"", d, known, || item.key_spot())?;
    }
    Ok(())
}

/// Notes that gravity acts across the plane, unless the file gives gravity.
fn note_gravity(file: &Section, section: &Section, d: &Description, plane: Plane, notes: &mut Notes) {
    let given = file.get("model").and_then(|item| Some(item.open("").ok()?.get("gravity").is_some()));
    let across: Vec3<f64> = plane.normal().scale(d.gravity.dot(plane.normal()));
    if given == Some(true) || d.gravity != across {
        return;
    }
    notes.add(NoteKind::AcrossThePlane, "", || {
        let message = "gravity acts along -z, across the plane, and does not move the mechanism; if y is up, write \
                       gravity = [0, -9.81, 0] in [model]";
        (section.source.place(section.at), message.into())
    });
}
