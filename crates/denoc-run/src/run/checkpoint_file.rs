//! `checkpoint.json`: the state from which a simulation can be resumed.

use denoc_sim::Checkpoint;
use serde_json::{Value, json};

use super::folder::RunFolder;
use crate::Error;
use crate::error::folder_error;
use crate::stamp::Stamp;

const FILE: &str = "checkpoint.json";
const STAMP: Stamp = Stamp {
    format: "denoc checkpoint",
    version: 3,
    remedy: "start the run again in another folder, or resume it with the version of denoc that wrote it",
};

/// Writes a checkpoint of a model with this checksum.
pub(super) fn save(folder: &RunFolder, model: &str, checkpoint: &Checkpoint) -> Result<(), Error> {
    let mut file = STAMP.entries();
    file.insert("model_sha256".into(), json!(model));
    file.insert("state".into(), json!(checkpoint));
    folder.write_json(FILE, &Value::Object(file))
}

/// Reads the checkpoint of a model with this checksum.
pub(super) fn load(folder: &RunFolder, model: &str) -> Result<Checkpoint, Error> {
    const REMEDY: &str = "start the run again in another folder";
    if !folder.file(FILE).exists() {
        return Err(folder_error(folder.path(), "there is no checkpoint yet (checkpoint.json)", REMEDY));
    }
    let mut file = folder.read_json(FILE)?;
    STAMP.check(&folder.file(FILE), &file)?;
    if file.get("model_sha256").and_then(Value::as_str) != Some(model) {
        let rule = "checkpoint.json belongs to another model than the run";
        return Err(folder_error(folder.path(), rule, "restore the folder, or start the run again in another one"));
    }
    let state = file.get_mut("state").map(Value::take).unwrap_or_default();
    serde_json::from_value(state)
        .map_err(|e| folder_error(folder.path(), format!("checkpoint.json is not from this program ({e})"), REMEDY))
}

/// Removes the checkpoint: nothing is left to resume.
pub(super) fn remove(folder: &RunFolder) {
    let _ = std::fs::remove_file(folder.file(FILE));
}
