//! Results as files hold them: run folders, CSV and npz files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use denoc_results::Table;
use serde_json::Value;

use crate::Error;
use crate::error::folder_error;
use crate::run::RunFolder;

/// Names of the column of times.
const TIMES: [&str; 2] = ["t", "time"];

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Results {
    /// A short name for legends and tables: that of the folder or file.
    pub name: String,
    /// The folder or file; empty for results in memory.
    pub path: PathBuf,
    /// The columns.
    pub table: Table,
    /// `run.json`, of a run folder.
    pub(crate) record: Option<Value>,
}

impl Results {
    /// Reads a run folder, or a CSV or npz file with columns of numbers.
    ///
    /// # Errors
    /// If the folder contains no run or one that is not finished, or the file cannot be read or has no rows.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = |part: Option<&OsStr>| {
            part.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
        };
        let (name, file, record) = if path.is_dir() {
            let folder = finished(path)?;
            let record = folder.read_record()?;
            let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            (name(whole.file_name()), folder.file("results.csv"), Some(record))
        } else {
            (name(path.file_stem()), path.to_owned(), None)
        };
        let table = read(&file)?;
        if table.rows() == 0 {
            return Err(folder_error(
                &file,
                "the table has no rows",
                "give results of a run that has computed something",
            ));
        }
        Ok(Self { name, path: path.to_owned(), table, record })
    }

    /// Results in memory.
    pub fn from_table(name: impl Into<String>, table: Table) -> Self {
        Self { name: name.into(), path: PathBuf::new(), table, record: None }
    }

    /// The name of the column of times, if there is one.
    pub(super) fn time(&self) -> Option<&'static str> {
        TIMES.into_iter().find(|name| self.table.column(name).is_some())
    }

    /// Where messages say that it is.
    pub(super) fn place(&self) -> String {
        if self.path.as_os_str().is_empty() { self.name.clone() } else { self.path.display().to_string() }
    }
}

/// The folder of a run that is complete.
fn finished(path: &Path) -> Result<RunFolder, Error> {
    if !path.join("run.json").is_file() {
        let remedy = "give a run folder, or a CSV or npz file with results";
        return Err(folder_error(path, "the folder contains no run (no run.json)", remedy));
    }
    let folder = RunFolder::open(path)?;
    if folder.read_record()?.get("status").and_then(Value::as_str) == Some("finished") {
        return Ok(folder);
    }
    let place = path.display();
    let remedy = format!("resume it with denoc simulate --resume {place}, or give {place}/results.partial.csv");
    Err(folder_error(path, "the run is not finished", remedy))
}

fn read(file: &Path) -> Result<Table, Error> {
    let extension = file.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    if !file.is_file() {
        let near = denoc_formats::similar_file(file).map(|near| format!("did you mean \"{near}\"?"));
        return Err(folder_error(file, "there is no such folder or file", near.unwrap_or("check the path".into())));
    }
    match extension.as_deref() {
        Some("csv") => Ok(Table::read_csv(file)?),
        Some("npz") => Ok(Table::read_npz(file)?),
        _ => {
            let remedy = "give a run folder, or a .csv or .npz file";
            Err(folder_error(file, "results are not read from files of this kind", remedy))
        }
    }
}
