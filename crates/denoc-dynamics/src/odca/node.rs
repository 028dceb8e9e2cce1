//! The tree of assemblies: pieces, and pairs of neighbours.

use denoc_math::{Pose, Real, Twist, Wrench};
use denoc_model::Model;
use rayon::prelude::*;

use super::channels::Hands;
use super::close::{Closing, Conditions, Member};
use super::join::Join;
use super::piece::Piece;
use crate::kinematics::KinematicsBuffers;
use crate::{DynamicsError, Loads};

/// What all nodes read.
#[derive(Copy, Clone)]
pub(super) struct Context<'a, T> {
    pub(super) model: &'a Model<T>,
    pub(super) q: &'a [T],
    pub(super) v: &'a [T],
    pub(super) tau: &'a [T],
    pub(super) loads: Loads<'a, T>,
    /// Poses and twists, if they are known; otherwise the first two sweeps find them.
    pub(super) kinematics: Option<&'a KinematicsBuffers<T>>,
    pub(super) conditions: Conditions<'a, T>,
    /// Nodes of at least so many links are worth a task of their own.
    pub(super) task: usize,
}

/// A part of the tree as one assembly.
#[derive(Clone, Debug)]
pub(super) struct Node<T> {
    pub(super) kind: Kind<T>,
    /// Number of links.
    pub(super) weight: usize,
    pub(super) hands: Hands<T>,
    /// The channels it shows, those of the outer handle first.
    pub(super) exports: Vec<Member>,
    /// Pose and twist of its outer link, seen from a base at rest.
    reach: (Pose<T>, Twist<T>),
    /// The wrench that it needs at its base, after the last sweep.
    pub(super) load: Wrench<T>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<T> {
    Piece(Box<Piece<T>>),
    Join(Box<Join<T>>),
}

impl<T: Real> Node<T> {
    pub(super) fn new(kind: Kind<T>, weight: usize, slots: usize, exports: Vec<Member>) -> Self {
        let reach = (Pose::identity(), Twist::zero());
        Self { kind, weight, hands: Hands::new(slots), exports, reach, load: Wrench::zero() }
    }

    /// First sweep, inward: joints are placed, and the outer link of every assembly relative to its base.
    pub(super) fn place(&mut self, on: &Context<'_, T>) {
        let together = self.weight >= on.task;
        match &mut self.kind {
            Kind::Piece(piece) => {
                if together && !piece.attachments.is_empty() {
                    piece.attachments.par_iter_mut().for_each(|x| x.node.place(on));
                } else {
                    piece.attachments.iter_mut().for_each(|x| x.node.place(on));
                }
                self.reach = piece.place(on);
            }
            Kind::Join(join) => {
                let (inner, _, outer, _) = join.parts();
                both(together, || inner.place(on), || outer.place(on));
                let ((near, carried), (far, own)) = (inner.reach, outer.reach);
                self.reach = (near * far, far.propagate(carried) + own);
            }
        }
    }

    /// Second sweep, outward, of twists, and third, inward, of the equations of motion.
    pub(super) fn assemble(&mut self, on: &Context<'_, T>, base: Twist<T>) -> Result<(), DynamicsError> {
        let together = self.weight >= on.task;
        match &mut self.kind {
            Kind::Piece(piece) => {
                piece.move_links(on, base);
                let mut attachments = core::mem::take(&mut piece.attachments);
                let assemble = |x: &mut super::piece::Attachment<T>| x.node.assemble(on, piece.twist_at(x.site, base));
                let done = if together && !attachments.is_empty() {
                    // the first error by order, whatever the threads do
                    let all: Vec<_> = attachments.par_iter_mut().map(assemble).collect();
                    all.into_iter().collect()
                } else {
                    attachments.iter_mut().try_for_each(assemble)
                };
                piece.attachments = attachments;
                done?;
                piece.inward(on, base, &mut self.hands)
            }
            Kind::Join(join) => {
                let (inner, _, outer, _) = join.parts();
                let (pose, own) = inner.reach;
                let there = pose.propagate(base) + own;
                let (a, b) = both(together, || inner.assemble(on, base), || outer.assemble(on, there));
                a?;
                b?;
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
    pub(super) fn disassemble(&mut self, on: &Context<'_, T>, a: Twist<T>, f: &[T]) {
        let together = self.weight >= on.task;
        self.load = self.base_wrench(a, f);
        match &mut self.kind {
            Kind::Piece(piece) => {
                piece.set_forces(&self.exports, f);
                piece.outward(a);
                let mut attachments = core::mem::take(&mut piece.attachments);
                let disassemble = |x: &mut super::piece::Attachment<T>| {
                    x.node.disassemble(on, piece.rate_at(x.site, a), &x.forces);
                };
                if together && !attachments.is_empty() {
                    attachments.par_iter_mut().for_each(disassemble);
                } else {
                    attachments.iter_mut().for_each(disassemble);
                }
                piece.attachments = attachments;
            }
            Kind::Join(join) => {
                let there = join.disassemble(&self.exports, a, f);
                let (inner, fa, outer, fb) = join.parts();
                both(together, || inner.disassemble(on, a, fa), || outer.disassemble(on, there, fb));
            }
        }
    }

    /// Wrenches at all joints; after the fourth sweep, with the forces of closures among the loads.
    pub(super) fn reactions(&mut self, on: &Context<'_, T>) {
        let together = self.weight >= on.task;
        match &mut self.kind {
            Kind::Piece(piece) => {
                if together && !piece.attachments.is_empty() {
                    piece.attachments.par_iter_mut().for_each(|x| x.node.reactions(on));
                } else {
                    piece.attachments.iter_mut().for_each(|x| x.node.reactions(on));
                }
                piece.reactions(on);
            }
            Kind::Join(join) => {
                let (inner, _, outer, _) = join.parts();
                both(together, || inner.reactions(on), || outer.reactions(on));
            }
        }
    }

    /// The largest number of assemblies on the way from a piece inward.
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

/// Two jobs, on two threads if it is worth it.
fn both<A: Send, B: Send>(together: bool, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if together { rayon::join(a, b) } else { (a(), b()) }
}
