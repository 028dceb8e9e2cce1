//! From the name of a file or of an arm of the catalogue to a model.

use std::ffi::OsStr;
use std::path::Path;

use denoc_formats::{FormatError, LoadError, Note, load_urdf, read_urdf};
use denoc_model::{Description, Model, ModelError, catalogue, names};

use crate::Error;
use crate::error::Kind;

/// A mechanism that was loaded: as described, as numbered, and what the reader has to say.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// Links and joints as plain data.
    pub description: Description,
    /// The numbered model, with [`Model::warnings`].
    pub model: Model,
    /// What was read but not used, or simplified. Empty for the catalogue.
    pub notes: Vec<Note>,
}

impl Loaded {
    /// Builds the model of a description.
    pub fn new(description: Description, notes: Vec<Note>) -> Result<Self, Error> {
        let model = description.build()?;
        Ok(Self { description, model, notes })
    }

    /// Lets the link that does not move float freely ([`Description::floating`]).
    ///
    /// ```
    /// let arm = denoc::load("puma")?.floating()?.model;
    /// assert_eq!((arm.nq(), arm.nv()), (13, 12));
    /// # Ok::<(), denoc::Error>(())
    /// ```
    pub fn floating(self) -> Result<Self, Error> {
        Self::new(self.description.floating(), self.notes)
    }

    /// Refuses what would only be a warning.
    ///
    /// ```
    /// let error = denoc::load("planar_3r")?.strict().unwrap_err();
    /// assert_eq!(error.code(), "model.doubtful");
    /// # Ok::<(), denoc::Error>(())
    /// ```
    pub fn strict(self) -> Result<Self, Error> {
        match self.model.warnings().first() {
            None => Ok(self),
            Some(warning) => Err(ModelError::Doubtful(warning.clone()).into()),
        }
    }
}

/// Loads a robot file (`.urdf`) or an arm of the catalogue ([`denoc_model::catalogue`]). What looks like a path, or exists as
/// a file, is taken as a file.
///
/// ```
/// assert_eq!(denoc::load("puma")?.model.nv(), 6);
///
/// let error = denoc::load("pumma").unwrap_err();
/// assert!(error.is_not_found());
/// assert!(error.to_string().starts_with("there is no model called \"pumma\" in the catalogue; did you mean \"puma\"?"));
///
/// let error = denoc::load("robots/arm.urdf").unwrap_err();
/// assert_eq!(error.to_string(), "robots/arm.urdf: there is no such file; check the path");
/// # Ok::<(), denoc::Error>(())
/// ```
pub fn load(file_or_name: impl AsRef<OsStr>) -> Result<Loaded, Error> {
    load_as(file_or_name.as_ref(), |description| description)
}

/// As [`load`], but the root link floats freely ([`Description::floating`]); also for a single body without joints, which
/// [`load`] refuses.
///
/// ```
/// let arm = denoc::load_floating("puma")?.model;
/// assert_eq!((arm.nq(), arm.nv()), (13, 12));
/// # Ok::<(), denoc::Error>(())
/// ```
pub fn load_floating(file_or_name: impl AsRef<OsStr>) -> Result<Loaded, Error> {
    load_as(file_or_name.as_ref(), Description::floating)
}

fn load_as(wanted: &OsStr, change: fn(Description) -> Description) -> Result<Loaded, Error> {
    let text = wanted.to_string_lossy();
    if let Some(entry) = catalogue::ENTRIES.iter().find(|entry| entry.name == text) {
        return Loaded::new(change((entry.describe)()), Vec::new());
    }
    let path = Path::new(wanted);
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("urdf") => file(path, change),
        _ if path.is_file() => Err(Kind::UnknownFormat { file: text.into_owned() }.into()),
        _ if path.components().count() > 1 || extension.is_some() || path.exists() => missing(path),
        _ => Err(unknown(&text)),
    }
}

fn file(path: &Path, change: fn(Description) -> Description) -> Result<Loaded, Error> {
    let urdf = read_urdf(path)?;
    Loaded::new(change(urdf.description), urdf.notes).map_err(|error| match load_urdf(path) {
        // the same error once more, with an excerpt of the file
        Err(LoadError::Model { error: again, excerpt }) if Error::from((*again).clone()) == error => {
            LoadError::Model { error: again, excerpt }.into()
        }
        _ => error,
    })
}

/// The error of a file that does not exist, or is a folder.
fn missing(path: &Path) -> Result<Loaded, Error> {
    let file = path.display().to_string();
    match read_urdf(path) {
        Err(error @ (FormatError::NotFound { .. } | FormatError::Unreadable { .. })) => Err(error.into()),
        _ => Err(Kind::UnknownFormat { file }.into()),
    }
}

fn unknown(name: &str) -> Error {
    let known = catalogue::ENTRIES.iter().map(|entry| entry.name);
    Kind::UnknownModel {
        name: name.to_owned(),
        nearest: names::nearest(name, known.clone()),
        known: known.collect::<Vec<_>>().join(", "),
    }
    .into()
}
