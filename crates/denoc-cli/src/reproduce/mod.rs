//! The examples, figures and tables of the sources, computed again and compared.
//!
//! | File | What is in it |
//! |---|---|
//! | `case.rs` | [`Document`] and [`Case`]: what there is to compute |
//! | `finding.rs` | [`Finding`]: what a case found; [`Check`]: one comparison with its bound |
//! | `curves.rs` | numbers over time |
//! | `inverse.rs`, `fall.rs`, `matrices.rs` | our side: forces along a motion, free fall, matrices |
//! | `linkage.rs` | our side of planar linkages with loops |
//! | `reference.rs` | the embedded curves of other engines |
//! | `dense/`, `motion.rs`, `rods.rs` | oracles of our own, which share nothing with the recursions |
//! | `distance.rs`, `interference.rs` | links that run into each other |
//! | `counts.rs` | tables of operation counts |
//! | `picture.rs`, `page.rs` | plots and tables; the report |
//!
//! To add a case: a file in the folder of its document with a constant `CASE`, and its line in the folder's `mod.rs`. To add a
//! document: a folder with a constant `DOCUMENT`, and its line in [`DOCUMENTS`].

mod case;
mod counts;
mod curves;
mod dense;
mod distance;
mod fall;
mod finding;
mod interference;
mod inverse;
mod linkage;
mod matrices;
mod motion;
mod muk_and_06;
mod page;
mod picture;
mod reference;
mod rods;
mod saha_13;
mod saha_99;
mod saha_ir;
#[cfg(test)]
mod tests;

pub(crate) use case::{Case, Document, Work};
pub(crate) use finding::{Check, Finding, Measure};
pub(crate) use page::report;

/// The documents, in the order of the report.
pub(crate) const DOCUMENTS: &[Document] =
    &[saha_ir::DOCUMENT, saha_99::DOCUMENT, saha_13::DOCUMENT, muk_and_06::DOCUMENT];

/// A case and what came of it.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) document: &'static Document,
    pub(crate) case: &'static Case,
    pub(crate) finding: Finding,
}

impl Done {
    /// Whether everything was found as it should be.
    pub(crate) fn passed(&self) -> bool {
        !self.finding.checks.is_empty() && self.finding.checks.iter().all(Check::passed)
    }
}
