//! `<asset>`: meshes and colours.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use denoc_base::number::six;
use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};
use denoc_model::{MassProperties, Place, names};

use super::compiler::{Compiler, attribute_spot};
use super::mesh_mass::{self, Fill};
use super::setting::Defaults;
use crate::mesh::{self, Mesh};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, quaternion};

/// The meshes and colours of a file.
pub(super) struct Assets {
    meshes: HashMap<String, MeshAsset>,
    pub(super) colors: HashMap<String, [f64; 4]>,
    model: PathBuf,
    /// Whether the model is a file on disk, so that missing meshes are worth a note.
    on_disk: bool,
}

/// A mesh of `<asset>`.
#[derive(Clone)]
pub(super) struct MeshAsset {
    name: String,
    place: Place,
    source: MeshSource,
    fill: Fill,
    pub(super) scale: Vec3<f64>,
    /// Pose of the frame of the geom in the unscaled mesh.
    reference: Pose<f64>,
    looked_for: bool,
}

/// Where the vertices of a mesh come from.
#[derive(Clone)]
enum MeshSource {
    /// A file, including the mesh folder.
    File(String),
    /// Attributes of the element.
    Inline(Mesh),
    /// MuJoCo generates them.
    Generated,
}

impl Assets {
    pub(super) fn new(file: &str, path: Option<&Path>) -> Self {
        let model = path.unwrap_or(Path::new(file)).to_owned();
        Self { meshes: HashMap::new(), colors: HashMap::new(), model, on_disk: path.is_some() }
    }

    pub(super) fn read<'a, 'i>(
        &mut self,
        asset: Element<'a, 'i>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'i>,
        notes: &mut Notes,
    ) -> Result<(), FormatError> {
        for child in asset.children() {
            match child.name() {
                "mesh" => self.mesh(child, compiler, defaults, notes)?,
                "material" => {
                    let setting = defaults.of(child, None)?;
                    if let (Some(name), Some(rgba)) = (child.attribute("name"), setting.numbers::<4>("rgba")?) {
                        self.colors.insert(name.text.trim().to_owned(), rgba.map(|x| x.clamp(0.0, 1.0)));
                    }
                }
                name => notes.add(NoteKind::Extension, name, || (child.place(), format!("<{name}> is ignored"))),
            }
        }
        Ok(())
    }

    fn mesh<'a, 'i>(
        &mut self,
        element: Element<'a, 'i>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'i>,
        notes: &mut Notes,
    ) -> Result<(), FormatError> {
        element.check_words(notes)?;
        let setting = defaults.of(element, None)?;
        let (stem, source) = self.source(element, compiler)?;
        let name = if element.attribute("name").is_some() { element.needed_name("name")?.to_owned() } else { stem };
        let scale = Vec3::from(setting.numbers::<3>("scale")?.unwrap_or([1.0; 3]));
        if scale.to_array().contains(&0.0) {
            let (rule, remedy) =
                (format!("the scale of mesh \"{name}\" contains 0"), "write three factors other than 0".to_owned());
            return Err(FormatError::BadValue { rule, remedy, at: setting.spot("scale") });
        }
        let [w, x, y, z] = setting.numbers::<4>("refquat")?.unwrap_or([1.0, 0.0, 0.0, 0.0]);
        let unit = quaternion::normalised([x, y, z, w]).ok_or_else(|| FormatError::ZeroLength {
            what: "quaternion",
            remedy: "write 1 0 0 0 for no rotation",
            at: setting.spot("refquat"),
        })?;
        let reference = Vec3::from(setting.numbers::<3>("refpos")?.unwrap_or_default());
        let fill = match setting.keyword("inertia", &["legacy", "exact", "convex", "shell"])? {
            Some("exact") => Fill::Exact,
            Some("convex") => {
                notes.add(NoteKind::LeftOut, "mesh inertia", || {
                    (
                        element.place(),
                        format!("mesh \"{name}\": its inertia is that of the mesh, not of its convex hull"),
                    )
                });
                Fill::Exact
            }
            Some("shell") => Fill::Shell,
            _ if compiler.exact_meshes => Fill::Exact,
            _ => Fill::Legacy,
        };
        let reference = Pose::new(quaternion_rotation(unit.0), reference);
        let (key, place) = (name.clone(), element.place());
        self.meshes.insert(key, MeshAsset { name, place, source, fill, scale, reference, looked_for: false });
        Ok(())
    }

