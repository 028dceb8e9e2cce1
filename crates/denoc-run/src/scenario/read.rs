//! Scenario files.

use std::path::Path;

use super::Scenario;
use crate::Error;

impl Scenario {
    /// Reads a TOML file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::parse(&denoc_formats::read_text(path)?, &path.display().to_string())
    }

    /// Reads TOML text; `file` is the name that messages carry.
    pub fn parse(text: &str, file: &str) -> Result<Self, Error> {
        Ok(denoc_formats::from_toml(text, file)?)
    }

    /// The scenario as TOML text.
    pub fn to_toml(&self) -> String {
        // every field is a number, a text, a list or a table: it can always be written
        toml::to_string(self).unwrap_or_default()
    }
}
