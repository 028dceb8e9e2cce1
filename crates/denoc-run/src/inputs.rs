//! The inputs of a run or a sweep, identified by checksums: only the same inputs may continue it.

use std::path::{Path, PathBuf};

use denoc_formats::mesh;
use serde_json::{Map, Value, json};

use crate::differences::compare;
use crate::error::folder_error;
use crate::scenario::Scenario;
use crate::stamp::program;
use crate::{Error, Loaded, checksum, model_checksum};

/// Everything that the results of a run depend on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Inputs<'a> {
    pub(crate) scenario: &'a Scenario,
    /// Where relative paths of the scenario start.
    pub(crate) base: &'a Path,
    /// The file of the scenario, if it is from a file.
    pub(crate) file: Option<&'a Path>,
    pub(crate) loaded: &'a Loaded,
}

impl Inputs<'_> {
    /// The entries of `run.json` that identify the inputs; the file also contains the scenario itself.
    pub(crate) fn entries(&self) -> Result<Map<String, Value>, Error> {
        let mut entries = Map::new();
        entries.insert("scenario_file".into(), json!(self.file.map(absolute)));
        // options of the command line may have changed the scenario
        let in_file = self.file.and_then(|file| Scenario::read(file).ok());
        entries.insert("scenario_file_sha256".into(), json!(in_file.as_ref().map(scenario_checksum)));
        entries.insert("scenario_sha256".into(), json!(scenario_checksum(self.scenario)));
        entries.insert("model_sha256".into(), json!(model_checksum(&self.loaded.description)?));
        entries.insert("files".into(), Value::Object(files(self.scenario, self.base, self.loaded)));
        Ok(entries)
    }

    /// Refuses to continue the run of a folder with this `run.json` if it began with other inputs, and names them. Another version of
    /// the program is accepted with `any_version`.
    pub(crate) fn check(&self, folder: &Path, record: &Value, any_version: bool) -> Result<(), Error> {
        let here = Value::Object(self.entries()?);
        let mut found = Vec::new();
        if record.get("scenario_sha256") != here.get("scenario_sha256") {
            found.push("the scenario in run.json has been altered".to_owned());
        }
        found.extend(self.file.filter(|file| file.exists()).and_then(|file| self.changed_file(file, record)));
        if record.get("model_sha256") != here.get("model_sha256") {
            found.push(format!("the model {} has changed since (its numbers)", self.loaded.model.name()));
        }
        compare("files", &record["files"], &here["files"], &mut found);
        refuse(
            folder,
            "the run began with other inputs",
            &found,
            "restore them, or run the scenario in another folder",
        )?;
        match record.get("program").and_then(Value::as_str) {
            Some(there) if there != program() && !any_version => Err(folder_error(
                folder,
                format!("{there} began this run, and this is {}: their results may differ", program()),
                "resume it with that version, or add --any-version to mix them",
            )),
            _ => Ok(()),
        }
    }

    /// How the scenario file differs from the one that a run with this `run.json` began with.
    fn changed_file(&self, file: &Path, record: &Value) -> Option<String> {
        let name = file.display();
        let now = match Scenario::read(file) {
            Ok(now) => now,
            Err(error) => return Some(format!("the scenario file cannot be read any more ({error})")),
        };
        if record.get("scenario_file_sha256") == Some(&json!(scenario_checksum(&now))) {
            return None;
        }
        let mut lines = Vec::new();
        compare("", &json!(self.scenario), &json!(now), &mut lines);
        Some(format!("the scenario file {name} has changed since ({})", lines.join("; ")))
    }
}

/// An error that lists the differences, if there are any.
pub(crate) fn refuse(folder: &Path, rule: &str, differences: &[String], remedy: &str) -> Result<(), Error> {
    const SHOWN: usize = 4;
    if differences.is_empty() {
        return Ok(());
    }
    let count = differences.len();
    let more = if count > SHOWN { format!("\n  and {} more", count - SHOWN) } else { String::new() };
    let shown = differences[..count.min(SHOWN)].join("\n  ");
    Err(folder_error(folder, format!("{rule}:\n  {shown}{more}\n"), remedy))
}

/// Checksums of the files that a scenario and its model name: tables and meshes. A file that cannot be read has none.
pub(crate) fn files(scenario: &Scenario, base: &Path, loaded: &Loaded) -> Map<String, Value> {
    let motion = scenario.motion.as_ref().and_then(|motion| motion.file.as_deref());
    let controller = scenario.controller.as_ref().and_then(|controller| controller.file.as_deref());
    let tables = motion.into_iter().chain(controller).map(|file| (file, Some(locate(file, base))));
    let meshes = mesh::files(&loaded.description).into_iter();
    let meshes = meshes.map(|file| (file, mesh::locate(file, &loaded.folder).ok()));
    let sum = |(file, path): (&str, Option<PathBuf>)| {
        let bytes = path.filter(|path| path.is_file()).and_then(|path| std::fs::read(path).ok());
        (file.to_owned(), json!(bytes.map(|bytes| checksum::of_bytes(&bytes))))
    };
    tables.chain(meshes).map(sum).collect()
}

/// Relative paths of a scenario start at its folder.
pub(crate) fn locate(file: &str, base: &Path) -> PathBuf {
    let beside = base.join(file);
    if beside.is_file() { beside } else { PathBuf::from(file) }
}

/// A path that remains valid if the program is started in another folder.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn scenario_checksum(scenario: &Scenario) -> String {
    checksum::of_bytes(json!(scenario).to_string().as_bytes())
}
