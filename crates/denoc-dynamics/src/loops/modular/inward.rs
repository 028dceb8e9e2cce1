//! Inward sweep: each cluster adds its mass and its bias to its parent link.

use denoc_math::dense::{Elimination, Found};
use denoc_math::{ArticulatedMass, Real, Twist, Wrench};
use denoc_model::Model;

use super::Buffers;
use super::buffers::Scratch;
use super::gather::square;
use crate::kinematics::KinematicsBuffers;
use crate::loops::{LoopOutcome, Loops, RANK_TOLERANCE};
use crate::udut::{self, Vanished};
use crate::{DynamicsError, Loads};

impl<T: Real> Buffers<T> {
    /// Every link by itself: its mass, and the wrench it requires under gravity for zero joint accelerations.
    pub(super) fn start(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        rates: &[Twist<T>],
        loads: Loads<'_, T>,
    ) {
        for &i in &self.plan.articulated {
            self.links[i].mass = model.links()[i].mass.into();
        }
        let gravity = model.gravity();
        for (i, (link, state)) in model.links().iter().zip(&mut self.links).enumerate() {
            let rate = Twist::new(rates[i].angular, rates[i].linear - k.world[i].rotation.apply_transpose(gravity));
            let wrench = link.mass.wrench(k.twists[i].angular, rate);
            state.eta = match loads.on(i) {
                Some(load) => wrench - load,
                None => wrench,
            };
            let m = link.mass.mass;
            state.size = [link.mass.inertia.trace(), m + m + m];
        }
    }

