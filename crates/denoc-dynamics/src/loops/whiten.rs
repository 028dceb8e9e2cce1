//! The closures in coordinates in which the tree's inertia is one.
//!
//! With I = U D Uᵀ [SahaIR (9.38)-(9.39)], Y = D^(−1/2) U⁻¹ Jᵀ is one inward sweep per row of J, and J I⁻¹ Jᵀ = Yᵀ Y.

use denoc_math::{Real, Twist, Wrench};
use denoc_model::{LinkId, Model};

use super::Loops;
use super::scaled_row::scaled_row;
use crate::workspace::Workspace;

/// One column of Y, divided by the unit of its row. `eta` is memory, one wrench per link.
pub(crate) fn column<T: Real>(
    model: &Model<T>,
    ws: &Workspace<T>,
    loops: &Loops<T>,
    j: usize,
    eta: &mut [Wrench<T>],
    y: &mut [T],
) {
    let (k, u) = (&ws.kinematics, &ws.udut);
    scaled_row(model, k, loops, j, y);
    eta.fill(Wrench::zero());
    for (i, link) in model.links().iter().enumerate().rev() {
        let mut here = eta[i];
        for s in (link.v..link.v + link.nv).rev() {
            let phi = y[s] - k.columns[s].dot(here);
            here = u.psi[s].mul_add(phi, here);
            y[s] = phi * u.m_hat[s].sqrt().recip();
        }
        if let Some(LinkId(p)) = link.parent {
            eta[p] += k.relative[i].propagate_back(here);
        }
    }
}

/// a ← a + U⁻ᵀ D^(−1/2) z.
pub(crate) fn accelerate<T: Real>(model: &Model<T>, ws: &mut Workspace<T>, z: &[T], a: &mut [T]) {
    let (k, u) = (&ws.kinematics, &mut ws.udut);
    for (i, link) in model.links().iter().enumerate() {
        let mut mu = link.parent.map_or(Twist::zero(), |LinkId(p)| k.relative[i].propagate(u.mu[p]));
        for s in link.v..link.v + link.nv {
            let x = z[s] * u.m_hat[s].sqrt().recip() - mu.dot(u.psi[s]);
            mu = k.columns[s].mul_add(x, mu);
            a[s] += x;
        }
        u.mu[i] = mu;
    }
}
