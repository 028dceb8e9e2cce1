//! The folder of a run: its name and its files.

use std::path::{Path, PathBuf};

use denoc_results::write_atomically;
use serde_json::{Map, Value, json};

use denoc_model::Description;

use crate::error::folder_error;
use crate::scenario::Scenario;
use crate::stamp::Stamp;
use crate::{Error, model_checksum};

/// Format of `run.json`.
const STAMP: Stamp = Stamp {
    format: "denoc run",
    version: 3,
    remedy: "results.csv or results.partial.csv can still be read; run the scenario again in another folder",
};

/// The folder of one run. It is created with its first file: a scenario that is refused leaves nothing.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// A folder that does not exist yet: `parent/name`, or `parent/name-2`, … if it exists.
    pub fn fresh(parent: impl AsRef<Path>, name: &str) -> Result<Self, Error> {
        let parent = parent.as_ref();
        let clean: String =
            name.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
        for n in 1.. {
            let path = parent.join(if n == 1 { clean.clone() } else { format!("{clean}-{n}") });
            if !path.exists() {
                return Self::create(path);
            }
        }
        unreachable!("a free number exists")
    }

    /// A folder by its path; refused if it contains another run.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        if path.join("run.json").exists() {
            let remedy = "choose another folder, or resume the run with --resume";
            return Err(folder_error(&path, "the folder contains a run", remedy));
        }
        if std::fs::read_dir(&path).is_ok_and(|mut entries| entries.next().is_some()) {
            let remedy = "choose one that is empty or does not exist yet";
            return Err(folder_error(&path, "the folder is not empty", remedy));
        }
        if path.exists() && !path.is_dir() {
            return Err(folder_error(&path, "this is a file", "give a folder for the results"));
        }
        Ok(Self { path })
    }

    /// Creates the folder.
    pub fn make(&self) -> Result<(), Error> {
        std::fs::create_dir_all(&self.path)
            .map_err(|e| folder_error(&self.path, format!("the folder cannot be created ({})", e.kind()), ""))
    }

    /// Keeps other processes from writing the same run while the guard lives; released if this process dies.
    pub(crate) fn lock(&self) -> Result<Lock, Error> {
        let path = self.file("running.lock");
        let file = std::fs::File::create(&path)
            .map_err(|e| folder_error(&self.path, format!("the folder cannot be locked ({})", e.kind()), ""))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => {
                Err(folder_error(&self.path, "another process is writing this run", "wait until it ends, or stop it"))
            }
            // some file systems have no locks: run without one
            Err(std::fs::TryLockError::Error(_)) => Ok(Lock { path, _file: file }),
        }
    }

    /// The folder of an earlier run.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        if !path.join("run.json").exists() {
            return Err(folder_error(&path, "the folder contains no run (no run.json)", "check the path"));
        }
        Ok(Self { path })
    }

    /// Whether its run is of this mechanism, according to `run.json`.
    pub fn is_of(&self, description: &Description) -> Result<bool, Error> {
        Ok(self.read_record()?.get("model_sha256").and_then(Value::as_str) == Some(&model_checksum(description)?))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn write_json(&self, name: &str, value: &Value) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(value).unwrap_or_default() + "\n";
        Ok(write_atomically(self.file(name), text.as_bytes())?)
    }

    /// The contents of `run.json`; refused if it has another format version.
    pub(crate) fn read_record(&self) -> Result<Value, Error> {
        let record = self.read_json("run.json")?;
        STAMP.check(&self.file("run.json"), &record)?;
        Ok(record)
    }

    pub(crate) fn read_json(&self, name: &str) -> Result<Value, Error> {
        let path = self.file(name);
        let fail = |rule: String| folder_error(&path, rule, "");
        let text =
            std::fs::read_to_string(&path).map_err(|e| fail(format!("the file cannot be read ({})", e.kind())))?;
        serde_json::from_str(&text).map_err(|e| fail(format!("the file is not valid JSON ({e})")))
    }
}

/// Lock of a run that is being written.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    _file: std::fs::File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The first contents of `run.json`, for a model with this checksum: inputs, versions, conventions.
pub(crate) fn record(scenario: &Scenario, base: &Path, model: &str, status: &str) -> Map<String, Value> {
    let conventions: Map<String, Value> =
        crate::CONVENTIONS.iter().map(|(title, text)| ((*title).to_owned(), json!(text))).collect();
    let mut record = STAMP.entries();
    record.insert("status".into(), json!(status));
    record.insert("scenario".into(), json!(scenario));
    // a run may be resumed from anywhere
    record.insert(
        "folder_of_paths".into(),
        json!(
            std::path::absolute(if base.as_os_str().is_empty() { Path::new(".") } else { base })
                .unwrap_or(base.to_owned())
        ),
    );
    record.insert("model_sha256".into(), json!(model));
    record.insert("conventions".into(), Value::Object(conventions));
    record
}
