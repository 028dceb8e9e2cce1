//! Evidence that denoc is correct, and how fast it is, for people who check, study or cite it.
//!
//! | Module | What it does | Command |
//! |---|---|---|
//! | [`reproduce`] | recomputes the examples, figures and tables of the literature and compares them: deviations with tolerances | `denoc reproduce` |
//! | [`compare`] | solves a mechanism with loops by every algorithm and judges the differences, relative to the terms of the equations | `denoc compare` |
//! | [`growth`] | measures the growth of closure errors (m) with time (s) for several closure schemes | `denoc growth` |
//! | [`opcount`] | counts multiplications and additions, and lists those of the literature | `denoc opcount` |
//! | [`timing`] | times algorithms on this machine, ns per state | `denoc bench` |
//! | [`two_handle`] | divide and conquer (O-DCA) in its published form, for study and as an oracle | |
//!
//! Not for simulation: programs that compute with mechanisms need the crate `denoc` only. Nothing here is tuned for speed, and no other
//! crate of the library depends on it. Results are structs with named fields; those that the program prints as JSON
//! implement `serde::Serialize`. Tables and progress bars belong to the program.
//!
//! ```
//! use denoc_validate::compare::{CompareSettings, compare};
//! use denoc_validate::reproduce;
//!
//! // an example of the literature
//! let example = reproduce::cases().find(|case| case.id == "SahaIR Example 9.5").expect("a case");
//! let report = reproduce::run(example);
//! assert!(report.passed());
//!
//! // every method for loops on a four-bar linkage
//! let model = denoc_run::load("fourbar")?.model;
//! let settings = CompareSettings { states: 3, seed: 1 };
//! let comparison = compare(&model, model.configuration("start")?, &settings)?;
//! assert!(comparison.alike);
//! # Ok::<(), denoc_validate::ValidationError>(())
//! ```

#![forbid(unsafe_code)]

pub mod compare;
mod error;
pub mod growth;
pub mod opcount;
pub mod reproduce;
pub mod timing;
pub mod two_handle;

pub use error::ValidationError;

#[cfg(test)]
#[global_allocator]
static COUNTING: denoc_testkit::CountingAllocator = denoc_testkit::CountingAllocator;
