//! Mass, mass centre and inertia of a link: specified, or computed from its shapes.

use denoc_math::{Sym3, Vec3};
use denoc_model::{Drag, MassProperties, Shape};

use super::mesh::Meshes;
use super::section::{Item, Section};
use super::{keys, quantity, shape};
use crate::FormatError;
use crate::note::Notes;

/// Drag of a stationary medium on a link.
pub(super) fn drag(section: &Section) -> Result<Option<Drag>, FormatError> {
    let Some(item) = section.get("drag") else { return Ok(None) };
    let drag = item.table(keys::DRAG, "{ linear = …, angular = … }")?;
    Ok(Some(Drag {
        linear: drag.not_negative_or("linear", quantity::DAMPING, "linear drag", 0.0)?,
        angular: drag.not_negative_or("angular", quantity::ANGULAR_DAMPING, "angular drag", 0.0)?,
        center: drag.get("center").map(|item| item.vector(quantity::LENGTH)).transpose()?,
        axis: drag.get("axis").map(|item| item.direction()).transpose()?,
    }))
}

/// The mass properties and shapes of a link, or of a row of a DH table.
pub(super) fn read(
    section: &Section,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<(MassProperties, Vec<Shape>), FormatError> {
    let (mut shapes, mut bodies) = (Vec::new(), Vec::new());
    if let Some(item) = section.get("shape") {
        for one in item.tables()? {
            let (shape, body) = shape::read(&one, meshes, notes)?;
            shapes.push(shape);
            bodies.extend(body);
        }
    }
    let given = ["mass", "center", "r", "inertia"].iter().find_map(|key| section.get(key));
    let mass = match given {
        Some(item) if !bodies.is_empty() => return Err(both(section, &item)),
        Some(_) => explicit(section)?,
        None => MassProperties::welded(&bodies),
    };
    Ok((mass, shapes))
}

fn both(section: &Section, item: &Item) -> FormatError {
    FormatError::Conflict {
        owner: section.title.clone(),
        first: format!("\"{}\"", item.key),
        second: "shapes with mass or density".into(),
        remedy: "keep either mass, center and inertia of the link, or those of the shapes",
        at: item.key_spot(),
    }
}

fn explicit(section: &Section) -> Result<MassProperties, FormatError> {
    section.not_both("r", "center")?;
    let mass = section.need("mass", "mass = 1.0")?.not_negative(quantity::MASS, "mass")?;
    let center = match section.get("r") {
        // from the mass centre to the frame: subtracted, so that 0 does not become −0
        Some(item) => item.vector(quantity::LENGTH)?.map(|x| 0.0 - x),
        None => section.vector_or_zero("center", quantity::LENGTH)?,
    };
    let inertia = section.get("inertia").map_or(Ok(Sym3::zero()), |item| inertia(&item, mass))?;
    Ok(MassProperties { mass, center: Vec3::from(center.to_array()), inertia })
}

fn inertia(item: &Item, mass: f64) -> Result<Sym3<f64>, FormatError> {
    let tensor = item.table(keys::INERTIA, "{ xx = …, yy = …, zz = … }")?;
    let moment = |key: &'static str| tensor.need(key, "{ xx = …, yy = …, zz = … }")?.number(quantity::INERTIA);
    let product = |key: &str| tensor.number_or(key, quantity::INERTIA, 0.0);
    let inertia = Sym3 {
        xx: moment("xx")?,
        xy: product("xy")?,
        xz: product("xz")?,
        yy: moment("yy")?,
        yz: product("yz")?,
        zz: moment("zz")?,
    };
    // computed tensors have entries such as -1e-35 instead of zero; same tolerance as in the checks of the model
    let tolerance = 1e-9 * inertia.xx.abs().max(inertia.yy.abs()).max(inertia.zz.abs()) + 1e-15 * mass;
    for (key, value) in [("xx", inertia.xx), ("yy", inertia.yy), ("zz", inertia.zz)] {
        if value < -tolerance
            && let Some(item) = tensor.get(key)
        {
            item.not_negative(quantity::INERTIA, "moment of inertia")?;
        }
    }
    Ok(inertia)
}
