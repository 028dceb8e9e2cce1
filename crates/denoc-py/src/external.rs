//! External wrenches: arguments in Python.

use denoc_mechanism::evaluate::ExternalWrench;
use denoc_model::FrameId;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::arrays::{Argument, common_rows};
use crate::inner::Inner;

/// Wrenches [moment; force] on frames, in world axes, the moment about the origin of the frame; for one state or a batch.
pub(crate) struct External {
    frames: Vec<FrameId>,
    /// For each frame: the numbers, and their rows if they are a batch.
    numbers: Vec<(Vec<f64>, Option<usize>)>,
    pub(crate) rows: Option<usize>,
}

impl External {
    /// From a mapping by the name of a link or frame, or from an array (links, 6) or (N, links, 6).
    pub(crate) fn new(inner: &Inner, py: Python<'_>, wrenches: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let model = inner.model();
        let Some(wrenches) = wrenches else {
            return Ok(Self { frames: Vec::new(), numbers: Vec::new(), rows: None });
        };
        let (mut frames, mut numbers) = (Vec::new(), Vec::new());
        if let Ok(named) = wrenches.cast::<PyMapping>() {
            for item in named.items()? {
                let (name, wrench): (String, Bound<'_, PyAny>) = item.extract()?;
                frames.push(inner.frame(py, &name)?);
                let expected = || format!("the wrench on \"{name}\" is [moment; force]");
                let wrench = Argument::<f64>::new("external", &wrench, &[6], expected)?;
                numbers.push((wrench.numbers().to_vec(), wrench.rows));
            }
        } else {
            let links = model.links().len();
            let expected = || format!("one wrench [moment; force] for each of {links} links, or a dict by name");
            let all = Argument::<f64>::new("external", wrenches, &[links, 6], expected)?;
            for i in 0..links {
                let states = all.numbers().chunks_exact(6 * links);
                frames.push(FrameId(i));
                numbers.push((states.flat_map(|state| state[6 * i..][..6].to_vec()).collect(), all.rows));
            }
        }
        let rows = common_rows(py, numbers.iter().map(|(_, rows)| ("external", *rows)))?;
        Ok(Self { frames, numbers, rows })
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Those of one state.
    pub(crate) fn of(&self, state: usize) -> Vec<ExternalWrench> {
        let one = |(frame, (numbers, rows)): (&FrameId, &(Vec<f64>, Option<usize>))| {
            let entries = &numbers[if rows.is_some() { 6 * state } else { 0 }..][..6];
            let mut wrench = [0.0; 6];
            wrench.copy_from_slice(entries);
            ExternalWrench { frame: *frame, wrench }
        };
        self.frames.iter().zip(&self.numbers).map(one).collect()
    }
}
