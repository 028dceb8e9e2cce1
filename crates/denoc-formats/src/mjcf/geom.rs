//! `<geom>`: a shape and its mass.

use std::f64::consts::PI;

use denoc_base::number::six;
use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{Geometry, MassProperties, Purpose, Shape};

use super::asset::{Assets, MeshAsset};
use super::compiler::Compiler;
use super::setting::Setting;
use super::{fit, orientation, shell};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

const TYPES: &[&str] = &["sphere", "capsule", "cylinder", "box", "ellipsoid", "mesh", "plane", "hfield", "sdf"];
/// Default density, kg/m³.
const DENSITY: f64 = 1000.0;
/// Mass below which a geom does not count, kg.
const TINY: f64 = 1e-14;

/// A geom.
pub(super) struct Geom {
    pub(super) shape: Option<Shape>,
    /// Its mass properties in the frame of the body; `None` if it has no mass.
    pub(super) mass: Option<MassProperties>,
}

/// A shape with its volume (or area, if it is a shell) and its mass properties for unit mass, in the frame of the geom.
struct Form {
    geometry: Option<Geometry>,
    /// Pose of the geometry in the frame of the geom.
    drawn: Pose<f64>,
    volume: f64,
    body: MassProperties,
}

/// Data of the body and of the file that geoms need.
pub(super) struct Context<'c> {
    /// Name of the body in messages.
    pub(super) owner: &'c str,
    /// Whether the mass of the body is computed from its geoms.
    pub(super) needs_mass: bool,
    pub(super) compiler: &'c Compiler,
}

/// `frame` is the pose of the enclosing `<frame>`s in the body.
pub(super) fn read(
    setting: &Setting,
    frame: Pose<f64>,
    context: &Context,
    assets: &mut Assets,
    notes: &mut Notes,
) -> Result<Geom, FormatError> {
    let Context { owner, needs_mass, compiler } = *context;
    let element = setting.element;
    let mesh = setting.level("mesh");
    let kind = setting.keyword("type", TYPES)?.unwrap_or("sphere");
    if matches!(kind, "plane" | "hfield" | "sdf") {
        // planes have no mass
        let with_mass = if needs_mass && kind != "plane" { ", with its mass" } else { "" };
        let note = if with_mass.is_empty() { NoteKind::Shape } else { NoteKind::LeftOut };
        notes.add(note, kind, || (element.place(), format!("a geom of type {kind} is omitted{with_mass}")));
        return Ok(Geom { shape: None, mass: None });
    }
    let (stretch, pose) = match setting.numbers::<6>("fromto")? {
        Some(_) if matches!(kind, "mesh" | "sphere") || mesh.is_some() => {
            return Err(FormatError::BadValue {
                rule: format!("a geom of {owner} of type {kind} has end points"),
                remedy: "fromto is for capsules, cylinders, boxes and ellipsoids: write pos and an orientation".into(),
                at: setting.spot("fromto"),
            });
        }
        Some(ends) => {
            let (half, pose) = between(setting, &format!("a geom of {owner}"), ends)?;
            (Some(half), pose)
        }
        _ => (None, orientation::pose(setting, compiler)?),
    };
    let group = setting.number("group")?.unwrap_or(0.0);
    let counts = needs_mass && compiler.groups[0] <= group && group <= compiler.groups[1];
    let shell = setting.switch("shellinertia")? == Some(true);
    if shell && kind == "mesh" {
        return Err(FormatError::BadValue {
            rule: format!("a geom of {owner} of type mesh has shellinertia"),
            remedy: "write inertia=\"shell\" in its <mesh> instead".into(),
            at: setting.spot("shellinertia"),
        });
    }
    let form = match (kind, mesh) {
        ("mesh", None) => return Err(needs_mesh(setting)),
        ("mesh", Some(level)) => mesh_form(setting, &assets.mesh_of(level, notes)?, counts, assets, notes)?,
        (_, Some(level)) => {
            let asset = assets.mesh_of(level, notes)?;
            let Some(body) = mesh_to_fit(setting, &asset, counts, assets, notes)? else {
                return Ok(Geom { shape: None, mass: None });
            };
            let scale = setting.number("fitscale")?.unwrap_or(1.0);
            let (sizes, axes) = fit::sizes(kind, setting, &body, compiler)?;
            let form = primitive(kind, sizes.map(|size| scale * size), shell);
            Form { drawn: axes, body: form.body.moved(axes), ..form }
        }
        _ => primitive(kind, sizes(kind, setting, owner, stretch)?, shell),
    };
    if form.geometry.is_none() {
        notes.add(NoteKind::Shape, kind, || {
            (element.place(), format!("a geom of type {kind} is not shown; its mass is included"))
        });
    }
    let pose = frame * pose;
    // as MuJoCo, which ignores tiny masses
    let mass = if counts { Some(mass(setting, owner, &form)?).filter(|m| m.mass > TINY) } else { None };
    let mass = mass.map(|mass| mass.moved(pose));
    let (color, purpose) = (color(setting, assets)?, purpose(setting)?);
    let shape = form.geometry.map(|geometry| Shape { geometry, pose: pose * form.drawn, color, purpose });
    Ok(Geom { shape, mass })
}

