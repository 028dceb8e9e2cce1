//! Evidence that denoc computes what it should, and how fast: for those who want to check it, study it or cite it.
//!
//! | Module | What it does | Command |
//! |---|---|---|
//! | [`reproduce`] | computes the examples, figures and tables of the literature again and compares them | `denoc reproduce` |
//! | [`compare`] | solves a mechanism with loops by every method and judges the differences | `denoc compare` |
//! | [`growth`] | measures how closure errors grow with time, by closure scheme | `denoc growth` |
//! | [`opcount`] | counts multiplications and additions, beside those of the literature | `denoc opcount` |
//! | [`timing`] | times algorithms on this machine | `denoc bench` |
//! | [`two_handle`] | divide and conquer (O-DCA) as its paper prints it, for reading and as an oracle | |
//!
//! It is not for simulating: programs that move mechanisms need the crate `denoc` only. Nothing here is tuned for speed, and no
//! other crate of the library depends on it. Results are structs with named fields; those that the program prints as JSON
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
