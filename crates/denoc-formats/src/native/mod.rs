//! The model file: links and joints in TOML.
//!
//! The keys are described in `docs/model-file.md`. Everything is checked while it is read: an unknown key, a unit of the wrong
//! quantity or a reference to a missing part is an error with a location and is never ignored.

mod body;
mod color;
mod constraint;
mod coupling;
mod curve;
mod details;
mod dh;
mod file;
mod gears;
mod help;
mod joint;
mod keys;
mod known;
mod mesh;
mod origin;
mod parameter;
mod planar;
mod properties;
mod quantity;
#[cfg(test)]
mod reference_tests;
mod rope;
#[cfg(test)]
mod schema_tests;
mod section;
mod shape;
mod si;
mod syntax;
mod typed;
mod unit;
mod value;
mod write;

pub use help::model_file_help;
pub use si::{in_si, number_in_si};
pub use typed::{KeyProblem, KeyRule, from_toml};

use std::path::Path;

use denoc_model::Description;
use toml::de::DeTable;

use crate::source::{Source, read_text};
use crate::{FormatError, Note};

pub use write::{NativeExtra, canonical_text, write_native};

/// The JSON Schema (draft 2020-12) of model files, for editors.
pub const MODEL_SCHEMA: &str = include_str!("../../schema/model.schema.json");

/// The mechanism described by a model file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Native {
    /// Links, joints and all other parts, with their locations in the file.
    pub description: Description,
    /// Notes about data that are ignored or possibly unintended.
    pub notes: Vec<Note>,
    /// `model.description`: a one-line description for tables.
    pub one_line: Option<String>,
    /// `model.source`: source of the numbers.
    pub source: Option<String>,
}

/// Reads a model file. Its mesh files must exist.
///
/// ```
/// let missing = denoc_formats::read_native("no/such/arm.toml").unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/arm.toml: there is no such file; check the path");
/// ```
pub fn read_native(path: impl AsRef<Path>) -> Result<Native, FormatError> {
    let path = path.as_ref();
    parse(&read_text(path)?, &path.display().to_string(), Some(path))
}

/// Reads the text of a model file; `file` is the name used in messages and locations. Mesh files are not searched.
///
/// ```
/// let text = r#"
/// [model]
/// name = "pendulum"
///
/// [[link]]
/// name = "bob"
/// [[link.shape]]
/// type = "sphere"
/// radius = "50 mm"
/// mass = 2
/// origin = { xyz = [0, 0, -1] }
///
/// [[joint]]
/// name = "pivot"
/// type = "revolute"
/// parent = "ground"
/// child = "bob"
/// axis = [0, 1, 0]
/// "#;
/// let model = denoc_formats::parse_native(text, "pendulum.toml")?.description.build()?;
/// assert_eq!(model.nv(), 1);
///
/// let error = denoc_formats::parse_native(&text.replace("50 mm", "50 deg"), "pendulum.toml").unwrap_err();
/// assert_eq!(error.to_string(), r#"pendulum.toml:9:14: "50 deg" is an angle, but "radius" of shape 1 of link "bob" is a length
///     9 | radius = "50 deg"
///       |              ^ write it in m, cm, mm or in"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_native(text: &str, file: &str) -> Result<Native, FormatError> {
    parse(text, file, None)
}

/// `model` is the path of the file, if any, for the search of meshes.
pub(crate) fn parse(text: &str, file: &str, model: Option<&Path>) -> Result<Native, FormatError> {
    let source = Source::new(file, text);
    let table = DeTable::parse(text).map_err(|e| syntax::error(&e, &source))?;
    file::read(&section::Section::file(&source, table.get_ref()), &mesh::Meshes { model })
}
