//! What a sweep is of: `sweep.json`. A folder may only be continued by the same sweep, from the program or from Python.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::differences::differences;
use super::{Evaluator, Heading};
use crate::error::Kind;
use crate::scenario::Scenario;
use crate::stamp::{Stamp, program};
use crate::{Error, checksum, model_checksum};

const STAMP: Stamp = Stamp {
    format: "denoc sweep",
    version: 2,
    remedy: "its CSV and Parquet files can still be read as tables; to go on, run the sweep in another folder",
};

/// What a sweep is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that made it, with its version: rows of two versions are not mixed.
    pub program: String,
    /// What is swept: `model`, `scenario` and `files`, or a `function` of Python. Models, files and functions carry checksums.
    pub subject: Value,
    /// How points are chosen and what is kept of them, with the keys of `[sweep]`.
    pub sweep: Value,
    /// The parameters.
    pub parameters: Vec<Heading>,
    /// The metrics; nothing if they are known only from finished points, as of functions.
    pub metrics: Option<Vec<Heading>>,
    /// The points.
    pub points: Points,
}

/// The points of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// How many.
    pub count: usize,
    /// Checksum of their numbers, as bytes, row by row, least significant first.
    pub sha256: String,
}

impl Points {
    fn of(points: &[Vec<f64>]) -> Self {
        Self { count: points.len(), sha256: checksum::of_numbers(points.iter().flatten()) }
    }
}

impl Manifest {
    /// The manifest of a scenario's sweep with these points.
    pub fn of(evaluator: &Evaluator, points: &[Vec<f64>]) -> Result<Self, Error> {
        let (scenario, model) = (evaluator.plain_scenario(), &evaluator.loaded().model);
        let checksum = model_checksum(&evaluator.loaded().description)?;
        Ok(Self {
            program: program(),
            subject: json!({
                "model": {"name": model.name(), "sha256": checksum},
                "scenario": scenario,
                "files": files(scenario, evaluator.base()),
            }),
            sweep: json!(evaluator.design()),
            parameters: evaluator.parameters().to_vec(),
            metrics: Some(evaluator.metrics().to_vec()),
            points: Points::of(points),
        })
    }

    /// The manifest of a sweep of a function of another language, whose name and checksum `function` holds.
    pub fn of_function(
        function: Value,
        sweep: Value,
        parameters: Vec<Heading>,
        metrics: Option<Vec<Heading>>,
        points: &[Vec<f64>],
    ) -> Self {
        Self {
            program: program(),
            subject: json!({ "function": function }),
            sweep,
            parameters,
            metrics,
            points: Points::of(points),
        }
    }

    /// The text of `sweep.json`.
    pub(super) fn text(&self) -> String {
        let mut file = STAMP.entries();
        if let Value::Object(entries) = json!(self) {
            file.extend(entries);
        }
        serde_json::to_string_pretty(&Value::Object(file)).unwrap_or_default() + "\n"
    }

    /// Reads `sweep.json`.
    pub(super) fn read(file: &Path) -> Result<Self, Error> {
        let broken = |words: String| {
            let words =
                format!("{}: this is not the manifest of a sweep ({words}); use another folder", file.display());
            Error::from(Kind::Folder(words))
        };
        let text = std::fs::read_to_string(file).map_err(|e| broken(e.kind().to_string()))?;
        let found: Value = serde_json::from_str(&text).map_err(|e| broken(e.to_string()))?;
        STAMP.check(file, &found)?;
        serde_json::from_value(found).map_err(|e| broken(e.to_string()))
    }

    /// Refuses a folder of another sweep, and says what differs.
    pub(super) fn check(&self, folder: &Path, there: &Self) -> Result<(), Error> {
        // through text, as the other was: numbers compare as they are written
        let here: Self = serde_json::from_str(&json!(self).to_string()).unwrap_or_else(|_| self.clone());
        let found = differences(there, &here);
        if found.is_empty() {
            return Ok(());
        }
        let more = if found.len() > 4 { format!("\n  and {} more", found.len() - 4) } else { String::new() };
        let shown = found[..found.len().min(4)].join("\n  ");
        Err(Kind::Folder(format!(
            "{}: another sweep is in this folder:\n  {shown}{more}\nuse another folder, or remove this one (denoc sweep --force)",
            folder.display()
        ))
        .into())
    }
}

/// Checksums of the tables that a scenario names besides its model.
fn files(scenario: &Scenario, base: &Path) -> Map<String, Value> {
    let motion = scenario.motion.as_ref().and_then(|motion| motion.file.clone());
    let controller = scenario.controller.as_ref().and_then(|controller| controller.file.clone());
    let sum = |file: String| {
        let bytes = std::fs::read(base.join(&file)).unwrap_or_default();
        (file, json!(checksum::of_bytes(&bytes)))
    };
    motion.into_iter().chain(controller).map(sum).collect()
}
