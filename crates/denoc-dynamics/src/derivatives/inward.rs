//! Composite quantities, and the entries of every pair of columns on one path to the ground.

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::{LinkId, Model};

use super::buffers::Body;
use super::{DerivativesBuffers, carried};
use crate::kinematics::MAX_COLUMNS;

pub(super) fn inward<T: Real>(model: &Model<T>, b: &mut DerivativesBuffers<T>, dq: &mut [T], dv: &mut [T]) {
    let nv = model.nv();
    dq.fill(T::zero());
    dv.fill(T::zero());
    for (i, link) in model.links().iter().enumerate().rev() {
        let (inward, outward) = b.bodies.split_at_mut(i);
        let body = &outward[0];
        let mut inner = None;
        if let Some(LinkId(j)) = link.parent {
            let parent = &mut inward[j];
            parent.mass += body.mass;
            parent.turning += body.turning;
            parent.momentum += body.momentum;
            parent.wrench += body.wrench;
            inner = parent.last;
        }
        for s in link.v..link.v + link.nv {
            let column = b.columns[s];
            let motion = column.motion;
            let moving = body.mass.apply(column.by_coordinate) + body.convective(column.along.angular);
            let turned = body.mass.apply(column.by_speed) + body.convective(motion.angular);
            for (l, other) in (link.v..link.v + link.nv).enumerate() {
                dq[other * nv + s] = b.columns[other].motion.dot(moving);
                dv[other * nv + s] = b.columns[other].motion.dot(turned);
                if let Some(first) = body.slopes {
                    let slope = b.slopes[first + (s - link.v) * MAX_COLUMNS + l];
                    dq[other * nv + s] += slope.dot(body.wrench);
                }
            }
            let moving = moving + carried(motion, body.wrench);
            let (felt, felt_turning) = (body.mass.apply(motion), body.felt(motion));
            let mut at = inner;
            while let Some(n) = at {
                let other = &b.columns[n];
                dq[n * nv + s] = other.motion.dot(moving);
                dv[n * nv + s] = other.motion.dot(turned);
                dq[s * nv + n] = other.by_coordinate.dot(felt) + other.along.angular.dot(felt_turning);
                dv[s * nv + n] = other.by_speed.dot(felt) + other.motion.angular.dot(felt_turning);
                at = other.before;
            }
        }
    }
}

impl<T: Real> Body<T> {
    /// D̃ of a twist with this angular velocity.
    #[inline(always)]
    fn convective(&self, w: Vec3<T>) -> Wrench<T> {
        let force = w.cross(self.momentum);
        Wrench::new(self.turning.apply(w), force + force)
    }

    /// D̃ᵀ of a twist; only its angular part is not zero.
    #[inline(always)]
    fn felt(&self, t: Twist<T>) -> Vec3<T> {
        let moment = self.momentum.cross(t.linear);
        self.turning.apply_transpose(t.angular) + moment + moment
    }
}
