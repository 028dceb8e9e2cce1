//! The examples, figures and tables of the sources, computed again and compared.
//!
//! A document is a folder with a list of [`Case`]s; a case is a function that computes and compares. To add one: a file in the
//! folder of its document, and a line in its `CASES`. To add a document: a folder, and a line in [`documents`].

mod case;
mod compare;
mod data;
mod dense;
mod motions;
mod page;
mod saha13;
mod saha99;
mod saha_ir;

pub(crate) use case::{Case, Check, Done, Findings, Oracle};
pub(crate) use page::report;

/// A source and its cases.
pub(crate) struct Document {
    /// The key that citations use, such as `SahaIR`.
    pub(crate) key: &'static str,
    /// Author, title, year.
    pub(crate) title: &'static str,
    pub(crate) cases: &'static [Case],
}

/// Every document.
pub(crate) fn documents() -> [Document; 3] {
    [
        Document { key: "SahaIR", title: "S. K. Saha, Introduction to Robotics, chapter 9", cases: saha_ir::CASES },
        Document {
            key: "Saha99",
            title: "S. K. Saha, Dynamics of serial multibody systems using the decoupled natural orthogonal complement \
                    matrices, J. Appl. Mech. 66 (1999)",
            cases: saha99::CASES,
        },
        Document {
            key: "Saha13",
            title: "S. K. Saha and others, survey of the DeNOC (2013), serial part",
            cases: saha13::CASES,
        },
    ]
}
