//! A joint where a loop is cut.
//!
//! The relative twist of its two frames, in the axes and about the origin of the moving one, must lie in the span of the
//! joint's columns P: Cᵀ t = 0 with C the complement of P. Its rate is Cᵀ (ṫ − Ṗ v), where coordinates and speeds of the joint
//! itself follow from the relative motion; for most kinds the span is the same in all poses and Cᵀ Ṗ v vanishes.

use denoc_math::{Pose, Real, Twist, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{CutJoint, Joint, LinkId};

use super::Row;
use super::coordinates::{self, Coordinates};
use super::span::{complement, speeds};
use crate::kinematics::{KinematicsBuffers, MAX_COLUMNS};

/// What the rows of a cut joint are made of.
#[derive(Clone, Debug)]
pub(crate) struct CutJointRows<T> {
    /// Whether the span of the columns is the same in all poses.
    steady: bool,
    /// C, in axes of the moving frame.
    complement: [Wrench<T>; 6],
    count: usize,
    /// The moving frame in the link of the fixed one.
    in_parent: Pose<T>,
    /// Coordinates of the joint, where the complement depends on them.
    q: Coordinates<T>,
}

impl<T: Real> CutJointRows<T> {
    pub(super) fn new(joint: &Joint<T>) -> Self {
        let mut made = Self {
            steady: joint.has_constant_span(),
            complement: [Wrench::zero(); 6],
            count: 6 - joint.v_units().len().min(6),
            in_parent: Pose::identity(),
            q: coordinates::neutral(joint),
        };
        made.set_complement(joint);
        made
    }

    /// What each row measures.
    pub(super) fn units(&self) -> impl Iterator<Item = Unit> + use<T> {
        let complement = self.complement;
        (0..self.count).map(move |i| match complement[i].force.dot(complement[i].force).value() > 0.25 {
            true => Unit::Length,
            false => Unit::Angle,
        })
    }

    /// The directions of the rows, in axes of the moving frame.
    pub(crate) fn directions(&self) -> &[Wrench<T>] {
        &self.complement[..self.count]
    }

    #[inline(never)]
    fn set_complement(&mut self, joint: &Joint<T>) {
        let mut columns = [Twist::zero(); MAX_COLUMNS];
        let nv = joint.v_units().len();
        self.columns(joint, &mut columns[..nv]);
        complement(&columns[..nv], &mut self.complement[..self.count]);
    }

    #[inline]
    pub(super) fn place(&mut self, k: &KinematicsBuffers<T>, cut: &CutJoint<T>, rows: &mut [Row<T>]) {
        let CutJoint { joint, parent, child } = cut;
        let world = child.link.map_or(child.pose, |link| k.world[link.0] * child.pose);
        self.in_parent = parent.link.map_or(world, |link| k.world[link.0].inverse() * world);
        if !self.steady {
            self.q = coordinates::of(joint, parent.pose.inverse() * self.in_parent);
            self.set_complement(joint);
        }
        for (row, &direction) in rows.iter_mut().zip(&self.complement) {
            // on the link of the moving frame a steady direction is always the same
            if self.steady && row.wrenches[1].is_some() {
                row.wrenches[0] = self.on_parent(cut, direction);
            } else {
                row.wrenches = self.wrenches(cut, direction);
            }
        }
    }

    /// The wrenches on the two links that measure their relative twist along a direction in axes of the moving frame.
    pub(crate) fn wrenches(&self, cut: &CutJoint<T>, direction: Wrench<T>) -> [Option<(LinkId, Wrench<T>)>; 2] {
        let child = &cut.child;
        let on_child = child.link.map(|link| (link, child.pose.propagate_back(direction)));
        [self.on_parent(cut, direction), on_child]
    }

    fn on_parent(&self, cut: &CutJoint<T>, direction: Wrench<T>) -> Option<(LinkId, Wrench<T>)> {
        cut.parent.link.map(|link| (link, -self.in_parent.propagate_back(direction)))
    }

    /// The columns of the joint, in axes of the moving frame; where their span is steady, a basis of it that is steady too.
    #[inline(never)]
    pub(crate) fn columns(&self, joint: &Joint<T>, out: &mut [Twist<T>]) {
        joint.columns(&self.q[..joint.q_units().len()], out);
    }

    /// How far the moving frame is from the nearest pose that the joint allows.
    pub(super) fn residuals(&self, CutJoint { joint, parent, .. }: &CutJoint<T>, out: &mut [T]) {
        let relative = parent.pose.inverse() * self.in_parent;
        let q = if self.steady { coordinates::of(joint, relative) } else { self.q };
        let error = coordinates::error(joint, &q, relative);
        for (out, &direction) in out.iter_mut().zip(&self.complement) {
            *out = error.dot(direction);
        }
    }

    /// The coordinates of the joint.
    pub(crate) fn coordinates(&self, CutJoint { joint, parent, .. }: &CutJoint<T>) -> Coordinates<T> {
        if self.steady { coordinates::of(joint, parent.pose.inverse() * self.in_parent) } else { self.q }
    }

    /// The twist of the moving frame relative to the fixed one, in axes of the moving frame about its origin.
    pub(crate) fn relative_twist(&self, k: &KinematicsBuffers<T>, cut: &CutJoint<T>) -> Twist<T> {
        let (a, b) = self.twists(k, cut);
        b - a
    }

    /// The twists of the two links at the origin of the moving frame, in its axes.
    fn twists(&self, k: &KinematicsBuffers<T>, cut: &CutJoint<T>) -> (Twist<T>, Twist<T>) {
        let CutJoint { parent, child, .. } = cut;
        let a = parent.link.map_or(Twist::zero(), |link| self.in_parent.propagate(k.twists[link.0]));
        let b = child.link.map_or(Twist::zero(), |link| child.pose.propagate(k.twists[link.0]));
        (a, b)
    }

    /// d(J v)/dt for the twist-rates of the links.
    #[inline]
    pub(super) fn rates(&self, k: &KinematicsBuffers<T>, rates: &[Twist<T>], cut: &CutJoint<T>, out: &mut [T]) {
        let rate = self.relative_rate(k, rates, cut);
        for (out, &direction) in out.iter_mut().zip(&self.complement) {
            *out = rate.dot(direction);
        }
    }

    /// The rate of the relative twist for the twist-rates of the links, without Ṗ v of the joint's own columns; in axes of the
    /// moving frame.
    #[inline(never)]
    pub(crate) fn relative_rate(&self, k: &KinematicsBuffers<T>, rates: &[Twist<T>], cut: &CutJoint<T>) -> Twist<T> {
        let CutJoint { joint, parent, child } = cut;
        let (a, b) = self.twists(k, cut);
        let t = b - a;
        // classical acceleration of the origin of the moving frame, and of the point of the other link that is there now, plus
        // what that point loses by moving on along the other link
        let far = child.link.map_or(Twist::zero(), |link| {
            let (rate, w, p) = (rates[link.0], k.twists[link.0].angular, child.pose.position);
            let linear = rate.linear + rate.angular.cross(p) + w.cross(w.cross(p));
            Twist::new(child.pose.rotation.apply_transpose(rate.angular), child.pose.rotation.apply_transpose(linear))
        });
        let near = parent.link.map_or(Twist::zero(), |link| {
            let (rate, twist, p) = (rates[link.0], k.twists[link.0], self.in_parent.position);
            let rotation = self.in_parent.rotation;
            let passing = twist.angular.cross(rotation.apply(b.linear) - twist.linear);
            let linear = rate.linear + rate.angular.cross(p) + passing;
            Twist::new(rotation.apply_transpose(rate.angular), rotation.apply_transpose(linear))
        });
        // components in axes that turn with the moving frame
        let mut rate = Twist::new(
            far.angular - near.angular - b.angular.cross(t.angular),
            far.linear - near.linear - b.angular.cross(t.linear),
        );
        if !self.steady {
            let (nq, nv) = (joint.q_units().len(), joint.v_units().len());
            let mut columns = [Twist::zero(); MAX_COLUMNS];
            self.columns(joint, &mut columns[..nv]);
            let v = speeds(&columns[..nv], t);
            rate = rate - joint.bias(&self.q[..nq], &v[..nv]);
        }
        rate
    }

    /// The rate of the relative twist without Ṗ v of the joint's own columns, also where their span is steady.
    pub(crate) fn own_rate(&self, k: &KinematicsBuffers<T>, rates: &[Twist<T>], cut: &CutJoint<T>) -> Twist<T> {
        let rate = self.relative_rate(k, rates, cut);
        if !self.steady {
            return rate;
        }
        let (joint, nv) = (&cut.joint, cut.joint.v_units().len());
        let (q, mut columns) = (self.coordinates(cut), [Twist::zero(); MAX_COLUMNS]);
        let q = &q[..joint.q_units().len()];
        joint.columns(q, &mut columns[..nv]);
        let v = speeds(&columns[..nv], self.relative_twist(k, cut));
        rate - joint.bias(q, &v[..nv])
    }
}
