//! Mesh paths of a model that is written to another place.

use std::path::{Component, Path, PathBuf};

use denoc_model::{Description, Geometry};

use super::locate;
use crate::FormatError;

/// Changes the mesh paths of a description that was read from a file in the folder `from`, so that they are found from the file `to`:
/// a path that still leads to the same mesh is kept, others become relative to the folder of `to`. Addresses such as
/// `package://NAME/REST` are kept only if `addresses` is set, since not every format has them. Returns an error for each mesh that is
/// not found, whose path is kept.
///
/// ```
/// use denoc_formats::mesh;
/// let folder = std::env::temp_dir().join(format!("denoc-relocate-{}", std::process::id()));
/// std::fs::create_dir_all(folder.join("new"))?;
/// std::fs::write(folder.join("part.stl"), "solid\nendsolid\n")?;
/// let text = r#"<robot name="r"> <link name="a"/> <link name="b"> <visual> <geometry>
///   <mesh filename="part.stl"/> </geometry> </visual> </link>
///   <joint name="j" type="fixed"> <parent link="a"/> <child link="b"/> </joint> </robot>"#;
/// let mut robot = denoc_formats::parse_urdf(text, "r.urdf")?.description;
/// let missing = mesh::relocate(&mut robot, &folder, &folder.join("new/r.urdf"), true);
/// assert!(missing.is_empty());
/// assert_eq!(mesh::files(&robot), ["../part.stl"]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn relocate(description: &mut Description, from: &Path, to: &Path, addresses: bool) -> Vec<FormatError> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut missing: Vec<FormatError> = Vec::new();
    let shapes = description.links.iter_mut().flat_map(|link| &mut link.shapes);
    for shape in shapes {
        let Geometry::Mesh { file, .. } = &mut shape.geometry else { continue };
        match locate(file, from) {
            Ok(found) => {
                let same = || locate(file, to).is_ok_and(|there| real(&there) == real(&found));
                if (addresses || !file.contains("://")) && same() {
                    continue;
                }
                *file = relative(&real(&found), &real(folder)).to_string_lossy().replace('\\', "/");
            }
            Err(error) if missing.contains(&error) => {}
            Err(error) => missing.push(error),
        }
    }
    missing
}

/// The path without links and steps back.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// The way from a folder to a file.
fn relative(file: &Path, folder: &Path) -> PathBuf {
    let (to, from): (Vec<Component>, Vec<Component>) = (file.components().collect(), folder.components().collect());
    let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    // on another drive
    if common == 0 {
        return file.to_owned();
    }
    let back = from[common..].iter().map(|_| Component::ParentDir);
    back.chain(to[common..].iter().copied()).collect()
}
