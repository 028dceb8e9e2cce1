//! A disk that rolls on a plane: the point of it that touches the plane has no velocity.
//!
//! With the centre c, the axis e and the normal n of the plane, the lowest point of the disk is c + ρ, ρ = −r u, where u is n
//! without its part along e, made a unit. Rows 1 and 2 are the velocities of that point along two directions of the plane, row
//! 3 (if the height is kept) its velocity along n, which is the rate of its height.

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::{Closure, LinkId};

use super::Row;
use crate::kinematics::KinematicsBuffers;

struct Wheel<T> {
    link: LinkId,
    /// From the origin of the link to the lowest point, and from the centre to it, in world axes.
    arm: Vec3<T>,
    rho: Vec3<T>,
    /// u, e and the length of n without its part along e.
    up: Vec3<T>,
    axis: Vec3<T>,
    tilt: T,
    directions: [Vec3<T>; 3],
}

fn wheel<T: Real>(k: &KinematicsBuffers<T>, closure: &Closure<T>) -> Option<Wheel<T>> {
    let Closure::Rolling { link, center, axis, radius, plane_normal: n, .. } = closure else { return None };
    let pose = k.world[link.0];
    let axis = pose.rotation.apply(*axis);
    let flat = *n - axis.scale(n.dot(axis));
    let tilt = flat.dot(flat).sqrt();
    let up = flat.scale(tilt.recip());
    let rho = -up.scale(*radius);
    // two directions that only depend on the plane: rows that do not turn with the wheel
    let helper = if n.x.value().abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    let second = n.cross(helper);
    let second = second.scale(second.dot(second).sqrt().recip());
    let directions = [second.cross(*n), second, *n];
    let arm = pose.rotation.apply(*center) + rho;
    Some(Wheel { link: *link, arm, rho, up, axis, tilt, directions })
}

pub(super) fn place<T: Real>(k: &KinematicsBuffers<T>, closure: &Closure<T>, rows: &mut [Row<T>]) {
    let Some(wheel) = wheel(k, closure) else { return };
    for (row, &direction) in rows.iter_mut().zip(&wheel.directions) {
        let wrench = Wrench::new(wheel.arm.cross(direction), direction);
        row.wrenches = [None, Some((wheel.link, wrench.rotate(k.world[wheel.link.0].rotation.transpose())))];
    }
}

pub(super) fn residuals<T: Real>(k: &KinematicsBuffers<T>, closure: &Closure<T>, out: &mut [T]) {
    out.fill(T::zero());
    if let (Some(wheel), Closure::Rolling { plane_point, .. }, [_, _, height]) = (wheel(k, closure), closure, out) {
        let lowest = k.world[wheel.link.0].position + wheel.arm;
        *height = wheel.directions[2].dot(lowest - *plane_point);
    }
}

pub(super) fn rates<T: Real>(k: &KinematicsBuffers<T>, rates: &[Twist<T>], closure: &Closure<T>, out: &mut [T]) {
    let Some(wheel) = wheel(k, closure) else { return };
    let rotation = k.world[wheel.link.0].rotation;
    let (t, rate) = (k.twists[wheel.link.0].rotate(rotation), rates[wheel.link.0].rotate(rotation));
    // d/dt (v + ω × arm) with arm = c − o + ρ: the centre turns with the wheel, ρ turns with the lowest point
    let n = wheel.directions[2];
    let turn = t.angular.cross(wheel.axis);
    let flat_rate = -(wheel.axis.scale(n.dot(turn)) + turn.scale(n.dot(wheel.axis)));
    let up_rate = (flat_rate - wheel.up.scale(wheel.up.dot(flat_rate))).scale(wheel.tilt.recip());
    let radius = wheel.rho.dot(wheel.rho).sqrt();
    let center = wheel.arm - wheel.rho;
    let arm_rate = t.angular.cross(center) - up_rate.scale(radius);
    let total = rate.linear + rate.angular.cross(wheel.arm) + t.angular.cross(arm_rate);
    for (out, &direction) in out.iter_mut().zip(&wheel.directions) {
        *out = direction.dot(total);
    }
}
