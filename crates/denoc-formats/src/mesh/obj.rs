//! OBJ: vertices and faces; colours and textures are not read.

use std::io::Cursor;

use tobj::{LoadError, LoadOptions};

use super::Mesh;

pub(super) fn parse(bytes: &[u8]) -> Result<Mesh, String> {
    let options = LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..Default::default() };
    let no_materials = |_: &std::path::Path| Err(LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(&mut Cursor::new(bytes), &options, no_materials)
        .map_err(|e| format!("this is not OBJ: {e}"))?;
    let mut mesh = Mesh::default();
    for part in models.iter().map(|model| &model.mesh) {
        let first = u32::try_from(mesh.positions.len()).map_err(|_| "it has more than 2³² vertices".to_owned())?;
        mesh.positions.extend(part.positions.as_chunks::<3>().0);
        for &[a, b, c] in part.indices.as_chunks::<3>().0 {
            mesh.triangles.push([a, b, c].map(|i| first.saturating_add(i)));
        }
    }
    Ok(mesh)
}
