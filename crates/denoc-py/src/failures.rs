//! States that cannot be computed: an exception for the whole call, or NaN and the reason for these states alone.

use denoc_model::names;
use denoc_run::Error;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::prelude::*;

use crate::arrays::Number;
use crate::errors::{exception, input};
use crate::results::result;
use crate::rows::Block;
use crate::threads::Crew;

/// Settings of a call on a batch.
#[derive(Copy, Clone)]
pub(crate) struct Batch<'a> {
    pub(crate) threads: Option<usize>,
    pub(crate) on_failure: &'a str,
}

/// What a call does with states that fail.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// Raises the error of the first one.
    Raise,
    /// Sets their results to NaN and returns the reasons.
    Nan,
}

impl OnFailure {
    pub(crate) fn new(py: Python<'_>, keyword: &str) -> PyResult<Self> {
        match keyword {
            "raise" => Ok(Self::Raise),
            "nan" => Ok(Self::Nan),
            _ => {
                let message = format!("on_failure is \"{keyword}\"; {}", names::choose(keyword, &["raise", "nan"]));
                Err(input(py, message, "batch.on-failure"))
            }
        }
    }
}

/// The errors of states, in ascending order.
pub(crate) type Failures = Vec<(usize, Error)>;

/// States that are computed together.
pub(crate) const BLOCK: usize = 64;

/// Computes a batch in blocks. `compute` writes the results of a block; the error of a state counts from the start of its block.
/// Where failures are not raised, the states of a block that fails are computed one by one.
pub(crate) fn by_block<T: Number>(
    crew: &Crew,
    batch: Block<'_, T>,
    on_failure: OnFailure,
    compute: impl Fn(&mut Block<'_, T>) -> Result<(), Error> + Sync,
) -> Result<Failures, Error> {
    by_blocks_of(BLOCK, crew, batch, on_failure, compute)
}

/// The same, in blocks of a given number of states.
pub(crate) fn by_blocks_of<T: Number>(
    each: usize,
    crew: &Crew,
    batch: Block<'_, T>,
    on_failure: OnFailure,
    compute: impl Fn(&mut Block<'_, T>) -> Result<(), Error> + Sync,
) -> Result<Failures, Error> {
    let one = |mut block: Block<'_, T>| -> Result<Failures, Error> {
        let Err(error) = compute(&mut block) else { return Ok(Failures::new()) };
        let raised = on_failure == OnFailure::Raise || !is_about_state(&error);
        if let (true, Some((state, alone))) = (raised, error.in_batch()) {
            return Err(alone.in_state(block.states.start + state));
        }
        let mut failures = Failures::new();
        for mut block in block.divide(1) {
            let Err(error) = compute(&mut block) else { continue };
            let (state, alone) = (block.states.start, error.in_batch().map_or(error, |(_, alone)| alone));
            if raised {
                return Err(alone.in_state(state));
            }
            block.fill_with_nan();
            failures.push((state, alone));
        }
        Ok(failures)
    };
    let blocks = batch.divide(each);
    let failures: Vec<Result<Failures, Error>> = match crew {
        Crew::One => blocks.into_iter().map(one).collect(),
        _ => crew.run(|| blocks.into_par_iter().map(one).collect()),
    };
    // of several errors, report that of the first state
    Ok(failures.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Whether another state of the same model may succeed.
pub(crate) fn is_about_state(error: &Error) -> bool {
    !matches!(error.code(), "dynamics.has-loops" | "dynamics.workspace" | "dynamics.blocks" | "state.length")
}

/// What a call returns: its only result or a tuple of them, followed by `denoc.results.Failures` unless failures are raised.
pub(crate) fn returned<'py>(
    py: Python<'py>,
    mut results: Vec<Bound<'py, PyAny>>,
    on_failure: OnFailure,
    states: usize,
    failures: &Failures,
) -> PyResult<Bound<'py, PyAny>> {
    if on_failure == OnFailure::Nan {
        let mut mask = vec![false; states];
        let errors = PyDict::new(py);
        for (state, error) in failures {
            mask[*state] = true;
            errors.set_item(state, exception(py, error).into_value(py))?;
        }
        results.push(result!(py, Failures { mask: PyArray1::from_vec(py, mask), errors: errors })?);
    }
    match results.len() {
        1 => Ok(results.remove(0)),
        _ => Ok(PyTuple::new(py, results)?.into_any()),
    }
}
