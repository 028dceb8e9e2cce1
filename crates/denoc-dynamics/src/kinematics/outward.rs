//! The outward recursions of position and velocity.

use denoc_math::{Real, Twist};
use denoc_model::{LinkId, Model};

use super::KinematicsBuffers;

/// Poses and columns.
#[inline(never)]
pub(crate) fn place<T: Real>(model: &Model<T>, q: &[T], to: &mut KinematicsBuffers<T>) {
    for (i, link) in model.links().iter().enumerate() {
        let coordinates = &q[link.q..link.q + link.nq];
        let relative = link.placement * link.joint.pose(coordinates);
        to.relative[i] = relative;
        to.world[i] = match link.parent {
            Some(LinkId(j)) => to.world[j] * relative,
            None => relative,
        };
        link.joint.columns(coordinates, &mut to.columns[link.v..link.v + link.nv]);
    }
}

/// Twists [Saha13 (36)]; poses are computed already.
pub(crate) fn twists<T: Real>(model: &Model<T>, v: &[T], to: &mut KinematicsBuffers<T>) {
    for (i, link) in model.links().iter().enumerate() {
        let speeds = link.v..link.v + link.nv;
        let joint = combine(&to.columns[speeds.clone()], &v[speeds]);
        to.joint_twists[i] = joint;
        to.twists[i] = match link.parent {
            Some(LinkId(j)) => to.relative[i].propagate(to.twists[j]) + joint,
            None => joint,
        };
    }
}

/// Σ pₖ xₖ.
#[inline]
pub(crate) fn combine<T: Real>(columns: &[Twist<T>], x: &[T]) -> Twist<T> {
    columns.iter().zip(x).fold(Twist::zero(), |sum, (p, &x)| p.mul_add(x, sum))
}
