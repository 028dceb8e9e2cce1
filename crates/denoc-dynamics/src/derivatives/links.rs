//! How the motion of one link changes with the coordinates and speeds of the joints between it and the ground.
//!
//! In axes that move along with link i, V_i changes by u and A_i by z + u × V_i with a coordinate, by J and y + J × V_i with its speed.

use denoc_math::{Pose, Real, Twist, Vec3, quaternion_rotation};

use super::DerivativesBuffers;
use crate::kinematics::{KinematicsBuffers, bracket};

/// The changes of the pose, twist and twist-rate of a link with the coordinate and the speed of a column inward of it, after
/// [`super::inverse`]. Twists and twist-rates are in link axes, as in [`KinematicsBuffers`]; that of gravity is left out.
pub(crate) struct LinkSlopes<T> {
    /// The twist of the link in world axes, at its origin, per rate of the coordinate.
    motion: Twist<T>,
    /// Changes of twist and twist-rate with the coordinate, and with the speed.
    pub(crate) by_coordinate: [Twist<T>; 2],
    pub(crate) by_speed: [Twist<T>; 2],
}

impl<T: Real> LinkSlopes<T> {
    pub(crate) fn new(
        b: &DerivativesBuffers<T>,
        k: &KinematicsBuffers<T>,
        gravity: Vec3<T>,
        link: usize,
        column: usize,
    ) -> Self {
        let (body, column, own) = (&b.bodies[link], &b.columns[column], k.twists[link]);
        let (motion, along) = (column.motion, column.along);
        // A is the rate of the twist about a point of the world: the acceleration of the link's origin has ω × v besides
        let in_link = |twist: Twist<T>, rate: Twist<T>| {
            let (twist, rate) = (body.pose.propagate(twist), body.pose.propagate(rate));
            let more = twist.angular.cross(own.linear) + own.angular.cross(twist.linear);
            [twist, Twist::new(rate.angular, rate.linear + more)]
        };
        let fall = bracket(Twist::new(Vec3::zero(), gravity), motion);
        Self {
            motion: Twist::new(motion.angular, motion.linear + motion.angular.cross(body.pose.position)),
            by_coordinate: in_link(along, column.by_coordinate + fall + bracket(along, body.twist)),
            by_speed: in_link(motion, column.by_speed + bracket(motion, body.twist)),
        }
    }

    /// The pose of the link after a small step of the coordinate.
    pub(crate) fn displaced(&self, pose: Pose<T>, step: T) -> Pose<T> {
        let half = self.motion.angular.scale(step * T::lift(0.5));
        let [x, y, z] = half.to_array();
        let turn = quaternion_rotation([x, y, z, (T::one() - half.dot(half)).sqrt()]);
        Pose::new(turn * pose.rotation, pose.position + self.motion.linear.scale(step))
    }
}
