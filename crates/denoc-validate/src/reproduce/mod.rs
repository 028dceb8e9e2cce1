//! The examples, exercises, figures and tables of the literature, recomputed and compared.
//!
//! [`cases`] lists them, [`run`] computes one, [`page`] makes a report of many.
//!
//! ```
//! use denoc_validate::reproduce;
//!
//! let table = reproduce::cases().find(|case| case.id == "SahaIR Table 9.6").expect("a case");
//! let report = reproduce::run(table);
//! assert!(report.passed());
//! for check in &report.finding.checks {
//!     println!("{}: compared with {}", check.what, check.oracle.label());
//! }
//! ```
//!
//! | File | What is in it |
//! |---|---|
//! | `case.rs` | [`Source`] and [`Case`]: what can be computed |
//! | `finding.rs` | [`Finding`]: what a case found; [`Check`]: one comparison with its tolerance |
//! | `report.rs` | [`CaseReport`]: a case with its findings, also as JSON |
//! | `curves.rs` | numbers over time |
//! | `inverse.rs`, `fall.rs`, `matrices.rs` | denoc's side: forces along a motion, free fall, matrices |
//! | `linkage.rs` | denoc's side of planar linkages with loops |
//! | `reference.rs` | the embedded curves of other engines |
//! | `dense/`, `motion.rs`, `rods.rs` | oracles written for this purpose, which share no code with the recursions |
//! | `distance.rs`, `interference.rs` | collisions of links |
//! | `counts.rs` | tables of operation counts |
//! | `picture.rs`, `page.rs` | plots and tables; the report page |
//!
//! To add a case: a file in the folder of its source with a constant `CASE`, and one line in the folder's `mod.rs`. To add a
//! source: a folder with a constant `SOURCE`, and one line in [`SOURCES`].

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
mod report;
mod rods;
mod saha_13;
mod saha_99;
mod saha_ir;
#[cfg(test)]
mod tests;

use case::Work;
pub use case::{Case, Source};
pub use finding::{Check, Finding, Measure, Oracle};
pub use page::page;
pub use report::CaseReport;

/// The sources, in the order of the report.
pub const SOURCES: &[Source] = &[saha_ir::SOURCE, saha_99::SOURCE, saha_13::SOURCE, muk_and_06::SOURCE];

/// All cases, in the order of the report.
pub fn cases() -> impl Iterator<Item = &'static Case> {
    SOURCES.iter().flat_map(|source| source.cases)
}

/// Computes a case and compares it with its oracles.
pub fn run(case: &'static Case) -> CaseReport {
    case.run()
}
