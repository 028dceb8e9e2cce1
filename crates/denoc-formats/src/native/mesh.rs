//! Mesh files: existence and mass properties.

use std::path::{Path, PathBuf};

use denoc_math::Vec3;
use denoc_model::MassProperties;

use super::section::Item;
use crate::note::Notes;
use crate::{FormatError, mesh};

/// The mass of a shape, as specified.
#[derive(Copy, Clone)]
pub(super) enum Amount {
    /// kg.
    Mass(f64),
    /// kg/m³.
    Density(f64),
}

/// Search of mesh files.
pub(super) struct Meshes<'a> {
    /// The model file; `None` if the text does not come from a file, so that meshes are not searched.
    pub(super) model: Option<&'a Path>,
}

impl Meshes<'_> {
    /// Notes a missing file of a shape that is only seen.
    pub(super) fn look_for(&self, item: &Item, file: &str, notes: &mut Notes) {
        let place = || item.section.source.place(item.value.span().start);
        mesh::Search::new(self.model).look_for(file, place, notes);
    }

    /// Finds a file whose volume is needed; a missing file is an error.
    fn find(&self, item: &Item, file: &str) -> Result<Option<PathBuf>, FormatError> {
        let Some(model) = self.model else { return Ok(None) };
        match mesh::locate(file, model) {
            Ok(path) => Ok(Some(path)),
            Err(FormatError::MeshNotFound { tried, .. }) => {
                let rule = format!("mesh not found: \"{file}\"");
                let remedy = format!("correct the path, relative to the model file; tried {}", tried.join(", "));
                Err(FormatError::BadValue { rule, remedy, at: item.spot() })
            }
            Err(other) => Err(other),
        }
    }

    /// The mass properties of the homogeneous solid inside a mesh.
    pub(super) fn body(
        &self,
        item: &Item,
        file: &str,
        scale: Vec3<f64>,
        amount: Amount,
    ) -> Result<MassProperties, FormatError> {
        let bad = |rule: String, remedy: &str| FormatError::BadValue { rule, remedy: remedy.into(), at: item.spot() };
        let Some(path) = self.find(item, file)? else {
            let rule = format!("the mass of mesh \"{file}\" cannot be computed: the model is not a file");
            return Err(bad(rule, "read the model from a file, or specify mass, center and inertia of the link"));
        };
        let triangles = mesh::load(&path).map_err(|e| match e {
            FormatError::Mesh { reason, .. } => {
                bad(format!("mesh \"{file}\" cannot be read: {reason}"), "open it in a 3D program and save it again")
            }
            other => other,
        })?;
        let no_solid = |reason: &str| {
            let rule = format!("the mass of mesh \"{file}\" cannot be computed: {reason}");
            bad(rule, "specify mass, center and inertia of the link, or repair the mesh in a 3D program")
        };
        let unit = mesh::uniform(&triangles.scaled(scale.to_array()), 1.0).map_err(|e| match e {
            FormatError::NotSolid { reason } => no_solid(&reason),
            other => other,
        })?;
        if !(unit.mass > 0.0 && unit.mass.is_finite()) {
            return Err(no_solid("its volume is too small or too large"));
        }
        let density = match amount {
            Amount::Mass(mass) => mass / unit.mass,
            Amount::Density(density) => density,
        };
        Ok(MassProperties { mass: density * unit.mass, inertia: unit.inertia.scale(density), ..unit })
    }
}
