//! `checkpoint.json`: the state from which a simulation can be resumed. The one before it is kept as `checkpoint.previous.json`.

use denoc_base::files;
use denoc_results::StreamExtent;
use denoc_sim::Checkpoint;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::folder::RunFolder;
use crate::error::folder_error;
use crate::stamp::Stamp;
use crate::{Error, checksum};

const NEWEST: &str = "checkpoint.json";
const PREVIOUS: &str = "checkpoint.previous.json";
const STAMP: Stamp = Stamp {
    format: "denoc checkpoint",
    version: 8,
    remedy: "start the run again in another folder, or resume it with the version of denoc that wrote it",
};

/// The contents of a checkpoint file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    /// Checksum of the model.
    pub(super) model_sha256: String,
    /// The rows up to the checkpoint.
    pub(super) rows: StreamExtent,
    pub(super) state: Checkpoint,
}

/// Writes a checkpoint; its rows must be on disk. The one before is kept, because the newest may be damaged by a power failure.
pub(super) fn save(folder: &RunFolder, saved: &Saved) -> Result<(), Error> {
    let mut file = STAMP.entries();
    if let Value::Object(entries) = json!(saved) {
        file.extend(entries);
    }
    let sum = sum(&Value::Object(file.clone()));
    file.insert("sha256".into(), json!(sum));
    let newest = folder.file(NEWEST);
    if newest.exists() {
        folder.rename(&newest, &folder.file(PREVIOUS))?;
    }
    folder.write_json(NEWEST, &Value::Object(file))
}

/// The checkpoints of a model with this checksum, the newest first, each with its name; those that cannot be used, with the reason.
pub(super) fn load(folder: &RunFolder, model: &str) -> Vec<(&'static str, Result<Saved, Error>)> {
    let found = [NEWEST, PREVIOUS].into_iter().filter(|name| folder.file(name).exists());
    found.map(|name| (name, read(folder, name, model))).collect()
}

fn read(folder: &RunFolder, name: &str, model: &str) -> Result<Saved, Error> {
    const REMEDY: &str = "restore the file, or start the run again in another folder";
    let refuse = |rule: String| folder_error(&folder.file(name), rule, REMEDY);
    let mut file = folder.read_json(name)?;
    STAMP.check(&folder.file(name), &file)?;
    let expected = file.as_object_mut().and_then(|entries| entries.remove("sha256"));
    if expected != Some(json!(sum(&file))) {
        return Err(refuse("the checkpoint has been altered since it was written (its checksum differs)".into()));
    }
    let saved: Saved =
        serde_json::from_value(file).map_err(|e| refuse(format!("the file is not from this program ({e})")))?;
    if saved.model_sha256 != model {
        return Err(refuse("the checkpoint belongs to another model than the run".into()));
    }
    Ok(saved)
}

/// Makes this checkpoint the newest one.
pub(super) fn keep_only(folder: &RunFolder, name: &str) -> Result<(), Error> {
    if name == NEWEST { Ok(()) } else { folder.rename(&folder.file(name), &folder.file(NEWEST)) }
}

/// Removes the checkpoints: nothing is left to resume. Where that fails, the run is complete all the same.
pub(super) fn remove(folder: &RunFolder) {
    for name in [NEWEST, PREVIOUS] {
        let _ = files::remove(&folder.file(name));
    }
}

/// The checksum of the contents, which do not depend on the layout of the file.
fn sum(file: &Value) -> String {
    checksum::of_bytes(file.to_string().as_bytes())
}
