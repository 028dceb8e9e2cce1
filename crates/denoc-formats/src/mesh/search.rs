//! Search of the mesh files of a model while it is read.

use std::collections::HashMap;
use std::path::Path;

use denoc_model::Place;

use super::locate;
use crate::note::{NoteKind, Notes};

/// The mesh files of a model that have been searched.
pub(crate) struct Search<'p> {
    /// The path of the model file, if its text comes from one.
    model: Option<&'p Path>,
    found: HashMap<String, bool>,
}

impl<'p> Search<'p> {
    /// Searches relative to a model file; without one, nothing is searched.
    pub(crate) fn new(model: Option<&'p Path>) -> Self {
        Self { model, found: HashMap::new() }
    }

    /// Notes a missing file of a shape. This is not an error, since many robot files are distributed without their meshes.
    pub(crate) fn look_for(&mut self, file: &str, place: impl FnOnce() -> Place, notes: &mut Notes) {
        let Some(model) = self.model else { return };
        let found = self.found.entry(file.to_owned()).or_insert_with(|| locate(file, model).is_ok());
        if !*found {
            notes.add(NoteKind::Mesh, "", || (place(), format!("mesh file \"{file}\" not found")));
        }
    }
}

/// The path from the model file of a file that is named in `file`, which the model may include: it is looked for beside the model
/// first, then beside the file that names it.
pub(crate) fn from_model(name: &str, file: &str, model: &Path) -> String {
    if locate(name, model).is_ok() {
        return name.to_owned();
    }
    let folder = |path: &Path| path.parent().unwrap_or(Path::new("")).to_owned();
    let beside = folder(Path::new(file)).join(name);
    let inside = match beside.strip_prefix(folder(model)) {
        Ok(inside) => inside.to_owned(),
        Err(_) => std::path::absolute(&beside).unwrap_or(beside),
    };
    let inside = inside.to_string_lossy().into_owned();
    if locate(&inside, model).is_ok() { inside } else { name.to_owned() }
}
