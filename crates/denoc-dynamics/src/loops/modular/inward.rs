//! From the leaves to the ground: each cluster hands its mass and its bias to the link it hangs on.

use denoc_math::{ArticulatedMass, Real, Twist, Vec3, Wrench};
use denoc_model::Model;

use super::Buffers;
use super::buffers::Scratch;
use super::elimination::Elimination;
use crate::kinematics::KinematicsBuffers;
use crate::loops::{LoopOutcome, Loops};
use crate::udut::{self, Vanished};
use crate::{DynamicsError, Loads};

fn square<T: Real>(x: Vec3<T>) -> T {
    x.dot(x)
}

impl<T: Real> Buffers<T> {
    /// Every link alone: its mass, and what it takes to carry it through zero accelerations of the joints under gravity.
    pub(super) fn start(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        rates: &[Twist<T>],
        loads: Loads<'_, T>,
    ) {
        let gravity = model.gravity();
        for (i, (link, state)) in model.links().iter().zip(&mut self.links).enumerate() {
            let rate = Twist::new(rates[i].angular, rates[i].linear - k.world[i].rotation.apply_transpose(gravity));
            let wrench = link.mass.wrench(k.twists[i].angular, rate);
            state.eta = match loads.on(i) {
                Some(load) => wrench - load,
                None => wrench,
            };
            state.mass = link.mass.into();
            state.size = [state.mass.angular.trace(), state.mass.linear.trace()];
        }
    }

    /// A link outside all loops, as in [`crate::udut`].
    pub(super) fn single(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        at: usize,
        (q, tau): (&[T], &[T]),
    ) -> Result<(), DynamicsError> {
        let part = &self.plan.parts[at];
        let i = self.plan.members[part.members.start].link;
        let link = &model.links()[i];
        let (mut mass, mut eta, size) = (self.links[i].mass, self.links[i].eta, self.links[i].size);
        for (s, state) in (link.v..link.v + link.nv).zip(&mut self.speeds[part.speeds.clone()]).rev() {
            let p = k.columns[s];
            let psi_hat = mass.apply(p);
            let m_hat = p.dot(psi_hat) + link.rotor_inertia;
            let scale = square(p.angular).mul_add(size[0], square(p.linear) * size[1]);
            if udut::vanishes(m_hat, scale, udut::tolerance()) {
                let columns = &k.columns[link.v..link.v + link.nv];
                let q = &q[link.q..link.q + link.nq];
                return Err(udut::singular(model, Vanished { link: i, columns, q, m_hat, scale, size }));
            }
            let inverse = m_hat.recip();
            let (phi, psi) = (tau[s] - p.dot(eta), psi_hat.scale(inverse));
            mass = mass.deflate(psi_hat, psi);
            eta = psi.mul_add(phi, eta);
            (state.psi, state.phi) = (psi, phi * inverse);
        }
        if let Some(parent) = part.parent {
            let pose = k.relative[i];
            let share = T::lift(if link.nv == 0 { 1.0 } else { 0.5 });
            let parent = &mut self.links[parent];
            parent.mass += mass.to_parent(pose);
            parent.eta += pose.propagate_back(eta);
            parent.size[0] += share * square(pose.position).mul_add(size[1], size[0]);
            parent.size[1] += share * size[1];
        }
        Ok(())
    }

