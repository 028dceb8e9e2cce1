//! From the ground to the leaves: accelerations, and the multipliers of each cluster.

use denoc_math::{Real, Twist};
use denoc_model::Model;

use super::Buffers;
use super::elimination::least_norm;
use crate::kinematics::KinematicsBuffers;
use crate::loops::Loops;

impl<T: Real> Buffers<T> {
    /// Accelerations of one cluster; those inward of it are known.
    pub(super) fn outward(&mut self, k: &KinematicsBuffers<T>, at: usize, a: &mut [T]) {
        let parent = self.plan.parts[at].parent.map(|parent| self.links[parent].mu);
        if self.plan.parts[at].closed {
            self.accelerate(at, parent, a);
        }
        let part = &self.plan.parts[at];
        let members = &self.plan.members[part.members.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        if part.closed {
            for member in members {
                let i = member.link;
                let inward = member.parent.map_or(part.parent, |place| Some(members[place].link));
                let mut mu = inward.map_or(Twist::zero(), |j| k.relative[i].propagate(self.links[j].mu));
                for speed in &speeds[member.speed..member.speed + member.nv] {
                    mu = k.columns[speed.v].mul_add(a[speed.v], mu);
                }
                self.links[i].mu = mu;
            }
            return;
        }
        let i = members[0].link;
        let mut mu = parent.map_or(Twist::zero(), |mu| k.relative[i].propagate(mu));
        for (speed, state) in speeds.iter().zip(&self.speeds[part.speeds.clone()]) {
            let x = state.phi - mu.dot(state.psi);
            mu = k.columns[speed.v].mul_add(x, mu);
            a[speed.v] = x;
        }
        self.links[i].mu = mu;
    }

    /// u, and a = G u + g.
    fn accelerate(&mut self, at: usize, parent: Option<Twist<T>>, a: &mut [T]) {
        let part = &self.plan.parts[at];
        let (n, rank) = (part.speeds.len(), self.ranks[at]);
        let nd = n - rank;
        let mass = &self.masses[part.mass..part.mass + nd * nd];
        let u = &mut self.scratch.forces[..nd];
        for (j, state) in self.speeds[part.speeds.start..][..nd].iter().enumerate() {
            let mut x = state.phi;
            if let Some(mu) = parent {
                x -= mu.dot(state.psi);
            }
            u[j] = (0..j).fold(x, |x, i| mass[i * nd + j].neg_mul_add(u[i], x));
        }
        let order = &self.column_order[part.speeds.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let jacobian = &self.jacobians[part.jacobian..];
        let right = &self.right[part.rows.clone()];
        for (place, &at) in order.iter().enumerate() {
            let x = if place < rank {
                let g = &jacobian[place * n + rank..(place + 1) * n];
                g.iter().zip(&*u).fold(right[place], |sum, (&g, &u)| g.mul_add(u, sum))
            } else {
                u[place - rank]
            };
            a[speeds[at].v] = x * speeds[at].unit;
        }
    }

    /// Multipliers of one cluster: what its joints would have to transmit to the moving links without closures, less τ.
    pub(super) fn multipliers(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        at: usize,
        (loops, tau, a): (&Loops<T>, &[T], &[T]),
        lambda: &mut [T],
    ) {
        let part = &self.plan.parts[at];
        let (m, n, rank) = (part.rows.len(), part.speeds.len(), self.ranks[at]);
        let members = &self.plan.members[part.members.clone()];
        let scratch = &mut self.scratch;
        let wrenches = &mut scratch.wrenches[..members.len()];
        for (member, wrench) in members.iter().zip(&mut *wrenches) {
            let state = &self.links[member.link];
            *wrench = state.mass.apply(state.mu) + state.eta;
        }
        // the forces that the closures exert in the joints, by speed
        let forces = &mut scratch.relations[..n];
        for (here, member) in members.iter().enumerate().rev() {
            let link = &model.links()[member.link];
            let wrench = wrenches[here];
            for (s, force) in (link.v..).zip(&mut forces[member.speed..member.speed + member.nv]) {
                *force = link.rotor_inertia.mul_add(a[s], k.columns[s].dot(wrench)) - tau[s];
            }
            if let Some(parent) = member.parent {
                wrenches[parent] += k.relative[member.link].propagate_back(wrench);
            }
        }
        let (residual, least) = (&mut scratch.residual[..rank], &mut scratch.least[..m]);
        let speeds = &self.plan.speeds[part.speeds.clone()];
        for (residual, &speed) in residual.iter_mut().zip(&self.column_order[part.speeds.clone()]) {
            *residual = forces[speed] * speeds[speed].unit;
        }
        let a = &self.jacobians[part.jacobian..part.jacobian + m * n];
        least_norm(a, n, residual, least, &mut scratch.square);
        let rows = &self.plan.rows[part.rows.clone()];
        for (&row, &x) in self.row_order[part.rows.clone()].iter().zip(&*least) {
            lambda[rows[row]] = x * loops.units[rows[row]].recip();
        }
    }
}
