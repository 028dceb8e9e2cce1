//! Twist-rates.

use denoc_math::{Real, Twist, Vec3};
use denoc_model::{LinkId, Model};

use crate::State;
use crate::kinematics::KinematicsBuffers;

/// Twist-rates for accelerations `a` (`None`: zero), on a base that accelerates with `base`.
#[inline(never)]
pub(crate) fn rates<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    State { q, v }: State<'_, T>,
    a: Option<&[T]>,
    base: Vec3<T>,
    rates: &mut [Twist<T>],
) {
    for (i, link) in model.links().iter().enumerate() {
        let speeds = link.v..link.v + link.nv;
        // b = P a + Ṗ v
        let mut b = link.joint.bias(&q[link.q..link.q + link.nq], &v[speeds.clone()]);
        if let Some(a) = a {
            for (p, &a) in k.columns[speeds.clone()].iter().zip(&a[speeds]) {
                b = p.mul_add(a, b);
            }
        }
        let r = k.relative[i].rotation;
        let joint = k.joint_twists[i];
        let w = k.twists[i].angular;
        rates[i] = match link.parent {
            Some(LinkId(j)) => {
                let (from, carrier, p) = (rates[j], k.twists[j].angular, k.relative[i].position);
                let carried = from.linear + from.angular.cross(p) + carrier.cross(carrier.cross(p));
                let seen = r.apply_transpose(carrier);
                Twist {
                    angular: r.apply_transpose(from.angular) + w.cross(joint.angular) + b.angular,
                    linear: r.apply_transpose(carried) + (seen + w).cross(joint.linear) + b.linear,
                }
            }
            // on the ground ω_i = ω_J: ω_i × ω_J vanishes
            None => Twist { angular: b.angular, linear: r.apply_transpose(base) + w.cross(joint.linear) + b.linear },
        };
    }
}
