//! What a run claims about itself: a list of numbers, each with a bound where there is one.

mod rows;
mod text;

use denoc_model::Model;
use serde::{Deserialize, Serialize};

use crate::simulation::Summary;

/// Whether a number keeps its bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Within its bound.
    Ok,
    /// Beyond its bound.
    Missed,
    /// No bound.
    Info,
}

/// One number of an audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its unit; empty for plain numbers.
    pub unit: String,
    /// Its bound.
    pub tolerance: Option<f64>,
    /// Whether it keeps the bound.
    pub verdict: Verdict,
    /// What it means.
    pub words: String,
}

/// The audit of a run: energy ledger, momentum, consistency of the dynamics, quaternions, tracking, effort.
///
/// ```
/// use denoc_sim::{Audit, Simulation};
///
/// let model = denoc_formats::catalogue::describe("planar_3r")?.build()?;
/// let (_, summary) = Simulation::new(&model).duration(0.5).run_collect()?;
/// let audit = Audit::new(&model, &summary);
/// assert!(audit.passed(), "{audit}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// The numbers.
    pub rows: Vec<Row>,
}

impl Audit {
    /// The audit of a run of this model.
    pub fn new(model: &Model, summary: &Summary) -> Self {
        Self { rows: rows::all(model, summary) }
    }

    /// Whether no bound was missed.
    pub fn passed(&self) -> bool {
        self.rows.iter().all(|row| row.verdict != Verdict::Missed)
    }

    /// The row of this name.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}
