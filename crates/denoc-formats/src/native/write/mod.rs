//! Writing model files: in the order of the specification, short numbers, defaults left out.

mod constraint;
mod joint;
mod link;
mod parameter;
mod pose;
mod text;

use std::collections::HashMap;

use denoc_math::Vec3;
use denoc_model::joints::Unit;
use denoc_model::{Description, Joint};

use crate::FormatError;
use text::{Text, array, key, number, string};

/// What a model file can say besides a description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeExtra {
    /// `model.description`: one line for tables.
    pub one_line: Option<String>,
    /// `model.source`: where the numbers come from.
    pub source: Option<String>,
}

/// A description as the text of a model file. Reading it gives the description again, apart from places, rounding of
/// orientations in the last digit, and joints that are passed backwards, whose parent and child are exchanged.
///
/// ```
/// use denoc_formats::native::{NativeExtra, write_native};
/// let arm = denoc_formats::catalogue::describe("planar_3r")?;
/// let text = write_native(&arm, &NativeExtra::default())?;
/// assert!(text.starts_with("[model]\nname = \"planar_3r\"\ngravity = [0, -9.81, 0]\n"));
/// let again = denoc_formats::parse_native(&text, "arm.toml")?.description;
/// assert_eq!(again.links[0].mass, arm.links[0].mass);
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
///
/// Joints that are defined in code cannot be written: [`FormatError::Unwritable`].
pub fn write_native(description: &Description, extra: &NativeExtra) -> Result<String, FormatError> {
    write(description, extra, Text::default())
}

/// The text that identifies a description, for checksums: a model file with every orientation as a matrix, so that all bits of
/// all numbers count and no function of a platform's library is called. Places in files are left out.
///
/// ```
/// use denoc_formats::native::canonical_text;
/// let arm = denoc_formats::catalogue::describe("puma")?;
/// assert_eq!(canonical_text(&arm)?, canonical_text(&arm.clone().without_places())?);
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
///
/// Joints that are defined in code have none: [`FormatError::Unwritable`].
pub fn canonical_text(description: &Description) -> Result<String, FormatError> {
    write(description, &NativeExtra::default(), Text::canonical())
}

fn write(description: &Description, extra: &NativeExtra, mut out: Text) -> Result<String, FormatError> {
    let d = description;
    out.header("[model]");
    out.line("name", string(&d.name));
    for (key, text) in [("description", &extra.one_line), ("source", &extra.source)] {
        if let Some(text) = text {
            out.line(key, string(text));
        }
    }
    out.unless(d.ground == "ground", "ground", || string(&d.ground));
    out.unless(d.gravity == Vec3::new(0.0, 0.0, -9.81), "gravity", || array(d.gravity.to_array()));
    for spec in &d.links {
        link::write(&mut out, spec);
    }
    for spec in &d.joints {
        joint::write(&mut out, spec)?;
    }
    for frame in &d.frames {
        out.header("[[frame]]");
        out.line("name", string(&frame.name));
        out.line("link", string(&frame.link));
        out.pose("origin", frame.pose);
    }
    details(&mut out, d);
    Ok(out.finish())
}

fn details(out: &mut Text, d: &Description) {
    let all: HashMap<&str, &'static [Unit]> = d.joints.iter().map(|j| (j.name.as_str(), j.joint.q_units())).collect();
    let units = |name: &str| all.get(name).copied().unwrap_or_default();
    for contact in &d.contacts {
        out.header("[[contact]]");
        out.line("name", string(&contact.name));
        out.line("link", string(&contact.link));
        out.line("position", array(contact.position.to_array()));
        out.unless(contact.radius == 0.0, "radius", || number(contact.radius));
    }
    let unit = |name: &str| units(name).first().copied();
    for coupling in &d.couplings {
        constraint::coupling(out, coupling, unit(&coupling.joint));
    }
    for spec in &d.constraints {
        constraint::write(out, spec, &unit);
    }
    for spring in &d.springs {
        constraint::spring(out, spring);
    }
    for actuator in &d.actuators {
        out.header("[[actuator]]");
        out.line("name", string(&actuator.name));
        out.line("joint", string(&actuator.joint));
        if let Some(limit) = actuator.effort_limit {
            out.line("effort_limit", number(limit));
        }
    }
    for configuration in &d.configurations {
        out.header(&format!("[configuration.{}]", key(&configuration.name)));
        for (joint, q) in &configuration.joints {
            let units = units(joint);
            let all: Vec<String> = q.iter().enumerate().map(|(i, &x)| coordinate(x, units.get(i).copied())).collect();
            match &all[..] {
                [one] => out.line(&key(joint), one.clone()),
                all => out.line(&key(joint), format!("[{}]", all.join(", "))),
            }
        }
    }
}

/// A coordinate: angles in degrees where that is exact.
fn coordinate(x: f64, unit: Option<Unit>) -> String {
    if unit == Some(Unit::Angle) { text::angle(x) } else { number(x) }
}

/// The joint of the file: passed backwards, it is the original with parent and child exchanged.
fn original(joint: &Joint<f64>) -> (&Joint<f64>, bool) {
    match joint.original() {
        Some(inner) => {
            let (inner, backwards) = original(inner);
            (inner, !backwards)
        }
        None => (joint, false),
    }
}
