//! Simulations: built-in controllers at full speed, or a Python function.

use std::sync::{Arc, Mutex, PoisonError};

use denoc_base::number::six;
use denoc_run::Error;
use denoc_run::run::{Flow, Progress, Simulated, Status, Watch, attempt};
use denoc_run::scenario::Scenario;
use denoc_sim::controllers::{Controller, Moment, check_motors};
use denoc_sim::{Impact, Integrator, Plant, SimError};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::Argument;
use crate::errors::{OrRaise, exception, input};
use crate::inner::Inner;
use crate::model::Model;
use crate::objects::from_python;
use crate::results::{audit_row, column, result, verification};

/// Result of a simulation.
#[pyclass(frozen, module = "denoc._denoc")]
pub(crate) struct Run {
    pub(crate) inner: Arc<Inner>,
    pub(crate) scenario: Scenario,
    pub(crate) done: Simulated,
    pub(crate) error: Option<Error>,
}

/// The first exception that Python raised during a run.
type Trouble = Arc<Mutex<Option<PyErr>>>;

fn keep(trouble: &Trouble, error: PyErr) {
    trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

#[pymethods]
impl Model {
    /// Runs a scenario, a dictionary with the keys of scenario files; `controller` is a function of (t, q, v), `watch` one of
    /// (t, end).
    #[pyo3(signature = (scenario, controller=None, watch=None))]
    fn _simulate(
        &self,
        py: Python<'_>,
        scenario: &Bound<'_, PyDict>,
        controller: Option<Py<PyAny>>,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Run> {
        let scenario: Scenario = from_python(scenario).map_err(|error| {
            // keywords of Model.simulate are entries of these tables
            let message = error.to_string();
            let keyword = ["simulate.", "start."].iter().find_map(|table| message.strip_prefix(table));
            input(py, format!("simulate: {}", keyword.unwrap_or(&message)), "scenario")
        })?;
        let trouble = Trouble::default();
        let inner = self.inner.clone();
        let explicit = |word: &String| {
            Integrator::from_keyword(word).is_ok_and(|chosen| chosen != Integrator::Auto && !chosen.info().stiff)
        };
        let hinted = !scenario.simulate.as_ref().and_then(|s| s.integrator.as_ref()).is_some_and(explicit);
        let mut watcher = Interrupts { watch, trouble: trouble.clone(), hinted };
        let done = py.detach(|| {
            let call = |function| Box::new(Call { function, trouble: trouble.clone() }) as Box<dyn Controller>;
            attempt(&inner.loaded, &scenario, ".", controller.map(call), &mut watcher)
        });
        if let Some(error) = trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let (done, error) = done.or_raise(py)?;
        Ok(Run { inner, scenario, done, error })
    }
}

#[pymethods]
impl Run {
    /// Name of the mechanism.
    #[getter]
    fn name(&self) -> &str {
        self.inner.model().name()
    }

    /// Numbers of coordinates and speeds.
    #[getter]
    fn sizes(&self) -> (usize, usize) {
        (self.inner.model().nq(), self.inner.model().nv())
    }

    /// Names and units of the columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.done.table.columns().iter().map(|c| column(py, &c.name, &c.unit)).collect()
    }

    /// All numbers, column by column.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let table = &self.done.table;
        let array = PyArray2::<f64>::zeros(py, [table.columns().len(), table.rows()], false);
        let mut writing = array.readwrite();
        if let Ok(numbers) = writing.as_slice_mut() {
            for (row, column) in numbers.chunks_exact_mut(table.rows().max(1)).zip(table.columns()) {
                row.copy_from_slice(&column.values);
            }
        }
        drop(writing);
        Ok(array)
    }

    /// Times and names of events.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let event = |(time, name): &(f64, String)| result!(py, Event { time: time, name: name });
        self.done.events.iter().map(event).collect()
    }

    /// Impacts of joints on the stops at their limits.
    #[getter]
    fn impacts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let impact = |(time, impact): &(f64, Impact)| {
            let Impact { joint, limit, at, before, after, impulse, .. } = impact;
            let limit = limit.keyword();
            result!(
                py,
                Impact {
                    time: time,
                    joint: joint,
                    limit: limit,
                    at: at,
                    before: before,
                    after: after,
                    impulse: impulse
                }
            )
        };
        self.done.impacts.iter().map(impact).collect()
    }

    /// Numerical checks.
    #[getter]
    fn audit<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.done.audit.iter().map(|row| audit_row(py, row)).collect()
    }

    /// How it ended: finished, event or interrupted.
    #[getter]
    fn status(&self) -> &'static str {
        match self.done.status {
            Status::Finished => "finished",
            Status::Event => "event",
            Status::Interrupted => "interrupted",
        }
    }

    /// The estimated global error.
    #[getter]
    fn verification<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.done.verification.as_ref().map(|found| verification(py, found)).transpose()
    }

    /// What settings `auto` have chosen and why.
    #[getter]
    fn choices(&self) -> Vec<String> {
        self.done.choices.clone()
    }

    /// Notes.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.done.notes.clone()
    }

    /// The exception that ended it early, if any.
    #[getter]
    fn error<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.error.as_ref().map(|error| exception(py, error).value(py).clone().into_any())
    }

    /// The report page.
    fn report(&self, py: Python<'_>, command: &str) -> PyResult<String> {
        py.detach(|| self.done.report(&self.inner.loaded, &self.scenario, command)).or_raise(py)
    }

    /// Writes all columns with names and units as .csv or .npz.
    fn write(&self, py: Python<'_>, path: &str) -> PyResult<()> {
        let table = &self.done.table;
        let done = py.detach(|| if path.ends_with(".npz") { table.write_npz(path) } else { table.write_csv(path) });
        done.or_raise(py)
    }
}

