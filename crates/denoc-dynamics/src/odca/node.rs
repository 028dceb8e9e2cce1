//! The tree of assemblies: pieces, and pairs of neighbours.

use denoc_math::{Pose, Real, Twist, Vec3, Wrench};
use rayon::prelude::*;

use super::channels::{Hands, Seat};
use super::close::{Closing, Conditions, Member};
use super::join::Join;
use super::piece::{Attachment, Piece};
use super::solver::Input;
use crate::DynamicsError;
use crate::kinematics::KinematicsBuffers;

/// Data shared by all nodes.
#[derive(Copy, Clone)]
pub(super) struct Context<'a, T> {
    pub(super) input: Input<'a, T>,
    /// Poses and angular velocities, if they are known; otherwise the first two sweeps compute them.
    pub(super) kinematics: Option<&'a KinematicsBuffers<T>>,
    pub(super) conditions: Conditions<'a, T>,
    /// Whether the outward sweep also computes the wrenches at joints.
    pub(super) react: bool,
}

/// A part of the tree as one assembly.
#[derive(Clone, Debug)]
pub(super) struct Node<T> {
    pub(super) kind: Kind<T>,
    /// Number of links.
    pub(super) weight: usize,
    pub(super) hands: Hands<T>,
    /// Its open channels, those of the outer handle first.
    pub(super) exports: Vec<Member>,
    /// Pose and angular velocity of its outer link, seen from a base at rest.
    reach: (Pose<T>, Vec3<T>),
    /// The wrench that it requires at its base, after the last sweep.
    pub(super) load: Wrench<T>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<T> {
    Piece(Box<Piece<T>>),
    Join(Box<Join<T>>),
}

impl<T: Real> Node<T> {
    pub(super) fn new(kind: Kind<T>, weight: usize, slots: usize, exports: Vec<Member>) -> Self {
        let reach = (Pose::identity(), Vec3::zero());
        Self { kind, weight, hands: Hands::new(slots), exports, reach, load: Wrench::zero() }
    }

    /// First sweep, inward: joints are placed, and the outer link of every assembly relative to its base. Nodes that one thread
    /// assembles are placed then, while their memory is at hand.
    pub(super) fn place(&mut self, on: &Context<'_, T>) {
        let together = self.weight >= on.input.task;
        match &mut self.kind {
            Kind::Piece(piece) => {
                for_each(together, &mut piece.attachments, |x| x.node.place(on));
                self.reach = piece.place(on);
            }
            Kind::Join(join) => {
                let (inner, _, outer, _) = join.parts();
                both(together, || inner.place(on), || outer.place(on));
                self.reach = reach(inner, outer);
            }
        }
    }

    /// Second sweep, outward, of angular velocities, and third, inward, of the equations of motion. `placed`: whether the first sweep was
    /// here; `seats` is memory for the links of one piece.
    #[inline(never)]
    pub(super) fn assemble(
        &mut self,
        on: &Context<'_, T>,
        base: Vec3<T>,
        placed: bool,
        seats: &mut Vec<Seat<T>>,
    ) -> Result<(), DynamicsError> {
        let together = placed && self.weight >= on.input.task;
        match &mut self.kind {
            Kind::Piece(piece) => {
                if !placed {
                    self.reach = piece.place(on);
                }
                piece.spin_links(on, base);
                let mut attachments = core::mem::take(&mut piece.attachments);
                let done = if together {
                    // the first error in order, independent of threads
                    let assemble = |x: &mut Attachment<T>| {
                        x.node.assemble(on, piece.spin_at(x.site, base), placed, &mut Vec::new())
                    };
                    let all: Vec<_> = attachments.par_iter_mut().map(assemble).collect();
                    all.into_iter().collect()
                } else {
                    let assemble =
                        |x: &mut Attachment<T>| x.node.assemble(on, piece.spin_at(x.site, base), placed, seats);
                    attachments.iter_mut().try_for_each(assemble)
                };
                piece.attachments = attachments;
                done?;
                piece.inward(on, base, &mut self.hands, seats)
            }
            Kind::Join(join) => {
                let (inner, _, outer, _) = join.parts();
                let there = |inner: &Node<T>| inner.reach.0.rotation.apply_transpose(base) + inner.reach.1;
                if together {
                    let there = there(inner);
                    let near = || inner.assemble(on, base, placed, seats);
                    let (a, b) = rayon::join(near, || outer.assemble(on, there, placed, &mut Vec::new()));
                    a.and(b)?;
                } else {
                    inner.assemble(on, base, placed, seats)?;
                    outer.assemble(on, there(inner), placed, seats)?;
                    self.reach = reach(inner, outer);
                }
                join.assemble(&on.conditions, &mut self.hands);
                Ok(())
            }
        }
    }

