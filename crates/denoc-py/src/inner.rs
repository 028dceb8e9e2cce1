//! What is behind a model: shared by all its Python objects and threads.

use std::sync::{Mutex, OnceLock, PoisonError};

use denoc::Loaded;
use denoc::dynamics::compiled::{Compile, Compiled};
use denoc::evaluate::{Evaluator, Shared};
use denoc::model::{FrameId, LinkId, Model, ModelError};
use pyo3::prelude::*;

use crate::errors::input;
use crate::source::Source;

/// A loaded mechanism, with memory for computations that threads borrow and give back.
pub(crate) struct Inner {
    pub(crate) loaded: Loaded,
    pub(crate) source: Source,
    pub(crate) shared: Shared,
    program: OnceLock<Compiled>,
    compiled: Mutex<Vec<Compiled>>,
    evaluators: Mutex<Vec<Evaluator>>,
}

impl Inner {
    pub(crate) fn new(loaded: Loaded, source: Source) -> Self {
        Self {
            loaded,
            source,
            shared: Shared::default(),
            program: OnceLock::new(),
            compiled: Mutex::default(),
            evaluators: Mutex::default(),
        }
    }

    pub(crate) fn model(&self) -> &Model {
        &self.loaded.model
    }

    pub(crate) fn is_closed(&self) -> bool {
        !self.model().closures().is_empty()
    }

    /// A frame by its name; an error lists the frames.
    pub(crate) fn frame(&self, py: Python<'_>, name: &str) -> PyResult<FrameId> {
        self.model().frame(name).map_err(|error| unknown(py, error, self.model().frame_names()))
    }

    /// A joint of the tree by its name; an error lists the joints.
    pub(crate) fn joint(&self, py: Python<'_>, name: &str) -> PyResult<LinkId> {
        self.model().joint(name).map_err(|error| unknown(py, error, self.model().joint_names()))
    }

    /// Lends a compiled program. What is lent when the work panics is lost, nothing else.
    pub(crate) fn with_compiled<R>(&self, work: impl FnOnce(&mut Compiled) -> R) -> R {
        let fresh = || self.program.get_or_init(|| self.model().compile()).clone();
        lend(&self.compiled, fresh, work)
    }

    /// Lends memory for everything else.
    pub(crate) fn with_evaluator<R>(&self, work: impl FnOnce(&mut Evaluator) -> R) -> R {
        lend(&self.evaluators, || Evaluator::sharing(self.model(), &self.shared), work)
    }
}

/// The most names that an error lists.
const MOST: usize = 20;

fn unknown(py: Python<'_>, error: ModelError, names: &[String]) -> PyErr {
    let more = if names.len() > MOST { ", …" } else { "" };
    let listed = names[..names.len().min(MOST)].join(", ");
    input(py, format!("{error}; there are {listed}{more}"), "model.unknown-name")
}

fn lend<T, R>(shelf: &Mutex<Vec<T>>, fresh: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
    let shelf = || shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = shelf().pop();
    let mut own = kept.unwrap_or_else(fresh);
    let result = work(&mut own);
    shelf().push(own);
    result
}