/// Checks for Ctrl-C, reports progress, and warns if a simulation is slow.
struct Interrupts {
    watch: Option<Py<PyAny>>,
    trouble: Trouble,
    /// Whether the integrator copes with stiff mechanisms, or the hint was given.
    hinted: bool,
}

impl Interrupts {
    /// Warns, once, that friction and dampers may force tiny steps.
    fn hint(&mut self, py: Python<'_>, progress: &Progress) -> PyResult<()> {
        if self.hinted || progress.wall_seconds < 5.0 || progress.t > 0.2 * progress.end {
            return Ok(());
        }
        self.hinted = true;
        let message = format!(
            "after {:.0} s of computing {:.3} of {} s are simulated, in {} steps; friction, dampers, springs or gains may be \
             stiff: integrator=\"auto\" is likely to be much faster",
            progress.wall_seconds,
            progress.t,
            six(progress.end),
            progress.steps
        );
        let message = std::ffi::CString::new(message).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)
    }
}

impl Watch for Interrupts {
    fn progress(&mut self, progress: &Progress) -> Flow {
        Python::attach(|py| {
            let report =
                || self.watch.as_ref().map_or(Ok(()), |watch| watch.call1(py, (progress.t, progress.end)).map(|_| ()));
            let done = py.check_signals().and_then(|()| report());
            match done.and_then(|()| self.hint(py, progress)) {
                Ok(()) => Flow::Continue,
                Err(error) => {
                    keep(&self.trouble, error);
                    Flow::Stop
                }
            }
        })
    }
}

/// A Python function as a controller.
struct Call {
    function: Py<PyAny>,
    trouble: Trouble,
}

impl Call {
    fn call(&self, now: Moment<'_>, tau: &mut [f64]) -> PyResult<()> {
        Python::attach(|py| {
            let (q, v) = (PyArray1::from_slice(py, now.q), PyArray1::from_slice(py, now.v));
            let result = self.function.bind(py).call1((now.t, q, v))?;
            if result.is_none() {
                let message = format!("the controller returned None at t = {} s: is a return missing?", six(now.t));
                return Err(input(py, message, "controller"));
            }
            let expected = || format!("forces of the controller at t = {} s, one for each speed", six(now.t));
            let forces = Argument::<f64>::new("tau", &result, &[tau.len()], expected)?;
            match forces.rows {
                None => tau.copy_from_slice(forces.numbers()),
                Some(rows) => {
                    let message =
                        format!("the controller returned {rows} rows; it must return one force for each speed");
                    return Err(input(py, message, "controller"));
                }
            }
            Ok(())
        })
    }
}

impl Controller for Call {
    fn keyword(&self) -> &'static str {
        "python"
    }

    fn explicit(&self) -> bool {
        true
    }

    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), SimError> {
        self.call(now, tau).map_err(|error| {
            let message = error.to_string();
            keep(&self.trouble, error);
            SimError::Controller { time: now.t, message }
        })?;
        check_motors(plant.model(), tau)
    }
}
