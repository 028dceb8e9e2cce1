//! The generalised inertia matrix (GIM) by composite bodies [SahaIR (9.11)-(9.15)], [Saha13 (20)-(21)].
//!
//! ```text
//! M̃_i = M_i + Σ A_kiᵀ M̃_k A_ki;      i_ij = p_iᵀ M̃_i A_ij p_j  for j inward of i, zero for links on different branches
//! ```
//!
//! plus the reflected motor inertia on the diagonal. Cost: O(n · depth).

mod buffers;
mod composite;
#[cfg(test)]
mod tests;

pub(crate) use buffers::GimBuffers;
pub(crate) use composite::{composite_masses, gim};
