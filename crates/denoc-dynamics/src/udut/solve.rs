//! The solution of I x = φ.

use denoc_math::{Real, Twist, Wrench};
use denoc_model::{LinkId, Model};

use super::UdutBuffers;
use crate::kinematics::KinematicsBuffers;

/// I x = φ in three steps [SahaIR (9.39)-(9.41)]; on entry `x` holds φ. Entries of locked speeds become zero.
pub(crate) fn solve<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, u: &mut UdutBuffers<T>, x: &mut [T]) {
    let links = model.links();
    u.eta.fill(Wrench::zero());
    for (i, link) in links.iter().enumerate().rev() {
        let mut eta = u.eta[i]; // η of the children, moved here
        for s in (link.v..link.v + link.nv).rev() {
            if u.locked[s] {
                x[s] = T::zero();
                continue;
            }
            x[s] -= k.columns[s].dot(eta); // φ̂ [SahaIR (9.39a)]
            eta = u.psi[s].mul_add(x[s], eta); // [SahaIR (9.39b)]
        }
        if let Some(LinkId(j)) = link.parent {
            u.eta[j] += k.relative[i].propagate_back(eta);
        }
    }
    for (x, m_hat) in x.iter_mut().zip(&u.m_hat) {
        *x = *x * m_hat.recip(); // φ̃ [SahaIR (9.40)]
    }
    for (i, link) in links.iter().enumerate() {
        let mut mu = link.parent.map_or(Twist::zero(), |LinkId(j)| k.relative[i].propagate(u.mu[j]));
        let speeds = link.v..link.v + link.nv;
        let columns = k.columns[speeds.clone()].iter().zip(&u.psi[speeds.clone()]);
        for (x, (p, &psi)) in x[speeds].iter_mut().zip(columns) {
            *x -= mu.dot(psi); // [SahaIR (9.41a)] with ψ normalised, as [Saha13 (33)]
            mu = p.mul_add(*x, mu); // [SahaIR (9.41b)]
        }
        u.mu[i] = mu;
    }
}