    /// The name of a mesh without a name, and where its vertices come from.
    fn source(&self, element: Element, compiler: &Compiler) -> Result<(String, MeshSource), FormatError> {
        if let Some(text) = element.attribute("file") {
            let written = text.text.trim();
            let file = Path::new(written);
            let bare = file.file_name().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
            let stem = file.file_stem().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
            let file = if compiler.strip_path { bare } else { written.to_owned() };
            let absolute = Path::new(&file).is_absolute() || file.contains("://");
            let folder = compiler.mesh_folder.trim_end_matches('/');
            let file = if absolute || folder.is_empty() { file } else { format!("{folder}/{file}") };
            return Ok((stem, MeshSource::File(mesh::from_model(&file, &element.place().file, &self.model))));
        }
        let (Some(vertices), Some(faces)) = (element.list("vertex")?, element.list("face")?) else {
            return Ok((String::new(), MeshSource::Generated));
        };
        let mesh = Mesh {
            positions: vertices.as_chunks::<3>().0.to_vec(),
            triangles: faces.as_chunks::<3>().0.iter().map(|face| face.map(|i| i as u32)).collect(),
        };
        let bad = faces.iter().find(|i| !(0.0..mesh.positions.len() as f64).contains(*i) || i.fract() != 0.0);
        let rule = match bad {
            Some(bad) => {
                format!("a face of a <mesh> refers to vertex {}, but there are {}", six(*bad), mesh.positions.len())
            }
            None if vertices.len() % 3 + faces.len() % 3 > 0 => {
                "the numbers of vertex and face of a <mesh> are not in groups of three".into()
            }
            None => return Ok((String::new(), MeshSource::Inline(mesh))),
        };
        let remedy = "number the vertices from 0, three for each triangle".into();
        Err(FormatError::BadValue { rule, remedy, at: attribute_spot(element, "face") })
    }

    /// The mesh of a geom. Notes a missing file.
    pub(super) fn mesh_of(&mut self, geom: Element, notes: &mut Notes) -> Result<MeshAsset, FormatError> {
        let name = geom.needed_name("mesh")?;
        let known: Vec<String> = self.meshes.keys().cloned().collect();
        let Some(asset) = self.meshes.get_mut(name) else {
            return Err(FormatError::UnknownReference {
                what: "the mesh of <geom>".into(),
                kind: "mesh",
                name: name.to_owned(),
                nearest: names::nearest(name, known.iter().map(String::as_str)),
                remedy: format!("add <mesh name=\"{name}\" file=\"…\"/> to <asset>"),
                at: attribute_spot(geom, "mesh"),
            });
        };
        if let MeshSource::File(file) = &asset.source
            && self.on_disk
            && !std::mem::replace(&mut asset.looked_for, true)
            && mesh::locate(file, &self.model).is_err()
        {
            notes.add(NoteKind::Mesh, "", || (asset.place.clone(), format!("mesh file \"{file}\" not found")));
        }
        Ok(asset.clone())
    }

    /// Mass properties of a mesh with unit density, in the frame of the geom.
    pub(super) fn body(&self, asset: &MeshAsset, notes: &mut Notes) -> Result<MassProperties, FormatError> {
        let mut mesh = match &asset.source {
            MeshSource::File(file) => mesh::load(mesh::locate(file, &self.model)?)?,
            MeshSource::Inline(mesh) => mesh.clone(),
            MeshSource::Generated => {
                let reason = format!("mesh \"{}\" has no faces: MuJoCo generates them", asset.name);
                return Err(FormatError::NotSolid { reason });
            }
        };
        let to_frame = asset.reference.inverse();
        for p in &mut mesh.positions {
            *p = to_frame.point(Vec3::from(*p)).to_array();
        }
        let (body, difference) = mesh_mass::body(&mesh.scaled(asset.scale.to_array()), asset.fill)?;
        if let Some((subject, difference)) = difference {
            let message = format!("mesh \"{}\" {difference}", asset.name);
            notes.add(NoteKind::Mesh, subject, || (asset.place.clone(), message));
        }
        Ok(body)
    }
}

impl MeshAsset {
    /// Its file, including the mesh folder, if it has one.
    pub(super) fn file(&self) -> Option<&str> {
        match &self.source {
            MeshSource::File(file) => Some(file),
            _ => None,
        }
    }

    /// Pose of the scaled mesh in the frame of the geom; `None` if it is rotated before a non-uniform scaling, which no pose
    /// can represent.
    pub(super) fn pose(&self) -> Option<Pose<f64>> {
        let Vec3 { x, y, z } = self.scale;
        let to_frame = self.reference.inverse();
        let even = x == y && y == z;
        let turned = to_frame.rotation != Mat3::identity();
        let shift = to_frame.position;
        (even || !turned).then(|| Pose::new(to_frame.rotation, Vec3::new(x * shift.x, y * shift.y, z * shift.z)))
    }
}
