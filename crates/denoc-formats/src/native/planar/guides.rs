//! Sliders (blocks on a line) and cylinders (two telescoping parts).

use super::super::known::Known;
use super::super::section::{Item, Section};
use super::super::{keys, quantity};
use super::Connection;
use super::bodies::{Bodies, flat, spread};
use super::points::{Points, difference, distance, part_name};
use crate::FormatError;
use crate::note::Notes;

/// Adds their bodies; returns their slides.
pub(super) fn read(
    section: &Section,
    points: &Points,
    bodies: &mut Bodies,
    known: &mut Known,
    notes: &mut Notes,
) -> Result<Vec<Connection>, FormatError> {
    let mut slides = Vec::new();
    if let Some(item) = section.get("sliders") {
        for item in
            item.open("sliders = { piston = { point = \"C\", along = [1, 0] } }")?.titled("sliders".into()).items()
        {
            slides.push(slider(&item, points, bodies, known)?);
        }
    }
    if let Some(item) = section.get("cylinders") {
        for item in item.open("cylinders = { lift = [\"E\", \"F\"] }")?.titled("cylinders".into()).items() {
            slides.push(cylinder(&item, points, bodies, known, notes)?);
        }
    }
    Ok(slides)
}

/// A block, pinned to the bars at a point, that slides along a line of the ground or of another bar.
fn slider(item: &Item, points: &Points, bodies: &mut Bodies, known: &mut Known) -> Result<Connection, FormatError> {
    part_name(item, "slider")?;
    let table = item.table(keys::PLANAR_SLIDER, "{ point = \"C\", along = [1, 0] }")?;
    let table = table.titled(format!("slider \"{}\"", item.key));
    let point_item = table.need("point", "point = \"C\"")?;
    let point = points.find(&point_item)?;
    let on = table.get("on").map_or(Ok(0), |item| bodies.find(&item))?;
    let fixed = [0, on].into_iter().find(|&body| bodies.list[body].points.contains(&point));
    if let Some(body) = fixed {
        let rule = format!("{} is fixed to \"{}\" and cannot slide", point_item.label(), bodies.list[body].name);
        let remedy = "name a point of another bar".into();
        return Err(FormatError::BadValue { rule, remedy, at: point_item.spot() });
    }
    let along = match table.get("along") {
        Some(item) => direction(&item, points)?,
        None => match bodies.list[on].points[..] {
            [first, second, ..] if on > 0 => difference(points.at(second), points.at(first)),
            _ => direction(&table.need("along", "along = [1, 0], or along = [\"A\", \"B\"]")?, points)?,
        },
    };
    let mass = table.not_negative_or("mass", quantity::MASS, "mass", 0.0)?;
    let moment = table.not_negative_or("inertia", quantity::INERTIA, "moment of inertia", 0.0)?;
    let at = points.at(point);
    let mass = flat(mass, points.plane, [0.0; 2], moment);
    bodies.add(item, item.key.to_owned(), vec![point], at, mass, known)?;
    let (name, place) = (item.key.to_owned(), item.section.source.place(item.at()));
    Ok(Connection { name, parent: on, child: bodies.list.len() - 1, at, along: Some(along), place })
}

/// A direction in the plane, as two numbers or from one point to another.
fn direction(item: &Item, points: &Points) -> Result<[f64; 2], FormatError> {
    let example = "[1, 0], or two points: [\"A\", \"B\"]";
    let array = item.array(example)?;
    let along = if array.iter().any(|value| value.get_ref().is_str()) {
        match points.find_all(item, example)?[..] {
            [from, to] => difference(points.at(to), points.at(from)),
            ref other => return Err(item.wrong_length(item.value, other.len(), "2".into(), example)),
        }
    } else {
        item.numbers_like::<2>(quantity::NUMBER, example)?
    };
    if along == [0.0; 2] {
        let rule = format!("{} has zero length", item.label());
        return Err(FormatError::BadValue { rule, remedy: format!("write {example}"), at: item.spot() });
    }
    // avoids overflow and underflow of the squares
    let largest = along[0].abs().max(along[1].abs());
    Ok(along.map(|x| x / largest))
}

/// A barrel with one point and a rod with the other; both lie on the line between them.
fn cylinder(
    item: &Item,
    points: &Points,
    bodies: &mut Bodies,
    known: &mut Known,
    notes: &mut Notes,
) -> Result<Connection, FormatError> {
    part_name(item, "cylinder")?;
    let example = "[\"E\", \"F\"], or { points = [\"E\", \"F\"], mass = 20 }";
    let table = if item.value.get_ref().is_array() { None } else { Some(item.table(keys::PLANAR_CYLINDER, example)?) };
    let table = table.map(|table| table.titled(format!("cylinder \"{}\"", item.key)));
    let ends = match &table {
        Some(table) => points.find_all(&table.need("points", "points = [\"E\", \"F\"]")?, "[\"E\", \"F\"]")?,
        None => points.find_all(item, example)?,
    };
    let [barrel, rod] = ends[..] else {
        return Err(item.wrong_length(item.value, ends.len(), "2 points".into(), example));
    };
    points.refuse_coincident(&ends, item)?;
    let [from, to] = [barrel, rod].map(|point| points.at(point));
    let mass = match table.as_ref().and_then(|table| table.get("mass").map(|item| (table, item))) {
        Some((table, item)) => {
            table.not_both("mass", "mass_per_length")?;
            item.not_negative(quantity::MASS, "mass")?
        }
        None => bodies.per_length(item, table.as_ref(), notes)? * distance(from, to),
    };
    // each part is a rod from its own end to the middle
    let middle = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
    for (part, point) in [("barrel", barrel), ("rod", rod)] {
        let origin = points.at(point);
        let half = spread(&[[origin, middle]], 0.5 * mass, points.plane, origin);
        bodies.add(item, format!("{}_{part}", item.key), vec![point], origin, half, known)?;
    }
    let (name, place) = (item.key.to_owned(), item.section.source.place(item.at()));
    let child = bodies.list.len() - 1;
    Ok(Connection { name, parent: child - 1, child, at: to, along: Some(difference(to, from)), place })
}
