//! `<asset>`: meshes and colours.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};
use denoc_model::{MassProperties, Place, names};

use super::compiler::{Compiler, attribute_spot};
use super::setting::Defaults;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, mesh, quaternion};

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
    place: Place,
    /// The file, including the mesh folder.
    pub(super) file: String,
    pub(super) scale: Vec3<f64>,
    /// Pose of the frame of the geom in the unscaled mesh.
    reference: Pose<f64>,
    looked_for: bool,
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
        let setting = defaults.of(element, None)?;
        let Some((_, text)) = setting.attribute("file") else {
            notes.add(NoteKind::Mesh, "inline", || {
                (element.place(), "a <mesh> without file is ignored: geoms that use it are omitted".into())
            });
            return Ok(());
        };
        let written = text.text.trim();
        let file = Path::new(written);
        let bare = file.file_name().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = file.file_stem().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
        let name = if element.attribute("name").is_some() { element.needed_name("name")?.to_owned() } else { stem };
        let file = if compiler.strip_path { bare } else { written.to_owned() };
        let absolute = Path::new(&file).is_absolute() || file.contains("://");
        let folder = compiler.mesh_folder.trim_end_matches('/');
        let file = if absolute || folder.is_empty() { file } else { format!("{folder}/{file}") };
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
        if setting.attribute("inertia").is_some_and(|(_, t)| matches!(t.text.trim(), "shell" | "convex")) {
            notes.add(NoteKind::LeftOut, "mesh inertia", || {
                (element.place(), format!("mesh \"{name}\": its inertia is computed as that of the enclosed solid"))
            });
        }
        let reference = Pose::new(quaternion_rotation(unit.0), reference);
        self.meshes.insert(name, MeshAsset { place: element.place(), file, scale, reference, looked_for: false });
        Ok(())
    }

    /// The mesh of a geom. Notes a missing file.
    pub(super) fn mesh_of(&mut self, geom: Element, notes: &mut Notes) -> Result<MeshAsset, FormatError> {
        let name = geom.needed_name("mesh")?;
        let known: Vec<String> = self.meshes.keys().cloned().collect();
        let Some(asset) = self.meshes.get_mut(name) else {
            return Err(FormatError::UnknownReference {
                what: "the mesh of <geom>".into(),
                kind: "mesh with a file",
                name: name.to_owned(),
                nearest: names::nearest(name, known.iter().map(String::as_str)),
                remedy: format!("add <mesh name=\"{name}\" file=\"…\"/> to <asset>"),
                at: attribute_spot(geom, "mesh"),
            });
        };
        if self.on_disk
            && !std::mem::replace(&mut asset.looked_for, true)
            && mesh::locate(&asset.file, &self.model).is_err()
        {
            notes.add(NoteKind::Mesh, "", || (asset.place.clone(), format!("mesh file \"{}\" not found", asset.file)));
        }
        Ok(asset.clone())
    }

    /// Mass properties of a mesh with unit density, in the frame of the geom.
    pub(super) fn body(&self, asset: &MeshAsset) -> Result<MassProperties, FormatError> {
        let mut mesh = mesh::load(mesh::locate(&asset.file, &self.model)?)?;
        let to_frame = asset.reference.inverse();
        for p in &mut mesh.positions {
            *p = to_frame.point(Vec3::from(*p)).to_array();
        }
        mesh::uniform(&mesh.scaled(asset.scale.to_array()), 1.0)
    }
}

impl MeshAsset {
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
