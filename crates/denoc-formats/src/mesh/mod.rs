//! Mesh files: search, triangles, mass properties.
//!
//! Files are found with [`locate`] and read with [`load`]: STL (text and binary), OBJ, and COLLADA (`.dae`). Reading a model
//! searches its mesh files but does not read them.

mod dae;
mod locate;
mod mass;
mod obj;
mod relocate;
mod search;
mod solid;
mod stl;
#[cfg(test)]
mod tests;

use std::path::Path;

use denoc_model::{Description, Geometry};

use crate::FormatError;

pub(crate) use locate::candidates;
pub use locate::locate;
pub(crate) use mass::outer;
pub use mass::uniform;
pub use relocate::relocate;
pub(crate) use search::{Search, from_model};

/// A triangle mesh. Triangles are counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertices, m.
    pub positions: Vec<[f64; 3]>,
    /// Three indices into `positions` per triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The mesh with its coordinates scaled. If this mirrors it, the triangles are reversed, so that their outside
    /// remains outside.
    pub fn scaled(mut self, scale: [f64; 3]) -> Self {
        for p in &mut self.positions {
            for (x, s) in p.iter_mut().zip(scale) {
                *x *= s;
            }
        }
        if scale.iter().product::<f64>() < 0.0 {
            self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        self
    }
}

/// Whether the up axis that COLLADA files name turns their data.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// It is turned into the z axis, as COLLADA specifies.
    #[default]
    Specified,
    /// It is ignored: the data have the axes of the link. Programs that read URDF do so, and robots are drawn for them.
    Ignored,
}

impl UpAxis {
    /// What holds for the meshes that a file of this format names.
    pub fn of(format: crate::Format) -> Self {
        if format == crate::Format::Urdf { Self::Ignored } else { Self::Specified }
    }
}

/// Reads a mesh file, with the up axis that it specifies; the format is detected by the file name extension.
///
/// ```
/// let path = std::env::temp_dir().join(format!("denoc-mesh-{}.obj", std::process::id()));
/// std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
/// let square = denoc_formats::mesh::load(&path)?;
/// assert_eq!((square.positions.len(), square.triangles.len()), (4, 2));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<Mesh, FormatError> {
    load_turned(path, UpAxis::Specified)
}

/// As [`load`], with a rule for the up axis of COLLADA files.
pub fn load_turned(path: impl AsRef<Path>, up: UpAxis) -> Result<Mesh, FormatError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let broken = |reason: String| FormatError::Mesh { file: file.clone(), reason };
    let bytes = denoc_base::input::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => FormatError::NotFound { file: file.clone(), nearest: None },
        _ => FormatError::Unreadable { file: file.clone(), reason: denoc_base::input::reason(&e) },
    })?;
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mesh = match ending.as_str() {
        "stl" => stl::parse(&bytes),
        "obj" => obj::parse(&bytes),
        "dae" => dae::parse(&bytes, up),
        other => Err(format!("the extension \"{other}\" is not supported; meshes are .stl, .obj or .dae files")),
    };
    let mesh = mesh.map_err(broken)?;
    check(&mesh).map_err(broken)?;
    Ok(mesh)
}

fn check(mesh: &Mesh) -> Result<(), String> {
    if mesh.triangles.is_empty() {
        return Err("it has no triangles".into());
    }
    if mesh.positions.iter().flatten().any(|x| !x.is_finite()) {
        return Err("a vertex is not finite".into());
    }
    match mesh.triangles.iter().flatten().find(|&&i| i as usize >= mesh.positions.len()) {
        Some(i) => Err(format!("a triangle refers to vertex {}, but there are {}", i + 1, mesh.positions.len())),
        None => Ok(()),
    }
}

/// Finds and reads all meshes of a description, and returns an error for each file that is missing or invalid. `base` is the model
/// file.
pub fn check_meshes(description: &Description, base: &Path) -> Vec<FormatError> {
    files(description).into_iter().filter_map(|file| locate(file, base).and_then(load).err()).collect()
}

/// The mesh files that a description names, each once, as written there.
pub fn files(description: &Description) -> Vec<&str> {
    let mut seen = std::collections::HashSet::new();
    let shapes = description.links.iter().flat_map(|link| &link.shapes);
    let files = shapes.filter_map(|shape| match &shape.geometry {
        Geometry::Mesh { file, .. } => Some(file.as_str()),
        _ => None,
    });
    files.filter(|file| seen.insert(*file)).collect()
}
