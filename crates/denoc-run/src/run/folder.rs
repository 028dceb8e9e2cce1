//! The folder of a run: its name and its files.

use std::path::{Path, PathBuf};

use denoc_base::files::{self, Lock};
use denoc_results::write_atomically;
use serde_json::{Map, Value, json};

use denoc_model::Description;

use crate::error::{Kind, folder_error};
use crate::inputs::{Inputs, absolute};
use crate::scenario::Scenario;
use crate::stamp::Stamp;
use crate::{Error, model_checksum};

/// Format of `run.json`.
const STAMP: Stamp = Stamp {
    format: "denoc run",
    version: 4,
    remedy: "results.csv or results.partial.csv can still be read; run the scenario again in another folder",
};
const RECORD: &str = "run.json";
const LOCK: &str = "running.lock";

/// The folder of one run. It is created with its first file: a scenario that is refused leaves nothing.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    any_version: bool,
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
        let folder = Self { path: path.into(), any_version: false };
        folder.check_vacant()?;
        Ok(folder)
    }

    fn check_vacant(&self) -> Result<(), Error> {
        let path = &self.path;
        if path.join(RECORD).exists() {
            let remedy = "choose another folder, or resume the run with --resume";
            return Err(folder_error(path, "the folder contains a run", remedy));
        }
        // a process that was killed before it wrote its first file leaves no more than this
        let is_trace = |entry: &std::fs::DirEntry| entry.file_name() == LOCK || files::is_leftover(&entry.file_name());
        if std::fs::read_dir(path).is_ok_and(|entries| entries.flatten().any(|entry| !is_trace(&entry))) {
            let remedy = "choose one that is empty or does not exist yet";
            return Err(folder_error(path, "the folder is not empty", remedy));
        }
        if path.exists() && !path.is_dir() {
            return Err(folder_error(path, "this is a file", "give a folder for the results"));
        }
        Ok(())
    }

    /// Creates the folder.
    pub fn make(&self) -> Result<(), Error> {
        files::create_folder(&self.path)
            .map_err(|e| folder_error(&self.path, format!("the folder cannot be created ({})", e.kind()), ""))
    }

    /// Creates the folder for a new run and locks it; refused if another process was faster.
    pub(crate) fn claim(&self) -> Result<Lock, Error> {
        self.make()?;
        let lock = self.lock()?;
        self.check_vacant()?;
        Ok(lock)
    }

    /// Keeps other processes from writing the same run while the value lives; released if this process dies. Temporary files of killed
    /// processes are removed.
    pub(crate) fn lock(&self) -> Result<Lock, Error> {
        let cannot =
            |e: std::io::Error| folder_error(&self.path, format!("the folder cannot be locked ({})", e.kind()), "");
        let lock = Lock::acquire(&self.file(LOCK)).map_err(cannot)?.ok_or_else(|| {
            folder_error(&self.path, "another process is writing this run", "wait until it ends, or stop it")
        })?;
        for folder in [self.path.clone(), self.file("plots")] {
            files::remove_leftovers(&folder).map_err(cannot)?;
        }
        Ok(lock)
    }

    /// The folder of an earlier run.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        if !path.join(RECORD).exists() {
            let remedy = "check the path; a run that was stopped before its first file was written is started again";
            return Err(folder_error(&path, "the folder contains no run (no run.json)", remedy));
        }
        Ok(Self { path, any_version: false })
    }

    /// Allows [`resume`](super::resume) to continue a run that another version of the program began.
    pub fn accept_any_version(self, accept: bool) -> Self {
        Self { any_version: accept, ..self }
    }

    /// Refuses to continue the run with other inputs than those of `record`, its `run.json`.
    pub(crate) fn check_inputs(&self, record: &Value, inputs: &Inputs<'_>) -> Result<(), Error> {
        inputs.check(&self.path, record, self.any_version)
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

    /// Writes `run.json`.
    pub(crate) fn write_record(&self, record: &Map<String, Value>) -> Result<(), Error> {
        self.write_json(RECORD, &Value::Object(record.clone()))
    }

    pub(crate) fn rename(&self, from: &Path, to: &Path) -> Result<(), Error> {
        files::rename(from, to)
            .map_err(|e| folder_error(from, format!("the file cannot be renamed ({})", e.kind()), ""))
    }

    /// An error of a run that is being written: if its files cannot be written, it can be resumed.
    pub(crate) fn stopped(&self, error: Error) -> Error {
        match error.is_of_file_system() {
            true => Kind::RunStopped(error, self.path.display().to_string()).into(),
            false => error,
        }
    }

    /// The contents of `run.json`; refused if it has another format version.
    pub(crate) fn read_record(&self) -> Result<Value, Error> {
        let record = self.read_json(RECORD)?;
        STAMP.check(&self.file(RECORD), &record)?;
        Ok(record)
    }

    /// The scenario of the run with this `run.json`, and the folder at which its relative paths start.
    pub(crate) fn scenario_of(&self, record: &Value) -> Result<(Scenario, PathBuf), Error> {
        let refuse = |rule: String| folder_error(&self.path, rule, "");
        let field = |name: &str| record.get(name).cloned().unwrap_or_default();
        let scenario = Scenario::from_json(field("scenario"))
            .map_err(|e| refuse(format!("run.json contains no scenario of this program ({e})")))?;
        let base = serde_json::from_value(field("folder_of_paths"))
            .map_err(|e| refuse(format!("run.json does not name the folder of its paths ({e})")))?;
        Ok((scenario, base))
    }

    pub(crate) fn read_json(&self, name: &str) -> Result<Value, Error> {
        let path = self.file(name);
        let fail = |rule: String| folder_error(&path, rule, "");
        let text =
            std::fs::read_to_string(&path).map_err(|e| fail(format!("the file cannot be read ({})", e.kind())))?;
        serde_json::from_str(&text).map_err(|e| fail(format!("the file is not valid JSON ({e})")))
    }
}

/// The first contents of `run.json`: inputs, versions, conventions.
pub(crate) fn record(inputs: &Inputs<'_>, command: &str) -> Result<Map<String, Value>, Error> {
    let conventions: Map<String, Value> =
        crate::CONVENTIONS.iter().map(|(title, text)| ((*title).to_owned(), json!(text))).collect();
    let mut record = STAMP.entries();
    record.insert("status".into(), json!("running"));
    record.insert("command".into(), json!(command));
    record.insert("scenario".into(), json!(inputs.scenario));
    // a run may be resumed from anywhere
    record.insert("folder_of_paths".into(), json!(absolute(inputs.base)));
    record.extend(inputs.entries()?);
    record.insert("conventions".into(), Value::Object(conventions));
    Ok(record)
}
