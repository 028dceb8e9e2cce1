//! Two points at a constant distance: (|d|² − L²)/(2 L) = 0 for the vector d between them, so that the rate is along d/L.

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{Frame, Model};

use super::{At, ClosureRows, Motion, Row};
use crate::kinematics::KinematicsBuffers;

fn point<T: Real>(k: &KinematicsBuffers<T>, frame: &Frame<T>) -> Vec3<T> {
    frame.link.map_or(frame.pose.position, |link| k.world[link.0].point(frame.pose.position))
}

fn velocity<T: Real>(k: &KinematicsBuffers<T>, frame: &Frame<T>) -> Vec3<T> {
    frame.link.map_or(Vec3::zero(), |link| {
        let t = k.twists[link.0];
        k.world[link.0].rotation.apply(t.angular.cross_add(frame.pose.position, t.linear))
    })
}

fn acceleration<T: Real>(k: &KinematicsBuffers<T>, rates: &[Twist<T>], frame: &Frame<T>) -> Vec3<T> {
    frame.link.map_or(Vec3::zero(), |link| {
        let (rate, w, p) = (rates[link.0], k.twists[link.0].angular, frame.pose.position);
        k.world[link.0].rotation.apply(rate.linear + rate.angular.cross(p) + w.cross(w.cross(p)))
    })
}

pub(super) struct Rod<'a, T> {
    pub(super) from: &'a Frame<T>,
    pub(super) to: &'a Frame<T>,
    pub(super) length: T,
}

impl<T: Real> ClosureRows<T> for Rod<'_, T> {
    fn conditions(&self, _: &Model<T>) -> impl Iterator<Item = (Unit, bool)> {
        core::iter::once((Unit::Length, true))
    }

    #[inline]
    fn place(&self, At { k, .. }: At<'_, T>, rows: &mut [Row<T>]) {
        let direction = (point(k, self.to) - point(k, self.from)).scale(self.length.recip());
        let push = |frame: &Frame<T>, force: Vec3<T>| {
            frame.link.map(|link| {
                let force = k.world[link.0].rotation.apply_transpose(force);
                (link, Wrench::new(frame.pose.position.cross(force), force))
            })
        };
        rows[0].wrenches = [push(self.from, -direction), push(self.to, direction)];
    }

    fn residuals(&self, At { k, .. }: At<'_, T>, out: &mut [T]) {
        let d = point(k, self.to) - point(k, self.from);
        out[0] = (d.dot(d) - self.length.square()) * (self.length + self.length).recip();
    }

    #[inline]
    fn rates(&self, At { k, .. }: At<'_, T>, motion: Motion<'_, T>, _: &[Row<T>], out: &mut [T]) {
        let d = point(k, self.to) - point(k, self.from);
        let v = velocity(k, self.to) - velocity(k, self.from);
        let a = acceleration(k, motion.rates, self.to) - acceleration(k, motion.rates, self.from);
        out[0] = (d.dot(a) + v.dot(v)) * self.length.recip();
    }
}
