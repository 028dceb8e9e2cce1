//! The sweep inward through one piece.
//!
//! It is the elimination UDUᵀ with the rows T carried along: for every column h of a joint, with U = I h, m̂ = h·U (+ motor),
//! t = T h,
//!
//! ```text
//! I ← I − U Uᵀ/m̂     p ← p + U φ     φ = (τ − h·p)/m̂
//! T ← T − t Uᵀ/m̂     C ← C + t tᵀ/m̂     b ← b + t φ
//! ```
//!
//! A prescribed acceleration replaces φ, and 1/m̂ is zero.

use denoc_math::{ArticulatedMass, Real, Twist, Vec3, Wrench};
use denoc_model::LinkId;

use super::channels::{Channels, Hands, Seat};
use super::close::Channel;
use super::node::Context;
use super::piece::{BASE, Event, FIRM, Piece};
use crate::DynamicsError;
use crate::udut::pivot;

impl<T: Real> Piece<T> {
    /// The inward sweep; attachments are assembled already. `hands` receives the equations of the piece.
    #[inline(never)]
    pub(super) fn inward(
        &mut self,
        on: &Context<'_, T>,
        base: Vec3<T>,
        hands: &mut Hands<T>,
        seats: &mut Vec<Seat<T>>,
    ) -> Result<(), DynamicsError> {
        hands.seat = Seat::empty();
        self.start(on, base, seats);
        let tolerance = if self.outer.is_some() { T::lift(FIRM) } else { pivot::tolerance() };
        let mut next = 0;
        for at in (0..self.places.len()).rev() {
            self.rake(on, at as u32, &mut next, hands, seats);
            let place = self.places[at];
            self.happen(on, place.before, at as u32, hands, seats);
            self.eliminate(on, at, tolerance, &mut seats[at], &mut hands.channels)?;
            self.pass_inward(on, at, hands, seats);
            self.happen(on, place.after, place.parent, hands, seats);
        }
        self.rake(on, BASE, &mut next, hands, seats);
        Ok(())
    }

    /// Masses, bias and convective parts of all links.
    fn start(&mut self, on: &Context<'_, T>, base: Vec3<T>, seats: &mut Vec<Seat<T>>) {
        seats.clear();
        for i in 0..self.places.len() {
            let place = self.places[i];
            let n = place.link as usize;
            let link = &on.input.model.links()[n];
            let from = match (on.kinematics, link.parent) {
                (Some(k), Some(LinkId(parent))) => k.twists[parent].angular,
                _ => self.spin_at(place.parent, base),
            };
            let joint = self.joint_twist(on, i);
            let work = &mut self.work[i];
            let w = work.spin;
            let b = link.joint.bias(&on.input.q[link.q..link.q + link.nq], &on.input.v[link.v..link.v + link.nv]);
            let r = work.relative.rotation;
            let carried = from.cross(from.cross(work.relative.position));
            work.convective = Twist {
                angular: w.cross(joint.angular) + b.angular,
                linear: r.apply_transpose(carried) + (r.apply_transpose(from) + w).cross(joint.linear) + b.linear,
            };
            let wrench = link.mass.wrench(w, Twist::zero());
            let inertia = ArticulatedMass::from(link.mass);
            seats.push(Seat {
                inertia,
                wrench: on.input.loads.on(n).map_or(wrench, |load| wrench - load),
                size: [inertia.angular.trace(), inertia.linear.trace()],
            });
        }
    }

    /// Eliminates the joint of a link.
    fn eliminate(
        &mut self,
        on: &Context<'_, T>,
        at: usize,
        tolerance: T,
        seat: &mut Seat<T>,
        channels: &mut Channels<T>,
    ) -> Result<(), DynamicsError> {
        let place = self.places[at];
        let link = &on.input.model.links()[place.link as usize];
        let live = &self.lists[place.live.0 as usize..place.live.1 as usize];
        let square = |x: Vec3<T>| x.dot(x);
        for k in (0..link.nv).rev() {
            let speed = &mut self.speeds[place.speed as usize + k];
            let h = speed.column;
            let psi_hat = seat.inertia.apply(h);
            let m_hat = h.dot(psi_hat) + link.rotor_inertia;
            let scale = square(h.angular).mul_add(seat.size[0], square(h.linear) * seat.size[1]);
            let given = on.input.given.get(link.v + k).copied().flatten();
            if given.is_none() && pivot::vanishes(m_hat, scale, tolerance) {
                let size = seat.size;
                let q = &on.input.q[link.q..link.q + link.nq];
                let at = pivot::Vanished { link: place.link as usize, q, m_hat, scale, size };
                return Err(pivot::singular(on.input.model, at));
            }
            // a prescribed acceleration does not depend on the other accelerations: it acts in full at once
            let (inverse, phi) = given.map_or_else(
                || {
                    let inverse = m_hat.recip();
                    (inverse, (on.input.tau[link.v + k] - h.dot(seat.wrench)) * inverse)
                },
                |a| (T::zero(), a),
            );
            let psi = psi_hat.scale(inverse);
            seat.inertia = seat.inertia.deflate(psi_hat, psi);
            seat.wrench = psi_hat.mul_add(phi, seat.wrench);
            (speed.psi, speed.inverse, speed.phi) = (psi, inverse, phi);
            let reach = &mut self.reach[place.reach as usize + k * live.len()..][..live.len()];
            for (t, member) in reach.iter_mut().zip(live) {
                *t = h.dot(channels.rows[member.slot]);
            }
            for &(slot, _, x) in self.coefficients.iter().filter(|x| x.1 == k) {
                if let Some(i) = live.iter().position(|member| member.slot == slot) {
                    reach[i] += x;
                }
            }
            for (t, member) in reach.iter().zip(live) {
                if let Channel::Row(_) = member.channel {
                    let row = channels.rows[member.slot];
                    let most = h.angular.norm() * row.moment.norm() + h.linear.norm() * row.force.norm();
                    channels.scale[member.slot] +=
                        (most.square() * inverse).value().max((t.square() * inverse).value());
                }
            }
            for (i, (&t, member)) in reach.iter().zip(live).enumerate() {
                channels.rows[member.slot] = psi.neg_mul_add(t, channels.rows[member.slot]);
                let scaled = t * inverse;
                channels.b[member.slot] = t.mul_add(phi, channels.b[member.slot]);
                for (&other, with) in reach.iter().zip(live).take(i + 1) {
                    let c = scaled.mul_add(other, channels.c(member.slot, with.slot));
                    *channels.c_mut(member.slot, with.slot) = c;
                    *channels.c_mut(with.slot, member.slot) = c;
                }
            }
        }
        self.coefficients.clear();
        Ok(())
    }

