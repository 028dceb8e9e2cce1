//! Analytic derivatives of inverse and forward dynamics with respect to coordinates, speeds and forces, by recursion.
//!
//! Directions of q are those of [`Model::integrate`](denoc_model::Model::integrate), so every matrix is nv×nv; v and a
//! are held constant as components. All six-vectors here are in world axes about one fixed point, so composite quantities
//! are plain sums and pairs of columns need no propagation. × is the bracket of twists, ×* its dual on wrenches. With V and
//! A the twist and twist-rate of a link, p those of its parent, and ∂ₘP the change of the columns of its own joint in
//! link axes, outward, for every column J of a joint:
//!
//! ```text
//! b = ∂ₘP v,  c = ∂ₘP a + ∂ₘ(Ṗ v),  e = ∂(Ṗ v)/∂vₘ              zero where columns are constant in the link
//! u = V_p × J + b                                            change of V in axes that move along, by qₘ
//! z = A_p × J + V_p × (V_p × J) + (V_p + V) × b + c           of A, without u × V_i
//! y = (V_p + V) × J + e                                      of A by vₘ, without J × V_i
//! ```
//!
//! They hold for all links i outward of the joint. There the wrench changes by M_i z + D_i u (by qₘ) and M_i y + D_i J (by
//! vₘ). D depends on the angular part only, in twelve numbers (I about the point, δ = m c, momentum f = δ̇):
//!
//! ```text
//! D [ω; v] = [E ω; 2 ω × f],   E = ω_i × (2 I − tr I) + 2 (δ·v_i) 1 − 2 v_i δᵀ
//! ```
//!
//! Inward M, D and the wrench w̃ are summed to composite ones. For k in the same joint as m, and n inward of it:
//!
//! ```text
//! ∂τ_k/∂q_m = J_k · (M̃ z + D̃ u)_m + ∂ₘP_k · w̃          ∂τ_k/∂v_m = J_k · (M̃ y + D̃ J)_m
//! ∂τ_n/∂q_m = J_n · ((M̃ z + D̃ u)_m + J_m ×* w̃)         ∂τ_n/∂v_m = J_n · (M̃ y + D̃ J)_m
//! ∂τ_m/∂q_n = M̃ J_m · z_n + D̃ᵀ J_m · u_n               ∂τ_m/∂v_n = M̃ J_m · y_n + D̃ᵀ J_m · J_n
//! ```
//!
//! ∂τ/∂a is the inertia matrix. The derivatives of forward dynamics are ∂a/∂τ = I⁻¹, ∂a/∂q = −I⁻¹ ∂τ/∂q, ∂a/∂v = −I⁻¹ ∂τ/∂v,
//! with I = U D Uᵀ of [`crate::udut`] applied to rows of matrices. Loads are constant in link axes, motor inertia is constant.
//! Cost: O(n · depth), and nv times that for forward dynamics.

mod buffers;
mod forward;
mod inward;
mod links;
mod outward;
#[cfg(test)]
mod tests;

pub(crate) use buffers::DerivativesBuffers;
pub(crate) use forward::forward;
pub(crate) use links::LinkSlopes;

use denoc_math::{Real, Wrench};
use denoc_model::Model;

use crate::kinematics::KinematicsBuffers;
use crate::{Loads, State};

/// ∂τ/∂q and ∂τ/∂v, nv×nv by rows; poses are computed already.
pub(crate) fn inverse<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    state: State<'_, T>,
    a: &[T],
    loads: Loads<'_, T>,
    b: &mut DerivativesBuffers<T>,
    [dq, dv]: [&mut [T]; 2],
) {
    outward::outward(model, k, state, a, b);
    for (i, body) in b.bodies.iter_mut().enumerate() {
        if let Some(load) = loads.on(i) {
            body.wrench += -body.pose.propagate_back(load);
        }
    }
    inward::inward(model, b, dq, dv);
}

/// The rate of a wrench carried along by a twist: t ×* w.
#[inline(always)]
fn carried<T: Real>(t: denoc_math::Twist<T>, w: Wrench<T>) -> Wrench<T> {
    let moment = t.angular.cross_add(w.moment, t.linear.cross(w.force));
    Wrench::new(moment, t.angular.cross(w.force))
}
