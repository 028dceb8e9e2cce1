//! Convective inertia: the matrix C (MCI) and the vector h = C v (VCI).
//!
//! The matrix is that of the mass-centre form, C = Nᵀ(M Ṅ + W M N) [SahaIR (9.16)], for which İ − 2C is skew-symmetric.
//! ([Saha13 (47)], written at the joint origins, gives another matrix with the same C v, for which it is not.)
//!
//! Element by element [SahaIR (9.16k)]. Column j gives to the mass centre of a link k outward of it the velocity
//! u + e×(c_k − o), which changes with u̇ + ė×(c_k − o) + e×(ċ_k − ȯ). Summing over the composite body of the outer of the two
//! joints i, j, whose link is called x, leaves three composite quantities at its origin,
//!
//! ```text
//! M̃_x      the composite mass
//! P̃_x = Σ m_k ċ_k
//! Ẽ_x = Σ ω_k × I_k + m_k [ (r_k·ċ_k) 1 − ċ_k r_kᵀ ],   r_k = c_k − o_x
//! c_ij = p_i · ( M̃_x p′_j + [ Ẽ_x e_j ; e_j × P̃_x ] )
//! ```
//!
//! with p_i and p′_j = [ė; u̇ − e×ȯ] propagated to o_x like twists. M̃ p′ stands for M̃Ω and part of H̃ in the source, Ẽ and P̃ for
//! M̃′ and the rest of H̃. Cost: O(n · depth) for the matrix, O(n) for the vector, which is inverse dynamics without
//! accelerations and gravity [SahaIR (9.17)-(9.19)].

mod buffers;
mod mci;
#[cfg(test)]
mod tests;
mod vci;

pub(crate) use buffers::ConvectiveBuffers;
pub(crate) use mci::mci;
pub(crate) use vci::vci;
