//! Differences between the inputs of two runs, from their `run.json`.

use serde::Serialize;
use serde_json::Value;

use super::Results;
use crate::differences::{entries, shown};

/// A difference between the inputs of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputDifference {
    /// What differs: `program`, `model`, a file (`files.arm.stl`) or a key of the scenario (`scenario.simulate.tolerance`).
    pub key: String,
    /// The value in the first run; null if it has none.
    pub a: Value,
    /// The value in the second run.
    pub b: Value,
}

impl InputDifference {
    /// `scenario.simulate.tolerance: 1e-10, 1e-8`; checksums are not shown.
    pub fn text(&self) -> String {
        if self.key == "model_sha256" {
            return "model: its numbers differ".into();
        }
        if let Some(file) = self.key.strip_prefix("files.") {
            let how = match (&self.a, &self.b) {
                (_, Value::Null) => "only in a",
                (Value::Null, _) => "only in b",
                _ => "its contents differ",
            };
            return format!("file {file}: {how}");
        }
        format!("{}: {}, {}", self.key, shown(&self.a, &self.b), shown(&self.b, &self.a))
    }
}

/// Differences of version, model, scenario and files; `None` if one of the results is not a run folder.
pub(super) fn differences(a: &Results, b: &Results) -> Option<Vec<InputDifference>> {
    let (a, b) = (a.record.as_ref()?, b.record.as_ref()?);
    let mut found = Vec::new();
    let mut add = |key: &str, a: &Value, b: &Value| {
        if a != b {
            found.push(InputDifference { key: key.to_owned(), a: a.clone(), b: b.clone() });
        }
    };
    add("program", &a["program"], &b["program"]);
    add("model", &a["model"], &b["model"]);
    if a["model"] == b["model"] {
        // the same name: its numbers have changed
        add("model_sha256", &a["model_sha256"], &b["model_sha256"]);
    }
    for part in ["scenario", "files"] {
        for entry in entries(part, &a[part], &b[part]) {
            add(&entry.at, entry.there, entry.here);
        }
    }
    Some(found)
}
