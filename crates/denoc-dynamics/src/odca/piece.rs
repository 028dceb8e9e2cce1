//! One piece: a connected part of the tree, swept by recursion.
//!
//! Within a piece the sweep is the elimination UDUᵀ with the rows T carried along: for every column h of a joint, with
//! U = I h, m̂ = h·U (+ motor), t = T h,
//!
//! ```text
//! I ← I − U Uᵀ/m̂     p ← p + U φ̂/m̂     φ̂ = τ − h·p
//! T ← T − t Uᵀ/m̂     C ← C + t tᵀ/m̂     b ← b + t φ̂/m̂
//! ```

use denoc_math::{ArticulatedMass, Pose, Real, Twist, Vec3, Wrench};
use denoc_model::LinkId;

use super::channels::{Channels, Hands, Seat};
use super::close::{Channel, Closing, Member};
use super::node::{Context, Node};
use crate::DynamicsError;
use crate::udut::pivot;

/// The place of the link that the piece hangs on.
pub(super) const BASE: u32 = u32::MAX;

/// A pivot of a piece whose outer part is missing must exceed this part of the masses around: otherwise the piece by itself is
/// nearly singular although the whole may not be.
pub(super) const FIRM: f64 = 1e-6;

/// A link of the piece.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    /// Its number in the model.
    pub(super) link: u32,
    /// The number of its parent in the piece, or [`BASE`].
    pub(super) parent: u32,
    /// Its first speed in the piece.
    pub(super) speed: u32,
    /// Its first entry in `reach`.
    pub(super) reach: u32,
    /// The channels that pass its joint: entries of `lists`.
    pub(super) live: (u32, u32),
    /// Events before its joint is eliminated, and after it was moved to its parent: entries of `events`.
    pub(super) before: (u32, u32),
    pub(super) after: (u32, u32),
}

/// What happens to channels on the way inward.
#[derive(Copy, Clone, Debug)]
pub(super) enum Event {
    /// A slot is taken.
    Start(usize),
    /// The unit wrench of the outer handle acts here.
    Unit(usize, usize),
    /// The unit wrench of a condition on a link acts here.
    Wrench { slot: usize, row: usize, link: usize },
    /// A condition on a speed of this joint: its number in the model, and in the joint.
    Speed { slot: usize, row: usize, speed: usize, own: usize },
    /// Two ends of a channel meet.
    Merge { from: usize, into: usize },
    /// Conditions are met.
    Close(usize),
}

/// A part of the tree that was assembled by itself and hangs on a link of this piece.
#[derive(Clone, Debug)]
pub(super) struct Attachment<T> {
    pub(super) site: u32,
    pub(super) node: Node<T>,
    /// Where its channels go: slot and local number, by export; whether the slot is new.
    pub(super) slots: Vec<(usize, usize, bool)>,
    pub(super) after: (u32, u32),
    /// Forces of its channels.
    pub(super) forces: Vec<T>,
}

impl<T: Real> Attachment<T> {
    pub(super) fn new(site: u32, node: Node<T>) -> Self {
        let forces = vec![T::zero(); node.exports.len()];
        Self { site, node, slots: Vec::new(), after: (0, 0), forces }
    }
}

/// What is kept of a link between the sweeps.
#[derive(Copy, Clone, Debug)]
pub(super) struct LinkWork<T> {
    relative: Pose<T>,
    twist: Twist<T>,
    rate: Twist<T>,
    /// c: the part of its twist-rate that comes from speeds.
    convective: Twist<T>,
    /// The wrench that its parent exerts on it.
    pub(super) reaction: Wrench<T>,
}

/// What is kept of a speed.
#[derive(Copy, Clone, Debug)]
pub(super) struct SpeedWork<T> {
    column: Twist<T>,
    psi: Wrench<T>,
    inverse: T,
    phi: T,
    pub(super) a: T,
}

