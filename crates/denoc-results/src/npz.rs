//! Tables as npz, the archive format of NumPy: one array per column, and `units.json` with names, units and descriptions.

use crate::{Column, ResultsError, Table, npy, write_atomically};
use serde::{Deserialize, Serialize};
use std::io::{BufReader, Cursor, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const UNITS: &str = "units.json";

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
    #[serde(default)]
    unit: String,
    #[serde(default)]
    description: String,
}

impl Table {
    /// Writes the table as an npz file for NumPy, completely or not at all: one array of doubles per column, with the name of
    /// the column, and an entry `units.json`, a list of `{"name", "unit", "description"}` in the order of the columns.
    ///
    /// In Python: `run = numpy.load("run.npz")`, `run["time"]`, `json.loads(run["units.json"])`.
    pub fn write_npz(&self, path: impl AsRef<Path>) -> Result<(), ResultsError> {
        let path = path.as_ref();
        let bytes = self.to_npz().map_err(|error| broken(path, "(archive)", error))?;
        write_atomically(path, &bytes)
    }

    fn to_npz(&self) -> Result<Vec<u8>, zip::result::ZipError> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default();
        for column in self.columns() {
            archive.start_file(format!("{}.npy", column.name), options)?;
            archive.write_all(&npy::write(&column.values))?;
        }
        let heads = self.columns().iter().map(|column| Head {
            name: column.name.clone(),
            unit: column.unit.clone(),
            description: column.description.clone(),
        });
        archive.start_file(UNITS, options)?;
        archive.write_all(&serde_json::to_vec(&heads.collect::<Vec<_>>()).map_err(std::io::Error::from)?)?;
        Ok(archive.finish()?.into_inner())
    }

    /// Reads an npz file: doubles, floats and integers in one or two dimensions. The columns of a matrix `q` become
    /// `q[0]`, `q[1]`, …. Units are taken from `units.json`, as written by [`Table::write_npz`]; without it, columns have no units.
    pub fn read_npz(path: impl AsRef<Path>) -> Result<Table, ResultsError> {
        let path = path.as_ref();
        let file = denoc_base::input::open(path).map_err(ResultsError::file("read", path))?;
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| broken(path, "(archive)", error))?;
        let mut heads: Vec<Head> = Vec::new();
        let mut columns: Vec<Column> = Vec::new();
        for number in 0..archive.len() {
            let mut entry = archive.by_index(number).map_err(|error| broken(path, &number.to_string(), error))?;
            let name = entry.name().map_err(|error| broken(path, &number.to_string(), error))?.into_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).map_err(|error| broken(path, &name, error))?;
            if name == UNITS {
                heads = serde_json::from_slice(&bytes).map_err(|error| broken(path, &name, error))?;
            } else if let Some(stem) = name.strip_suffix(".npy") {
                let refuse = |npy::NpyError { problem, remedy }| ResultsError::Array {
                    path: path.into(),
                    array: stem.into(),
                    problem,
                    remedy,
                };
                let array = npy::read(&bytes).map_err(refuse)?;
                columns.extend(array.columns.into_iter().enumerate().map(|(place, values)| {
                    let name = if array.matrix { format!("{stem}[{place}]") } else { stem.to_string() };
                    Column::new(name, "", values)
                }));
            }
        }
        columns.sort_by_key(|column| heads.iter().position(|head| head.name == column.name).unwrap_or(heads.len()));
        for column in &mut columns {
            if let Some(head) = heads.iter().find(|head| head.name == column.name) {
                column.unit.clone_from(&head.unit);
                column.description.clone_from(&head.description);
            }
        }
        assemble(path, columns)
    }
}

/// Builds a table from the columns of a file; errors name the file.
pub(crate) fn assemble(path: &Path, columns: Vec<Column>) -> Result<Table, ResultsError> {
    Table::from_columns(columns).map_err(|error| match error {
        ResultsError::Column { column, problem, remedy } => {
            ResultsError::Array { path: path.into(), array: column, problem, remedy }
        }
        other => other,
    })
}

fn broken(path: &Path, array: &str, error: impl std::fmt::Display) -> ResultsError {
    ResultsError::Array {
        path: path.into(),
        array: array.into(),
        problem: format!("the file cannot be read as npz ({error})"),
        remedy: "write the file again, for example with numpy.savez",
    }
}
