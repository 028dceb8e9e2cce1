//! What is behind a model: shared by all its Python objects and threads.

use std::sync::{Mutex, OnceLock, PoisonError};

use denoc::Loaded;
use denoc::dynamics::compiled::{Compile, Compiled};
use denoc::evaluate::{Evaluator, Shared};
use denoc::model::Model;

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

fn lend<T, R>(shelf: &Mutex<Vec<T>>, fresh: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
    let shelf = || shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = shelf().pop();
    let mut own = kept.unwrap_or_else(fresh);
    let result = work(&mut own);
    shelf().push(own);
    result
}