fn needs_mesh(setting: &Setting) -> FormatError {
    FormatError::MissingAttribute {
        element: "geom".into(),
        attribute: "mesh",
        nearest: None,
        at: setting.element.spot(),
    }
}

/// Half the distance between the ends, and the pose at their midpoint with z along them.
pub(super) fn between(setting: &Setting, owner: &str, ends: [f64; 6]) -> Result<(f64, Pose<f64>), FormatError> {
    let (from, to) = (Vec3::new(ends[0], ends[1], ends[2]), Vec3::new(ends[3], ends[4], ends[5]));
    let axis = from - to;
    let rotation = orientation::direction(axis.to_array()).map(orientation::from_z);
    let rotation = rotation.ok_or_else(|| FormatError::BadValue {
        rule: format!("the end points of {owner} coincide"),
        remedy: "write two different points in fromto".into(),
        at: setting.spot("fromto"),
    })?;
    Ok((0.5 * axis.norm(), Pose::new(rotation, (from + to).scale(0.5))))
}

/// A mesh; its mass properties are computed only if they are needed.
fn mesh_form(
    setting: &Setting,
    asset: &MeshAsset,
    counts: bool,
    assets: &Assets,
    notes: &mut Notes,
) -> Result<Form, FormatError> {
    // a mass overrides the density
    let weightless = setting.number("mass")?.or(setting.number("density")?) == Some(0.0);
    let body = match counts && !weightless {
        true => mesh_body(setting, asset, assets, notes)?,
        false => MassProperties::none(),
    };
    let unit = MassProperties {
        mass: 1.0,
        center: body.center,
        inertia: if body.mass > 0.0 { body.inertia.scale(1.0 / body.mass) } else { Sym3::zero() },
    };
    let (drawn, file) = (asset.pose(), asset.file());
    let geometry = drawn.zip(file).map(|(_, file)| Geometry::Mesh { file: file.to_owned(), scale: asset.scale });
    Ok(Form { geometry, drawn: drawn.unwrap_or(Pose::identity()), volume: body.mass, body: unit })
}

/// Mass properties of the mesh that a primitive geom is fitted to; `None`, with a note, if they are missing but only the shape needs them.
fn mesh_to_fit(
    setting: &Setting,
    asset: &MeshAsset,
    counts: bool,
    assets: &Assets,
    notes: &mut Notes,
) -> Result<Option<MassProperties>, FormatError> {
    match mesh_body(setting, asset, assets, notes) {
        Err(_) if !counts => {
            notes.add(NoteKind::Shape, "fitted", || {
                (setting.element.place(), "a geom fitted to a mesh that cannot be read is omitted".to_owned())
            });
            Ok(None)
        }
        body => body.map(Some),
    }
}

/// Mass properties of a mesh with unit density.
fn mesh_body(
    setting: &Setting,
    asset: &MeshAsset,
    assets: &Assets,
    notes: &mut Notes,
) -> Result<MassProperties, FormatError> {
    assets.body(asset, notes).map_err(|error| {
        let (why, first) = match &error {
            FormatError::NotSolid { reason } => (reason.clone(), "repair the mesh in a 3D program"),
            other => (other.to_string(), "add the file"),
        };
        let rule = format!("the mass of this geom cannot be computed: {why}");
        let remedy = format!("{first}, or add an <inertial> to the body");
        FormatError::BadValue { rule, remedy, at: setting.element.spot() }
    })
}

