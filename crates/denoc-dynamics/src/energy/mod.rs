//! Mass centre, momentum, energies.
//!
//! Energies are zero at the world origin and at rest. The kinetic energy is ½ vᵀ I v: it includes the reflected inertia of
//! the motors. Momentum is that of the links alone. Links that are fixed to the ground, directly or indirectly, are part of
//! the ground: their mass is not counted.

#[cfg(test)]
mod tests;

use denoc_math::{Real, Vec3, Wrench};
use denoc_model::Model;

use crate::kinematics::KinematicsBuffers;

/// Σ m c in world axes from the world origin.
pub(crate) fn first_moment<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>) -> Vec3<T> {
    model.links().iter().zip(&k.world).filter(|(l, _)| l.moves).fold(Vec3::zero(), |sum, (link, pose)| {
        sum + pose.position.mul_add(link.mass.mass, pose.rotation.apply(link.mass.first_moment))
    })
}

/// Σ ½ tᵀ M t + Σ ½ J v².
pub(crate) fn kinetic<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, v: &[T]) -> T {
    model.links().iter().zip(&k.twists).fold(T::zero(), |sum, (link, &t)| {
        let squares = v[link.v..link.v + link.nv].iter().fold(T::zero(), |sum, &v| v.mul_add(v, sum));
        sum + link.mass.kinetic_energy(t) + T::lift(0.5) * link.rotor_inertia * squares
    })
}

/// Angular momentum about the world origin and linear momentum, world axes.
pub(crate) fn momentum<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>) -> Wrench<T> {
    let all = model.links().iter().zip(k.world.iter().zip(&k.twists));
    all.fold(Wrench::zero(), |sum, (link, (pose, &t))| sum + pose.propagate_back(link.mass.apply(t)))
}
