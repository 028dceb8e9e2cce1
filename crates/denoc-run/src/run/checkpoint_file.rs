//! `checkpoint.json`: where a simulation can be resumed.

use denoc_sim::Checkpoint;
use serde_json::{Value, json};

use super::folder::RunFolder;
use crate::Error;
use crate::error::Kind;
use crate::stamp::Stamp;

const FILE: &str = "checkpoint.json";
const STAMP: Stamp = Stamp {
    format: "denoc checkpoint",
    version: 2,
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
    let refuse = |words: &str| Error::from(Kind::Folder(format!("{}: {words}", folder.path().display())));
    if !folder.file(FILE).exists() {
        return Err(refuse("there is no checkpoint yet (checkpoint.json): run it anew in another folder"));
    }
    let mut file = folder.read_json(FILE)?;
    STAMP.check(&folder.file(FILE), &file)?;
    if file.get("model_sha256").and_then(Value::as_str) != Some(model) {
        return Err(refuse(
            "checkpoint.json is of another model than the run: restore the folder, or run it anew in another one",
        ));
    }
    let state = file.get_mut("state").map(Value::take).unwrap_or_default();
    serde_json::from_value(state)
        .map_err(|e| refuse(&format!("checkpoint.json is not of this program ({e}): run it anew in another folder")))
}

/// Removes it: nothing is left to resume.
pub(super) fn remove(folder: &RunFolder) {
    let _ = std::fs::remove_file(folder.file(FILE));
}
