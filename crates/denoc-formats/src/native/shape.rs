//! `[[link.shape]]`: geometry for display, collision and mass properties.

use denoc_math::Vec3;
use denoc_model::{Geometry, MassProperties, Purpose, Shape};
use toml::de::DeValue;

use super::mesh::{Amount, Meshes};
use super::section::{Item, Section};
use super::{color, keys, origin, quantity};
use crate::FormatError;
use crate::note::Notes;

/// Ratio of radius to length of a displayed rod without a radius.
const ROD_RADIUS: f64 = 0.02;

/// A shape, and its mass properties in the link frame if it has mass.
pub(super) fn read(
    section: &Section,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<(Shape, Option<MassProperties>), FormatError> {
    let kinds = keys::SHAPES.iter().map(|(keyword, _)| *keyword);
    let kind = section.need("type", "type = \"box\"")?.keyword(kinds, keys::SHAPE_SYNONYMS)?;
    let keys = keys::SHAPES.iter().find(|(keyword, _)| *keyword == kind).map_or(&[][..], |(_, keys)| *keys);
    section.check_keys_of(&format!("{} ({kind})", section.title), &keys.concat())?;
    let geometry = geometry(section, kind, meshes, notes)?;
    let pose = origin::read(section, "origin", notes)?;
    let body = body(section, kind, &geometry, meshes)?.map(|body| body.moved(pose));
    let purpose = match section.get("purpose") {
        None => Purpose::Both,
        Some(item) => match item.keyword(keys::PURPOSES.iter().copied(), &[])? {
            "visual" => Purpose::Visual,
            "collision" => Purpose::Collision,
            _ => Purpose::Both,
        },
    };
    let color = section.get("color").map(|item| color::read(&item)).transpose()?;
    Ok((Shape { geometry, pose, color, purpose }, body))
}

fn geometry(section: &Section, kind: &str, meshes: &Meshes, notes: &mut Notes) -> Result<Geometry, FormatError> {
    let measure = |key: &'static str| section.need(key, &format!("{key} = 0.1"))?.positive(quantity::LENGTH);
    Ok(match kind {
        "box" => {
            let item = section.need("sides", "sides = [x, y, z]")?;
            let sides = item.vector(quantity::LENGTH)?;
            sides.to_array().into_iter().try_for_each(|side| item.refuse_not_positive(side))?;
            Geometry::Box { sides }
        }
        "capsule" => Geometry::Capsule { radius: measure("radius")?, length: measure("length")? },
        "sphere" => Geometry::Sphere { radius: measure("radius")? },
        "rod" => {
            let length = measure("length")?;
            let radius =
                section.get("radius").map_or(Ok(ROD_RADIUS * length), |item| item.positive(quantity::LENGTH))?;
            Geometry::Cylinder { radius, length }
        }
        "mesh" => {
            let item = section.need("file", "file = \"part.stl\"")?;
            let file = item.name()?.to_owned();
            meshes.look_for(&item, &file, notes);
            let scale = section.get("scale").map_or(Ok(Vec3::new(1.0, 1.0, 1.0)), |item| scale(&item))?;
            Geometry::Mesh { file, scale }
        }
        // the remaining keyword
        _ => Geometry::Cylinder { radius: measure("radius")?, length: measure("length")? },
    })
}

/// One factor, or one for each axis.
fn scale(item: &Item) -> Result<Vec3<f64>, FormatError> {
    let scale = match item.value.get_ref() {
        DeValue::Array(_) => item.vector(quantity::NUMBER)?,
        _ => {
            let factor = item.number(quantity::NUMBER)?;
            Vec3::new(factor, factor, factor)
        }
    };
    if scale.to_array().contains(&0.0) {
        let rule = format!("{} is 0, so the shape would vanish", item.label());
        return Err(FormatError::BadValue { rule, remedy: "write a factor other than 0".into(), at: item.spot() });
    }
    Ok(scale)
}

/// The mass properties of a homogeneous shape, in the frame of the shape.
fn body(
    section: &Section,
    kind: &str,
    geometry: &Geometry,
    meshes: &Meshes,
) -> Result<Option<MassProperties>, FormatError> {
    let Some(amount) = amount(section, kind)? else { return Ok(None) };
    if let Geometry::Mesh { file, scale } = geometry {
        return meshes.body(&section.need("file", "file = \"part.stl\"")?, file, *scale, amount).map(Some);
    }
    let mass = match amount {
        Amount::Mass(mass) => mass,
        Amount::Density(density) => geometry.volume().map_or(0.0, |volume| density * volume),
    };
    Ok(match geometry {
        Geometry::Cylinder { length, .. } if kind == "rod" => {
            let rod = MassProperties::rod(mass, *length, Vec3::unit(2));
            Some(MassProperties { center: Vec3::zero(), ..rod })
        }
        other => other.uniform(mass),
    })
}

fn amount(section: &Section, kind: &str) -> Result<Option<Amount>, FormatError> {
    section.not_both("mass", "density")?;
    if let Some(item) = section.get("mass") {
        return Ok(Some(Amount::Mass(item.not_negative(quantity::MASS, "mass")?)));
    }
    let Some(item) = section.get("density") else { return Ok(None) };
    if kind == "rod" && section.get("radius").is_none() {
        let rule = format!("{} requires a radius", item.label());
        let remedy = "specify the radius as well, or the mass instead of the density".into();
        return Err(FormatError::BadValue { rule, remedy, at: item.key_spot() });
    }
    Ok(Some(Amount::Density(item.not_negative(quantity::DENSITY, "density")?)))
}