    /// The dependent speeds of a cluster from the independent ones.
    pub(super) fn eliminate(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        at: usize,
        (loops, target, limit): (&Loops<T>, &[T], usize),
        outcome: &mut LoopOutcome,
    ) {
        let part = &self.plan.parts[at];
        let (m, n) = (part.rows.len(), part.speeds.len());
        let a = &mut self.jacobians[part.jacobian..part.jacobian + m * n];
        let b = &mut self.right[part.rows.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        a.fill(T::zero());
        let rows = &self.plan.rows[part.rows.clone()];
        for ((&row, b), a) in rows.iter().zip(&mut *b).zip(a.chunks_exact_mut(n.max(1))) {
            let scale = loops.units[row].recip();
            *b = (target[row] - self.bias[row]) * scale;
            loops.rows.sweep(model, k, &loops.rows()[row], |s, x| {
                let local = self.plan.local[s];
                a[local] = x * scale * speeds[local].unit;
            });
        }
        let row_order = &mut self.row_order[part.rows.clone()];
        let column_order = &mut self.column_order[part.speeds.clone()];
        let found = Elimination { columns: n, a, b, row_order, column_order }.run(limit);
        self.ranks[at] = found.rank;
        outcome.rank += found.rank;
        if found.rank > 0 {
            outcome.smallest_pivot = outcome.smallest_pivot.min(found.smallest);
        }
        for (&row, b) in row_order.iter().zip(&*b).skip(found.rank) {
            let contradiction = (*b * loops.units[rows[row]]).value().abs();
            outcome.contradiction = outcome.contradiction.max(contradiction);
        }
    }

    /// The relations a = G u + g of a cluster as a table: a row per speed, a column per independent one, and g.
    fn relate(&mut self, at: usize) {
        let part = &self.plan.parts[at];
        let (n, rank) = (part.speeds.len(), self.ranks[at]);
        let width = n - rank + 1;
        let order = &self.column_order[part.speeds.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let jacobian = &self.jacobians[part.jacobian..];
        let right = &self.right[part.rows.clone()];
        for (place, &speed) in order.iter().enumerate() {
            let row = &mut self.scratch.relations[speed * width..(speed + 1) * width];
            let unit = speeds[speed].unit;
            if place < rank {
                for (x, &g) in row.iter_mut().zip(&jacobian[place * n + rank..(place + 1) * n]) {
                    *x = g * unit;
                }
                row[width - 1] = right[place] * unit;
            } else {
                row.fill(T::zero());
                row[place - rank] = unit;
            }
        }
    }

    /// A cluster with closures: after `eliminate`.
    pub(super) fn close(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        at: usize,
        (q, tau): (&[T], &[T]),
    ) -> Result<(), DynamicsError> {
        self.relate(at);
        let part = &self.plan.parts[at];
        let members = &self.plan.members[part.members.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let nd = speeds.len() - self.ranks[at];
        let width = nd + 1;
        let Scratch { relations, motions, wrenches, composites, sizes, handed, scales, forces, .. } = &mut self.scratch;
        let mass = &mut self.masses[part.mass..part.mass + nd * nd];
        let (handed, scales, forces) = (&mut handed[..nd], &mut scales[..nd], &mut forces[..nd]);

        // outward inside the cluster: S and s
        scales.fill([T::zero(); 3]);
        for (here, member) in members.iter().enumerate() {
            let i = member.link;
            let first = model.links()[i].v;
            let state = &self.links[i];
            let (before, own) = motions.split_at_mut(here * width);
            for (column, own) in own[..width].iter_mut().enumerate() {
                let mut motion = match member.parent {
                    Some(parent) => k.relative[i].propagate(before[parent * width + column]),
                    None => Twist::zero(),
                };
                for s in 0..member.nv {
                    motion = k.columns[first + s].mul_add(relations[(member.speed + s) * width + column], motion);
                }
                *own = motion;
                let wrench = state.mass.apply(motion);
                if let Some(scale) = scales.get_mut(column) {
                    scale[1] += square(motion.angular) * state.size[0];
                    scale[2] += square(motion.linear) * state.size[1];
                    wrenches[here * width + column] = wrench;
                } else {
                    wrenches[here * width + column] = wrench + state.eta;
                }
            }
            composites[here] = state.mass;
            sizes[here] = state.size;
        }

        // inward inside the cluster: M_u, φ, and what the parent feels
        mass.fill(T::zero());
        forces.fill(T::zero());
        handed.fill(Wrench::zero());
        let (mut total, mut eta, mut size) = (ArticulatedMass::zero(), Wrench::zero(), [T::zero(); 2]);
        for (here, member) in members.iter().enumerate().rev() {
            let i = member.link;
            let link = &model.links()[i];
            let own = here * width;
            for s in 0..member.nv {
                let p = k.columns[link.v + s];
                let relation = &relations[(member.speed + s) * width..(member.speed + s + 1) * width];
                for column in 0..nd {
                    let force = link.rotor_inertia.mul_add(relation[column], p.dot(wrenches[own + column]));
                    for row in 0..=column {
                        mass[row * nd + column] = relation[row].mul_add(force, mass[row * nd + column]);
                    }
                }
                let transmitted = link.rotor_inertia.mul_add(relation[nd], p.dot(wrenches[own + nd]));
                let rest = tau[link.v + s] - transmitted;
                for (force, &x) in forces.iter_mut().zip(relation) {
                    *force = x.mul_add(rest, *force);
                }
            }
            let pose = k.relative[i];
            match member.parent {
                Some(parent) => {
                    for column in 0..width {
                        let moved = pose.propagate_back(wrenches[own + column]);
                        wrenches[parent * width + column] += moved;
                    }
                    if part.parent.is_some() {
                        let moved = composites[here].to_parent(pose);
                        composites[parent] += moved;
                        let [angular, linear] = sizes[here];
                        sizes[parent][0] += square(pose.position).mul_add(linear, angular);
                        sizes[parent][1] += linear;
                    }
                }
                None if part.parent.is_some() => {
                    for (handed, &wrench) in handed.iter_mut().zip(&wrenches[own..]) {
                        *handed += pose.propagate_back(wrench);
                    }
                    eta += pose.propagate_back(wrenches[own + nd]);
                    total += composites[here].to_parent(pose);
                    let [angular, linear] = sizes[here];
                    size[0] += square(pose.position).mul_add(linear, angular);
                    size[1] += linear;
                }
                None => {}
            }
        }

        // M_u = U D Uᵀ, last speed first
        let order = &self.column_order[part.speeds.clone()][self.ranks[at]..];
        let states = &mut self.speeds[part.speeds.clone()];
        for j in (0..nd).rev() {
            let m_hat = mass[j * nd + j];
            let scale = scales[j][1] + scales[j][2];
            if udut::vanishes(m_hat, scale, udut::tolerance()) {
                let id = model.joint_of_speed(speeds[order[j]].v);
                let link = &model.links()[id.0];
                let columns = &k.columns[link.v..link.v + link.nv];
                let q = &q[link.q..link.q + link.nq];
                let size = [scales[j][1], scales[j][2]];
                return Err(udut::singular(model, Vanished { link: id.0, columns, q, m_hat, scale, size }));
            }
            let inverse = m_hat.recip();
            let (psi, phi) = (handed[j].scale(inverse), forces[j] * inverse);
            if part.parent.is_some() {
                total = total.deflate(handed[j], psi);
                eta = handed[j].mul_add(phi, eta);
            }
            for i in (0..j).rev() {
                let coupled = mass[i * nd + j];
                let factor = coupled * inverse;
                for row in 0..=i {
                    mass[row * nd + i] = mass[row * nd + j].neg_mul_add(factor, mass[row * nd + i]);
                }
                handed[i] = psi.neg_mul_add(coupled, handed[i]);
                forces[i] = coupled.neg_mul_add(phi, forces[i]);
            }
            for i in 0..j {
                mass[i * nd + j] = mass[i * nd + j] * inverse;
            }
            (states[j].psi, states[j].phi) = (psi, phi);
        }
        if let Some(parent) = part.parent {
            let share = T::lift(if nd == 0 { 1.0 } else { 0.5 });
            let parent = &mut self.links[parent];
            parent.mass += total;
            parent.eta += eta;
            parent.size[0] += share * size[0];
            parent.size[1] += share * size[1];
        }
        Ok(())
    }
}
