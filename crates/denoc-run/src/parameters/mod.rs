//! Lists and changes the numbers of a mechanism by path, for every file format.
//!
//! A path consists of keys and names of the model file: `links.crank.mass`, `joints.elbow.origin.x`, `model.gravity.z`. One path can stand for
//! several numbers: `links.crank.length` stretches a link between its two joints ([`with_parameters`]).
//!
//! ```
//! use denoc_run::parameters::{parameters, with_parameters};
//!
//! let fourbar = denoc_run::load("fourbar")?;
//! let crank = parameters(&fourbar).into_iter().find(|p| p.path == "links.crank.length").unwrap();
//! assert_eq!((crank.value, crank.unit), (0.038, "m"));
//!
//! let longer = with_parameters(&fourbar, &[("links.crank.length".into(), 0.04)])?;
//! assert_eq!(longer.description.joints[2].origin.position.x, 0.04);
//!
//! let error = with_parameters(&fourbar, &[("links.crnk.mass".into(), 1.0)]).unwrap_err();
//! assert!(error.to_string().contains("there is no link called \"crnk\"; did you mean \"crank\"?"));
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod dh;
mod entry;
mod length;
pub(crate) mod path;
mod pose;
mod section;
#[cfg(test)]
mod tests;

use denoc_model::{Description, names};

use crate::error::Kind;
use crate::{Error, Loaded};
use section::Section;

/// One number of a mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its path, such as `joints.elbow.viscous_friction`.
    pub path: String,
    /// Its value in SI units and radians.
    pub value: f64,
    /// Its SI unit; empty for plain numbers, and for joints that turn and slide at once.
    pub unit: &'static str,
}

/// Visits one number: its key within its entry, its SI unit, and its value if the model has one. A returned number replaces it.
type See<'a> = &'a mut dyn FnMut(&[&str], &'static str, Option<f64>) -> Option<f64>;

/// All numbers of the mechanism. Optional ones that are not given (such as an `effort_limit`) are missing here, but can be set.
pub fn parameters(loaded: &Loaded) -> Vec<Parameter> {
    let mut d = loaded.description.clone();
    let mut all = Vec::new();
    for section in Section::all() {
        for (index, name) in section.listed(&d) {
            section.see(&mut d, index, &mut |key, unit, value| {
                let keys = section.path(&name, key);
                all.extend(value.map(|value| Parameter { path: path::join(&keys), value, unit }));
                None
            });
        }
    }
    all
}

/// The SI unit of a path.
///
/// ```
/// let arm = denoc_run::load("stanford")?;
/// assert_eq!(denoc_run::parameters::unit(&arm, "joints.joint3.viscous_friction")?, "N s/m"); // it slides
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn unit(loaded: &Loaded, path: &str) -> Result<&'static str, Error> {
    let mut d = loaded.description.clone();
    access(&mut d, path, &[])
}

/// The same mechanism with other numbers (SI units, radians), built and checked. Changes are applied in order.
///
/// `links.NAME.length` is the distance between the two joints of a link (or of its one joint and its one frame). Setting it
/// stretches the link along this line: joints, frames, points and shapes that are fixed to it move in proportion, shapes along
/// the line are stretched; the mass is kept, and moments of inertia become those of the stretched body. Loops are then open as
/// drawn; states of the mechanism are closed where they are made ([`crate::scenario::Start::close`]).
pub fn with_parameters(loaded: &Loaded, changes: &[(String, f64)]) -> Result<Loaded, Error> {
    // places in the file would refer to other numbers
    let mut d = loaded.description.clone().without_places();
    let mut left: Vec<&(String, f64)> = changes.iter().collect();
    while !left.is_empty() {
        let first = left[0];
        // angles of one pose are set at once: in between they would be read back from the rotation, which has two answers
        let (now, later) = left.into_iter().partition(|change| change.0 == first.0 || of_one_pose(&first.0, &change.0));
        left = later;
        set(&mut d, now)?;
    }
    let model = d.build()?;
    Ok(Loaded {
        description: d,
        model: model.into(),
        notes: loaded.notes.clone(),
        folder: loaded.folder.clone(),
        mesh_up: loaded.mesh_up,
        base: loaded.base,
    })
}

/// Whether two paths name angles of the same pose.
fn of_one_pose(first: &str, second: &str) -> bool {
    let place = |path: &str| {
        let keys = path::split(path).ok()?;
        let (section, name, rest) = Section::find(&keys).ok()?;
        let key = section.canonical(rest);
        let (last, before) = key.split_last()?;
        pose::ANGLES.contains(last).then(|| (section, name.to_owned(), path::join(before)))
    };
    place(first).is_some_and(|pose| place(second) == Some(pose))
}

/// Whether a word may begin a path of a model.
pub(crate) fn is_section(word: &str) -> bool {
    Section::of(word).is_some()
}

/// Sets numbers of one entry, or one number.
fn set(d: &mut Description, changes: Vec<&(String, f64)>) -> Result<(), Error> {
    if let Some((path, value)) = changes.iter().find(|(_, value)| !value.is_finite()) {
        return Err(refuse(path, format!("{value} is not a finite number")));
    }
    for (path, _) in &changes {
        access(d, path, &[])?;
    }
    changes.first().map_or(Ok(()), |(path, _)| access(d, path, &changes).map(|_| ()))
}

/// Finds what a path names, applies the changes to it, and returns its unit.
fn access(d: &mut Description, path: &str, changes: &[&(String, f64)]) -> Result<&'static str, Error> {
    let keys = path::split(path).map_err(|rule| refuse(path, rule))?;
    let (section, name, rest) = Section::find(&keys).map_err(|rule| refuse(path, rule))?;
    let key = section.canonical(rest);
    if section == Section::Link && key == ["length"] {
        let value = changes.last().map(|(_, value)| *value);
        length::set(d, name, value).map_err(|rule| refuse(path, rule))?;
        return Ok("m");
    }
    let entries = section.entries(d);
    let Some((index, _)) = entries.iter().find(|(_, entry)| entry == name) else {
        return Err(refuse(path, section.unknown(name, &entries, d)));
    };
    let changes: Vec<(String, f64)> =
        changes.iter().filter_map(|(path, value)| Some((key_in_entry(path)?, *value))).collect();
    let (mut found, mut known) = (None, Vec::new());
    section.see(d, *index, &mut |here, unit, _| {
        let name = path::join(here);
        if here == key {
            found = Some(unit);
        }
        let value = changes.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| *value);
        known.push(name);
        value
    });
    found.ok_or_else(|| {
        let key = path::join(&key);
        let near = hint(&key, known.iter().map(String::as_str));
        let what = section.called(name);
        let nothing =
            if key.is_empty() { format!("{what} is not a number") } else { format!("{what} has no \"{key}\"") };
        refuse(path, format!("{nothing}{near}there are {}", known.join(", ")))
    })
}

/// The part of a path after its entry.
fn key_in_entry(path: &str) -> Option<String> {
    let keys = path::split(path).ok()?;
    let (section, _, rest) = Section::find(&keys).ok()?;
    Some(path::join(&section.canonical(rest)))
}

fn refuse(path: &str, rule: String) -> Error {
    Kind::Parameter { path: path.to_owned(), rule }.into()
}

/// The most similar name, to be put between the error and the list of names.
fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    names::nearest(name, known).map_or("; ".into(), |near| format!("; did you mean \"{near}\"? "))
}
