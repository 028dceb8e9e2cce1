//! A mechanism at a state.

#![forbid(unsafe_code)]

pub mod assembly;
pub mod closed;
mod closing;
mod error;
pub mod evaluate;
pub mod fk;
pub mod ik;
mod long_loops;
mod manifold;
mod mechanism;
pub mod mobility;
pub mod passive;
pub mod quantity;
mod scaled_jacobian;
mod svd;

pub use closing::{ClosedState, Draft, usual_start};
pub use error::MechanismError;
pub use long_loops::{LONG_LOOP, LongestLoop, has_long_loops, longest_loop};
pub use manifold::Manifold;
pub use mechanism::Mechanism;
pub use scaled_jacobian::scaled_rows;
pub use svd::{RANK_TOLERANCE, Svd};
