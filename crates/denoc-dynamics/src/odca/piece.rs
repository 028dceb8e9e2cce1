//! One piece: a connected part of the tree, swept by recursion.
//!
//! The sweep inward is in `inward.rs`.

use denoc_math::{Pose, Real, Twist, Vec3, Wrench};

use super::close::{Closing, Member};
use super::node::{Context, Node};

/// The place of the link that the piece is attached to.
pub(super) const BASE: u32 = u32::MAX;

/// A pivot of a piece, whose outer part is missing, must exceed this fraction of the surrounding masses: otherwise the piece by
/// itself is nearly singular although the mechanism may not be.
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

/// Channel events of the inward sweep.
#[derive(Copy, Clone, Debug)]
pub(super) enum Event {
    /// A slot is taken.
    Start(usize),
    /// The unit wrench of the outer handle acts here.
    Unit(usize, usize),
    /// The unit wrench of a condition on a link acts here.
    Wrench { slot: usize, row: usize, link: usize },
    /// A condition on a speed of this joint: its number in the model, and in the joint.
    Speed { slot: usize, row: usize, speed: usize, local: usize },
    /// Two ends of a channel meet.
    Merge { from: usize, into: usize },
    /// Constraints are enforced.
    Close(usize),
}

/// A part of the tree that was assembled by itself and is attached to a link of this piece.
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

/// Data of a link between the sweeps.
#[derive(Copy, Clone, Debug)]
pub(super) struct LinkWork<T> {
    pub(super) relative: Pose<T>,
    /// Angular velocity; the equations of motion do not contain linear velocities.
    pub(super) spin: Vec3<T>,
    pub(super) rate: Twist<T>,
    /// c: the part of its twist-rate that comes from speeds.
    pub(super) convective: Twist<T>,
}

/// Data of a speed between the sweeps.
#[derive(Copy, Clone, Debug)]
pub(super) struct SpeedWork<T> {
    pub(super) column: Twist<T>,
    pub(super) psi: Wrench<T>,
    pub(super) inverse: T,
    pub(super) phi: T,
}

/// Speeds that are consecutive in the piece and in the model.
#[derive(Copy, Clone, Debug)]
pub(super) struct Run {
    pub(super) here: usize,
    pub(super) there: usize,
    pub(super) count: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Piece<T> {
    pub(super) places: Vec<Place>,
    /// The link (in the piece) with the outer handle.
    pub(super) outer: Option<u32>,
    pub(super) events: Vec<Event>,
    pub(super) lists: Vec<Member>,
    pub(super) closings: Vec<Closing<T>>,
    /// By the link they are attached to, outermost first, those of the base last.
    pub(super) attachments: Vec<Attachment<T>>,
    pub(super) work: Vec<LinkWork<T>>,
    pub(super) speeds: Vec<SpeedWork<T>>,
    /// Wrenches of parents on links, in link axes about their origins, if requested.
    pub(super) reactions: Vec<Wrench<T>>,
    /// Accelerations, by speed, and where they belong.
    pub(super) a: Vec<T>,
    pub(super) runs: Vec<Run>,
    /// t, by speed and channel.
    pub(super) reach: Vec<T>,
    /// Forces of the channels, by local number: six of the outer handle first.
    pub(super) forces: Vec<T>,
    /// Entries of conditions on speeds, for the joint at work.
    pub(super) coefficients: Vec<(usize, usize, T)>,
}

impl<T: Real> Piece<T> {
    /// Allocates the buffers after all lists are complete.
    pub(super) fn allocate(&mut self, speeds: usize, reach: usize, locals: usize) {
        let zero = T::zero();
        let still = Twist::zero();
        let link = LinkWork { relative: Pose::identity(), spin: Vec3::zero(), rate: still, convective: still };
        self.work = vec![link; self.places.len()];
        let speed = SpeedWork { column: still, psi: Wrench::zero(), inverse: zero, phi: zero };
        self.speeds = vec![speed; speeds];
        self.a = vec![zero; speeds];
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
            reactions: Vec::new(),
            a: Vec::new(),
            runs: Vec::new(),
            reach: Vec::new(),
            forces: Vec::new(),
            coefficients: Vec::new(),
        }
    }

