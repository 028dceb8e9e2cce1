//! Sweeps: designs, and points evaluated without the interpreter lock.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use denoc_run::Error;
use denoc_run::run::{Flow, Progress, Watch};
use denoc_run::scenario::Scenario;
use denoc_run::sweep::{self, Manifest, Sweep};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{OrRaise, input};
use crate::inner::Inner;
use crate::model::Model;
use crate::objects::{ObjectError, from_python, to_python};
use crate::results::columns;
use crate::simulate::Run;
use crate::source::Source;
use crate::sweep_folder::SweepManifest;

/// The points of a design, a dictionary with the keys of `[sweep]`: one per row.
#[pyfunction]
pub(crate) fn sweep_points<'py>(py: Python<'py>, design: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let design: Sweep = from_python(design).map_err(|error| refuse(py, &error))?;
    rows(py, py.detach(|| design.points()).or_raise(py)?)
}

/// A scenario file as a dictionary, with defaults filled in.
#[pyfunction]
pub(crate) fn read_scenario<'py>(py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &Scenario::read(path).or_raise(py)?)
}

/// Metrics of a batch of points, and their errors.
type Metrics<'py> = (Bound<'py, PyArray2<f64>>, Vec<Option<String>>);

/// Simulates points of a sweep and takes metrics from them. Immutable; may be used by many threads at once.
#[pyclass(frozen, module = "denoc._denoc")]
pub(crate) struct SweepEvaluator {
    evaluator: sweep::SweepEvaluator,
    /// Where the mechanism came from.
    source: Source,
    stopped: AtomicBool,
}

/// Ends a simulation once it is set.
struct Stop<'a>(&'a AtomicBool);

impl Watch for Stop<'_> {
    fn progress(&mut self, _: &Progress) -> Flow {
        if self.0.load(Ordering::Relaxed) { Flow::Stop } else { Flow::Continue }
    }
}

#[pymethods]
impl SweepEvaluator {
    /// A scenario with a table `sweep`, as a dictionary; relative paths start at `base`; `model` takes the place of the scenario's.
    #[new]
    #[pyo3(signature = (scenario, base, model=None))]
    fn new(
        py: Python<'_>,
        scenario: &Bound<'_, PyDict>,
        base: PathBuf,
        model: Option<&Bound<'_, Model>>,
    ) -> PyResult<Self> {
        let scenario: Scenario = from_python(scenario).map_err(|error| refuse(py, &error))?;
        let inner = model.map(|model| model.get().inner.clone());
        let loaded = inner.as_ref().map(|inner| inner.loaded.clone());
        let evaluator = py.detach(|| sweep::SweepEvaluator::new(&scenario, &base, loaded)).or_raise(py)?;
        let source = match inner {
            Some(inner) => inner.source.clone(),
            None => Source {
                path: scenario.model.clone(),
                name: scenario.model,
                text: None,
                base: scenario.base,
                mimic: scenario.mimic,
                gravity: scenario.gravity,
                parameters: Vec::new(),
            },
        };
        Ok(Self { evaluator, source, stopped: AtomicBool::new(false) })
    }

    /// Names and SI units of the parameters.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        columns(py, self.evaluator.parameters())
    }

    /// Names and SI units of the metrics.
    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        columns(py, self.evaluator.metrics())
    }

    /// The points of the design, one per row, in SI units.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows(py, py.detach(|| self.evaluator.points()).or_raise(py)?)
    }

    /// The identity of the sweep, for the folder of its results.
    fn manifest(&self, py: Python<'_>) -> PyResult<SweepManifest> {
        let manifest = py.detach(|| Manifest::of(&self.evaluator, &self.evaluator.points()?)).or_raise(py)?;
        Ok(SweepManifest { manifest })
    }

    /// Metrics of some points, one per row: NaN where there is an error.
    fn evaluate<'py>(&self, py: Python<'py>, points: PyReadonlyArray2<'py, f64>) -> PyResult<Metrics<'py>> {
        let points: Vec<Vec<f64>> = points.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
        let answer = |point: &Vec<f64>| self.evaluator.evaluate_watched(point, &mut Stop(&self.stopped)).transpose();
        let answers: Option<Vec<Result<Vec<f64>, Error>>> = py.detach(|| points.iter().map(answer).collect());
        let answers = answers.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
        let none = vec![f64::NAN; self.evaluator.metrics().len()];
        let values: Vec<&[f64]> = answers.iter().map(|answer| answer.as_deref().unwrap_or(&none)).collect();
        let array = PyArray2::zeros(py, [values.len(), none.len()], false);
        array.readwrite().as_slice_mut()?.copy_from_slice(&values.concat());
        // the same texts as from the command: a sweep may be begun by one and ended by the other
        let errors = answers.iter().map(|answer| answer.as_ref().err().map(ToString::to_string));
        Ok((array, errors.collect()))
    }

    /// Ends what threads are evaluating, for good.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The simulation of one point, and its metrics.
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        point: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<(Run, Bound<'py, PyArray1<f64>>)> {
        let point = point.as_array().to_vec();
        let (loaded, scenario, done) = py.detach(|| self.evaluator.simulate(&point)).or_raise(py)?;
        let metrics = PyArray1::from_vec(py, self.evaluator.measure(&done));
        let inner = Arc::new(Inner::new(loaded, self.source.clone()));
        Ok((Run { inner, scenario, done, error: None }, metrics))
    }
}

fn refuse(py: Python<'_>, error: &ObjectError) -> PyErr {
    input(py, format!("sweep: {error}"), "sweep")
}

fn rows(py: Python<'_>, points: Vec<Vec<f64>>) -> PyResult<Bound<'_, PyArray2<f64>>> {
    Ok(PyArray2::from_vec2(py, &points)?)
}
