//! Pictures and films.

use denoc_results::Follow;
use denoc_run::Error;
use denoc_run::animate::{FileFormat, Film, FilmOptions, Span};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde::Deserialize;

use crate::errors::{OrRaise, input};
use crate::model::Model;
use crate::objects::from_python;
use crate::simulate::Run;

/// The keywords of `Trajectory.animate` and `Model.picture`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keywords {
    view: Option<String>,
    size: Option<[u32; 2]>,
    background: Option<String>,
    /// A link, or all links if it is empty.
    follow: Option<String>,
    no_path: bool,
    few_colors: bool,
    fps: Option<f64>,
    speed: Option<f64>,
    start: Option<f64>,
    end: Option<f64>,
    at: Option<f64>,
}

impl Keywords {
    fn of(keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        from_python(keywords).map_err(|error| input(keywords.py(), error.to_string(), "scenario"))
    }

    fn options(&self) -> Result<FilmOptions, Error> {
        Ok(FilmOptions {
            view: self.view.as_deref().map(FilmOptions::parse_view).transpose()?.unwrap_or_default(),
            size: self.size,
            background: self.background.as_deref().map(FilmOptions::parse_background).transpose()?.unwrap_or_default(),
            follow: self.follow.as_deref().map_or(Follow::Nothing, FilmOptions::parse_follow),
            no_path: self.no_path,
            few_colors: self.few_colors,
            fps: self.fps,
            speed: self.speed,
            at: self.at,
        })
    }
}

#[pymethods]
impl Run {
    /// The film as the contents of a file of this name.
    fn film<'py>(&self, py: Python<'py>, path: &str, keywords: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyBytes>> {
        let keywords = Keywords::of(keywords)?;
        let make = || {
            let (format, options) = (FileFormat::of(path)?, keywords.options()?);
            let span = Span { from: keywords.start, to: keywords.end };
            Film::of_simulation(&self.inner.loaded, &self.scenario, &self.done, span)?.encode(format, &options)
        };
        let film = py.detach(make).or_raise(py)?;
        Ok(PyBytes::new(py, &film.bytes))
    }
}

#[pymethods]
impl Model {
    /// The mechanism at these coordinates as PNG; as it is drawn by default without them.
    fn _picture<'py>(
        &self,
        py: Python<'py>,
        q: Option<Vec<f64>>,
        keywords: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let keywords = Keywords::of(keywords)?;
        let q = q.unwrap_or_else(|| self.drawn_q());
        let make = || Film::of_model(&self.inner.loaded, &q)?.encode(FileFormat::Png, &keywords.options()?);
        let picture = py.detach(make).or_raise(py)?;
        Ok(PyBytes::new(py, &picture.bytes))
    }
}
