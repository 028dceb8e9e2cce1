//! Differences between results of runs.

use std::path::PathBuf;

use denoc_results::{Column, Table};
use denoc_run::compare::{ColumnDifference, Diff, DiffOptions, InputDifference, Results, diff};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::objects::to_python;
use crate::results::result;

/// Where results are: a folder or file; or the name, the columns with their units and the numbers (a row for each column) of a
/// trajectory.
#[derive(FromPyObject)]
pub(crate) enum Source<'py> {
    Path(PathBuf),
    Memory(String, Vec<(String, String)>, PyReadonlyArray2<'py, f64>),
}

/// What both are compared as, before the GIL is released.
enum Kept {
    Path(PathBuf),
    Memory(String, Vec<Column>),
}

impl Source<'_> {
    fn keep(self) -> Kept {
        match self {
            Self::Path(path) => Kept::Path(path),
            Self::Memory(name, columns, numbers) => {
                let rows = numbers.as_array();
                let values = rows.rows().into_iter().map(|row| row.to_vec());
                let columns = columns.into_iter().zip(values);
                Kept::Memory(name, columns.map(|((name, unit), values)| Column::new(name, unit, values)).collect())
            }
        }
    }
}

impl Kept {
    fn results(self) -> Result<Results, denoc_run::Error> {
        match self {
            Self::Path(path) => Results::read(path),
            Self::Memory(name, columns) => Ok(Results::from_table(name, Table::from_columns(columns)?)),
        }
    }
}

/// Compares the results of two runs; an object of `denoc.results.Diff`.
#[pyfunction]
pub(crate) fn _diff<'py>(
    py: Python<'py>,
    a: Source<'_>,
    b: Source<'_>,
    tolerance: f64,
    absolute: f64,
    columns: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (a.keep(), b.keep());
    let options = DiffOptions { tolerance, absolute, columns };
    let found = py.detach(|| diff(&a.results()?, &b.results()?, &options)).or_raise(py)?;
    object(py, &found)
}

fn object<'py>(py: Python<'py>, found: &Diff) -> PyResult<Bound<'py, PyAny>> {
    let column = |c: &ColumnDifference| {
        result!(
            py,
            ColumnDifference {
                name: &c.name,
                unit: &c.unit,
                max_abs: c.max_abs,
                max_rel: c.max_rel,
                at: c.at,
                not_finite: c.not_finite,
                equal: c.equal,
            }
        )
    };
    let input = |i: &InputDifference| {
        result!(py, InputDifference { key: &i.key, a: to_python(py, &i.a)?, b: to_python(py, &i.b)? })
    };
    let inputs = found.inputs.as_ref().map(|all| all.iter().map(input).collect::<PyResult<Vec<_>>>());
    result!(
        py,
        Diff {
            equal: found.equal,
            columns: found.columns.iter().map(column).collect::<PyResult<Vec<_>>>()?,
            inputs: inputs.transpose()?,
            tolerance: found.tolerance,
            absolute: found.absolute,
            grid: &found.grid.meaning,
            only_in_a: &found.only_in_a,
            only_in_b: &found.only_in_b,
            others: &found.others,
            summary: found.summary(),
        }
    )
}
