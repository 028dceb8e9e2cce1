//! Progress of a study.

use denoc_sim::{Flow, Progress};

use super::{ClosureScheme, Specimen};

/// Told how far a study is, and may stop it.
pub trait StudyWatch {
    /// A run begins.
    fn begin(&mut self, specimen: &Specimen, scheme: &ClosureScheme);

    /// How far the run is; [`Flow::Stop`] ends the study.
    fn progress(&mut self, progress: &Progress) -> Flow;
}

/// Nobody watches.
pub(super) struct Unwatched;

impl StudyWatch for Unwatched {
    fn begin(&mut self, _: &Specimen, _: &ClosureScheme) {}

    fn progress(&mut self, _: &Progress) -> Flow {
        Flow::Continue
    }
}
