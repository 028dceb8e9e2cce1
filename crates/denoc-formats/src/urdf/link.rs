//! `<link>`: mass, mass centre, inertia, shapes.

use denoc_math::Sym3;
use denoc_model::{LinkSpec, MassProperties};

use super::origin;
use super::shape::{self, Surroundings};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, tensor};

pub(super) fn read(link: Element, around: &mut Surroundings, notes: &mut Notes) -> Result<LinkSpec, FormatError> {
    let name = link.needed_name("name")?;
    let owner = format!("link \"{name}\"");
    link.check_words(notes)?;
    let mass = match link.child("inertial", &owner)? {
        Some(inertial) => mass_properties(inertial, &owner, notes)?,
        None => MassProperties::none(),
    };
    let shapes = shape::read(link, &owner, around, notes)?;
    Ok(LinkSpec { name: name.to_owned(), mass, shapes, drag: None, place: Some(link.place()) })
}

/// Notes a moving link without mass.
pub(super) fn note_massless(link: Element, name: &str, notes: &mut Notes) -> Result<(), FormatError> {
    if link.child("inertial", name)?.is_none() {
        notes.add(NoteKind::Massless, "", || {
            (link.place(), format!("link \"{name}\" has no <inertial>: its mass is zero"))
        });
    }
    Ok(())
}

fn mass_properties(inertial: Element, owner: &str, notes: &mut Notes) -> Result<MassProperties, FormatError> {
    inertial.check_words(notes)?;
    let within = format!("<inertial> of {owner}");
    let frame = origin::read(inertial, &within, notes)?;
    let mass_element = inertial.needed_child("mass", &within, "<mass value=\"…\"/>")?;
    mass_element.check_words(notes)?;
    let mass = mass_element.needed_number("value")?;
    if mass < 0.0 {
        let at = mass_element.spot();
        return Err(FormatError::Negative { owner: owner.to_owned(), quantity: "mass", value: mass, at });
    }
    let tensor = inertial.needed_child(
        "inertia",
        &within,
        "<inertia ixx=\"…\" ixy=\"0\" ixz=\"0\" iyy=\"…\" iyz=\"0\" izz=\"…\"/>",
    )?;
    tensor.check_words(notes)?;
    let inertia = Sym3 {
        xx: tensor.needed_number("ixx")?,
        xy: tensor.needed_number("ixy")?,
        xz: tensor.needed_number("ixz")?,
        yy: tensor.needed_number("iyy")?,
        yz: tensor.needed_number("iyz")?,
        zz: tensor.needed_number("izz")?,
    };
    let inertia = tensor::without_negligible_negatives(inertia, tensor, owner, notes);
    // the file gives the tensor in the axes of <origin>, the description in link axes
    Ok(MassProperties { mass, center: frame.position, inertia: inertia.rotate(frame.rotation) })
}
