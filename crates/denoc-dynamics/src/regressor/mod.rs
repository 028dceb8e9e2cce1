//! Inverse dynamics as a linear function of the inertial parameters: τ = Y(q, v, a) π, for trees without rotor inertia.
//!
//! Every link has ten parameters, in its own axes about its own origin (the joint):
//!
//! ```text
//! π_i = [m, m c_x, m c_y, m c_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz]
//! ```
//!
//! The wrench that a link requires is linear in them. With ω, α and A its angular velocity, angular acceleration and the acceleration
//! of its origin less gravity, a column [e; u] of a joint inward of it, seen from the link, and f = e × ω:
//!
//! ```text
//! m:      u · A
//! m c:    α×ᵀ u + ω×(ω×u) + A × e
//! I_xx:   e_x α_x + f_x ω_x;     I_xy:  e_x α_y + e_y α_x + f_x ω_y + f_y ω_x;     and so on
//! ```
//!
//! Motors with rotor inertia J require J a in addition. Cost: O(n · depth).

mod row;
#[cfg(test)]
mod tests;

pub(crate) use row::regressor;
pub use row::{PARAMETERS, inertial_parameters};
