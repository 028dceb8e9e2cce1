//! The audit of a run: a list of numbers, some with a tolerance.

mod rows;
mod text;

use denoc_base::AuditRow;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use crate::simulation::Summary;

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
    /// One row per number, each with its unit, tolerance and meaning.
    pub rows: Vec<AuditRow>,
}

impl Audit {
    /// The audit of a run of this model.
    pub fn new(model: &Model, summary: &Summary) -> Self {
        Self { rows: rows::all(model, summary) }
    }

    /// Whether all tolerances were met.
    pub fn passed(&self) -> bool {
        !self.rows.iter().any(AuditRow::missed)
    }

    /// The row with this name.
    pub fn row(&self, name: &str) -> Option<&AuditRow> {
        self.rows.iter().find(|row| row.name == name)
    }
}
