//! `<visual>` and `<collision>`: shapes of a link.

use std::path::{Path, PathBuf};

use denoc_base::number::six;
use denoc_math::{Pose, Vec3};
use denoc_model::{Geometry, MassProperties, Purpose, Shape};

use super::pose;
use super::scope::{Part, Parts};
use super::value;
use crate::FormatError;
use crate::mesh::{self, Search};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// Where meshes are.
pub(super) struct Meshes<'p> {
    search: Search<'p>,
    model: PathBuf,
}

impl<'p> Meshes<'p> {
    /// `path` is the path of the file `file`, if the text comes from one.
    pub(super) fn new(file: &str, path: Option<&'p Path>) -> Self {
        Self { search: Search::new(path), model: path.unwrap_or(Path::new(file)).to_owned() }
    }
}

/// A collision shape whose volume has mass: mass properties for a density of 1 kg/m³ in the link frame, and its own density.
pub(super) struct Solid {
    pub(super) unit: MassProperties,
    pub(super) density: Option<f64>,
}

/// The shapes of a link; those with mass too if `heavy`.
pub(super) fn read(
    part: Part,
    parts: &Parts,
    owner: &str,
    heavy: bool,
    meshes: &mut Meshes,
    notes: &mut Notes,
) -> Result<(Vec<Shape>, Vec<Solid>), FormatError> {
    let (mut shapes, mut solids) = (Vec::new(), Vec::new());
    for element in part.element.children().filter(|child| !child.is_foreign()) {
        let purpose = match element.name() {
            "visual" => Purpose::Visual,
            "collision" => Purpose::Collision,
            _ => continue,
        };
        element.check_words(notes)?;
        let within = format!("<{}> of {owner}", element.name());
        let scope = &parts.scopes[part.scope];
        let written = pose::read(element, &within, scope.version, notes)?;
        let base = match written.relative_to {
            Some(named) => parts.frames.find(named, scope, &format!("the frame of the pose of {within}"))?,
            None => part.node,
        };
        let pose = parts.frames.between(part.node, base) * written.pose;
        let color = color(element, &within, notes)?;
        let Some(form) = element.child("geometry", &within)? else {
            leave_out(element, &format!("{within} has no <geometry>"), notes);
            continue;
        };
        let Some((geometry, form)) = geometry(form, &within, meshes, notes)? else { continue };
        if heavy && purpose == Purpose::Collision {
            let unit = unit(&geometry, form, pose, meshes)?;
            solids.push(Solid { unit, density: element.child_number("density", &within)? });
        }
        shapes.push(Shape { geometry, pose, color, purpose });
    }
    Ok((shapes, solids))
}

fn geometry<'a, 'i>(
    element: Element<'a, 'i>,
    within: &str,
    meshes: &mut Meshes,
    notes: &mut Notes,
) -> Result<Option<(Geometry, Element<'a, 'i>)>, FormatError> {
    element.check_words(notes)?;
    let Some(form) = element.children().find(|child| !child.is_foreign()) else {
        leave_out(element, &format!("<geometry> in {within} is empty"), notes);
        return Ok(None);
    };
    form.check_words(notes)?;
    let length = |name: &'static str| {
        form.needed_child(name, within, "its length in metres")?.content_numbers::<1>("a length between its tags")
    };
    let geometry = match form.name() {
        "box" => {
            let sides = form
                .needed_child("size", within, "<size>x y z</size>")?
                .content_numbers::<3>("three numbers between its tags")?;
            Geometry::Box { sides: Vec3::from(sides) }
        }
        "cylinder" => Geometry::Cylinder { radius: length("radius")?[0], length: length("length")?[0] },
        "capsule" => Geometry::Capsule { radius: length("radius")?[0], length: length("length")?[0] },
        "sphere" => Geometry::Sphere { radius: length("radius")?[0] },
        "mesh" => {
            let written = value::needed_name(form, "uri", within, "<uri>model://…</uri>")?.name;
            let file = mesh::from_model(written, &form.place().file, &meshes.model);
            meshes.search.look_for(&file, || form.place(), notes);
            let scale = form
                .child("scale", within)?
                .map(|scale| scale.content_numbers::<3>("three numbers between its tags"))
                .transpose()?;
            Geometry::Mesh { file, scale: Vec3::from(scale.unwrap_or([1.0; 3])) }
        }
        "empty" => return Ok(None),
        other => {
            leave_out(form, &format!("<{other}> in {within} is not supported"), notes);
            return Ok(None);
        }
    };
    let bad = |(_, value): &(&str, f64)| *value == 0.0 || *value < 0.0 && form.name() != "mesh";
    if let Some((what, value)) = geometry.measures().into_iter().find(bad) {
        leave_out(form, &format!("<{}> in {within} has {what} {}", form.name(), six(value)), notes);
        return Ok(None);
    }
    Ok(Some((geometry, form)))
}

fn leave_out(element: Element, why: &str, notes: &mut Notes) {
    notes.add(NoteKind::Shape, "", || (element.place(), format!("{why}: the shape is omitted")));
}

/// Mass properties with unit density in the link frame.
fn unit(geometry: &Geometry, at: Element, pose: Pose<f64>, meshes: &Meshes) -> Result<MassProperties, FormatError> {
    if let Some(body) = geometry.volume().and_then(|volume| geometry.uniform(volume)) {
        return Ok(body.moved(pose));
    }
    let Geometry::Mesh { file, scale } = geometry else { return Ok(MassProperties::none()) };
    let bad = |reason: String| FormatError::BadValue {
        rule: format!("the mass of mesh \"{file}\" cannot be computed: {reason}"),
        remedy: "specify <mass> and <inertia> of the link, or repair the mesh in a 3D program".into(),
        at: at.spot(),
    };
    let mesh = mesh::locate(file, &meshes.model).and_then(mesh::load).map_err(|error| bad(error.to_string()))?;
    let body = mesh::uniform(&mesh.scaled(scale.to_array()), 1.0).map_err(|error| match error {
        FormatError::NotSolid { reason } => bad(reason),
        other => bad(other.to_string()),
    })?;
    Ok(body.moved(pose))
}

/// The colour of a visual: that of diffuse light, or of ambient light.
fn color(element: Element, within: &str, notes: &mut Notes) -> Result<Option<[f64; 4]>, FormatError> {
    let Some(material) = element.child("material", within)? else { return Ok(None) };
    material.check_words(notes)?;
    for name in ["diffuse", "ambient"] {
        let Some(color) = material.child(name, within)? else { continue };
        let rgba = match color.content_list()?[..] {
            [r, g, b] => [r, g, b, 1.0],
            [r, g, b, a] => [r, g, b, a],
            _ => continue,
        };
        return Ok(Some(rgba.map(|x| x.clamp(0.0, 1.0))));
    }
    Ok(None)
}
