//! `<visual>` and `<collision>`: shapes of a link.

use std::collections::HashMap;
use std::path::Path;

use denoc_base::number::six;
use denoc_math::Vec3;
use denoc_model::{Geometry, Purpose, Shape};

use super::origin;
use crate::FormatError;
use crate::mesh::Search;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// Data shared by the shapes of all links.
pub(super) struct Surroundings<'p> {
    colors: HashMap<String, [f64; 4]>,
    meshes: Search<'p>,
}

impl<'p> Surroundings<'p> {
    /// Collects the colours of all materials of a robot: shapes may refer to any of them by name.
    pub(super) fn new(robot: Element, file: Option<&'p Path>) -> Result<Self, FormatError> {
        let mut colors = HashMap::new();
        let in_links = robot.children().filter(|c| c.name() == "link").flat_map(|link| link.children());
        let in_shapes = in_links.flat_map(|shape| shape.children());
        for material in robot.children().chain(in_shapes).filter(|m| m.name() == "material" && !m.is_foreign()) {
            if let (Some(name), Some(color)) = (material.attribute("name"), color(material)?) {
                colors.entry(name.text.trim().to_owned()).or_insert(color);
            }
        }
        Ok(Self { colors, meshes: Search::new(file) })
    }
}

/// The shapes of a link.
pub(super) fn read(
    link: Element,
    owner: &str,
    around: &mut Surroundings,
    notes: &mut Notes,
) -> Result<Vec<Shape>, FormatError> {
    let mut shapes = Vec::new();
    for element in link.children().filter(|c| !c.is_foreign()) {
        let purpose = match element.name() {
            "visual" => Purpose::Visual,
            "collision" => Purpose::Collision,
            _ => continue,
        };
        element.check_words(notes)?;
        let within = format!("<{}> of {owner}", element.name());
        let pose = origin::read(element, &within, notes)?;
        let color = match element.child("material", &within)? {
            Some(material) => shape_color(material, around, notes)?,
            None => None,
        };
        let geometry = match element.child("geometry", &within)? {
            Some(geometry) => self::geometry(geometry, &within, around, notes)?,
            None => {
                leave_out(element, &format!("{within} has no <geometry>"), notes);
                None
            }
        };
        shapes.extend(geometry.map(|geometry| Shape { geometry, pose, color, purpose }));
    }
    Ok(shapes)
}

fn geometry(
    element: Element,
    within: &str,
    around: &mut Surroundings,
    notes: &mut Notes,
) -> Result<Option<Geometry>, FormatError> {
    element.check_words(notes)?;
    let Some(form) = element.children().find(|c| !c.is_foreign()) else {
        leave_out(element, &format!("<geometry> in {within} is empty"), notes);
        return Ok(None);
    };
    form.check_words(notes)?;
    let length = |attribute| form.needed_number(attribute);
    let geometry = match form.name() {
        "box" => {
            form.needed_attribute("size")?;
            Geometry::Box { sides: Vec3::from(form.numbers::<3>("size")?.unwrap_or_default()) }
        }
        "cylinder" => Geometry::Cylinder { radius: length("radius")?, length: length("length")? },
        "capsule" => Geometry::Capsule { radius: length("radius")?, length: length("length")? },
        "sphere" => Geometry::Sphere { radius: length("radius")? },
        "mesh" => {
            let file = form.needed_name("filename")?;
            around.meshes.look_for(file, || form.place(), notes);
            let scale = Vec3::from(form.numbers::<3>("scale")?.unwrap_or([1.0; 3]));
            Geometry::Mesh { file: file.to_owned(), scale }
        }
        other => {
            leave_out(form, &format!("<{other}> in {within} is not a known shape"), notes);
            return Ok(None);
        }
    };
    let bad = |(_, value): &(&str, f64)| *value == 0.0 || *value < 0.0 && form.name() != "mesh";
    if let Some((what, value)) = geometry.measures().into_iter().find(bad) {
        leave_out(form, &format!("<{}> in {within} has {what} {}", form.name(), six(value)), notes);
        return Ok(None);
    }
    Ok(Some(geometry))
}

fn leave_out(element: Element, why: &str, notes: &mut Notes) {
    notes.add(NoteKind::Shape, "", || (element.place(), format!("{why}: the shape is omitted")));
}

fn shape_color(material: Element, around: &Surroundings, notes: &mut Notes) -> Result<Option<[f64; 4]>, FormatError> {
    note_material(material, notes)?;
    let name = material.attribute("name").map_or("", |t| t.text.trim());
    let color = color(material)?.or_else(|| around.colors.get(name).copied());
    if color.is_none() && !name.is_empty() && material.children().next().is_none() {
        notes.add(NoteKind::Material, name, || {
            (material.place(), format!("the material \"{name}\" has no colour in this file"))
        });
    }
    Ok(color)
}

/// Notes data of a material other than its colour.
pub(super) fn note_material(material: Element, notes: &mut Notes) -> Result<(), FormatError> {
    material.check_words(notes)?;
    if let Some(texture) = material.child("texture", "the material")? {
        notes.add(NoteKind::Material, "", || (texture.place(), "<texture> is ignored".into()));
    }
    Ok(())
}

fn color(material: Element) -> Result<Option<[f64; 4]>, FormatError> {
    match material.child("color", "the material")? {
        Some(color) => Ok(color.numbers::<4>("rgba")?.map(|rgba| rgba.map(|x| x.clamp(0.0, 1.0)))),
        None => Ok(None),
    }
}
