//! `[[link.shape]]`: forms to look at, to collide with, to compute a body from.

use denoc_math::Vec3;
use denoc_model::{Geometry, MassProperties, Purpose, Shape};
use toml::de::DeValue;

use super::mesh::{Amount, Meshes};
use super::section::{Item, Section};
use super::{color, origin, quantity, words};
use crate::FormatError;
use crate::note::Notes;

/// A slender rod of unknown thickness is shown this thick: its radius over its length.
const ROD_RADIUS: f64 = 0.02;

/// A shape, and its uniform body in link axes if it has mass.
pub(super) fn read(
    section: &Section,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<(Shape, Option<MassProperties>), FormatError> {
    let kinds = words::SHAPES.iter().map(|(word, _)| *word);
    let word = section.need("type", "type = \"box\"")?.word(kinds, words::SHAPE_SYNONYMS)?;
    let keys = words::SHAPES.iter().find(|(w, _)| *w == word).map_or(&[][..], |(_, keys)| *keys);
    section.check_keys_of(&format!("{} ({word})", section.title), &keys.concat())?;
    let geometry = geometry(section, word, meshes)?;
    let pose = origin::read(section, "origin", notes)?;
    let body = body(section, word, &geometry, meshes)?.map(|body| body.moved(pose));
    let purpose = match section.get("purpose") {
        None => Purpose::Both,
        Some(item) => match item.word(words::PURPOSES.iter().copied(), &[])? {
            "visual" => Purpose::Visual,
            "collision" => Purpose::Collision,
            _ => Purpose::Both,
        },
    };
    let color = section.get("color").map(|item| color::read(&item)).transpose()?;
    Ok((Shape { geometry, pose, color, purpose }, body))
}

fn geometry(section: &Section, word: &str, meshes: &Meshes) -> Result<Geometry, FormatError> {
    let measure = |key: &'static str| section.need(key, &format!("{key} = 0.1"))?.positive(quantity::LENGTH);
    Ok(match word {
        "box" => {
            let item = section.need("sides", "sides = [x, y, z]")?;
            let sides = item.vector(quantity::LENGTH)?;
            sides.to_array().into_iter().try_for_each(|side| item.refuse_small(side))?;
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
            meshes.find(&item, &file)?;
            let scale = section.get("scale").map_or(Ok(Vec3::new(1.0, 1.0, 1.0)), |item| scale(&item))?;
            Geometry::Mesh { file, scale }
        }
        // the last of the words
        _ => Geometry::Cylinder { radius: measure("radius")?, length: measure("length")? },
    })
}

/// One factor or three.
fn scale(item: &Item) -> Result<Vec3<f64>, FormatError> {
    let scale = match item.value.get_ref() {
        DeValue::Array(_) => item.vector(quantity::NUMBER)?,
        _ => {
            let factor = item.number(quantity::NUMBER)?;
            Vec3::new(factor, factor, factor)
        }
    };
    if scale.to_array().contains(&0.0) {
        let rule = format!("{} is 0: nothing would be left", item.label());
        return Err(FormatError::BadValue { rule, remedy: "write a factor other than 0".into(), at: item.spot() });
    }
    Ok(scale)
}

/// The uniform body of a shape with mass, in its own frame.
fn body(
    section: &Section,
    word: &str,
    geometry: &Geometry,
    meshes: &Meshes,
) -> Result<Option<MassProperties>, FormatError> {
    let Some(amount) = amount(section, word)? else { return Ok(None) };
    if let Geometry::Mesh { file, scale } = geometry {
        return meshes.body(&section.need("file", "file = \"part.stl\"")?, file, *scale, amount).map(Some);
    }
    let mass = match amount {
        Amount::Mass(mass) => mass,
        Amount::Density(density) => geometry.volume().map_or(0.0, |volume| density * volume),
    };
    Ok(match geometry {
        Geometry::Cylinder { length, .. } if word == "rod" => {
            let rod = MassProperties::rod(mass, *length, Vec3::unit(2));
            Some(MassProperties { center: Vec3::zero(), ..rod })
        }
        other => other.uniform(mass),
    })
}

fn amount(section: &Section, word: &str) -> Result<Option<Amount>, FormatError> {
    section.not_both("mass", "density")?;
    if let Some(item) = section.get("mass") {
        return Ok(Some(Amount::Mass(item.not_negative(quantity::MASS, "mass")?)));
    }
    let Some(item) = section.get("density") else { return Ok(None) };
    if word == "rod" && section.get("radius").is_none() {
        let rule = format!("{} means nothing without a radius", item.label());
        let remedy = "give the radius too, or the mass instead of the density".into();
        return Err(FormatError::BadValue { rule, remedy, at: item.key_spot() });
    }
    Ok(Some(Amount::Density(item.not_negative(quantity::DENSITY, "density")?)))
}
