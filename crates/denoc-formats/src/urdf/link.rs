//! `<link>`: mass, mass centre, inertia, shapes.

use denoc_math::Sym3;
use denoc_model::checks::principal_axes;
use denoc_model::{LinkSpec, MassProperties};

use super::origin;
use super::shape::{self, Surroundings};
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// Negative principal moments of inertia up to this size, kg m², are taken as zero. A matchbox has more: they come from placeholders and
/// rounded numbers of parts that do not matter, as in TIAGo's antennas. Larger ones are errors.
const NEGLIGIBLE_MOMENT: f64 = 1e-6;

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
    let inertia = without_negligible_negatives(inertia, tensor, owner, notes);
    // the file gives the tensor in the axes of <origin>, the description in link axes
    Ok(MassProperties { mass, center: frame.position, inertia: inertia.rotate(frame.rotation) })
}

fn without_negligible_negatives(inertia: Sym3<f64>, at: Element, owner: &str, notes: &mut Notes) -> Sym3<f64> {
    let (moments, axes) = principal_axes(inertia);
    // what rounding may have made of zero is left alone
    if !(-NEGLIGIBLE_MOMENT..-1e-9 * moments[2]).contains(&moments[0]) {
        return inertia;
    }
    notes.add(NoteKind::NegativeMoment, "", || {
        let [a, b, c] = moments;
        let text = format!(
            "{owner} has the principal moments of inertia {a:.4e}, {b:.4e}, {c:.4e} kg m² about its mass centre: none may be \
             negative; taken as zero, since it is negligible"
        );
        (at.place(), text)
    });
    let [a, b, c] = moments.map(|moment| moment.max(0.0));
    Sym3::diagonal(a, b, c).rotate(axes)
}
