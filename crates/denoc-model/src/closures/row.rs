//! Scalar conditions: what a closure is to the recursions.

use denoc_math::{Pose, Real, Twist, Vec3, Wrench};

use super::ClosureId;
use crate::joints::Unit;
use crate::model::{Frame, LinkId, Model};

/// One scalar condition, linear in the twists of at most two links or in two speeds: wᵃ·tᵃ + wᵇ·tᵇ + c·v = 0.
#[derive(Copy, Clone, Debug)]
pub struct Row<T> {
    /// The closure it belongs to.
    pub closure: ClosureId,
    /// Whether its residual is an angle or a length.
    pub unit: Unit,
    /// Whether it constrains coordinates; otherwise speeds alone (nonholonomic).
    pub holonomic: bool,
    /// The wrenches of a unit multiplier on the two links, in link axes about the link's origin; `None` on the ground.
    pub wrenches: [Option<(LinkId, Wrench<T>)>; 2],
    /// Entries of v with their factors, for closures between joint coordinates.
    pub speeds: [Option<(usize, T)>; 2],
}

impl<T: Real> Row<T> {
    /// The part of d(J v)/dt that the accelerations of joints contribute; `None`: they are zero.
    pub fn acceleration(&self, a: Option<&[T]>) -> T {
        let Some(a) = a else { return T::zero() };
        self.speeds.iter().flatten().fold(T::zero(), |sum, &(s, c)| c.mul_add(a[s], sum))
    }
}

/// What is fixed about a row, whatever the state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Whether its residual is an angle or a length.
    pub unit: Unit,
    /// Whether it constrains coordinates; otherwise speeds alone (nonholonomic).
    pub holonomic: bool,
}

/// A configuration: coordinates and the poses of all links.
#[derive(Copy, Clone, Debug)]
pub struct Configured<'a, T> {
    /// The model.
    pub model: &'a Model<T>,
    /// Coordinates.
    pub q: &'a [T],
    /// Poses of the links in the world.
    pub world: &'a [Pose<T>],
}

impl<T: Real> Configured<'_, T> {
    /// The origin of a frame in the world.
    pub fn point(&self, frame: &Frame<T>) -> Vec3<T> {
        frame.link.map_or(frame.pose.position, |link| self.world[link.0].point(frame.pose.position))
    }

    /// The coordinate of a joint that has one, by the link it moves.
    pub fn coordinate(&self, joint: LinkId) -> T {
        self.q[self.model.links()[joint.0].q]
    }

    /// The index in v of the speed of a joint that has one.
    pub fn speed_index(&self, joint: LinkId) -> usize {
        self.model.links()[joint.0].v
    }

    /// The wrench of a force at a point, both in world axes, on a link; `None` on the ground.
    pub fn force_on(&self, link: Option<LinkId>, point: Vec3<T>, force: Vec3<T>) -> Option<(LinkId, Wrench<T>)> {
        link.map(|link| {
            let pose = self.world[link.0];
            let moment = (point - pose.position).cross(force);
            (link, Wrench::new(moment, force).rotate(pose.rotation.transpose()))
        })
    }

    /// The wrench of a force, in world axes, at the origin of a frame; `None` on the ground.
    pub fn force_at(&self, frame: &Frame<T>, force: Vec3<T>) -> Option<(LinkId, Wrench<T>)> {
        frame.link.map(|link| {
            let force = self.world[link.0].rotation.apply_transpose(force);
            (link, Wrench::new(frame.pose.position.cross(force), force))
        })
    }
}

/// How a configuration moves.
#[derive(Copy, Clone, Debug)]
pub struct Moving<'a, T> {
    /// Speeds.
    pub v: &'a [T],
    /// Accelerations of the joints; `None`: zero.
    pub a: Option<&'a [T]>,
    /// Twists of the links, in link axes about the link's origin.
    pub twists: &'a [Twist<T>],
    /// Rates of these twists for the accelerations above.
    pub rates: &'a [Twist<T>],
}

impl<T: Real> Moving<'_, T> {
    /// The velocity of the origin of a frame, in world axes.
    pub fn velocity(&self, at: &Configured<'_, T>, frame: &Frame<T>) -> Vec3<T> {
        frame.link.map_or(Vec3::zero(), |link| {
            let t = self.twists[link.0];
            at.world[link.0].rotation.apply(t.angular.cross_add(frame.pose.position, t.linear))
        })
    }

    /// The acceleration of the origin of a frame, in world axes.
    pub fn acceleration(&self, at: &Configured<'_, T>, frame: &Frame<T>) -> Vec3<T> {
        frame.link.map_or(Vec3::zero(), |link| {
            let (rate, w, p) = (self.rates[link.0], self.twists[link.0].angular, frame.pose.position);
            at.world[link.0].rotation.apply(rate.linear + rate.angular.cross(p) + w.cross(w.cross(p)))
        })
    }
}
