//! Outward sweep: accelerations, and the multipliers of each cluster.

use denoc_math::dense::Eliminated;
use denoc_math::{Real, Twist};

use super::Buffers;
use crate::kinematics::KinematicsBuffers;
use crate::loops::Loops;

impl<T: Real> Buffers<T> {
    /// Accelerations of a link outside all loops; those inward of it are known.
    pub(super) fn accelerate_single(&mut self, k: &KinematicsBuffers<T>, at: usize, a: &mut [T]) {
        let part = &self.plan.parts[at];
        let i = self.plan.members[part.members.start].link;
        let mut mu = part.parent.map_or(Twist::zero(), |parent| k.relative[i].propagate(self.links[parent].mu));
        for (speed, state) in self.plan.speeds[part.speeds.clone()].iter().zip(&self.speeds[part.speeds.clone()]) {
            let x = state.phi - mu.dot(state.psi);
            mu = k.columns[speed.v].mul_add(x, mu);
            a[speed.v] = x;
        }
        self.links[i].mu = mu;
    }

    /// Accelerations and multipliers of a closed cluster.
    pub(super) fn accelerate(
        &mut self,
        k: &KinematicsBuffers<T>,
        at: usize,
        loops: &Loops<T>,
        tau: &[T],
        a: &mut [T],
        lambda: &mut [T],
    ) {
        let origin = self.origin(k, at);
        let parent = self.plan.parts[at].parent.map(|parent| {
            let mu = self.links[parent].mu;
            Twist::new(mu.angular, mu.angular.cross_add(origin, mu.linear))
        });
        self.independent(at, parent, a);
        self.carry(at, parent);
        self.multipliers(at, parent, loops, tau, lambda);
    }

    /// u, and a = G u + g, also by place in the cluster.
    fn independent(&mut self, at: usize, parent: Option<Twist<T>>, a: &mut [T]) {
        let part = &self.plan.parts[at];
        let (n, rank) = (part.speeds.len(), self.ranks[at]);
        let nd = n - rank;
        let reduced = &self.masses[part.mass + n * n..][..nd * nd];
        let u = &mut self.scratch.forces[..nd];
        for (j, state) in self.speeds[part.speeds.start..][..nd].iter().enumerate() {
            let mut x = state.phi;
            if let Some(mu) = parent {
                x -= mu.dot(state.psi);
            }
            u[j] = (0..j).fold(x, |x, i| reduced[i * nd + j].neg_mul_add(u[i], x));
        }
        let order = &self.column_order[part.speeds.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        if let Some(rows) = self.plan.ordered[at].as_ref().filter(|_| self.is_ordered[at]) {
            let (x, b) = (&mut self.scratch.constants[..n], &mut self.scratch.least[..part.rows.len()]);
            x.fill(T::zero());
            rows.independent().iter().zip(&*u).for_each(|(&speed, &u)| x[speed] = u);
            b.copy_from_slice(&self.right[part.rows.clone()]);
            rows.solve(b, x);
            for (x, speed) in x.iter_mut().zip(speeds) {
                *x = *x * speed.unit;
                a[speed.v] = *x;
            }
            return;
        }
        let jacobian = &self.jacobians[part.jacobian..];
        let right = &self.right[part.rows.clone()];
        for (place, &speed) in order.iter().enumerate() {
            let x = if place < rank {
                let g = &jacobian[place * n + rank..(place + 1) * n];
                g.iter().zip(&*u).fold(right[place], |sum, (&g, &u)| g.mul_add(u, sum))
            } else {
                u[place - rank]
            } * speeds[speed].unit;
            self.scratch.constants[speed] = x;
            a[speeds[speed].v] = x;
        }
    }

    /// Twist-rates of the links that carry other clusters.
    fn carry(&mut self, at: usize, parent: Option<Twist<T>>) {
        let part = &self.plan.parts[at];
        let members = &self.plan.members[part.members.clone()];
        let states = &self.speeds[part.speeds.clone()];
        let accelerations = &self.scratch.constants;
        for (member, pose) in members.iter().zip(&self.poses[part.members.clone()]).filter(|m| m.0.carries) {
            let mut mu = parent.unwrap_or(Twist::zero());
            let mut inward = Some(member);
            while let Some(member) = inward {
                for s in member.speed..member.speed + member.nv {
                    mu = states[s].column.mul_add(accelerations[s], mu);
                }
                inward = member.parent.map(|place| &members[place]);
            }
            self.links[member.link].mu = pose.propagate(mu);
        }
    }

    /// λ: the joint forces that the motion requires, minus τ, are those of the closures.
    fn multipliers(&mut self, at: usize, parent: Option<Twist<T>>, loops: &Loops<T>, tau: &[T], lambda: &mut [T]) {
        let part = &self.plan.parts[at];
        let (m, n, rank) = (part.rows.len(), part.speeds.len(), self.ranks[at]);
        let mass = &self.masses[part.mass..part.mass + n * n];
        let (speeds, states) = (&self.plan.speeds[part.speeds.clone()], &self.speeds[part.speeds.clone()]);
        let scratch = &mut self.scratch;
        let (residual, least) = (&mut scratch.residual[..n], &mut scratch.least[..m]);
        let accelerations = &scratch.constants[..n];
        let dependent = &self.column_order[part.speeds.clone()][..rank];
        for (residual, &s) in residual.iter_mut().zip(dependent) {
            let mut force = states[s].force - tau[speeds[s].v];
            if let Some(mu) = parent {
                force += mu.dot(states[s].wrench);
            }
            let coupled = self.plan.coupled(part.speeds.start + s).iter();
            let force = coupled.fold(force, |sum, &t| mass[s * n + t].mul_add(accelerations[t], sum));
            *residual = force * speeds[s].unit;
        }
        let rows = &self.plan.rows[part.rows.clone()];
        if let Some(ordered) = self.plan.ordered[at].as_ref().filter(|_| self.is_ordered[at]) {
            let by_speed = &mut scratch.products[..n];
            by_speed.fill(T::zero());
            dependent.iter().zip(&*residual).for_each(|(&s, &x)| by_speed[s] = x);
            ordered.solve_transpose(by_speed, least);
            for (planned, &x) in rows.iter().zip(&*least) {
                lambda[planned.row] = x * loops.units[planned.row].recip();
            }
            return;
        }
        let jacobian = &self.jacobians[part.jacobian..part.jacobian + m * n];
        Eliminated { columns: n, a: jacobian }.solve_transpose(&mut residual[..rank], least, &mut scratch.square);
        for (&row, &x) in self.row_order[part.rows.clone()].iter().zip(&*least) {
            lambda[rows[row].row] = x * loops.units[rows[row].row].recip();
        }
    }
}
