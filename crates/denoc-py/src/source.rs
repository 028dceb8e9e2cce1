//! The source of a model, which a pickle contains. The same source gives the same model, bit for bit, on any machine; meshes that
//! define masses, and cam tables, are read again from their files.

use std::path::Path;

use denoc_formats::{catalogue, read_text};
use denoc_math::Vec3;
use denoc_run::parameters::with_parameters;
use denoc_run::{Base, Error, LoadOptions, Loaded, Mimic, load_on, load_text};

/// A name of the catalogue or the text of a file, and the options of loading.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name in the catalogue, or the path of the file as it was given.
    pub(crate) name: String,
    /// The absolute path of the file.
    pub(crate) path: String,
    /// The text of the file; `None` for the catalogue.
    pub(crate) text: Option<String>,
    pub(crate) base: Base,
    pub(crate) mimic: Mimic,
    pub(crate) gravity: Option<[f64; 3]>,
    /// Changed parameters, in this order.
    pub(crate) parameters: Vec<(String, f64)>,
}

impl Source {
    /// A name of the catalogue, or a file that is read now.
    pub(crate) fn find(name: String, base: Base, mimic: Mimic, gravity: Option<[f64; 3]>) -> Result<Self, Error> {
        let file = Path::new(&name);
        let text = match catalogue::entry(&name) {
            None if file.is_file() => Some(read_text(file)?),
            _ => None,
        };
        let absolute = std::path::absolute(file).ok().filter(|_| text.is_some());
        let path = absolute.map_or_else(|| name.clone(), |path| path.display().to_string());
        Ok(Self { name, path, text, base, mimic, gravity, parameters: Vec::new() })
    }

    /// The mechanism.
    pub(crate) fn load(&self) -> Result<Loaded, Error> {
        let options = LoadOptions { base: self.base, mimic: self.mimic };
        let mut loaded = match &self.text {
            Some(text) => load_text(text.clone(), &self.name, options)?,
            None => load_on(&self.name, options)?,
        };
        if let Some(gravity) = self.gravity {
            loaded.description.gravity = Vec3::from(gravity);
            loaded = loaded.rebuild()?;
        }
        if !self.parameters.is_empty() {
            loaded = with_parameters(&loaded, &self.parameters)?;
        }
        Ok(loaded)
    }
}
