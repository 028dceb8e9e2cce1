//! The decomposition I = U D Uᵀ of the generalised inertia matrix by recursion, without ever forming it
//! [Saha99 Appendix B], [SahaIR (9.38)-(9.41)], [Saha13 (27)-(33)].
//!
//! Reverse Gaussian elimination goes from the last column to the first. A joint's columns are eliminated one by one, each
//! with a rank-one deflation of the articulated mass, so that joints of one to six degrees of freedom share one path:
//!
//! ```text
//! M̂_i = M_i + Σ A_kiᵀ M̄_k A_ki                                              [SahaIR (9.39d)]
//! for p = last … first column of the joint:
//!     ψ̂ = M̂ p,   m̂ = pᵀψ̂ + J,   ψ = ψ̂ / m̂,   M̂ ← M̂ − ψ̂ ψᵀ                  [SahaIR (9.39c)]
//! U_ij = p_iᵀ A_jiᵀ ψ_j  (i inward of j),   D = diag(m̂)
//! ```
//!
//! J is the reflected motor inertia. Decomposition and solution cost O(n). What remains after the last deflation is M̄.

mod added;
mod buffers;
mod factor;
pub(crate) mod pivot;
mod solve;
#[cfg(test)]
mod tests;
mod view;

pub use added::AddedInertia;
pub(crate) use buffers::UdutBuffers;
pub(crate) use factor::factor;
pub(crate) use pivot::{Vanished, singular, tolerance, vanishes};
pub(crate) use solve::solve;
pub use view::Udut;
