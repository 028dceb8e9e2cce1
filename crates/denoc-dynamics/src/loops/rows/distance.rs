//! Two points at a constant distance: (|d|² − L²)/(2 L) = 0 for the vector d between them, so that the rate is along d/L.

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::Frame;

use super::Row;
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

pub(super) fn place<T: Real>(
    k: &KinematicsBuffers<T>,
    (from, to, length): (&Frame<T>, &Frame<T>, T),
    row: &mut Row<T>,
) {
    let direction = (point(k, to) - point(k, from)).scale(length.recip());
    let push = |frame: &Frame<T>, force: Vec3<T>| {
        frame.link.map(|link| {
            let force = k.world[link.0].rotation.apply_transpose(force);
            (link, Wrench::new(frame.pose.position.cross(force), force))
        })
    };
    row.wrenches = [push(from, -direction), push(to, direction)];
}

pub(super) fn residual<T: Real>(k: &KinematicsBuffers<T>, from: &Frame<T>, to: &Frame<T>, length: T) -> T {
    let d = point(k, to) - point(k, from);
    (d.dot(d) - length.square()) * (length + length).recip()
}

pub(super) fn rate<T: Real>(
    k: &KinematicsBuffers<T>,
    rates: &[Twist<T>],
    (from, to, length): (&Frame<T>, &Frame<T>, T),
) -> T {
    let d = point(k, to) - point(k, from);
    let v = velocity(k, to) - velocity(k, from);
    let a = acceleration(k, rates, to) - acceleration(k, rates, from);
    (d.dot(a) + v.dot(v)) * length.recip()
}
