//! Results as Python objects: the classes are the data classes of `denoc.results`.

use denoc_base::{AuditRow, Verdict};
use denoc_run::sweep::Heading;
use denoc_sim::{Difference, Verification};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// An object of a class of `denoc.results`.
pub(crate) fn object<'py>(py: Python<'py>, class: &str, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let module = CLASSES.get_or_try_init(py, || PyModule::import(py, "denoc.results").map(Bound::unbind))?;
    module.bind(py).getattr(class)?.call((), Some(fields))
}

/// An object of a class of `denoc.results`, with the values of all its fields: `result!(py, Column { name: …, unit: … })`.
macro_rules! result {
    ($py:expr, $class:ident { $($field:ident: $value:expr),+ $(,)? }) => {{
        let fields = pyo3::types::PyDict::new($py);
        $(fields.set_item(stringify!($field), $value)?;)+
        $crate::results::object($py, stringify!($class), &fields)
    }};
}
pub(crate) use result;

/// Names and units of columns.
pub(crate) fn columns<'py>(py: Python<'py>, headings: &[Heading]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    headings.iter().map(|heading| column(py, &heading.name, &heading.unit)).collect()
}

/// Name and unit of a column.
pub(crate) fn column<'py>(py: Python<'py>, name: &str, unit: &str) -> PyResult<Bound<'py, PyAny>> {
    result!(py, Column { name: name, unit: unit })
}

/// The estimated global error of a run.
pub(crate) fn verification<'py>(py: Python<'py>, found: &Verification) -> PyResult<Bound<'py, PyAny>> {
    let difference = |d: &Difference| {
        result!(py, Difference { name: &d.name, unit: &d.unit, largest: d.largest, relative: d.relative, time: d.t })
    };
    result!(
        py,
        Verification {
            second_run: &found.second_run,
            samples: found.samples,
            until: found.until,
            differences: found.differences.iter().map(difference).collect::<PyResult<Vec<_>>>()?,
            relative: found.relative,
            parted: found.parted,
            incomplete: found.incomplete.as_ref(),
        }
    )
}

/// One check of a run.
pub(crate) fn audit_row<'py>(py: Python<'py>, row: &AuditRow) -> PyResult<Bound<'py, PyAny>> {
    let verdict = match row.verdict {
        Verdict::Passed => "passed",
        Verdict::Missed => "missed",
        Verdict::Unjudged => "unjudged",
        Verdict::Unchecked => "unchecked",
    };
    result!(
        py,
        AuditRow {
            name: &row.name,
            value: row.value,
            unit: &row.unit,
            tolerance: row.tolerance,
            verdict: verdict,
            meaning: &row.meaning,
        }
    )
}
