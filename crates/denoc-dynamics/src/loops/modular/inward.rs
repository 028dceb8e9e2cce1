//! Inward sweep: each cluster adds its mass and its bias to its parent link.

use denoc_math::dense::{Elimination, Found};
use denoc_math::{ArticulatedMass, Real, Twist, Wrench};
use denoc_model::Model;

use super::Buffers;
use super::buffers::Scratch;
use super::gather::square;
use super::reduce::ANY;
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
        self.is_ordered[at] = self.plan.parts[at].rows.len() == limit && self.eliminate_ordered(at, loops, target);
        let found = match &self.plan.ordered[at] {
            Some(rows) if self.is_ordered[at] => Found { rank: rows.rank(), smallest: rows.smallest() },
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

    /// Eliminates the rows of a cluster in a known order; whether all are independent.
    fn eliminate_ordered(&mut self, at: usize, loops: &Loops<T>, target: &[T]) -> bool {
        let Some(mut rows) = self.plan.ordered[at].take() else { return false };
        let part = &self.plan.parts[at];
        rows.start(part.rows.len());
        for i in 0..part.rows.len() {
            self.right[part.rows.start + i] = self.row(at, i, loops, target, |local, x| rows.add(i, local, x));
        }
        rows.eliminate(RANK_TOLERANCE, usize::MAX);
        let dependent = rows.pivots().iter().map(|&(_, column)| column);
        let order = dependent.chain(rows.independent().iter().copied());
        self.column_order[part.speeds.clone()].iter_mut().zip(order).for_each(|(to, from)| *to = from);
        // a row that nearly vanishes is found by the search only, if it comes first in the order
        let complete = rows.rank() == part.rows.len() && rows.smallest() > RANK_TOLERANCE;
        self.plan.ordered[at] = Some(rows);
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
        if self.is_ordered[at] {
            return self.relate_ordered(at);
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

    fn relate_ordered(&mut self, at: usize) {
        let part = &self.plan.parts[at];
        let (n, m) = (part.speeds.len(), part.rows.len());
        let Some(rows) = &self.plan.ordered[at] else { return };
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let Scratch { relations, constants, least, .. } = &mut self.scratch;
        rows.relations(relations);
        let (x, b) = (&mut constants[..n], &mut least[..m]);
        x.fill(T::zero());
        b.copy_from_slice(&self.right[part.rows.clone()]);
        rows.solve(b, x);
        for ((x, speed), relations) in x.iter_mut().zip(speeds).zip(relations.chunks_exact_mut((n - m).max(1))) {
            *x = *x * speed.unit;
            relations.iter_mut().for_each(|x| *x = *x * speed.unit);
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
        // the usual numbers of independent speeds, whose loops have a known length
        match self.plan.parts[at].speeds.len() - self.ranks[at] {
            1 => self.reduce::<1>(at, tau),
            2 => self.reduce::<2>(at, tau),
            3 => self.reduce::<3>(at, tau),
            6 => self.reduce::<6>(at, tau),
            _ => self.reduce::<ANY>(at, tau),
        }
        let origin = self.origin(k, at);
        let part = &self.plan.parts[at];
        let speeds = &self.plan.speeds[part.speeds.clone()];
        let states = &mut self.speeds[part.speeds.clone()];
        let n = speeds.len();
        let nd = n - self.ranks[at];
        let Scratch { relations, constants, composites, etas, sizes, handed, forces, scales, .. } = &mut self.scratch;
        let (constants, handed, forces) = (&constants[..n], &mut handed[..nd], &mut forces[..nd]);
        let reduced = &mut self.masses[part.mass + n * n..][..nd * nd];
        handed.fill(Wrench::zero());
        if part.parent.is_some() {
            for (state, relation) in states.iter().zip(relations.chunks_exact(nd.max(1))) {
                for (handed, &x) in handed.iter_mut().zip(relation) {
                    *handed = state.wrench.mul_add(x, *handed);
                }
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
            let scale = scales[j];
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