/// Half sizes along x, y, z; round shapes have radius and half length. `stretch` is the half length given by `fromto`.
fn sizes(kind: &str, setting: &Setting, owner: &str, stretch: Option<f64>) -> Result<[f64; 3], FormatError> {
    let written = setting.list("size", 3)?.unwrap_or_default();
    let round = matches!(kind, "capsule" | "cylinder");
    let needed = match (kind, stretch) {
        ("sphere", _) | (_, Some(_)) => 1,
        _ if round => 2,
        _ => 3,
    };
    let Some(size) = written.get(..needed) else {
        return Err(FormatError::BadValue {
            rule: format!("the size of a {kind} of {owner} has {} of {needed} numbers", written.len()),
            remedy: format!("write size=\"{}\"", ["0.1", "0.1 0.2", "0.1 0.2 0.3"][needed - 1]),
            at: setting.spot("size"),
        });
    };
    if let Some(bad) = size.iter().find(|x| **x <= 0.0) {
        return Err(FormatError::BadValue {
            rule: format!("a size of a {kind} of {owner} is {}, but it must be positive", six(*bad)),
            remedy: "write positive sizes".into(),
            at: setting.spot("size"),
        });
    }
    Ok(match (size, stretch) {
        ([r], Some(half)) if round => [*r, half, 0.0],
        ([r], Some(half)) => [*r, *r, half],
        ([r], None) => [*r, 0.0, 0.0],
        ([r, half], _) => [*r, *half, 0.0],
        ([a, b, c, ..], _) => [*a, *b, *c],
        _ => [0.0; 3],
    })
}

/// Spheres, capsules, cylinders, boxes and ellipsoids.
fn primitive(kind: &str, sizes: [f64; 3], shell: bool) -> Form {
    let [a, b, c] = sizes;
    let geometry = match kind {
        "sphere" => Some(Geometry::Sphere { radius: a }),
        "capsule" => Some(Geometry::Capsule { radius: a, length: 2.0 * b }),
        "cylinder" => Some(Geometry::Cylinder { radius: a, length: 2.0 * b }),
        "box" => Some(Geometry::Box { sides: Vec3::from(sizes.map(|x| 2.0 * x)) }),
        _ => None,
    };
    let solid = || match &geometry {
        Some(geometry) => (geometry.volume().unwrap_or(0.0), geometry.uniform(1.0).unwrap_or(MassProperties::none())),
        None => {
            let [xx, yy, zz] = [b * b + c * c, a * a + c * c, a * a + b * b].map(|x| x / 5.0);
            let body = MassProperties { mass: 1.0, center: Vec3::zero(), inertia: Sym3::diagonal(xx, yy, zz) };
            (4.0 / 3.0 * PI * a * b * c, body)
        }
    };
    let (volume, body) = if shell { shell::body(kind, sizes) } else { solid() };
    Form { geometry, drawn: Pose::identity(), volume, body }
}

/// The mass properties that a geom adds to its body, in the frame of the geom.
fn mass(setting: &Setting, owner: &str, form: &Form) -> Result<MassProperties, FormatError> {
    let mass = match setting.level("mass") {
        Some(_) => setting.not_negative(owner, "mass")?,
        None if setting.level("density").is_some() => setting.not_negative(owner, "density")? * form.volume,
        None => DENSITY * form.volume,
    };
    Ok(MassProperties { mass, center: form.body.center, inertia: form.body.inertia.scale(mass) })
}

fn color(setting: &Setting, assets: &Assets) -> Result<Option<[f64; 4]>, FormatError> {
    if let Some(rgba) = setting.numbers::<4>("rgba")? {
        return Ok(Some(rgba.map(|x| x.clamp(0.0, 1.0))));
    }
    Ok(setting.attribute("material").and_then(|(_, name)| assets.colors.get(name.text.trim()).copied()))
}

/// Geoms that cannot collide are visual only.
fn purpose(setting: &Setting) -> Result<Purpose, FormatError> {
    let touches = |attribute| Ok::<_, FormatError>(setting.number(attribute)?.unwrap_or(1.0) != 0.0);
    Ok(if touches("contype")? || touches("conaffinity")? { Purpose::Both } else { Purpose::Visual })
}
