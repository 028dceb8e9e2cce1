//! The folder of a run: what is in it and how it is named.

use std::path::{Path, PathBuf};

use denoc_results::write_atomically;
use serde_json::{Map, Value, json};

use denoc_model::Description;

use crate::error::Kind;
use crate::scenario::Scenario;
use crate::stamp::Stamp;
use crate::{Error, model_checksum};

/// Of `run.json`.
const STAMP: Stamp = Stamp {
    format: "denoc run",
    version: 2,
    remedy: "its results.csv or results.partial.csv can still be read; to compute it again, run the scenario in another folder",
};

/// A folder with the files of one run. It is made with its first file, so that a scenario that is refused leaves nothing.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// A folder that does not exist yet: `parent/name`, or with a number behind if there is one.
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

    /// A folder by its path; refused if it holds another run.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        if path.join("run.json").exists() {
            let folder = path.display();
            let words =
                format!("{folder}: there is a run in this folder; choose another one, or resume it with --resume");
            return Err(Kind::Folder(words).into());
        }
        if std::fs::read_dir(&path).is_ok_and(|mut entries| entries.next().is_some()) {
            let words =
                format!("{}: this folder is not empty; name one that is empty or does not exist yet", path.display());
            return Err(Kind::Folder(words).into());
        }
        if path.exists() && !path.is_dir() {
            let words = format!("{}: this is a file; name a folder for the results", path.display());
            return Err(Kind::Folder(words).into());
        }
        Ok(Self { path })
    }

    /// Makes the folder.
    pub fn make(&self) -> Result<(), Error> {
        std::fs::create_dir_all(&self.path).map_err(|e| {
            Kind::Folder(format!("{}: the folder cannot be made ({})", self.path.display(), e.kind())).into()
        })
    }

    /// Keeps other programs from writing the same run while the guard lives, also if this one dies.
    pub(crate) fn lock(&self) -> Result<Lock, Error> {
        let path = self.file("running.lock");
        let fail = |words: String| Error::from(Kind::Folder(format!("{}: {words}", self.path.display())));
        let file = std::fs::File::create(&path).map_err(|e| fail(format!("cannot be locked ({})", e.kind())))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => {
                Err(fail("another program is writing this run: wait until it has ended, or stop it".into()))
            }
            // some file systems have no locks: better without than not at all
            Err(std::fs::TryLockError::Error(_)) => Ok(Lock { path, _file: file }),
        }
    }

    /// The folder of an earlier run.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        if !path.join("run.json").exists() {
            let words = format!("{}: there is no run in this folder (no run.json); check the path", path.display());
            return Err(Kind::Folder(words).into());
        }
        Ok(Self { path })
    }

    /// Whether its run is one of this mechanism, as `run.json` says.
    pub fn is_of(&self, description: &Description) -> Result<bool, Error> {
        Ok(self.read_record()?.get("model_sha256").and_then(Value::as_str) == Some(&model_checksum(description)?))
    }

    /// Where it is.
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

    /// What `run.json` holds; refused if another version of the format is there.
    pub(crate) fn read_record(&self) -> Result<Value, Error> {
        let record = self.read_json("run.json")?;
        STAMP.check(&self.file("run.json"), &record)?;
        Ok(record)
    }

    pub(crate) fn read_json(&self, name: &str) -> Result<Value, Error> {
        let path = self.file(name);
        let fail = |words: String| Error::from(Kind::Folder(format!("{}: {words}", path.display())));
        let text = std::fs::read_to_string(&path).map_err(|e| fail(format!("cannot be read ({})", e.kind())))?;
        serde_json::from_str(&text).map_err(|e| fail(format!("is not what this program wrote ({e})")))
    }
}

/// A run that is being written.
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

/// What `run.json` says from the start of a run of a model with this checksum: inputs, versions, conventions.
pub(crate) fn record(scenario: &Scenario, base: &Path, model: &str, status: &str) -> Map<String, Value> {
    let conventions: Map<String, Value> =
        crate::CONVENTIONS.iter().map(|(title, words)| ((*title).to_owned(), json!(words))).collect();
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
