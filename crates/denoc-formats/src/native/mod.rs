//! The model file: links and joints in TOML.
//!
//! Its words are in `docs/model-file.md`. Everything is checked where it is read: a key that does not exist, a unit of another
//! quantity, a name that nobody has are errors with a place, never ignored.

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
mod known;
mod mesh;
mod origin;
mod parameter;
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
mod words;
mod write;

pub use help::model_file_help;
pub use si::in_si;
pub use typed::{KeyProblem, KeyRule, from_toml};

use std::path::Path;

use denoc_model::Description;
use toml::de::DeTable;

use crate::source::{Source, read_text};
use crate::{FormatError, Note};

pub use write::{NativeExtra, canonical_text, write_native};

/// The JSON Schema (draft 2020-12) of model files, for editors.
pub const MODEL_SCHEMA: &str = include_str!("../../schema/model.schema.json");

/// What a model file says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Native {
    /// Links, joints and the rest, with their places.
    pub description: Description,
    /// What was read but is not used, or may not be meant.
    pub notes: Vec<Note>,
    /// `model.description`: one line for tables.
    pub one_line: Option<String>,
    /// `model.source`: where the numbers come from.
    pub source: Option<String>,
}

/// Reads a model file. Mesh files must be there.
///
/// ```
/// let missing = denoc_formats::read_native("no/such/arm.toml").unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/arm.toml: there is no such file; check the path");
/// ```
pub fn read_native(path: impl AsRef<Path>) -> Result<Native, FormatError> {
    let path = path.as_ref();
    parse(&read_text(path)?, &path.display().to_string(), Some(path))
}

/// Reads the text of a model file; `file` is the name that messages and places carry. Mesh files are not looked for.
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

/// `model` is the path of the file, if there is one, to find meshes.
pub(crate) fn parse(text: &str, file: &str, model: Option<&Path>) -> Result<Native, FormatError> {
    let source = Source::new(file, text);
    let table = DeTable::parse(text).map_err(|e| syntax::error(&e, &source))?;
    file::read(&section::Section::file(&source, table.get_ref()), &mesh::Meshes { model })
}
