//! `sweep.json`: the definition of a sweep. Only the same sweep, from the program or from Python, may continue its folder.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Heading, SweepEvaluator};
use crate::differences::differences;
use crate::error::folder_error;
use crate::inputs;
use crate::stamp::{Stamp, program};
use crate::{Error, checksum, model_checksum};

const STAMP: Stamp = Stamp {
    format: "denoc sweep",
    version: 4,
    remedy: "its CSV and Parquet files can still be read as tables; run the sweep again in another folder",
};

/// The definition of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that wrote it, with its version: rows of two versions are not mixed.
    pub program: String,
    /// What is swept: `model`, `scenario` and `files`, or a `function` of Python. Models, files and functions carry checksums.
    pub subject: Value,
    /// Sampling, parameters and metrics, with the keys of `[sweep]`.
    pub sweep: Value,
    /// The parameters.
    pub parameters: Vec<Heading>,
    /// The metrics; `None` if they are known only from finished points, as for functions.
    pub metrics: Option<Vec<Heading>>,
    /// The points.
    pub points: Points,
    /// Checksum of `results.csv`, once all points are finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results_sha256: Option<String>,
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
    pub fn of(evaluator: &SweepEvaluator, points: &[Vec<f64>]) -> Result<Self, Error> {
        let (scenario, model) = (evaluator.plain_scenario(), &evaluator.loaded().model);
        let checksum = model_checksum(&evaluator.loaded().description)?;
        Ok(Self {
            program: program(),
            subject: json!({
                "model": {"name": model.name(), "sha256": checksum},
                "scenario": scenario,
                "files": inputs::files(scenario, evaluator.base(), evaluator.loaded()),
            }),
            sweep: json!(evaluator.design()),
            parameters: evaluator.parameters().to_vec(),
            metrics: Some(evaluator.metrics().to_vec()),
            points: Points::of(points),
            results_sha256: None,
        })
    }

    /// The manifest of a sweep of a function in another language; `function` contains its name and checksum.
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
            results_sha256: None,
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
        let broken = |reason: String| {
            folder_error(file, format!("this is not the manifest of a sweep ({reason})"), "use another folder")
        };
        let text = std::fs::read_to_string(file).map_err(|e| broken(e.kind().to_string()))?;
        let found: Value = serde_json::from_str(&text).map_err(|e| broken(e.to_string()))?;
        STAMP.check(file, &found)?;
        serde_json::from_value(found).map_err(|e| broken(e.to_string()))
    }

    /// Refuses a folder of another sweep and lists the differences. A sweep of another version of the program is accepted with
    /// `any_version`.
    pub(super) fn check(&self, folder: &Path, there: &Self, any_version: bool) -> Result<(), Error> {
        // through text, like the other one: numbers compare as written
        let here: Self = serde_json::from_str(&json!(self).to_string()).unwrap_or_else(|_| self.clone());
        let found = differences(there, &here, any_version);
        let version_only = differences(there, &here, true).is_empty();
        let remedy = match version_only {
            true => "use another folder, or add --any-version to mix the results of both versions",
            false => "use another folder, or remove this one (`denoc sweep --force` does)",
        };
        inputs::refuse(folder, "the folder contains another sweep", &found, remedy)
    }
}
