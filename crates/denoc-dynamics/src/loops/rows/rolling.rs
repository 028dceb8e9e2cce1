//! A disk that rolls on a plane: the point of it that touches the plane has no velocity.
//!
//! With the centre c, the axis e and the normal n of the plane, the lowest point of the disk is c + ρ, ρ = −r u, where u is n
//! without its part along e, made a unit. Rows 1 and 2 are the velocities of that point along two directions of the plane, row
//! 3 (if the height is kept) its velocity along n, which is the rate of its height.

use denoc_math::{Real, Vec3, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use super::{At, ClosureRows, Motion, Row};
use crate::kinematics::KinematicsBuffers;

pub(super) struct Disk<T> {
    pub(super) link: LinkId,
    pub(super) center: Vec3<T>,
    pub(super) axis: Vec3<T>,
    pub(super) radius: T,
    pub(super) plane_point: Vec3<T>,
    pub(super) normal: Vec3<T>,
    pub(super) keep_height: bool,
}

struct Wheel<T> {
    /// From the origin of the link to the lowest point, and from the centre to it, in world axes.
    arm: Vec3<T>,
    rho: Vec3<T>,
    /// u, e and the length of n without its part along e.
    up: Vec3<T>,
    axis: Vec3<T>,
    tilt: T,
    directions: [Vec3<T>; 3],
}

impl<T: Real> Disk<T> {
    fn wheel(&self, k: &KinematicsBuffers<T>) -> Wheel<T> {
        let (pose, n) = (k.world[self.link.0], self.normal);
        let axis = pose.rotation.apply(self.axis);
        let flat = n - axis.scale(n.dot(axis));
        let tilt = flat.dot(flat).sqrt();
        let up = flat.scale(tilt.recip());
        let rho = -up.scale(self.radius);
        // two directions that only depend on the plane: rows that do not turn with the wheel
        let helper = if n.x.value().abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
        let second = n.cross(helper);
        let second = second.scale(second.dot(second).sqrt().recip());
        let directions = [second.cross(n), second, n];
        let arm = pose.rotation.apply(self.center) + rho;
        Wheel { arm, rho, up, axis, tilt, directions }
    }
}

impl<T: Real> ClosureRows<T> for Disk<T> {
    fn conditions(&self, _: &Model<T>) -> impl Iterator<Item = (Unit, bool)> {
        let height = self.keep_height.then_some((Unit::Length, true));
        [(Unit::Length, false), (Unit::Length, false)].into_iter().chain(height)
    }

    #[inline]
    fn place(&self, At { k, .. }: At<'_, T>, rows: &mut [Row<T>]) {
        let wheel = self.wheel(k);
        for (row, &direction) in rows.iter_mut().zip(&wheel.directions) {
            let wrench = Wrench::new(wheel.arm.cross(direction), direction);
            row.wrenches = [None, Some((self.link, wrench.rotate(k.world[self.link.0].rotation.transpose())))];
        }
    }

    fn residuals(&self, At { k, .. }: At<'_, T>, out: &mut [T]) {
        out.fill(T::zero());
        if let [_, _, height] = out {
            let wheel = self.wheel(k);
            let lowest = k.world[self.link.0].position + wheel.arm;
            *height = wheel.directions[2].dot(lowest - self.plane_point);
        }
    }

    #[inline]
    fn rates(&self, At { k, .. }: At<'_, T>, motion: Motion<'_, T>, _: &[Row<T>], out: &mut [T]) {
        let wheel = self.wheel(k);
        let rotation = k.world[self.link.0].rotation;
        let (t, rate) = (k.twists[self.link.0].rotate(rotation), motion.rates[self.link.0].rotate(rotation));
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
}
