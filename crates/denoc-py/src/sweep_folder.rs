//! Folders of sweeps: the same files as those of `denoc sweep`, the command.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use denoc_run::Error;
use denoc_run::sweep::{Finished, Folder, Heading, Manifest, Row, read};
use pyo3::prelude::*;

use crate::errors::input;

/// Point, parameters, metrics, error.
type PyRow = (usize, Vec<f64>, Vec<f64>, Option<String>);

/// The folder of a sweep, which belongs to this process until it is closed.
#[pyclass(frozen, module = "denoc._denoc")]
pub(crate) struct SweepFolder {
    manifest: Manifest,
    folder: Mutex<Option<Folder>>,
}

#[pymethods]
impl SweepFolder {
    /// Opens or makes the folder of the sweep that a manifest (JSON) describes; refused if it holds another one.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, manifest: &str, part_rows: usize) -> PyResult<Self> {
        let manifest = Manifest::parse(manifest).map_err(|error| refuse(py, &error))?;
        let opened = py.detach(|| Folder::open(&path, &manifest, part_rows, false));
        let folder = Mutex::new(Some(opened.map_err(|error| refuse(py, &error))?));
        Ok(Self { manifest, folder })
    }

    /// Names of the metrics, and all finished rows.
    fn finished(&self, py: Python<'_>) -> PyResult<(Vec<String>, Vec<PyRow>)> {
        let found = self.with(py, |folder| folder.finished())?;
        Ok((found.metrics.iter().map(|metric| metric.name.clone()).collect(), rows(found)))
    }

    /// Adds finished rows, which have metrics of these names.
    fn append(&self, py: Python<'_>, metrics: Vec<String>, rows: Vec<PyRow>) -> PyResult<()> {
        let plain = |name: &String| Heading { name: name.clone(), unit: String::new() };
        let headings = self.manifest.metrics.clone().unwrap_or_else(|| metrics.iter().map(plain).collect());
        let places: Vec<Option<usize>> =
            headings.iter().map(|heading| metrics.iter().position(|name| *name == heading.name)).collect();
        let row = |(point, parameters, values, error): PyRow| {
            let value = |place: &Option<usize>| place.and_then(|place| values.get(place).copied()).unwrap_or(f64::NAN);
            Row { point, parameters, metrics: places.iter().map(value).collect(), error }
        };
        let rows: Vec<Row> = rows.into_iter().map(row).collect();
        self.with(py, |folder| folder.append(&headings, &rows))
    }

    /// Writes `results.csv` with all rows in order.
    fn write_results(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |folder| folder.write_results(&folder.finished()?).map(drop))
    }

    /// Gives the folder back.
    fn close(&self) {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl SweepFolder {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        use_it: impl Send + FnOnce(&mut Folder) -> Result<T, Error>,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            folder.as_mut().map(use_it)
        });
        match done {
            Some(done) => done.map_err(|error| refuse(py, &error)),
            None => Err(input(py, "the folder of the sweep is closed".into(), "folder")),
        }
    }
}

/// What is in the folder of a sweep: its manifest (JSON), names and units of the metrics, rows. Nothing is changed.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a tuple that Python unpacks at once")]
pub(crate) fn sweep_read(py: Python<'_>, path: PathBuf) -> PyResult<(String, Vec<(String, String)>, Vec<PyRow>)> {
    let (manifest, found) = py.detach(|| read(&path)).map_err(|error| refuse(py, &error))?;
    let text = serde_json::to_string(&manifest).map_err(|error| input(py, error.to_string(), "folder"))?;
    let metrics = found.metrics.iter().map(|metric| (metric.name.clone(), metric.unit.clone())).collect();
    Ok((text, metrics, rows(found)))
}

fn rows(found: Finished) -> Vec<PyRow> {
    found.rows.into_values().map(|row| (row.point, row.parameters, row.metrics, row.error)).collect()
}

/// Folders are arguments: what is wrong with them is told as such.
fn refuse(py: Python<'_>, error: &Error) -> PyErr {
    input(py, error.to_string(), "folder")
}