    /// A link outside all loops, as in [`crate::udut`].
    pub(super) fn single(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        at: usize,
        q: &[T],
        tau: &[T],
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
                let q = &q[link.q..link.q + link.nq];
                return Err(udut::singular(model, Vanished { link: i, q, m_hat, scale, size }));
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

    /// The dependent speeds of a cluster from the independent ones; after `gather`.
    pub(super) fn eliminate(
        &mut self,
        at: usize,
        loops: &Loops<T>,
        target: &[T],
        limit: usize,
        outcome: &mut LoopOutcome,
    ) {
        // multipliers of dependent rows are indeterminate: the dense elimination finds the least
        self.is_sparse[at] = self.plan.parts[at].rows.len() == limit && self.eliminate_sparse(at, loops, target);
        let found = match &self.plan.sparse[at] {
            Some(sparse) if self.is_sparse[at] => Found { rank: sparse.rank(), smallest: sparse.smallest() },
            _ => self.eliminate_dense(at, loops, target, limit),
        };
        self.ranks[at] = found.rank;
        outcome.rank += found.rank;
        if found.rank > 0 {
            outcome.smallest_pivot = outcome.smallest_pivot.min(found.smallest);
        }
        let part = &self.plan.parts[at];
        let rows = &self.plan.rows[part.rows.clone()];
        let positions = self.row_order[part.rows.clone()].iter().zip(&self.right[part.rows.clone()]);
        for (&row, b) in positions.skip(found.rank) {
            let contradiction = (*b * loops.units[rows[row].row]).value().abs();
            outcome.contradiction = outcome.contradiction.max(contradiction);
        }
    }

    fn eliminate_dense(&mut self, at: usize, loops: &Loops<T>, target: &[T], limit: usize) -> Found {
        let part = &self.plan.parts[at];
        let n = part.speeds.len();
        let mut jacobian = core::mem::take(&mut self.jacobians);
        let a = &mut jacobian[part.jacobian..part.jacobian + part.rows.len() * n];
        a.fill(T::zero());
        for i in 0..part.rows.len() {
            self.right[part.rows.start + i] = self.row(at, i, loops, target, |local, x| a[i * n + local] = x);
        }
        let b = &mut self.right[part.rows.clone()];
        let row_order = &mut self.row_order[part.rows.clone()];
        let column_order = &mut self.column_order[part.speeds.clone()];
        let found = Elimination { columns: n, a, b, row_order, column_order }.run(RANK_TOLERANCE, limit);
        self.jacobians = jacobian;
        found
    }

    /// Eliminates the rows of a cluster of many speeds; whether all are independent.
    fn eliminate_sparse(&mut self, at: usize, loops: &Loops<T>, target: &[T]) -> bool {
        let Some(mut sparse) = self.plan.sparse[at].take() else { return false };
        let part = &self.plan.parts[at];
        sparse.start(part.rows.len());
        for i in 0..part.rows.len() {
            self.right[part.rows.start + i] = self.row(at, i, loops, target, |local, x| sparse.add(i, local, x));
        }
        sparse.eliminate(RANK_TOLERANCE, usize::MAX);
        let dependent = (0..part.speeds.len()).filter(|&speed| sparse.independent().binary_search(&speed).is_err());
        let order = dependent.chain(sparse.independent().iter().copied());
        self.column_order[part.speeds.clone()].iter_mut().zip(order).for_each(|(to, from)| *to = from);
        let complete = sparse.rank() == part.rows.len();
        self.plan.sparse[at] = Some(sparse);
        complete
    }

    /// Calls `set` with the entries of one row of a cluster, scaled; its right-hand side.
    #[inline]
    fn row(&self, at: usize, i: usize, loops: &Loops<T>, target: &[T], mut set: impl FnMut(usize, T)) -> T {
        let plan = &self.plan;
        let part = &plan.parts[at];
        let planned = &plan.rows[part.rows.start + i];
        let units = &plan.speeds[part.speeds.clone()];
        let row = &loops.rows()[planned.row];
        let scale = loops.units[planned.row].recip();
        for &(s, x) in row.speeds.iter().flatten() {
            let local = plan.local[s];
            set(local, x * scale * units[local].unit);
        }
        let pose = |place: usize| &self.poses[part.members.start + place];
        let acting = planned.wrench.and_then(|(side, place)| Some(pose(place).propagate_back(row.wrenches[side]?.1)));
        if let Some(wrench) = acting.map(|wrench| wrench.scale(scale)) {
            let states = &self.speeds[part.speeds.clone()];
            for &(local, here) in &plan.paths[planned.path.clone()] {
                let x = states[local].column.dot(wrench) * units[local].unit;
                set(local, if here { x } else { -x });
            }
        }
        (target[planned.row] - self.bias[planned.row]) * scale
    }

    /// a = G u + g of a cluster as tables.
    fn relate(&mut self, at: usize) {
        if self.is_sparse[at] {
            return self.relate_sparse(at);
        }
        let part = &self.plan.parts[at];
        let (n, rank) = (part.speeds.len(), self.ranks[at]);
        let nd = n - rank;
        let order = &self.column_order[part.speeds.clone()];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let jacobian = &self.jacobians[part.jacobian..];
        let right = &self.right[part.rows.clone()];
        for (place, &speed) in order.iter().enumerate() {
            let row = &mut self.scratch.relations[speed * nd..(speed + 1) * nd];
            let unit = speeds[speed].unit;
            if place < rank {
                for (x, &g) in row.iter_mut().zip(&jacobian[place * n + rank..(place + 1) * n]) {
                    *x = g * unit;
                }
                self.scratch.constants[speed] = right[place] * unit;
            } else {
                row.fill(T::zero());
                row[place - rank] = unit;
                self.scratch.constants[speed] = T::zero();
            }
        }
    }

    fn relate_sparse(&mut self, at: usize) {
        let part = &self.plan.parts[at];
        let (n, m) = (part.speeds.len(), part.rows.len());
        let Some(sparse) = &self.plan.sparse[at] else { return };
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let Scratch { relations, constants, products, least, .. } = &mut self.scratch;
        let (x, b) = (&mut products[..n], &mut least[..m]);
        let nd = sparse.independent().len();
        for (j, &independent) in sparse.independent().iter().enumerate() {
            x.fill(T::zero());
            x[independent] = T::one();
            sparse.extend(x);
            for (speed, &x) in x.iter().enumerate() {
                relations[speed * nd + j] = x * speeds[speed].unit;
            }
        }
        x.fill(T::zero());
        b.copy_from_slice(&self.right[part.rows.clone()]);
        sparse.solve(b, x);
        for (speed, &x) in x.iter().enumerate() {
            constants[speed] = x * speeds[speed].unit;
        }
    }

    /// M_u, F and φ of a closed cluster, and its contribution to its parent; after `eliminate`.
    pub(super) fn close(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        at: usize,
        q: &[T],
        tau: &[T],
    ) -> Result<(), DynamicsError> {
        self.relate(at);
        let origin = self.origin(k, at);
        let part = &self.plan.parts[at];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let states = &mut self.speeds[part.speeds.clone()];
        let n = speeds.len();
        let nd = n - self.ranks[at];
        let Scratch { relations, constants, products, composites, etas, sizes, handed, forces, .. } = &mut self.scratch;
        let (constants, products) = (&constants[..n], &mut products[..n]);
        let (handed, forces) = (&mut handed[..nd], &mut forces[..nd]);
        let (mass, reduced) = self.masses[part.mass..part.mass + 2 * n * n].split_at_mut(n * n);

        // φ = Gᵀ (τ − h − M g)
        forces.fill(T::zero());
        for s in 0..n {
            let bias =
                mass[s * n..][..n].iter().zip(constants).fold(states[s].force, |sum, (&m, &g)| m.mul_add(g, sum));
            let rest = tau[speeds[s].v] - bias;
            for (force, &x) in forces.iter_mut().zip(&relations[s * nd..][..nd]) {
                *force = x.mul_add(rest, *force);
            }
        }
        // M_u = Gᵀ M G, F = e G
        for j in 0..nd {
            let mut wrench = Wrench::zero();
            for s in 0..n {
                let row = &mass[s * n..][..n];
                products[s] = (0..n).fold(T::zero(), |sum, t| row[t].mul_add(relations[t * nd + j], sum));
                wrench = states[s].wrench.mul_add(relations[s * nd + j], wrench);
            }
            handed[j] = wrench;
            for i in 0..=j {
                reduced[i * nd + j] = (0..n).fold(T::zero(), |sum, s| relations[s * nd + i].mul_add(products[s], sum));
            }
        }
        // the contribution to the parent for zero independent accelerations
        let (mut total, mut eta, mut size) = (ArticulatedMass::zero(), Wrench::zero(), [T::zero(); 2]);
        if part.parent.is_some() {
            for (here, _) in self.plan.members[part.members.clone()].iter().enumerate().filter(|m| m.1.parent.is_none())
            {
                total += composites[here];
                eta += etas[here];
                size = [size[0] + sizes[here][0], size[1] + sizes[here][1]];
            }
            eta = states.iter().zip(constants).fold(eta, |eta, (state, &g)| state.wrench.mul_add(g, eta));
        }

        // M_u = U D Uᵀ, last speed first
        let order = &self.column_order[part.speeds.clone()][self.ranks[at]..];
        for j in (0..nd).rev() {
            let m_hat = reduced[j * nd + j];
            let scale = (0..n).fold(T::zero(), |sum, s| relations[s * nd + j].square().mul_add(states[s].size, sum));
            if udut::vanishes(m_hat, scale, udut::tolerance()) {
                let id = model.joint_of_speed(speeds[order[j]].v);
                let link = &model.links()[id.0];
                let q = &q[link.q..link.q + link.nq];
                return Err(udut::singular(model, Vanished { link: id.0, q, m_hat, scale, size: [scale; 2] }));
            }
            let inverse = m_hat.recip();
            let (psi, phi) = (handed[j].scale(inverse), forces[j] * inverse);
            if part.parent.is_some() {
                total = total.deflate(handed[j], psi);
                eta = handed[j].mul_add(phi, eta);
            }
            for i in (0..j).rev() {
                let coupled = reduced[i * nd + j];
                let factor = coupled * inverse;
                for row in 0..=i {
                    reduced[row * nd + i] = reduced[row * nd + j].neg_mul_add(factor, reduced[row * nd + i]);
                }
                handed[i] = psi.neg_mul_add(coupled, handed[i]);
                forces[i] = coupled.neg_mul_add(phi, forces[i]);
            }
            for i in 0..j {
                reduced[i * nd + j] = reduced[i * nd + j] * inverse;
            }
            (states[j].psi, states[j].phi) = (psi, phi);
        }
        if let Some(parent) = part.parent {
            let share = T::lift(if nd == 0 { 1.0 } else { 0.5 });
            let parent = &mut self.links[parent];
            parent.mass += total.shift(origin);
            parent.eta += Wrench::new(origin.cross_add(eta.force, eta.moment), eta.force);
            parent.size[0] += share * square(origin).mul_add(size[1], size[0]);
            parent.size[1] += share * size[1];
        }
        Ok(())
    }
}