#[derive(Clone, Debug)]
pub(super) struct Piece<T> {
    pub(super) places: Vec<Place>,
    /// The link (in the piece) with the outer handle.
    pub(super) outer: Option<u32>,
    pub(super) events: Vec<Event>,
    pub(super) lists: Vec<Member>,
    pub(super) closings: Vec<Closing<T>>,
    /// By the link they hang on, outermost first, those of the base last.
    pub(super) attachments: Vec<Attachment<T>>,
    pub(super) work: Vec<LinkWork<T>>,
    pub(super) speeds: Vec<SpeedWork<T>>,
    /// t, by speed and channel.
    reach: Vec<T>,
    /// Forces of the channels, by local number: six of the outer handle first.
    pub(super) forces: Vec<T>,
    /// Entries of conditions on speeds, for the joint at work.
    coefficients: Vec<(usize, usize, T)>,
}

impl<T: Real> Piece<T> {
    /// Memory for a piece whose lists are complete.
    pub(super) fn allocate(&mut self, speeds: usize, reach: usize, locals: usize) {
        let zero = T::zero();
        let still = Twist::zero();
        let link = LinkWork {
            relative: Pose::identity(),
            twist: still,
            rate: still,
            convective: still,
            reaction: Wrench::zero(),
        };
        self.work = vec![link; self.places.len()];
        let speed = SpeedWork { column: still, psi: Wrench::zero(), inverse: zero, phi: zero, a: zero };
        self.speeds = vec![speed; speeds];
        self.reach = vec![zero; reach];
        self.forces = vec![zero; locals];
        let on_speeds = self.events.iter().filter(|event| matches!(event, Event::Speed { .. })).count();
        self.coefficients.reserve_exact(2 * on_speeds);
    }

    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            outer: None,
            events: Vec::new(),
            lists: Vec::new(),
            closings: Vec::new(),
            attachments: Vec::new(),
            work: Vec::new(),
            speeds: Vec::new(),
            reach: Vec::new(),
            forces: Vec::new(),
            coefficients: Vec::new(),
        }
    }

    /// Poses and columns of the joints; pose and twist of the outer link, seen from a base at rest.
    pub(super) fn place(&mut self, on: &Context<'_, T>) -> (Pose<T>, Twist<T>) {
        for (place, work) in self.places.iter().zip(&mut self.work) {
            let i = place.link as usize;
            let link = &on.model.links()[i];
            let speeds = &mut self.speeds[place.speed as usize..][..link.nv];
            if let Some(k) = on.kinematics {
                (work.relative, work.twist) = (k.relative[i], k.twists[i]);
                let columns = &k.columns[link.v..link.v + link.nv];
                speeds.iter_mut().zip(columns).for_each(|(speed, column)| speed.column = *column);
                continue;
            }
            let q = &on.q[link.q..link.q + link.nq];
            work.relative = link.placement * link.joint.pose(q);
            let mut columns = [Twist::zero(); 6];
            link.joint.columns(q, &mut columns[..link.nv]);
            speeds.iter_mut().zip(&columns).for_each(|(speed, column)| speed.column = *column);
        }
        let (mut pose, mut twist) = (Pose::identity(), Twist::zero());
        if on.kinematics.is_none()
            && let Some(outer) = self.outer
        {
            // from the outer link inward
            let mut at = outer;
            while at != BASE {
                twist += pose.propagate(self.joint_twist(on, at as usize));
                pose = self.work[at as usize].relative * pose;
                at = self.places[at as usize].parent;
            }
        }
        (pose, twist)
    }

    /// What the joint of a link contributes to its twist.
    fn joint_twist(&self, on: &Context<'_, T>, at: usize) -> Twist<T> {
        let place = self.places[at];
        let link = &on.model.links()[place.link as usize];
        let speeds = self.speeds[place.speed as usize..].iter().zip(&on.v[link.v..link.v + link.nv]);
        speeds.fold(Twist::zero(), |sum, (speed, &v)| speed.column.mul_add(v, sum))
    }

    /// Twists of the links, with that of the base.
    pub(super) fn move_links(&mut self, on: &Context<'_, T>, base: Twist<T>) {
        if on.kinematics.is_some() {
            return;
        }
        for i in 0..self.places.len() {
            let from = self.twist_at(self.places[i].parent, base);
            self.work[i].twist = self.work[i].relative.propagate(from) + self.joint_twist(on, i);
        }
    }

    /// The twist of the link that an attachment hangs on.
    pub(super) fn twist_at(&self, site: u32, base: Twist<T>) -> Twist<T> {
        if site == BASE { base } else { self.work[site as usize].twist }
    }

    /// The sweep inward; the attachments are assembled. `hands` becomes what the piece shows.
    pub(super) fn inward(
        &mut self,
        on: &Context<'_, T>,
        base: Twist<T>,
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
    fn start(&mut self, on: &Context<'_, T>, base: Twist<T>, seats: &mut Vec<Seat<T>>) {
        seats.clear();
        for i in 0..self.places.len() {
            let place = self.places[i];
            let n = place.link as usize;
            let link = &on.model.links()[n];
            let from = match (on.kinematics, link.parent) {
                (Some(k), Some(LinkId(parent))) => k.twists[parent],
                _ => self.twist_at(place.parent, base),
            };
            let (from, joint) = (from.angular, self.joint_twist(on, i));
            let work = &mut self.work[i];
            let w = work.twist.angular;
            let b = link.joint.bias(&on.q[link.q..link.q + link.nq], &on.v[link.v..link.v + link.nv]);
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
                wrench: on.loads.on(n).map_or(wrench, |load| wrench - load),
                size: [inertia.angular.trace(), inertia.linear.trace()],
            });
        }
    }

    /// The joint of a link gives way.
    fn eliminate(
        &mut self,
        on: &Context<'_, T>,
        at: usize,
        tolerance: T,
        seat: &mut Seat<T>,
        channels: &mut Channels<T>,
    ) -> Result<(), DynamicsError> {
        let place = self.places[at];
        let link = &on.model.links()[place.link as usize];
        let live = &self.lists[place.live.0 as usize..place.live.1 as usize];
        let square = |x: Vec3<T>| x.dot(x);
        for k in (0..link.nv).rev() {
            let speed = &mut self.speeds[place.speed as usize + k];
            let h = speed.column;
            let psi_hat = seat.inertia.apply(h);
            let m_hat = h.dot(psi_hat) + link.rotor_inertia;
            let scale = square(h.angular).mul_add(seat.size[0], square(h.linear) * seat.size[1]);
            if pivot::vanishes(m_hat, scale, tolerance) {
                let size = seat.size;
                let columns: Vec<_> = self.speeds[place.speed as usize..][..link.nv].iter().map(|s| s.column).collect();
                let q = &on.q[link.q..link.q + link.nq];
                let at = pivot::Vanished { link: place.link as usize, columns: &columns, q, m_hat, scale, size };
                return Err(pivot::singular(on.model, at));
            }
            let inverse = m_hat.recip();
            let psi = psi_hat.scale(inverse);
            let phi = on.tau[link.v + k] - h.dot(seat.wrench);
            seat.inertia = seat.inertia.deflate(psi_hat, psi);
            seat.wrench = psi.mul_add(phi, seat.wrench);
            (speed.psi, speed.inverse, speed.phi) = (psi, inverse, phi * inverse);
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
                channels.b[member.slot] = scaled.mul_add(phi, channels.b[member.slot]);
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

    /// What is left of a link moves to its parent.
    fn pass_inward(&self, on: &Context<'_, T>, at: usize, hands: &mut Hands<T>, seats: &mut [Seat<T>]) {
        let place = self.places[at];
        let (relative, c) = (self.work[at].relative, self.work[at].convective);
        let Seat { inertia, wrench, size } = seats[at];
        for member in &self.lists[place.live.0 as usize..place.live.1 as usize] {
            let row = hands.channels.rows[member.slot];
            hands.channels.b[member.slot] += c.dot(row);
            hands.channels.rows[member.slot] = relative.propagate_back(row);
        }
        let moves = on.model.links()[place.link as usize].nv > 0;
        let share = T::lift(if moves { 0.5 } else { 1.0 });
        let distance = relative.position.dot(relative.position);
        let moved = Seat {
            inertia: inertia.to_parent(relative),
            wrench: relative.propagate_back(wrench + inertia.apply(c)),
            size: [share * distance.mul_add(size[1], size[0]), share * size[1]],
        };
        seat(place.parent, hands, seats).add(&moved);
    }

    /// Attachments of a link are added to it.
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

    /// What happens to channels at a link.
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
                Event::Speed { slot, row, speed, own } => {
                    for &(_, x) in on.conditions.rows[row].speeds.iter().flatten().filter(|x| x.0 == speed) {
                        self.coefficients.push((slot, own, x));
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

    /// The sweep outward: accelerations, with the twist-rate of the base and the forces of the exported channels, which stand in
    /// `forces` already.
    pub(super) fn outward(&mut self, base: Twist<T>) {
        let mut last = self.attachments.len();
        self.unrake(BASE, base, &mut last);
        for at in 0..self.places.len() {
            let place = self.places[at];
            let from = if place.parent == BASE { base } else { self.work[place.parent as usize].rate };
            self.undo(place.after, from);
            let work = &self.work[at];
            let live = &self.lists[place.live.0 as usize..place.live.1 as usize];
            let mut rate = work.relative.propagate(from) + work.convective;
            let count =
                self.places.get(at + 1).map_or(self.speeds.len(), |next| next.speed as usize) - place.speed as usize;
            for k in 0..count {
                let speed = &mut self.speeds[place.speed as usize + k];
                let reach = &self.reach[place.reach as usize + k * live.len()..][..live.len()];
                let push = reach.iter().zip(live).fold(T::zero(), |sum, (&t, m)| t.mul_add(self.forces[m.local], sum));
                speed.a = speed.inverse.mul_add(push, speed.phi - rate.dot(speed.psi));
                rate = speed.column.mul_add(speed.a, rate);
            }
            self.work[at].rate = rate;
            self.undo(place.before, rate);
            self.unrake(at as u32, rate, &mut last);
        }
    }

    /// Closings in the opposite order.
    fn undo(&mut self, (first, end): (u32, u32), rate: Twist<T>) {
        for event in self.events[first as usize..end as usize].iter().rev() {
            if let Event::Close(i) = *event {
                self.closings[i].open(rate, &mut self.forces);
            }
        }
    }

    fn unrake(&mut self, site: u32, rate: Twist<T>, last: &mut usize) {
        while *last > 0 && self.attachments[*last - 1].site == site {
            *last -= 1;
            self.undo(self.attachments[*last].after, rate);
            let attachment = &mut self.attachments[*last];
            for (force, &(_, local, _)) in attachment.forces.iter_mut().zip(&attachment.slots) {
                *force = self.forces[local];
            }
        }
    }

    /// The twist-rate of the link that an attachment hangs on.
    pub(super) fn rate_at(&self, site: u32, base: Twist<T>) -> Twist<T> {
        if site == BASE { base } else { self.work[site as usize].rate }
    }

    /// The wrenches that the joints transmit, inward: what parents exert on links, in link axes about their origins.
    pub(super) fn react(&mut self, on: &Context<'_, T>) {
        for (place, work) in self.places.iter().zip(&mut self.work) {
            let n = place.link as usize;
            let wrench = on.model.links()[n].mass.wrench(work.twist.angular, work.rate);
            work.reaction = on.loads.on(n).map_or(wrench, |load| wrench - load);
        }
        if let Some(outer) = self.outer {
            let mut pull = [T::zero(); 6];
            pull.copy_from_slice(&self.forces[..6]);
            self.work[outer as usize].reaction += -Wrench::from_array(pull);
        }
        for attachment in self.attachments.iter().filter(|x| x.site != BASE) {
            self.work[attachment.site as usize].reaction += attachment.node.load;
        }
        for at in (0..self.places.len()).rev() {
            let parent = self.places[at].parent;
            if parent != BASE {
                let moved = self.work[at].relative.propagate_back(self.work[at].reaction);
                self.work[parent as usize].reaction += moved;
            }
        }
    }

    /// Sets the forces of exported channels.
    pub(super) fn set_forces(&mut self, exports: &[Member], f: &[T]) {
        for (export, &f) in exports.iter().zip(f) {
            self.forces[export.local] = f;
        }
    }
}

/// What is felt at a link of the piece, or at its base.
fn seat<'a, T>(site: u32, hands: &'a mut Hands<T>, seats: &'a mut [Seat<T>]) -> &'a mut Seat<T> {
    if site == BASE { &mut hands.seat } else { &mut seats[site as usize] }
}
