//! Runs a scenario and writes its run folder.
//!
//! | File | Contents |
//! |---|---|
//! | `results.csv`, `results.npz` | all columns over time, with names and units |
//! | `report.html` | animation, plots, tables and audit in one self-contained page |
//! | `plots/*.svg`, `plots/*.png` | the plots; neither they nor the page with `report = false` |
//! | `run.json` | inputs, versions, conventions, audit, events |
//! | `results.partial.csv`, `checkpoint.json`, `checkpoint.previous.json` | while a simulation runs or after it was interrupted: see [`resume`] |
//! | `running.lock` | while a process writes the folder |
//!
//! ```
//! use denoc_run::run::{RunFolder, Silent, run};
//! use denoc_run::scenario::{Scenario, Simulate};
//!
//! let folder = std::env::temp_dir().join(format!("denoc-run-{}", std::process::id()));
//! let mut scenario = Scenario::new("planar_3r");
//! scenario.simulate = Some(Simulate::new(0.1));
//! let outcome = run(&scenario, ".", RunFolder::create(&folder)?, "", &mut Silent)?;
//! assert!(outcome.passed() && folder.join("report.html").exists());
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod bearings;
mod case;
mod checkpoint_file;
mod columns;
mod connectors;
#[cfg(test)]
mod dead_point_tests;
mod driven;
mod finish;
mod folder;
mod freedom;
#[cfg(test)]
mod gripper_tests;
mod inverse;
mod last_state;
mod marks;
mod memory;
mod page;
mod peaks;
mod picture;
mod plots;
mod portrait;
mod prepare;
mod recorded;
mod resume;
mod round_trip;
mod shape;
mod simulation;
mod size;
#[cfg(test)]
mod stops_tests;
mod tables;
#[cfg(test)]
mod verification_tests;

use std::path::Path;

pub use case::Case;
pub use denoc_base::{AuditOutcome, AuditRow, Verdict};
pub use denoc_sim::{Flow, Progress, Status, Verification};
pub use folder::RunFolder;
pub use memory::{Simulated, attempt, simulate};
pub use peaks::Peak;
pub use picture::traced;
pub use portrait::portrait;
pub use prepare::model;
pub use resume::resume;

pub(crate) use picture::{Motion, rows, scene};
pub(crate) use simulation::column_names;

use crate::Error;
use crate::scenario::Scenario;
use crate::sweep::SweepProgress;

/// Receives the progress of a run or a sweep, and may stop it cleanly with [`Flow::Stop`].
pub trait Watch {
    /// A simulation has advanced.
    fn progress(&mut self, progress: &Progress) -> Flow {
        let _ = progress;
        Flow::Continue
    }

    /// A sweep has advanced; also called regularly while its points are computed.
    fn sweep_progress(&mut self, progress: SweepProgress) -> Flow {
        let _ = progress;
        Flow::Continue
    }
}

/// Ignores progress.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl Watch for Silent {}

/// Result of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunOutcome {
    /// Where its files are.
    pub folder: RunFolder,
    /// Name of the model.
    pub model: String,
    /// How it ended.
    pub status: Status,
    /// Checks with their bounds.
    pub audit: Vec<AuditRow>,
    /// What settings `auto` have chosen and why, one line each.
    pub choices: Vec<String>,
    /// Times, s, and names of events.
    pub events: Vec<(f64, String)>,
    /// How many events there were: impacts on one stop share a line of `events`.
    pub event_count: usize,
    /// The estimated global error, if the scenario requires it.
    pub verification: Option<Verification>,
    /// Doubtful properties of the model.
    pub warnings: Vec<String>,
    /// Remarks on the run.
    pub notes: Vec<String>,
    /// Peak values of the actuators along a trajectory; empty for simulations.
    pub peaks: Vec<Peak>,
}

impl RunOutcome {
    /// The outcome of all checks together; `None` if there are none.
    pub fn audit_outcome(&self) -> Option<AuditOutcome> {
        AuditOutcome::of(&self.audit)
    }

    /// Whether every check was made and is within its bound.
    pub fn passed(&self) -> bool {
        matches!(self.audit_outcome(), None | Some(AuditOutcome::Passed))
    }
}

/// Computes a scenario and writes its folder. Relative paths of the scenario start at `base`; the report quotes `command` as the
/// way to reproduce it.
pub fn run(
    scenario: &Scenario,
    base: impl AsRef<Path>,
    folder: RunFolder,
    command: &str,
    watch: &mut dyn Watch,
) -> Result<RunOutcome, Error> {
    Case::load(scenario, base.as_ref())?.run(folder, command, watch)
}
