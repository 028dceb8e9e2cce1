//! Inverse dynamics with loops: references, identities, too many and too few motors.

mod actuation;
mod cut_motors;
mod identities;
pub(crate) mod mechanisms;
mod references;
