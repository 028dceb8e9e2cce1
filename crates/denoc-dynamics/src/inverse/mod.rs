//! Inverse dynamics: joint forces for a given motion, in two sweeps, O(n) [SahaIR (9.32)-(9.35)].
//!
//! Outward, twist-rates (gravity enters as the acceleration −g of the base [SahaIR (9.35)]):
//!
//! ```text
//! ω̇_i = ω̇_j + ω_i × ω_J + b_ω
//! v̇_i = v̇_j + ω̇_j × p + ω_j × (ω_j × p) + ω_j × v_J + ω_i × v_J + b_v
//! ```
//!
//! with (ω_J, v_J) = P v the motion in the joint and b = P a + Ṗ v. Inward, wrenches [SahaIR (9.33)]:
//!
//! ```text
//! w_i = M_i ṫ_i + convective part [Saha13 (46)];   w̃_i = w_i − w_i^E + Σ A_kiᵀ w̃_k;   τ_i = P_iᵀ w̃_i + J_i a_i
//! ```
//!
//! J is the reflected inertia of the motor. w̃_i is the wrench that the joint transmits to its link (the reaction).

mod buffers;
mod inward;
mod outward;
#[cfg(test)]
mod tests;

pub(crate) use buffers::InverseBuffers;
pub(crate) use inward::{gather, project};
pub(crate) use outward::rates;