    /// F = I A + p − Tᵀ f.
    pub(super) fn base_wrench(&self, a: Twist<T>, f: &[T]) -> Wrench<T> {
        let sum = self.hands.seat.inertia.apply(a) + self.hands.seat.wrench;
        let channels = &self.hands.channels;
        self.exports.iter().zip(f).fold(sum, |sum, (member, &f)| channels.rows[member.slot].neg_mul_add(f, sum))
    }

    /// Fourth sweep, outward: accelerations and forces.
    #[inline(never)]
    pub(super) fn disassemble(&mut self, on: &Context<'_, T>, a: Twist<T>, f: &[T]) {
        let together = self.weight >= on.input.task;
        self.load = self.base_wrench(a, f);
        match &mut self.kind {
            Kind::Piece(piece) => {
                piece.set_forces(&self.exports, f);
                piece.outward(a);
                let mut attachments = core::mem::take(&mut piece.attachments);
                let rate = |site: u32| piece.rate_at(site, a);
                for_each(together, &mut attachments, |x| x.node.disassemble(on, rate(x.site), &x.forces));
                piece.attachments = attachments;
                if on.react {
                    piece.react(on);
                }
            }
            Kind::Join(join) => {
                let there = join.disassemble(&self.exports, a, f);
                let (inner, fa, outer, fb) = join.parts();
                both(together, || inner.disassemble(on, a, fa), || outer.disassemble(on, there, fb));
            }
        }
    }

    /// Wrenches at all joints; after the fourth sweep, with the forces of closures among the loads.
    pub(super) fn react(&mut self, on: &Context<'_, T>) {
        let together = self.weight >= on.input.task;
        match &mut self.kind {
            Kind::Piece(piece) => {
                for_each(together, &mut piece.attachments, |x| x.node.react(on));
                piece.react(on);
            }
            Kind::Join(join) => {
                let (inner, _, outer, _) = join.parts();
                both(together, || inner.react(on), || outer.react(on));
            }
        }
    }

    /// The largest number of assemblies inward of a piece.
    pub(super) fn depth(&self) -> usize {
        match &self.kind {
            Kind::Piece(piece) => piece.attachments.iter().map(|x| x.node.depth() + 1).max().unwrap_or(0),
            Kind::Join(join) => 1 + join.inner.depth().max(join.outer.depth()),
        }
    }

    /// Calls `see` with all pieces, and `met` with all closings.
    pub(super) fn visit(&self, see: &mut impl FnMut(&Piece<T>), met: &mut impl FnMut(&Closing<T>)) {
        match &self.kind {
            Kind::Piece(piece) => {
                piece.attachments.iter().for_each(|x| x.node.visit(see, met));
                piece.closings.iter().for_each(&mut *met);
                see(piece);
            }
            Kind::Join(join) => {
                join.inner.visit(see, met);
                join.outer.visit(see, met);
                join.closing.iter().for_each(met);
            }
        }
    }
}

/// Runs two tasks, on two threads if `together`.
fn both<A: Send, B: Send>(together: bool, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if together { rayon::join(a, b) } else { (a(), b()) }
}

/// The same for all attachments.
fn for_each<T: Real>(together: bool, all: &mut [Attachment<T>], work: impl Fn(&mut Attachment<T>) + Sync + Send) {
    if together { all.par_iter_mut().for_each(work) } else { all.iter_mut().for_each(work) }
}

/// Pose and angular velocity of the outer link of two pieces.
fn reach<T: Real>(inner: &Node<T>, outer: &Node<T>) -> (Pose<T>, Vec3<T>) {
    let ((near, carried), (far, relative)) = (inner.reach, outer.reach);
    (near * far, far.rotation.apply_transpose(carried) + relative)
}
