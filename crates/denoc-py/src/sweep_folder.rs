//! Folders of sweeps: the same files as those of `denoc sweep`, the command.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use denoc_run::Error;
use denoc_run::sweep::{Finished, Folder, Heading, Manifest, Row, SweepOptions, read};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::errors::input;
use crate::objects::from_python;
use crate::results::columns;

/// Point, parameters, metrics, error.
type PyRow = (usize, Vec<f64>, Vec<f64>, Option<String>);

/// The identity of a sweep: only the same sweep may continue a folder.
#[pyclass(frozen, module = "denoc._denoc")]
pub(crate) struct SweepManifest {
    pub(crate) manifest: Manifest,
}

#[pymethods]
impl SweepManifest {
    /// The manifest of a sweep of a Python function; `function` holds its name, version of Python and checksum, `design` the keys of
    /// `[sweep]`. Metrics are None if they are known only from finished points.
    #[staticmethod]
    fn of_function(
        py: Python<'_>,
        function: &Bound<'_, PyDict>,
        design: &Bound<'_, PyDict>,
        parameters: Vec<String>,
        metrics: Option<Vec<String>>,
        points: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<Self> {
        let points: Vec<Vec<f64>> = points.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
        let plain = |names: Vec<String>| names.into_iter().map(|name| Heading { name, unit: String::new() }).collect();
        let manifest = Manifest::of_function(
            table(py, function)?,
            table(py, design)?,
            plain(parameters),
            metrics.map(plain),
            &points,
        );
        Ok(Self { manifest })
    }

    /// The manifest of the same simulations with other metrics: names, units, and a design that describes them.
    fn with_metrics(
        &self,
        py: Python<'_>,
        design: &Bound<'_, PyDict>,
        metrics: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let metrics = metrics.into_iter().map(|(name, unit)| Heading { name, unit }).collect();
        Ok(Self { manifest: Manifest { sweep: table(py, design)?, metrics: Some(metrics), ..self.manifest.clone() } })
    }

    /// Names and SI units of the parameters.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        columns(py, &self.manifest.parameters)
    }

    /// Number of points of the complete sweep.
    #[getter]
    fn point_count(&self) -> usize {
        self.manifest.points.count
    }
}

fn table(py: Python<'_>, dict: &Bound<'_, PyDict>) -> PyResult<Value> {
    from_python(dict).map_err(|error| input(py, format!("sweep: {error}"), "sweep"))
}

/// The folder of a sweep, which belongs to this process until it is closed.
#[pyclass(frozen, module = "denoc._denoc")]
pub(crate) struct SweepFolder {
    manifest: Manifest,
    folder: Mutex<Option<Folder>>,
}

#[pymethods]
impl SweepFolder {
    /// Opens or makes the folder of the sweep with this manifest; refused if it holds another one.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, manifest: &SweepManifest, part_rows: usize) -> PyResult<Self> {
        let manifest = manifest.manifest.clone();
        let options = SweepOptions { part_rows, ..SweepOptions::default() };
        let opened = py.detach(|| Folder::open(&path, &manifest, &options));
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

    /// Releases the folder.
    fn close(&self) {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl SweepFolder {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        action: impl Send + FnOnce(&mut Folder) -> Result<T, Error>,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
            folder.as_mut().map(action)
        });
        match done {
            Some(done) => done.map_err(|error| refuse(py, &error)),
            None => Err(input(py, "the folder of the sweep is closed".into(), "folder")),
        }
    }
}

/// The content of the folder of a sweep: its manifest, names and units of the metrics, rows. Nothing is changed.
#[pyfunction]
pub(crate) fn read_sweep<'py>(
    py: Python<'py>,
    path: PathBuf,
) -> PyResult<(SweepManifest, Vec<Bound<'py, PyAny>>, Vec<PyRow>)> {
    let (manifest, found) = py.detach(|| read(&path)).map_err(|error| refuse(py, &error))?;
    Ok((SweepManifest { manifest }, columns(py, &found.metrics)?, rows(found)))
}

fn rows(found: Finished) -> Vec<PyRow> {
    found.rows.into_values().map(|row| (row.point, row.parameters, row.metrics, row.error)).collect()
}

/// A folder is an argument: errors about it are errors of input.
fn refuse(py: Python<'_>, error: &Error) -> PyErr {
    input(py, error.to_string(), "folder")
}
