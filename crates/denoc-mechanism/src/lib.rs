//! A mechanism at a state.

#![forbid(unsafe_code)]

pub mod assembly;
pub mod closed;
mod error;
pub mod fk;
pub mod ik;
mod long_loops;
mod manifold;
pub mod mobility;
pub mod passive;
mod svd;

pub use error::MechanismError;
pub use long_loops::{LONG_LOOP, LongestLoop, has_long_loops, longest_loop};
pub use manifold::Manifold;
pub use svd::{RANK_TOLERANCE, Svd};
