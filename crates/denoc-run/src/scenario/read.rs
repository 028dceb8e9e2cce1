//! Scenario files.

use std::path::Path;

use super::Scenario;
use crate::Error;
use crate::error::scenario_error;
use crate::settings;

impl Scenario {
    /// Reads a TOML file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::parse(&denoc_formats::read_text(path)?, &path.display().to_string())
    }

    /// Reads TOML text; `file` is the name in messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, Error> {
        Ok(denoc_formats::from_toml(text, file, &settings::key_rule)?)
    }

    /// Reads a scenario from JSON, with the keys of a file.
    ///
    /// ```
    /// use denoc_run::scenario::Scenario;
    ///
    /// let json = serde_json::json!({"model": "puma", "simulate": {"duration": 1, "method": "rk4"}});
    /// let error = Scenario::from_json(json).unwrap_err();
    /// assert_eq!(error.key(), Some("simulate.method"));
    /// assert!(error.to_string().contains("is now called \"integrator\""));
    /// ```
    pub fn from_json(json: serde_json::Value) -> Result<Self, Error> {
        settings::check_json(&json)?;
        serde_json::from_value(json).map_err(|e| scenario_error("", format!("this is not a scenario ({e})"), ""))
    }

    /// The scenario as TOML text.
    pub fn to_toml(&self) -> String {
        // every field is a number, a text, a list or a table: writing cannot fail
        toml::to_string(self).unwrap_or_default()
    }
}
