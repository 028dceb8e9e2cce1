//! Continues an interrupted run.

use std::path::PathBuf;

use denoc_base::files::Lock;
use denoc_results::StreamWriter;
use denoc_sim::Checkpoint;

use super::checkpoint_file::{self, Saved};
use super::simulation::{self, RESULTS};
use super::{RunFolder, RunOutcome, Watch, inverse, model};
use crate::Error;
use crate::error::folder_error;
use crate::inputs::Inputs;
use crate::stamp::program;

/// The entry of `run.json` with the program that began the run, if another version resumed it.
pub(super) const BEGUN_BY: &str = "begun_by";

/// An interrupted run: its folder is locked, and its inputs are those that it began with.
#[derive(Debug)]
pub(super) struct Earlier {
    pub(super) lock: Lock,
    /// The program that began it, if that is another version.
    pub(super) begun_by: Option<String>,
}

/// Continues an interrupted run. The results are the same, bit for bit, as those of an uninterrupted one: a simulation continues from
/// its last checkpoint, inverse dynamics along a trajectory is computed again.
///
/// # Errors
/// If the run is complete, or in progress, or one of its inputs (model, scenario, tables, meshes, version of the program) has changed
/// since it began, or its files have been altered.
pub fn resume(folder: RunFolder, watch: &mut dyn Watch) -> Result<RunOutcome, Error> {
    // another process may be writing the run: nothing is decided before it is locked
    let lock = folder.lock()?;
    let record = folder.read_record()?;
    let refuse = |rule: String| folder_error(folder.path(), rule, "");
    let field = |name: &str| record.get(name).cloned().unwrap_or_default();
    let text = |name: &str| field(name).as_str().unwrap_or_default().to_owned();
    let (scenario, base) = folder.scenario_of(&record)?;
    if field("status") == "finished" {
        // the process may have been killed just before it did this
        checkpoint_file::remove(&folder);
        return Err(refuse("the run is complete: there is nothing to resume".into()));
    }
    let loaded = model(&scenario, &base)?;
    let file = field("scenario_file").as_str().map(PathBuf::from);
    let inputs = Inputs { scenario: &scenario, base: &base, file: file.as_deref(), loaded: &loaded };
    folder.check_inputs(&record, &inputs)?;
    let begun_by = [text(BEGUN_BY), text("program")].into_iter().find(|name| !name.is_empty() && *name != program());
    let (earlier, command) = (Earlier { lock, begun_by }, text("command"));
    match (&scenario.simulate, &scenario.motion) {
        (Some(settings), _) => {
            let job = simulation::Job { inputs, settings, command: &command };
            simulation::run(job, folder, Some(earlier), watch)
        }
        (None, Some(motion)) => inverse::run(inputs, motion, folder, Some(earlier), &command),
        (None, None) => Err(refuse("its scenario has neither [simulate] nor [motion]".into())),
    }
}

/// Where a simulation continues.
pub(super) struct Continued {
    pub(super) state: Checkpoint,
    /// Its rows up to there.
    pub(super) writer: StreamWriter,
    pub(super) rows: usize,
}

/// The newest checkpoint that is intact together with its rows; later rows are removed. Nothing if the run was stopped before its first
/// checkpoint: it begins again.
pub(super) fn continued(folder: &RunFolder, model: &str) -> Result<Option<Continued>, Error> {
    let results = folder.file(RESULTS);
    let partial = StreamWriter::partial_path(&results);
    // after `results.partial.csv` is renamed, the last files are written
    let present = if partial.exists() { &partial } else { &results };
    let mut refused = None;
    for (name, saved) in checkpoint_file::load(folder, model) {
        let intact = saved.and_then(|saved| saved.rows.check(present).map(|()| saved).map_err(Error::from));
        match intact {
            Ok(Saved { rows, state, .. }) => {
                if *present != partial {
                    folder.rename(&results, &partial)?;
                }
                checkpoint_file::keep_only(folder, name)?;
                let writer = StreamWriter::resume_at(&results, &rows)?;
                return Ok(Some(Continued { state, writer, rows: rows.rows }));
            }
            Err(error) => drop(refused.get_or_insert(error)),
        }
    }
    refused.map_or(Ok(None), Err)
}
