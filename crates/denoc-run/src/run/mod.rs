//! Runs of scenarios: computing them, and the folder with everything that came out.
//!
//! | File | What is in it |
//! |---|---|
//! | `results.csv`, `results.npz` | all numbers over time, with names and units |
//! | `report.html` | one page for people: animation, plots, tables, audit; needs no network |
//! | `plots/*.svg`, `plots/*.png` | the plots |
//! | `run.json` | inputs, versions, conventions, audit, events |
//! | `results.partial.csv`, `checkpoint.json` | only while a simulation runs, or after it was broken off: see [`resume`] |
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

mod case;
mod checkpoint_file;
mod columns;
mod connectors;
mod driven;
mod finish;
mod folder;
mod freedom;
mod inverse;
mod last_state;
mod memory;
mod page;
mod picture;
mod plots;
mod portrait;
mod prepare;
mod recorded;
mod round_trip;
mod shape;
mod simulation;

use std::path::{Path, PathBuf};

pub use case::Case;
pub use denoc_base::{AuditRow, Verdict};
pub use denoc_sim::{Flow, Progress, Status};
pub use folder::RunFolder;
pub use memory::{Simulated, attempt, simulate};
pub use picture::traced;
pub use portrait::portrait;
pub use prepare::model;

pub(crate) use simulation::column_names;

use crate::Error;
use crate::error::Kind;
use crate::scenario::Scenario;

/// Somebody who looks on while a run goes on.
pub trait Watch {
    /// How far it is; [`Flow::Stop`] ends it cleanly.
    fn progress(&mut self, progress: &Progress) -> Flow;
}

/// Nobody looks on.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn progress(&mut self, _: &Progress) -> Flow {
        Flow::Continue
    }
}

/// What came out of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The folder.
    pub folder: RunFolder,
    /// Name of the model.
    pub model: String,
    /// How it ended.
    pub status: Status,
    /// The checks.
    pub audit: Vec<AuditRow>,
    /// Times and words of events.
    pub events: Vec<(f64, String)>,
    /// What is doubtful about the model.
    pub warnings: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

impl Outcome {
    /// Whether no check missed its tolerance.
    pub fn passed(&self) -> bool {
        !self.audit.iter().any(AuditRow::missed)
    }
}

/// Computes a scenario and writes its folder. Relative paths of the scenario start at `base`; `command` is what the report
/// says about how to make it again.
pub fn run(
    scenario: &Scenario,
    base: impl AsRef<Path>,
    folder: RunFolder,
    command: &str,
    watch: &mut dyn Watch,
) -> Result<Outcome, Error> {
    Case::load(scenario, base.as_ref())?.run(folder, command, watch)
}

/// Goes on with a simulation that was broken off, from its last checkpoint: the end is the same, bit by bit, as if it had not
/// been broken off.
pub fn resume(folder: RunFolder, watch: &mut dyn Watch) -> Result<Outcome, Error> {
    let record = folder.read_record()?;
    let refuse = |words: String| Error::from(Kind::Folder(format!("{}: {words}", folder.path().display())));
    let field = |name: &str| record.get(name).cloned().unwrap_or_default();
    let scenario: Scenario = serde_json::from_value(field("scenario"))
        .map_err(|e| refuse(format!("run.json does not hold a scenario of this program ({e})")))?;
    let base: PathBuf = serde_json::from_value(field("folder_of_paths"))
        .map_err(|e| refuse(format!("run.json does not name the folder of its paths ({e})")))?;
    let Some(settings) = &scenario.simulate else {
        return Err(refuse("it holds no simulation: only simulations can be resumed".into()));
    };
    if field("status") == "finished" {
        return Err(refuse("the run is complete: there is nothing to resume".into()));
    }
    let command = field("command").as_str().unwrap_or_default().to_owned();
    let loaded = model(&scenario, &base)?;
    let job = simulation::Job { scenario: &scenario, settings, base: &base, loaded: &loaded, command: &command };
    simulation::run(job, folder.clone(), Some(&record), watch)
}
