//! What acts on a planar mechanism: point masses, springs and motors.

use denoc_model::{ActuatorSpec, Description, PointSpec, SpringSpec};

use super::super::known::Known;
use super::super::section::{Item, Section};
use super::super::{keys, quantity};
use super::bodies::Bodies;
use super::points::{Points, difference, part_name};
use crate::{FormatError, Spot};

/// How many joints a message lists.
const MOST_NAMES: usize = 12;

/// `masses`: point masses, each fixed to the first bar that contains the point.
pub(super) fn masses(section: &Section, points: &Points, bodies: &mut Bodies) -> Result<(), FormatError> {
    let Some(item) = section.get("masses") else { return Ok(()) };
    for item in item.open("masses = { P = 2 }")?.titled("masses".into()).items() {
        bodies.add_point_mass(&item, points)?;
    }
    Ok(())
}

/// `springs`, with dampers: each between two points.
pub(super) fn springs(
    section: &Section,
    points: &Points,
    bodies: &Bodies,
    d: &mut Description,
    known: &mut Known,
) -> Result<(), FormatError> {
    let Some(item) = section.get("springs") else { return Ok(()) };
    let example = "{ points = [\"P\", \"Q\"], stiffness = 100, rest_length = 0.1 }";
    for item in item.open(&format!("springs = {{ coil = {example} }}"))?.titled("springs".into()).items() {
        part_name(&item, "spring")?;
        let table = item.table(keys::PLANAR_SPRING, example)?.titled(format!("spring \"{}\"", item.key));
        let ends_item = table.need("points", "points = [\"P\", \"Q\"]")?;
        let [from, to] = ends(&ends_item, points, bodies)?;
        let stiffness = match table.get("stiffness") {
            None if table.get("damping").is_some() => 0.0,
            _ => table.need("stiffness", "stiffness = 100")?.not_negative(quantity::STIFFNESS, "stiffness")?,
        };
        if stiffness > 0.0 {
            // neither "relaxed as drawn" nor zero would be expected by all
            table.need("rest_length", "rest_length = 0.1, the length at which it exerts no force")?;
        }
        known.unique("spring", item.key, &item)?;
        d.springs.push(SpringSpec {
            name: item.key.to_owned(),
            from,
            to,
            stiffness,
            rest_length: table.not_negative_or("rest_length", quantity::LENGTH, "rest length", 0.0)?,
            damping: table.not_negative_or("damping", quantity::DAMPING, "damping", 0.0)?,
            place: Some(section.source.place(item.at())),
        });
    }
    Ok(())
}

/// The two ends of a spring, each on the first body that contains its point.
fn ends(item: &Item, points: &Points, bodies: &Bodies) -> Result<[PointSpec; 2], FormatError> {
    let found = points.find_all(item, "[\"P\", \"Q\"]")?;
    let [from, to] = found[..] else {
        return Err(item.wrong_length(item.value, found.len(), "2".into(), "[\"P\", \"Q\"]"));
    };
    if let Some(both) = bodies.with(from).find(|&body| bodies.list[body].points.contains(&to)) {
        let rule = format!("both ends of {} are on \"{}\"", item.section.title, bodies.list[both].name);
        return Err(FormatError::BadValue { rule, remedy: "name points of two bars".into(), at: item.spot() });
    }
    let end = |point: usize| {
        // every point is in a body: frames were made of all of them
        let body = &bodies.list[bodies.with(point).next().unwrap_or(0)];
        let position = points.plane.vector(difference(points.at(point), body.origin));
        PointSpec { link: body.name.clone(), position }
    };
    Ok([end(from), end(to)])
}

/// `input`: the joints with motors; all others are then passive.
pub(super) fn inputs(section: &Section, d: &mut Description, known: &mut Known) -> Result<(), FormatError> {
    let Some(item) = section.get("input") else { return Ok(()) };
    let mut add = |item: &Item| {
        let name = item.text("input = \"A\", or [\"A\", \"B\"]")?;
        find_joint(name, "a joint of \"input\"", d, known, || item.spot())?;
        known.unique("actuator", name, item)?;
        let (name, joint) = (name.to_owned(), name.to_owned());
        d.actuators.push(ActuatorSpec { name, joint, effort_limit: None, place: Some(section.place("input")) });
        Ok(())
    };
    match item.value.get_ref().as_array() {
        Some(array) => array.iter().try_for_each(|value| add(&item.within(item.section, item.key, value))),
        None => add(&item),
    }
}

/// Rejects names that no joint has; pins have the names of points, not of bars.
pub(super) fn find_joint(
    name: &str,
    what: &str,
    d: &Description,
    known: &Known,
    spot: impl FnOnce() -> Box<Spot>,
) -> Result<(), FormatError> {
    if known.find_joint(name).is_some() {
        return Ok(());
    }
    let mut all: Vec<&str> = d.joints.iter().map(|joint| joint.name.as_str()).take(MOST_NAMES + 1).collect();
    if all.len() > MOST_NAMES {
        all[MOST_NAMES] = "…";
    }
    Err(FormatError::UnknownReference {
        what: what.into(),
        kind: "joint",
        name: name.to_owned(),
        nearest: known.nearest_joint(name).filter(|_| name.chars().count() > 1),
        remedy: format!(
            "pins have the names of their points, slides those of sliders and cylinders: {}",
            all.join(", ")
        ),
        at: spot(),
    })
}
