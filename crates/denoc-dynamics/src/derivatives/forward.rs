//! Solution of I X = B for matrices.

use denoc_math::Real;
use denoc_model::Model;

use super::DerivativesBuffers;
use crate::udut::UdutBuffers;

/// Replaces ∂τ/∂q and ∂τ/∂v in `dq` and `dv` by −I⁻¹ times them, and writes I⁻¹ to `dtau`: the three steps of [`crate::udut`] with
/// rows of matrices instead of numbers. I⁻¹ is symmetric; only its upper half is computed. The decomposition and the columns of
/// [`super::inverse`] are computed already.
pub(crate) fn forward<T: Real>(
    model: &Model<T>,
    u: &UdutBuffers<T>,
    b: &DerivativesBuffers<T>,
    [dq, dv, dtau]: [&mut [T]; 3],
) {
    let nv = model.nv();
    dtau.fill(T::zero());
    for diagonal in dtau.iter_mut().step_by(nv + 1) {
        *diagonal = T::one();
    }
    for (body, link) in b.bodies.iter().zip(model.links()).rev() {
        for s in (link.v..link.v + link.nv).rev() {
            let psi = body.pose.propagate_back(u.psi[s]);
            let mut at = b.columns[s].before;
            while let Some(n) = at {
                let entry = b.columns[n].motion.dot(psi); // of U
                for (x, first) in [(&mut *dq, 0), (&mut *dv, 0), (&mut *dtau, s)] {
                    let (inner, outer) = x.split_at_mut(s * nv);
                    subtract(&mut inner[n * nv..][first..nv], entry, &outer[first..nv]);
                }
                at = b.columns[n].before;
            }
        }
    }
    for (s, &m_hat) in u.m_hat.iter().enumerate() {
        let inverse = m_hat.recip();
        for (x, scale) in [(&mut *dq, -inverse), (&mut *dv, -inverse), (&mut *dtau, inverse)] {
            for x in &mut x[s * nv..][..nv] {
                *x = *x * scale;
            }
        }
    }
    for (body, link) in b.bodies.iter().zip(model.links()) {
        for s in link.v..link.v + link.nv {
            let psi = body.pose.propagate_back(u.psi[s]);
            let mut at = b.columns[s].before;
            while let Some(n) = at {
                let entry = b.columns[n].motion.dot(psi);
                for (x, first) in [(&mut *dq, 0), (&mut *dv, 0), (&mut *dtau, s)] {
                    let (inner, outer) = x.split_at_mut(s * nv);
                    subtract(&mut outer[first..nv], entry, &inner[n * nv..][first..nv]);
                }
                at = b.columns[n].before;
            }
        }
    }
    for i in 0..nv {
        for j in 0..i {
            dtau[i * nv + j] = dtau[j * nv + i];
        }
    }
}

/// Subtracts a multiple of one row from another.
#[inline(always)]
fn subtract<T: Real>(from: &mut [T], factor: T, row: &[T]) {
    for (x, &y) in from.iter_mut().zip(row) {
        *x = factor.neg_mul_add(y, *x);
    }
}
