//! The format and version that the JSON files of run and sweep folders carry.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::Error;
use crate::error::folder_error;

/// A file format and its version.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stamp {
    /// The format: `denoc run`.
    pub(crate) format: &'static str,
    /// The version that this program writes and reads.
    pub(crate) version: u64,
    /// What to do with a file of another version.
    pub(crate) remedy: &'static str,
}

/// This program and its version.
pub(crate) fn program() -> String {
    format!("denoc {}", env!("CARGO_PKG_VERSION"))
}

impl Stamp {
    /// The entries that open a file of this format.
    pub(crate) fn entries(&self) -> Map<String, Value> {
        let mut entries = Map::new();
        entries.insert("format".into(), json!(self.format));
        entries.insert("version".into(), json!(self.version));
        entries.insert("program".into(), json!(program()));
        entries
    }

    /// Refuses a file of another format or version.
    pub(crate) fn check(&self, file: &Path, found: &Value) -> Result<(), Error> {
        let Self { format, version, remedy } = self;
        let name = found.get("format").and_then(Value::as_str);
        match (name, found.get("version").and_then(Value::as_u64)) {
            (Some(name), Some(number)) if name == *format && number == *version => Ok(()),
            (Some(name), Some(number)) if name == *format => {
                let rule = format!("the file has format version {number}, and this program reads version {version}");
                Err(folder_error(file, rule, *remedy))
            }
            (Some(name), Some(_)) => {
                Err(folder_error(file, format!("the file is a \"{name}\", not a \"{format}\""), "check the path"))
            }
            _ => {
                let rule =
                    "the file names no format and version: an earlier version of denoc wrote it, or another program";
                Err(folder_error(file, rule, *remedy))
            }
        }
    }
}
