//! The registry of settings, for checks of keywords and their documentation.

use denoc_run::settings::{Preset, SECTIONS, Section, Setting};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Every key of scenario files, with section, choices, unit, required, default (JSON, or None), help and replaces.
#[pyfunction]
pub(crate) fn settings(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let all = SECTIONS.iter().flat_map(|section| section.settings.iter().map(move |setting| (section, setting)));
    all.map(|(section, setting)| entry(py, section, setting)).collect()
}

fn entry<'py>(py: Python<'py>, section: &Section, setting: &Setting) -> PyResult<Bound<'py, PyDict>> {
    let default = match setting.default {
        Preset::Value(json) => Some(json),
        _ => None,
    };
    let choices: Vec<&str> = setting.choices().iter().map(|choice| choice.keyword).collect();
    let entry = PyDict::new(py);
    entry.set_item("section", section.path)?;
    entry.set_item("key", setting.key)?;
    entry.set_item("choices", choices)?;
    entry.set_item("unit", setting.unit)?;
    entry.set_item("required", setting.default == Preset::Required)?;
    entry.set_item("default", default)?;
    entry.set_item("help", setting.help)?;
    entry.set_item("replaces", setting.replaces.to_vec())?;
    Ok(entry)
}
