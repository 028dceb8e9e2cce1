//! Wheels: disks pinned at their centre, for gears.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{Geometry, Purpose, Shape};

use super::super::known::Known;
use super::super::section::{Item, Section};
use super::super::{keys, quantity};
use super::bodies::{Bodies, flat};
use super::points::{Plane, Points, part_name};
use crate::FormatError;

/// Adds their bodies.
pub(super) fn read(
    section: &Section,
    points: &Points,
    bodies: &mut Bodies,
    known: &mut Known,
) -> Result<(), FormatError> {
    let Some(item) = section.get("wheels") else { return Ok(()) };
    for item in item.open("wheels = { sun = \"O\" }")?.titled("wheels".into()).items() {
        wheel(&item, points, bodies, known)?;
    }
    Ok(())
}

/// A centre, or a table with centre and mass; a wheel with a radius is drawn, and is a uniform disk unless it has a moment of inertia.
fn wheel(item: &Item, points: &Points, bodies: &mut Bodies, known: &mut Known) -> Result<(), FormatError> {
    part_name(item, "wheel")?;
    let example = "\"O\", or { point = \"O\", mass = 0.4, radius = 0.03 }";
    let table = if item.value.get_ref().is_str() { None } else { Some(item.table(keys::PLANAR_WHEEL, example)?) };
    let table = table.map(|table| table.titled(format!("wheel \"{}\"", item.key)));
    let (mut mass, mut inertia, mut radius) = (0.0, 0.0, 0.0);
    let point = match &table {
        Some(table) => {
            mass = table.not_negative_or("mass", quantity::MASS, "mass", 0.0)?;
            radius = table.not_negative_or("radius", quantity::LENGTH, "radius", 0.0)?;
            let disk = 0.5 * mass * radius * radius;
            inertia = table.not_negative_or("inertia", quantity::INERTIA, "moment of inertia", disk)?;
            points.find(&table.need("point", "point = \"O\"")?)?
        }
        None => points.find(item)?,
    };
    let mass = flat(mass, points.plane, [0.0; 2], inertia);
    bodies.add(item, item.key.to_owned(), vec![point], points.at(point), mass, known)?;
    if let Some(body) = bodies.list.last_mut().filter(|_| radius > 0.0) {
        body.shapes = disk(points.plane, radius);
    }
    Ok(())
}

/// A thin disk in the plane with a spoke, which shows how far it has turned.
fn disk(plane: Plane, radius: f64) -> Vec<Shape> {
    let rotation = match plane {
        Plane::Xz => Mat3::rotation(Vec3::unit(0), 1.0, 0.0),
        Plane::Xy => Mat3::identity(),
    };
    let visual = |geometry, at| Shape { purpose: Purpose::Visual, ..Shape::new(geometry, Pose::new(rotation, at)) };
    let sides = Vec3::new(1.0, 0.1, 0.12).scale(radius);
    vec![
        visual(Geometry::Cylinder { radius, length: 0.08 * radius }, Vec3::zero()),
        visual(Geometry::Box { sides }, Vec3::unit(0).scale(0.5 * radius)),
    ]
}
