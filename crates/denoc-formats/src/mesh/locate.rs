//! Resolves the mesh paths of model files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::FormatError;

/// Finds a mesh file. It is given as a path (relative to the folder of the model file `relative_to`), as
/// `file://PATH`, as `package://NAME/REST`, or as `model://NAME/REST`. A package is searched from the model file upward (a folder
/// of that name, or one whose package.xml has that name), then in the folders of the environment variables `ROS_PACKAGE_PATH` and
/// `AMENT_PREFIX_PATH`; a model likewise, then in the folders of `GZ_SIM_RESOURCE_PATH`, `SDF_PATH` and `GAZEBO_MODEL_PATH`.
///
/// ```
/// let error = denoc_formats::mesh::locate("meshes/arm.stl", "robot.urdf".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("mesh not found: \"meshes/arm.stl\"; tried "));
/// ```
pub fn locate(file: &str, relative_to: &Path) -> Result<PathBuf, FormatError> {
    let tried = candidates(file, relative_to);
    tried.iter().find(|p| p.is_file()).cloned().ok_or_else(|| FormatError::MeshNotFound {
        file: file.to_owned(),
        tried: tried.iter().map(|p| p.display().to_string()).collect(),
    })
}

/// Where a file or folder may be that a model file names.
pub(crate) fn candidates(file: &str, relative_to: &Path) -> Vec<PathBuf> {
    let folder = if relative_to.is_dir() { Some(relative_to) } else { relative_to.parent() };
    let folder = folder.filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match file.split_once("://") {
        Some(("package", rest)) => {
            let mut roots = folders("ROS_PACKAGE_PATH");
            roots.extend(folders("AMENT_PREFIX_PATH").into_iter().map(|prefix| prefix.join("share")));
            in_packages(rest, folder, &roots)
        }
        Some(("model", rest)) => {
            let roots = ["GZ_SIM_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH"].map(folders).concat();
            in_packages(rest, folder, &roots)
        }
        Some(("file", path)) => vec![folder.join(path)],
        _ => vec![folder.join(file)],
    }
}

/// Candidate paths of `NAME/REST` of a package or model, which may also be in one of the folders `roots`.
fn in_packages(name_and_rest: &str, folder: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let (name, rest) = name_and_rest.split_once('/').unwrap_or((name_and_rest, ""));
    let start = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut places = Vec::new();
    for above in start.ancestors() {
        if above.file_name() == Some(OsStr::new(name)) || is_package(above, name) {
            places.push(above.join(rest));
        }
        if above.join(name).is_dir() {
            places.push(above.join(name).join(rest));
        }
    }
    for root in roots {
        if root.file_name() == Some(OsStr::new(name)) || is_package(root, name) {
            places.push(root.join(rest));
        }
        places.push(root.join(name).join(rest));
    }
    if places.is_empty() {
        places.push(start.join(name).join(rest));
    }
    places
}

/// Whether the package.xml of the folder has this name.
fn is_package(folder: &Path, name: &str) -> bool {
    let Ok(text) = std::fs::read_to_string(folder.join("package.xml")) else { return false };
    roxmltree::Document::parse(&text).is_ok_and(|document| {
        let element = document.root_element().children().find(|c| c.has_tag_name("name"));
        element.and_then(|element| element.text()).is_some_and(|text| text.trim() == name)
    })
}

fn folders(variable: &str) -> Vec<PathBuf> {
    let Some(value) = std::env::var_os(variable) else { return Vec::new() };
    std::env::split_paths(&value).filter(|p| !p.as_os_str().is_empty()).collect()
}
