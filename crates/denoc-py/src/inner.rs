//! The data of a model, shared by all its Python objects and threads.

use denoc_mechanism::Mechanism;
use denoc_mechanism::evaluate::Algorithm;
use denoc_model::{FrameId, LinkId, Model, ModelError};
use denoc_run::{Base, Loaded};
use pyo3::prelude::*;

use crate::errors::input;
use crate::source::Source;

/// A loaded mechanism, with workspaces that threads borrow.
pub(crate) struct Inner {
    pub(crate) loaded: Loaded,
    pub(crate) source: Source,
    pub(crate) mechanism: Mechanism,
}

impl Inner {
    pub(crate) fn new(loaded: Loaded, source: Source) -> Self {
        Self { mechanism: loaded.mechanism(), loaded, source }
    }

    pub(crate) fn model(&self) -> &Model {
        &self.loaded.model
    }

    /// Whether another mechanism has the same links, joints and options, wherever it was read.
    pub(crate) fn same_as(&self, other: &Self) -> bool {
        let description = |inner: &Self| inner.loaded.description.clone().without_places();
        self.loaded.base == other.loaded.base && description(self) == description(other)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.mechanism.has_loops()
    }

    /// Whether the compiled layer computes its dynamics.
    pub(crate) fn is_compiled(&self) -> bool {
        self.mechanism.usual_algorithm() == Algorithm::Compiled
    }

    /// Refuses a prescribed base, whose accelerations are not computed.
    pub(crate) fn check_base(&self, py: Python<'_>, task: &str) -> PyResult<()> {
        if self.loaded.base != Base::Prescribed {
            return Ok(());
        }
        let message = format!(
            "{task} does not support base=\"prescribed\"; use inverse_dynamics, the command `denoc forward --base prescribed`, or \
             base=\"floating\""
        );
        Err(input(py, message, "load.option"))
    }

    /// A frame by its name; an error lists the frames.
    pub(crate) fn frame(&self, py: Python<'_>, name: &str) -> PyResult<FrameId> {
        self.model().frame(name).map_err(|error| unknown(py, error, self.model().frame_names()))
    }

    /// A joint of the tree by its name; an error lists the joints.
    pub(crate) fn joint(&self, py: Python<'_>, name: &str) -> PyResult<LinkId> {
        self.model().joint(name).map_err(|error| unknown(py, error, self.model().joint_names()))
    }
}

/// The maximum number of names that an error lists.
const MOST: usize = 20;

fn unknown(py: Python<'_>, error: ModelError, names: &[String]) -> PyErr {
    let more = if names.len() > MOST { ", …" } else { "" };
    let listed = names[..names.len().min(MOST)].join(", ");
    input(py, format!("{error}; there are {listed}{more}"), "model.unknown-name")
}
