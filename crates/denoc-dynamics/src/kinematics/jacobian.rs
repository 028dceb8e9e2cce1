//! Jacobians of points, world axes, angular rows first.

use denoc_math::{Real, Twist, Vec3};
use denoc_model::{LinkId, Model};

use super::{KinematicsBuffers, MAX_COLUMNS, column_rates, moving_column_rate};
use crate::State;

/// 6×nv by rows: the twist of a point fixed in `link` (`None`: the ground) per unit speed.
pub(crate) fn point_jacobian<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    link: Option<LinkId>,
    point: Vec3<T>,
    out: &mut [T],
) {
    out.fill(T::zero());
    let Some(link) = link else { return };
    let x = k.world[link.0].point(point);
    let mut at = Some(link);
    while let Some(LinkId(i)) = at {
        let l = &model.links()[i];
        let arm = x - k.world[i].position;
        for s in l.v..l.v + l.nv {
            let column = k.columns[s].rotate(k.world[i].rotation);
            write(out, model.nv(), s, Twist::new(column.angular, column.angular.cross_add(arm, column.linear)));
        }
        at = l.parent;
    }
}

/// The time derivative of [`point_jacobian`].
pub(crate) fn point_jacobian_rate<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    State { q, v }: State<'_, T>,
    link: Option<LinkId>,
    point: Vec3<T>,
    out: &mut [T],
) {
    out.fill(T::zero());
    let Some(link) = link else { return };
    let x = k.world[link.0].point(point);
    let t = k.twists[link.0];
    let velocity = k.world[link.0].rotation.apply(t.angular.cross_add(point, t.linear));
    let mut rates = [Twist::zero(); MAX_COLUMNS];
    let mut at = Some(link);
    while let Some(LinkId(i)) = at {
        let l = &model.links()[i];
        let (speeds, coordinates) = (l.v..l.v + l.nv, l.q..l.q + l.nq);
        let columns = &k.columns[speeds.clone()];
        column_rates(&l.joint, &q[coordinates], &v[speeds.clone()], columns, &mut rates[..l.nv]);
        let pose = k.world[i];
        let arm = x - pose.position;
        for (s, (&column, &rate)) in speeds.zip(columns.iter().zip(&rates)) {
            let rate = moving_column_rate(k.twists[i], column, rate).rotate(pose.rotation);
            let e = pose.rotation.apply(column.angular);
            let linear = rate.angular.cross_add(arm, e.cross_add(velocity, rate.linear));
            write(out, model.nv(), s, Twist::new(rate.angular, linear));
        }
        at = l.parent;
    }
}

fn write<T: Real>(out: &mut [T], nv: usize, column: usize, t: Twist<T>) {
    for (row, x) in t.to_array().into_iter().enumerate() {
        out[row * nv + column] = x;
    }
}