    /// Adds the eliminated link to its parent.
    fn pass_inward(&self, on: &Context<'_, T>, at: usize, hands: &mut Hands<T>, seats: &mut [Seat<T>]) {
        let place = self.places[at];
        let (relative, c) = (self.work[at].relative, self.work[at].convective);
        let Seat { inertia, wrench, size } = seats[at];
        for member in &self.lists[place.live.0 as usize..place.live.1 as usize] {
            let row = hands.channels.rows[member.slot];
            hands.channels.b[member.slot] += c.dot(row);
            hands.channels.rows[member.slot] = relative.propagate_back(row);
        }
        let moves = on.input.model.links()[place.link as usize].nv > 0;
        let share = T::lift(if moves { 0.5 } else { 1.0 });
        let distance = relative.position.dot(relative.position);
        let moved = Seat {
            inertia: inertia.to_parent(relative),
            wrench: relative.propagate_back(wrench + inertia.apply(c)),
            size: [share * distance.mul_add(size[1], size[0]), share * size[1]],
        };
        seat(place.parent, hands, seats).add(&moved);
    }

    /// Adds the attachments of a link to it.
    fn rake(&mut self, on: &Context<'_, T>, site: u32, next: &mut usize, hands: &mut Hands<T>, seats: &mut [Seat<T>]) {
        while let Some(attachment) = self.attachments.get(*next).filter(|x| x.site == site) {
            *next += 1;
            let from = &attachment.node.hands;
            seat(site, hands, seats).add(&from.seat);
            let to = &mut hands.channels;
            for &(slot, _, new) in &attachment.slots {
                if new {
                    to.start(slot);
                }
            }
            for (i, (export, &(slot, ..))) in attachment.node.exports.iter().zip(&attachment.slots).enumerate() {
                to.rows[slot] += from.channels.rows[export.slot];
                to.b[slot] += from.channels.b[export.slot];
                to.scale[slot] += from.channels.scale[export.slot];
                for (j, (other, &(with, ..))) in
                    attachment.node.exports.iter().zip(&attachment.slots).enumerate().take(i + 1)
                {
                    let c = from.channels.c(export.slot, other.slot);
                    *to.c_mut(slot, with) += c;
                    if j < i {
                        *to.c_mut(with, slot) += c;
                    }
                }
            }
            let after = attachment.after;
            self.happen(on, after, site, hands, seats);
        }
    }

    /// Processes the channel events at a link.
    fn happen(
        &mut self,
        on: &Context<'_, T>,
        (first, end): (u32, u32),
        site: u32,
        hands: &mut Hands<T>,
        seats: &mut [Seat<T>],
    ) {
        for i in first as usize..end as usize {
            let channels = &mut hands.channels;
            match self.events[i] {
                Event::Start(slot) => channels.start(slot),
                Event::Unit(slot, axis) => {
                    let mut unit = [T::zero(); 6];
                    unit[axis] = T::one();
                    channels.rows[slot] = Wrench::from_array(unit);
                }
                Event::Wrench { slot, row, link } => {
                    for (_, wrench) in on.conditions.rows[row].wrenches.iter().flatten().filter(|x| x.0.0 == link) {
                        channels.rows[slot] += *wrench;
                    }
                }
                Event::Speed { slot, row, speed, local } => {
                    for &(_, x) in on.conditions.rows[row].speeds.iter().flatten().filter(|x| x.0 == speed) {
                        self.coefficients.push((slot, local, x));
                    }
                }
                Event::Merge { from, into } => channels.merge(from, into),
                Event::Close(i) => {
                    let seat = if site == BASE { &mut hands.seat } else { &mut seats[site as usize] };
                    self.closings[i].close(seat, channels, &on.conditions);
                }
            }
        }
    }
}

/// Inertia and wrench at a link of the piece, or at its base.
fn seat<'a, T>(site: u32, hands: &'a mut Hands<T>, seats: &'a mut [Seat<T>]) -> &'a mut Seat<T> {
    if site == BASE { &mut hands.seat } else { &mut seats[site as usize] }
}
