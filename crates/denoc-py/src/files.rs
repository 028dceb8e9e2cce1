//! Files that Python fills, and suggestions for misspelt words: what the other layers use, for the Python layer.

use std::path::PathBuf;

use denoc_model::names;
use pyo3::prelude::*;

use crate::errors::OrRaise;

/// Writes a file completely or not at all, as all files are written: aside, synced, then renamed.
#[pyfunction]
pub(crate) fn _write_file(py: Python<'_>, path: PathBuf, content: &[u8]) -> PyResult<()> {
    py.detach(|| denoc_results::write_atomically(&path, content)).or_raise(py)
}

/// `did you mean "NAME"? ` if one of the known words is similar, else nothing.
#[pyfunction]
pub(crate) fn _did_you_mean(word: &str, known: Vec<String>) -> String {
    let nearest = names::nearest(word, known.iter().map(String::as_str));
    nearest.map_or(String::new(), |near| format!("did you mean \"{near}\"? "))
}
