//! Whole machines: cycles, balancing, ropes at rest.

#![forbid(unsafe_code)]

pub mod balance;
pub mod cycle;
mod error;
pub mod rope;

pub use error::MachineError;
