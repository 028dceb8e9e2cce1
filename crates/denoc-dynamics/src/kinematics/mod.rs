//! Poses, twists, Jacobians and their rates.
//!
//! Outward from the ground, in link axes about the origin O of each link frame:
//!
//! ```text
//! t_i = A_ij t_j + P_i v_i                                     [Saha13 (36)], [SahaIR (9.4c)]
//! ```
//!
//! A column of the Jacobian of a point x is the twist that one unit speed gives to it, [e; u + e×(x − o)], with [e; u] the
//! joint's column at its origin o; its rate is [ė; u̇ + ė×(x − o) + e×(ẋ − ȯ)]. Cost: poses and twists O(n), a Jacobian
//! O(number of joints between the point and the ground).

mod buffers;
mod column_rates;
mod hessian;
mod jacobian;
mod outward;
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use buffers::KinematicsBuffers;
pub(crate) use column_rates::{MAX_COLUMNS, bracket, column_rates, moving_column_rate};
pub(crate) use hessian::hessian;
pub(crate) use jacobian::{Fixed, jacobian, jacobian_rate};
pub(crate) use outward::{place, twists};
pub use reference::{AccelerationKind, Reference};
