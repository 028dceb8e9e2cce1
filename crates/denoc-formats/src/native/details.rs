//! Contact points, actuators and named configurations.

use std::collections::HashSet;

use denoc_base::number::six_beside;
use denoc_model::joints::Unit;
use denoc_model::{ActuatorSpec, Configuration, ContactPoint, Description, QUATERNION_TOLERANCE};
use toml::de::DeValue;

use super::known::Known;
use super::section::{Item, Section};
use super::value::Infinity;
use super::{keys, quantity};
use crate::FormatError;

pub(super) fn contact(section: &Section, known: &mut Known) -> Result<ContactPoint, FormatError> {
    section.check_keys(keys::CONTACT)?;
    let (name, item) = section.need_name("name")?;
    known.unique("contact", name, &item)?;
    let (link, item) = section.need_name("link")?;
    known.link(&item, link)?;
    Ok(ContactPoint {
        name: name.to_owned(),
        link: link.to_owned(),
        position: section.need("position", "position = [x, y, z]")?.vector(quantity::LENGTH)?,
        radius: section.not_negative_or("radius", quantity::LENGTH, "radius", 0.0)?,
        place: Some(section.place("name")),
    })
}

pub(super) fn actuator(section: &Section, known: &mut Known) -> Result<ActuatorSpec, FormatError> {
    section.check_keys(keys::ACTUATOR)?;
    let (name, item) = section.need_name("name")?;
    known.unique("actuator", name, &item)?;
    let (joint, item) = section.need_name("joint")?;
    let of = quantity::OfJoint::new(known.joint(&item, joint)?.v);
    Ok(ActuatorSpec {
        name: name.to_owned(),
        joint: joint.to_owned(),
        effort_limit: section.get("effort_limit").map(|i| i.limit(of.effort, "effort limit")).transpose()?,
        place: Some(section.place("name")),
    })
}

/// `[configuration.home]`: coordinates by the names of joints.
pub(super) fn configuration(item: &Item, known: &Known) -> Result<Configuration, FormatError> {
    let (name, section) = (item.key, item.open("[configuration.NAME], then JOINT = coordinate")?);
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        let rule = "the name of the configuration is empty or contains control characters".into();
        return Err(FormatError::BadValue { rule, remedy: "write [configuration.home]".into(), at: item.key_spot() });
    }
    let section = section.titled(format!("configuration \"{name}\""));
    let mut joints = Vec::new();
    for entry in section.items() {
        let Some(units) = known.find_joint(entry.key) else {
            return Err(FormatError::UnknownReference {
                what: format!("a joint of {}", section.title),
                kind: "joint",
                name: entry.key.to_owned(),
                nearest: known.nearest_joint(entry.key),
                remedy: "add a [[joint]] of this name, or correct the name".into(),
                at: entry.key_spot(),
            });
        };
        joints.push((entry.key.to_owned(), coordinates(&entry, units.q)?));
    }
    Ok(Configuration { name: name.to_owned(), joints, place: Some(section.source.place(item.at())) })
}

/// Adds a configuration. If ropes have created one of this name, the coordinates in the file override theirs.
pub(super) fn add_configuration(d: &mut Description, given: Configuration) {
    match d.configurations.iter_mut().find(|c| c.name == given.name) {
        Some(made) => {
            let names: HashSet<&str> = given.joints.iter().map(|(joint, _)| joint.as_str()).collect();
            made.joints.retain(|(joint, _)| !names.contains(joint.as_str()));
            made.joints.extend(given.joints);
            made.place = given.place;
        }
        None => d.configurations.push(given),
    }
}

/// One number, or an array with one number per coordinate.
fn coordinates(item: &Item, units: &[Unit]) -> Result<Vec<f64>, FormatError> {
    let mut q = Vec::with_capacity(units.len());
    match (item.value.get_ref(), units) {
        (DeValue::Array(array), _) if array.len() == units.len() => {
            for (value, unit) in array.iter().zip(units) {
                q.push(item.quantity(value, quantity::of_coordinate(*unit), Infinity::Refused)?);
            }
        }
        (DeValue::Array(array), _) => return Err(wrong_count(item, array.len(), units)),
        (_, [unit]) => q.push(item.number(quantity::of_coordinate(*unit))?),
        _ => return Err(wrong_count(item, 1, units)),
    }
    let square: f64 = units.iter().zip(&q).filter(|(u, _)| **u == Unit::Quaternion).map(|(_, x)| x * x).sum();
    if units.contains(&Unit::Quaternion) && (square.sqrt() - 1.0).abs() > QUATERNION_TOLERANCE {
        let length = six_beside(square.sqrt(), 1.0);
        let rule = format!("the quaternion in {} has length {length}, but it must be 1", item.label());
        return Err(FormatError::BadValue {
            rule,
            remedy: "write [0, 0, 0, 1] for no rotation".into(),
            at: item.spot(),
        });
    }
    Ok(q)
}

fn wrong_count(item: &Item, found: usize, units: &[Unit]) -> FormatError {
    let names: Vec<&str> = units
        .iter()
        .map(|u| match u {
            Unit::Angle => "angle",
            Unit::Length => "length",
            Unit::Quaternion => "quaternion",
        })
        .collect();
    let example = match units.len() {
        0 => "nothing: this joint does not move".to_owned(),
        1 => format!("one number ({})", names.join(", ")),
        _ => format!("[{}]", names.join(", ")),
    };
    item.wrong_length(item.value, found, units.len().to_string(), &example)
}
