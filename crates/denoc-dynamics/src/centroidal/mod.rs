//! Momentum about the mass centre C of all moving links: its matrix, and its rate.
//!
//! ```text
//! [angular about C; linear] = A_G v          column of A_G: M̃_i p, moved from the joint to C
//! rate = A_G a + Ȧ_G v = Σ (M_i ṫ_i + convective part), moved to C, without gravity
//! ```
//!
//! with p a column of the joint of link i and M̃_i the mass of the link and everything outward of it, as in [`crate::gim`]. The linear
//! rows divided by the total mass are the Jacobian of C. Reflected inertia of motors is not part of the momentum. Cost: O(n).

mod matrix;
mod rate;
#[cfg(test)]
mod tests;

pub(crate) use matrix::{com_jacobian, momentum_matrix};
pub(crate) use rate::momentum_rate;