    /// Poses and columns of the joints; pose and angular velocity of the outer link, seen from a base at rest.
    #[inline(never)]
    pub(super) fn place(&mut self, on: &Context<'_, T>) -> (Pose<T>, Vec3<T>) {
        for (place, work) in self.places.iter().zip(&mut self.work) {
            let i = place.link as usize;
            let link = &on.input.model.links()[i];
            let speeds = &mut self.speeds[place.speed as usize..][..link.nv];
            if let Some(k) = on.kinematics {
                (work.relative, work.spin) = (k.relative[i], k.twists[i].angular);
                let columns = &k.columns[link.v..link.v + link.nv];
                speeds.iter_mut().zip(columns).for_each(|(speed, column)| speed.column = *column);
                continue;
            }
            let q = &on.input.q[link.q..link.q + link.nq];
            work.relative = link.placement * link.joint.pose(q);
            let mut columns = [Twist::zero(); 6];
            link.joint.columns(q, &mut columns[..link.nv]);
            speeds.iter_mut().zip(&columns).for_each(|(speed, column)| speed.column = *column);
        }
        let (mut pose, mut spin) = (Pose::identity(), Vec3::zero());
        if on.kinematics.is_none()
            && let Some(outer) = self.outer
        {
            // from the outer link inward
            let mut at = outer;
            while at != BASE {
                spin += pose.rotation.apply_transpose(self.joint_twist(on, at as usize).angular);
                pose = self.work[at as usize].relative * pose;
                at = self.places[at as usize].parent;
            }
        }
        (pose, spin)
    }

    /// The contribution of the joint of a link to its twist.
    pub(super) fn joint_twist(&self, on: &Context<'_, T>, at: usize) -> Twist<T> {
        let place = self.places[at];
        let link = &on.input.model.links()[place.link as usize];
        let speeds = self.speeds[place.speed as usize..].iter().zip(&on.input.v[link.v..link.v + link.nv]);
        speeds.fold(Twist::zero(), |sum, (speed, &v)| speed.column.mul_add(v, sum))
    }

    /// Angular velocities of the links, with that of the base.
    pub(super) fn spin_links(&mut self, on: &Context<'_, T>, base: Vec3<T>) {
        if on.kinematics.is_some() {
            return;
        }
        for i in 0..self.places.len() {
            let from = self.spin_at(self.places[i].parent, base);
            let joint = self.joint_twist(on, i).angular;
            self.work[i].spin = self.work[i].relative.rotation.apply_transpose(from) + joint;
        }
    }

    /// The angular velocity of a link, or of the base.
    pub(super) fn spin_at(&self, site: u32, base: Vec3<T>) -> Vec3<T> {
        if site == BASE { base } else { self.work[site as usize].spin }
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
                let speed = &self.speeds[place.speed as usize + k];
                let reach = &self.reach[place.reach as usize + k * live.len()..][..live.len()];
                let push = reach.iter().zip(live).fold(T::zero(), |sum, (&t, m)| t.mul_add(self.forces[m.local], sum));
                let a = speed.inverse.mul_add(push, speed.phi - rate.dot(speed.psi));
                rate = speed.column.mul_add(a, rate);
                self.a[place.speed as usize + k] = a;
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

    /// The twist-rate of the link that an attachment is attached to.
    pub(super) fn rate_at(&self, site: u32, base: Twist<T>) -> Twist<T> {
        if site == BASE { base } else { self.work[site as usize].rate }
    }

    /// The wrenches that the joints transmit, inward.
    pub(super) fn react(&mut self, on: &Context<'_, T>) {
        let Self { places, work, reactions, .. } = self;
        reactions.clear();
        reactions.extend(places.iter().zip(&*work).map(|(place, work)| {
            let n = place.link as usize;
            let wrench = on.input.model.links()[n].mass.wrench(work.spin, work.rate);
            on.input.loads.on(n).map_or(wrench, |load| wrench - load)
        }));
        if let Some(outer) = self.outer {
            let mut pull = [T::zero(); 6];
            pull.copy_from_slice(&self.forces[..6]);
            reactions[outer as usize] += -Wrench::from_array(pull);
        }
        for attachment in self.attachments.iter().filter(|x| x.site != BASE) {
            reactions[attachment.site as usize] += attachment.node.load;
        }
        for at in (0..places.len()).rev() {
            let parent = places[at].parent;
            if parent != BASE {
                let moved = work[at].relative.propagate_back(reactions[at]);
                reactions[parent as usize] += moved;
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
