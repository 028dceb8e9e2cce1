//! Inverse dynamics [SahaIR (9.32)-(9.33)].

use denoc_math::{Constant, Lane, Real, Wrench};

use super::class::by_class;
use super::outward::{Rates, sweep};
use super::program::{Link, NO_SLOT, Program, Screw, Start};
use super::turn::{shift_wrench_x, shift_wrench_z, turn, twist_out};
use super::work::Work;
use super::{free, general};

/// The wrench of a revolute body, seen from its parent.
#[inline(always)]
pub(super) fn back<T: Real, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    (s, c): (T, T),
    w: &mut Wrench<T>,
) {
    if D {
        shift_wrench_z(l.d.get(), w);
    }
    turn(c, s, &mut w.force.x, &mut w.force.y);
    turn(c, s, &mut w.moment.x, &mut w.moment.y);
    if A {
        shift_wrench_x(l.a.get(), w);
    }
    let (sa, ca) = (l.sin_alpha.get(), l.cos_alpha.get());
    twist_out::<T, TWIST>(ca, sa, &mut w.force);
    twist_out::<T, TWIST>(ca, sa, &mut w.moment);
}

/// The same for a constant screw about z.
#[inline(always)]
pub(super) fn screw_back<T: Real, K: Constant<T>>(k: &Screw<K>, w: &mut Wrench<T>) {
    let (s, c) = (k.sin.get(), k.cos.get());
    turn(c, s, &mut w.force.x, &mut w.force.y);
    turn(c, s, &mut w.moment.x, &mut w.moment.y);
    shift_wrench_z(k.shift.get(), w);
}

/// τ = inverse dynamics; sines and cosines are in place.
#[inline(always)]
pub(super) fn run<T: Lane, K: Constant<T>>(
    p: &Program<K>,
    work: &mut Work<T>,
    rates: Rates<'_, T::Element>,
    tau: &mut [T::Element],
) {
    sweep::<T, K, true>(p, work, rates);
    clear(work);
    inward(p, work, tau);
    rotors(p, rates.a, tau);
}

/// Adds the forces that accelerate the rotors.
#[inline(always)]
pub(super) fn rotors<T: Lane, K: Constant<T>>(p: &Program<K>, a: &[T::Element], tau: &mut [T::Element]) {
    for &(v, rotor) in &p.rotors {
        let at = v as usize * T::LANES;
        let t = T::load(&tau[at..]);
        rotor.get().mul_add(T::load(&a[at..]), t).store(&mut tau[at..]);
    }
}

/// Clears the contributions of outward bodies.
#[inline(always)]
pub(super) fn clear<T: Lane>(work: &mut Work<T>) {
    for slot in &mut work.articulated {
        slot.wrench = Wrench::zero();
    }
}

/// The inward sweep: joint forces.
#[inline(always)]
pub(super) fn inward<T: Lane, K: Constant<T>>(p: &Program<K>, work: &mut Work<T>, tau: &mut [T::Element]) {
    for run in p.runs.iter().rev() {
        let (first, end) = (run.first as usize, run.end as usize);
        let nodes = &p.nodes[first..end];
        let meta = &nodes[0].meta;
        let (parent, w) = match run.start {
            Start::Free(general) | Start::General { general, .. } => {
                let body = &work.generals[general as usize];
                let mut w = body.wrench;
                if meta.slot != NO_SLOT {
                    w += work.articulated[meta.slot as usize].wrench;
                }
                let Start::General { parent, .. } = run.start else {
                    free::store(meta, w.to_array(), tau);
                    continue;
                };
                (parent, general::inward(meta, body, w, tau))
            }
            Start::Root(_) | Start::Branch { .. } => {
                let mut w = Wrench::zero();
                let at = meta.v as usize * T::LANES;
                let peeled = usize::from(matches!(run.start, Start::Root(_)));
                let (root_tau, tau) = tau[at..at + nodes.len() * T::LANES].split_at_mut(peeled * T::LANES);
                let done = &work.links[first..end];
                let tau = tau.chunks_exact_mut(T::LANES);
                let rest = (first + peeled) * T::LANES..end * T::LANES;
                let sin = work.sin[rest.clone()].chunks_exact(T::LANES);
                let cos = work.cos[rest].chunks_exact(T::LANES);
                let links = nodes[peeled..].iter().zip(&done[peeled..]);
                for ((((node, done), tau), s), c) in links.zip(tau).zip(sin).zip(cos).rev() {
                    w += done.wrench();
                    if node.meta.slot != NO_SLOT {
                        w += work.articulated[node.meta.slot as usize].wrench;
                    }
                    w.moment.z.store(tau);
                    by_class!(node.meta.class, back::<T, K>, (&node.link, (T::load(s), T::load(c)), &mut w));
                }
                let Start::Branch { parent, screw } = run.start else {
                    // a joint on the ground needs only the moment about its axis
                    let mut moment = w.moment.z + done[0].wrench().moment.z;
                    if meta.slot != NO_SLOT {
                        moment += work.articulated[meta.slot as usize].wrench.moment.z;
                    }
                    moment.store(root_tau);
                    continue;
                };
                screw_back(&p.screws[screw as usize], &mut w);
                (Some(parent), w)
            }
        };
        if let Some(parent) = parent {
            work.articulated[parent as usize].wrench += w;
        }
    }
}
