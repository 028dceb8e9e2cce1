//! Jacobians of points, angular rows first.

use denoc_math::{Pose, Real, Twist, Vec3};
use denoc_model::{LinkId, Model};

use super::{KinematicsBuffers, MAX_COLUMNS, Reference, column_rates, moving_column_rate};
use crate::State;

/// A frame: fixed in a link, or in the ground (`None`).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fixed<T> {
    pub(crate) link: Option<LinkId>,
    /// Its pose in the link.
    pub(crate) pose: Pose<T>,
    /// The axes and the reference point of its columns.
    pub(crate) reference: Reference,
}

impl<T: Real> Fixed<T> {
    /// A point of a link.
    pub(crate) fn point(link: LinkId, position: Vec3<T>) -> Self {
        Self { link: Some(link), pose: Pose::translation(position), reference: Reference::Aligned }
    }
}

/// The twist per unit speed of a point that moves with the column `s`: world axes, at the point, `arm` from the column's origin.
#[inline]
pub(super) fn at_point<T: Real>(k: &KinematicsBuffers<T>, pose: Pose<T>, s: usize, arm: Vec3<T>) -> Twist<T> {
    let column = k.columns[s].rotate(pose.rotation);
    Twist::new(column.angular, column.angular.cross_add(arm, column.linear))
}

/// 6×nv by rows: the twist of a frame per unit speed.
pub(crate) fn jacobian<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, frame: Fixed<T>, out: &mut [T]) {
    out.fill(T::zero());
    let Some(link) = frame.link else { return };
    let at_frame = k.world[link.0] * frame.pose;
    let mut at = Some(link);
    while let Some(LinkId(i)) = at {
        let l = &model.links()[i];
        let arm = at_frame.position - k.world[i].position;
        for s in l.v..l.v + l.nv {
            let column = at_point(k, k.world[i], s, arm);
            write(out, model.nv(), s, frame.reference.of(at_frame, column));
        }
        at = l.parent;
    }
}

/// The time derivative of [`jacobian`].
pub(crate) fn jacobian_rate<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    State { q, v }: State<'_, T>,
    frame: Fixed<T>,
    out: &mut [T],
) {
    out.fill(T::zero());
    let Some(link) = frame.link else { return };
    let at_frame = k.world[link.0] * frame.pose;
    let t = k.twists[link.0];
    let moving =
        Twist::new(t.angular, t.angular.cross_add(frame.pose.position, t.linear)).rotate(k.world[link.0].rotation);
    let mut rates = [Twist::zero(); MAX_COLUMNS];
    let mut at = Some(link);
    while let Some(LinkId(i)) = at {
        let l = &model.links()[i];
        let (speeds, coordinates) = (l.v..l.v + l.nv, l.q..l.q + l.nq);
        let columns = &k.columns[speeds.clone()];
        column_rates(&l.joint, &q[coordinates], &v[speeds.clone()], columns, &mut rates[..l.nv]);
        let pose = k.world[i];
        let arm = at_frame.position - pose.position;
        for (s, &rate) in speeds.zip(&rates) {
            let rate = moving_column_rate(k.twists[i], k.columns[s], rate).rotate(pose.rotation);
            let column = at_point(k, pose, s, arm);
            let linear = rate.angular.cross_add(arm, column.angular.cross_add(moving.linear, rate.linear));
            let rate = Twist::new(rate.angular, linear);
            write(out, model.nv(), s, frame.reference.of_rate(at_frame, moving, column, rate));
        }
        at = l.parent;
    }
}

fn write<T: Real>(out: &mut [T], nv: usize, column: usize, t: Twist<T>) {
    for (row, x) in t.to_array().into_iter().enumerate() {
        out[row * nv + column] = x;
    }
}
