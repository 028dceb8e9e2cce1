//! Design calculations for machines: cycles of linkages, balancing, ropes.
//!
//! | Module | Purpose |
//! |---|---|
//! | [`cycle`] | one cycle of a driven mechanism: coupler curves, speeds, input torque, transmission angles, shaking force |
//! | [`balance`] | counterweights that reduce shaking force, shaking moment and torque ripple |
//! | [`rope`] | equilibrium of ropes, chains and cables: catenary and rigid links; waves |
//!
//! ```
//! use denoc_machines::cycle::{Cycle, CycleOptions};
//! # use denoc_formats::catalogue;
//! # use denoc_mechanism::Draft;
//!
//! let linkage = catalogue::describe("fourbar")?.build()?;
//! let mut options = CycleOptions::new("crank_pivot", 6.28); // rad/s
//! options.start = Some(Draft::usual(&linkage).close(&linkage)?.q);
//! options.samples = 36;
//! let summary = Cycle::compute(&linkage, &options)?.summary();
//! assert!(summary.torque.max > summary.torque.min); // N m, at the crank
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is not for motion under given forces (`denoc-sim`) or single states (`denoc-mechanism`).

#![forbid(unsafe_code)]

pub mod balance;
pub mod cycle;
mod error;
pub mod rope;

pub use error::MachineError;
