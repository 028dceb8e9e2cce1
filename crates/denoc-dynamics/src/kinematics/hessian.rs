//! The derivatives of a Jacobian with respect to the coordinates.
//!
//! With J_k = [e_k; l_k] the column k at the frame's origin, in world axes, and ∂_j the derivative along a unit step of the speed j:
//!
//! ```text
//! ∂_j J_k = [e_j × e_k; e_j × l_k]      j inward of k: the column moves with j as a whole
//! ∂_j J_k = [0; e_k × l_j]              j outward of k: only the origin moves
//! ```
//!
//! and for two speeds of one joint the rate of its columns. The matrices are not symmetric in j and k. Cost: O(depth²).

use denoc_math::{Real, Twist};
use denoc_model::{LinkId, Model};

use super::jacobian::{Fixed, at_point};
use super::{KinematicsBuffers, MAX_COLUMNS, column_rates, moving_column_rate};

/// 6×nv×nv by rows: the entry (r, k, j) is ∂J_rk/∂q_j.
pub(crate) fn hessian<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, q: &[T], frame: Fixed<T>, out: &mut [T]) {
    out.fill(T::zero());
    let Some(link) = frame.link else { return };
    let at_frame = k.world[link.0] * frame.pose;
    let nv = model.nv();
    let column = |i: usize, s: usize| at_point(k, k.world[i], s, at_frame.position - k.world[i].position);
    let mut write = |s: usize, j: usize, rate: Twist<T>| {
        for (row, x) in rate.to_array().into_iter().enumerate() {
            out[(row * nv + s) * nv + j] = x;
        }
    };
    for i in path(model, link) {
        let own = &model.links()[i];
        for j in own.v..own.v + own.nv {
            let moving = column(i, j);
            let rates = own_rates(model, k, q, i, j - own.v);
            for (s, rate) in (own.v..own.v + own.nv).zip(rates) {
                let pose = k.world[i];
                let rate = moving_column_rate(k.columns[j], k.columns[s], rate).rotate(pose.rotation);
                let here = column(i, s);
                let carried = here.angular.cross_add(moving.linear, rate.linear);
                let linear = rate.angular.cross_add(at_frame.position - pose.position, carried);
                let rate = Twist::new(rate.angular, linear);
                write(s, j, frame.reference.of_rate(at_frame, moving, here, rate));
            }
        }
        for inward in path(model, LinkId(i)).skip(1) {
            let other = &model.links()[inward];
            for j in other.v..other.v + other.nv {
                let by = column(inward, j);
                for s in own.v..own.v + own.nv {
                    let here = column(i, s);
                    // the speed j is inward of s
                    let carried = Twist::new(by.angular.cross(here.angular), by.angular.cross(here.linear));
                    write(s, j, frame.reference.of_rate(at_frame, by, here, carried));
                    let origin = Twist::new(denoc_math::Vec3::zero(), by.angular.cross(here.linear));
                    write(j, s, frame.reference.of_rate(at_frame, here, by, origin));
                }
            }
        }
    }
}

/// Links from this one to the ground.
fn path<T: Real>(model: &Model<T>, link: LinkId) -> impl Iterator<Item = usize> {
    core::iter::successors(Some(link), |l| model.links()[l.0].parent).map(|LinkId(i)| i)
}

/// The rates of the columns of a joint, in link axes, per unit of its speed `j`.
fn own_rates<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    q: &[T],
    link: usize,
    j: usize,
) -> [Twist<T>; MAX_COLUMNS] {
    let l = &model.links()[link];
    let (mut v, mut rates) = ([T::zero(); MAX_COLUMNS], [Twist::zero(); MAX_COLUMNS]);
    v[j] = T::one();
    let columns = &k.columns[l.v..l.v + l.nv];
    column_rates(&l.joint, &q[l.q..l.q + l.nq], &v[..l.nv], columns, &mut rates[..l.nv]);
    rates
}
