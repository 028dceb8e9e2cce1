//! The inward elimination.

use denoc_math::{ArticulatedMass, Real, Vec3, Wrench};
use denoc_model::{LinkId, Model};

use super::{UdutBuffers, pivot};
use crate::DynamicsError;
use crate::kinematics::KinematicsBuffers;

/// ψ̂, ψ, m̂ and M̂ of everything; an error if a pivot vanishes.
#[inline(never)]
pub(crate) fn factor<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    q: &[T],
    to: &mut UdutBuffers<T>,
) -> Result<(), DynamicsError> {
    for (i, link) in model.links().iter().enumerate() {
        to.articulated[i] = link.mass.into();
        to.size[i] = [T::zero(); 2];
    }
    if let Some(added) = &to.added {
        for (articulated, &mass) in to.articulated.iter_mut().zip(&added.links) {
            *articulated += mass.into();
        }
    }
    let tolerance = pivot::tolerance();
    let square = |x: Vec3<T>| x.dot(x);
    for (i, link) in model.links().iter().enumerate().rev() {
        // Pivots are judged against the magnitude of the rigid masses nearby, which determine the rounding errors in M̂: its
        // own, and half of its children's through every joint. (Not against M̂ itself, which is small after a cancellation and
        // grows with the cube of the length of a planar chain in the directions that its joints cannot move.)
        let rigid = ArticulatedMass::from(link.mass);
        let size = [to.size[i][0] + rigid.angular.trace(), to.size[i][1] + rigid.linear.trace()];
        let mut mass = to.articulated[i];
        for s in (link.v..link.v + link.nv).rev() {
            if to.locked[s] {
                // the column is not eliminated: what is outward moves with the link like one body along it
                (to.psi_hat[s], to.psi[s], to.m_hat[s]) = (Wrench::zero(), Wrench::zero(), T::one());
                continue;
            }
            let p = k.columns[s];
            let psi_hat = mass.apply(p);
            let mut m_hat = p.dot(psi_hat) + link.rotor_inertia;
            if let Some(added) = &to.added {
                m_hat += added.speeds[s];
            }
            let scale = square(p.angular).mul_add(size[0], square(p.linear) * size[1]);
            if pivot::vanishes(m_hat, scale, tolerance) {
                let q = &q[link.q..link.q + link.nq];
                return Err(pivot::singular(model, pivot::Vanished { link: i, q, m_hat, scale, size }));
            }
            let psi = psi_hat.scale(m_hat.recip());
            mass = mass.deflate(psi_hat, psi);
            (to.psi_hat[s], to.psi[s], to.m_hat[s]) = (psi_hat, psi, m_hat);
        }
        if let Some(LinkId(j)) = link.parent {
            let pose = k.relative[i];
            to.articulated[j] += mass.to_parent(pose);
            let share = T::lift(if link.nv == 0 { 1.0 } else { 0.5 });
            to.size[j][0] += share * square(pose.position).mul_add(size[1], size[0]);
            to.size[j][1] += share * size[1];
        }
    }
    Ok(())
}
