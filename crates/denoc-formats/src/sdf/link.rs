//! `<link>`: mass and shapes.

use denoc_model::LinkSpec;

use super::scope::{Part, Parts};
use super::shape::{self, Meshes};
use super::{inertial, value};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

pub(super) fn read(part: Part, parts: &Parts, meshes: &mut Meshes, notes: &mut Notes) -> Result<LinkSpec, FormatError> {
    let element = part.element;
    let name = parts.frames.nodes[part.node].name.clone();
    let owner = format!("link \"{name}\"");
    element.check_words(notes)?;
    let auto = match element.child("inertial", &owner)? {
        Some(inertial) => value::flag_attribute(inertial, "auto")?.unwrap_or(false),
        None => false,
    };
    let (shapes, solids) = shape::read(part, parts, &owner, auto, meshes, notes)?;
    let mass = inertial::read(part, parts, &owner, &solids, notes)?;
    if mass.mass == 0.0 {
        notes.add(NoteKind::Massless, "", || (element.place(), format!("{owner} has no mass")));
    }
    if value::flag(element, "gravity", &owner)? == Some(false) {
        notes.add(NoteKind::LeftOut, "gravity", || {
            (element.place(), format!("gravity acts on {owner}, although the file disables it"))
        });
    }
    if value::flag(element, "kinematic", &owner)? == Some(true) {
        notes.add(NoteKind::LeftOut, "kinematic", || {
            (element.place(), format!("{owner} is kinematic in the file; forces move it here"))
        });
    }
    if let Some(decay) = element.child("velocity_decay", &owner)? {
        notes.add(NoteKind::LeftOut, "decay", || (decay.place(), format!("<velocity_decay> of {owner} is ignored")));
    }
    Ok(LinkSpec { name, mass, shapes, drag: None, place: Some(element.place()) })
}
