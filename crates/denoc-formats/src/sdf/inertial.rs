//! `<inertial>`: mass, mass centre, inertia.

use denoc_math::{Pose, Sym3};
use denoc_model::MassProperties;

use super::scope::{Part, Parts};
use super::shape::Solid;
use super::{pose, value};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, tensor};

/// Density of a shape without one, kg/m³.
const DENSITY: f64 = 1000.0;

/// The mass properties of a link, whose collision shapes are `solids`.
pub(super) fn read(
    part: Part,
    parts: &Parts,
    owner: &str,
    solids: &[Solid],
    notes: &mut Notes,
) -> Result<MassProperties, FormatError> {
    let Some(inertial) = part.element.child("inertial", owner)? else {
        note_assumed(part.element, owner, "<inertial>: 1 kg and moments of inertia of 1 kg m² are assumed", notes);
        return Ok(usual(Pose::identity()));
    };
    inertial.check_words(notes)?;
    let within = format!("<inertial> of {owner}");
    let scope = &parts.scopes[part.scope];
    let mass = inertial.child_number("mass", &within)?;
    if let Some(added) = inertial.child("fluid_added_mass", &within)? {
        notes.add(NoteKind::LeftOut, "added mass", || {
            (added.place(), format!("<fluid_added_mass> of {owner} is ignored"))
        });
    }
    if let Some(mass) = mass
        && mass < 0.0
    {
        let at = inertial.child("mass", &within)?.unwrap_or(inertial).spot();
        return Err(FormatError::Negative { owner: owner.to_owned(), quantity: "mass", value: mass, at });
    }
    if value::flag_attribute(inertial, "auto")?.unwrap_or(false) {
        let mass = mass.filter(|_| scope.version.scales_density());
        return of_solids(inertial, owner, solids, mass);
    }
    let written = pose::read(inertial, &within, scope.version, notes)?;
    let base = match written.relative_to {
        Some(named) => parts.frames.find(named, scope, &format!("the frame of the pose of {within}"))?,
        None => part.node,
    };
    let frame = parts.frames.between(part.node, base) * written.pose;
    if mass.is_none() {
        note_assumed(inertial, owner, "<mass>: 1 kg is assumed", notes);
    }
    let inertia = match inertial.child("inertia", &within)? {
        Some(tensor) => self::tensor(tensor, owner, notes)?,
        None => {
            note_assumed(inertial, owner, "<inertia>: moments of inertia of 1 kg m² are assumed", notes);
            Sym3::diagonal(1.0, 1.0, 1.0)
        }
    };
    // the file gives the tensor in the axes of <pose>, the description in link axes
    let inertia = inertia.rotate(frame.rotation);
    Ok(MassProperties { mass: mass.unwrap_or(1.0), center: frame.position, inertia })
}

/// What the format prescribes if nothing is given.
fn usual(frame: Pose<f64>) -> MassProperties {
    MassProperties { mass: 1.0, center: frame.position, inertia: Sym3::diagonal(1.0, 1.0, 1.0) }
}

fn note_assumed(element: Element, owner: &str, what: &str, notes: &mut Notes) {
    notes.add(NoteKind::AssumedMass, what, || {
        (element.place(), format!("{owner} has no {what}, as the format prescribes"))
    });
}

fn tensor(tensor: Element, owner: &str, notes: &mut Notes) -> Result<Sym3<f64>, FormatError> {
    tensor.check_words(notes)?;
    let number = |name, usual| Ok::<f64, FormatError>(tensor.child_number(name, owner)?.unwrap_or(usual));
    let inertia = Sym3 {
        xx: number("ixx", 1.0)?,
        xy: number("ixy", 0.0)?,
        xz: number("ixz", 0.0)?,
        yy: number("iyy", 1.0)?,
        yz: number("iyz", 0.0)?,
        zz: number("izz", 1.0)?,
    };
    Ok(tensor::without_negligible_negatives(inertia, tensor, owner, notes))
}

/// The mass of the collision shapes, with their density, or so that their total is `mass`.
fn of_solids(
    inertial: Element,
    owner: &str,
    solids: &[Solid],
    mass: Option<f64>,
) -> Result<MassProperties, FormatError> {
    if solids.is_empty() {
        return Err(FormatError::MissingElement {
            owner: format!("{owner}, whose mass is that of its shapes,"),
            element: "collision",
            example: "<collision> with a shape that has a volume",
            at: inertial.spot(),
        });
    }
    let usual = inertial.child_number("density", owner)?.unwrap_or(DENSITY);
    let mut bodies = Vec::with_capacity(solids.len());
    for solid in solids {
        let density = solid.density.unwrap_or(usual);
        if density < 0.0 {
            let at = inertial.spot();
            return Err(FormatError::Negative { owner: owner.to_owned(), quantity: "density", value: density, at });
        }
        let body = solid.unit;
        bodies.push(MassProperties { mass: density * body.mass, inertia: body.inertia.scale(density), ..body });
    }
    let sum = MassProperties::welded(&bodies);
    let factor = mass.filter(|_| sum.mass > 0.0).map_or(1.0, |mass| mass / sum.mass);
    Ok(MassProperties { mass: factor * sum.mass, inertia: sum.inertia.scale(factor), ..sum })
}
