//! Errors as Python exceptions: the classes are those of `denoc.errors`.

use denoc_run::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The exception for an error of the library.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    // an error about one state of a batch is of the kind of that state's error
    let alone = error.in_batch().map(|(_, alone)| alone);
    let mut message = error.to_string();
    if error.code() == "dynamics.not-closed" {
        message += " (model.assemble, model.project_velocity and model.project_acceleration give such states)";
    }
    make(py, class(alone.as_ref().unwrap_or(error)), message, error.code(), error.joint())
}

/// An argument that does not fit.
pub(crate) fn input(py: Python<'_>, message: String, code: &'static str) -> PyErr {
    make(py, "InputError", message, code, None)
}

fn class(error: &Error) -> &'static str {
    match error {
        e if e.is_not_found() => "NotFoundError",
        e if e.is_singular() => "SingularError",
        e if e.is_bad_file() => "FormatError",
        e if e.is_bad_model() => "ModelError",
        e if e.is_bad_input() => "InputError",
        e if matches!(e.code(), "results" | "folder") => "FileError",
        _ => "SimulationError",
    }
}

fn make(py: Python<'_>, class: &str, message: String, code: &str, joint: Option<&str>) -> PyErr {
    let exception = CLASSES
        .get_or_try_init(py, || PyModule::import(py, "denoc.errors").map(Bound::unbind))
        .and_then(|module| module.bind(py).getattr(class)?.call1((message.as_str(), code, joint)));
    match exception {
        Ok(value) => PyErr::from_value(value),
        Err(_) => PyRuntimeError::new_err(message),
    }
}

/// `?` on results of the library.
pub(crate) trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Into<Error>> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| exception(py, &error.into()))
    }
}
