//! Outward sweep: motion of every body and the wrench that it requires.
//!
//! Classical accelerations in body axes with the tensor Ω = ω̇× + ω×ω×: the acceleration of a point p is a + Ω p, the force
//! on a body is m a + Ω δ, the moment about the origin vee(ΩE − EΩᵀ) + δ × a (δ first moment, E Euler tensor). In screw
//! frames m, δ_z and E_zz have moved to the parent and their terms are absent.

use denoc_math::simd::Isa;
use denoc_math::{Constant, Lane, Mat3, Real, Sym3, Vec3, Wrench};

use super::class::by_class;
use super::program::{Link, NO_SLOT, Program, Screw, Start};
use super::turn::{turn_back, twist_in};
use super::work::{Motion, Work};
use super::{free, general};

/// Speeds and accelerations of the joints; without accelerations the sweep gives the bias wrenches.
#[derive(Copy, Clone)]
pub(super) struct Rates<'a, E> {
    pub(super) q: &'a [E],
    pub(super) v: &'a [E],
    pub(super) a: &'a [E],
}

/// One revolute body; `m` is the motion of its parent on entry and its own on exit.
#[inline(always)]
pub(super) fn link<T: Real, K: Constant<T>, const ACC: bool, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    (s, c): (T, T),
    (v, a): (T, T),
    m: &mut Motion<T>,
) -> Wrench<T> {
    let (sa, ca) = (l.sin_alpha.get(), l.cos_alpha.get());
    // shift along x before the twist, along z after it: six products instead of nine
    let mut acc = if A { m.omega_x.mul_add(l.a.get(), m.acc) } else { m.acc };
    let (mut w, mut wd) = (m.w, m.wd);
    twist_in::<T, TWIST>(ca, sa, &mut acc);
    twist_in::<T, TWIST>(ca, sa, &mut w);
    twist_in::<T, TWIST>(ca, sa, &mut wd);
    turn_back(c, s, &mut w.x, &mut w.y);
    turn_back(c, s, &mut wd.x, &mut wd.y);
    turn_back(c, s, &mut acc.x, &mut acc.y);
    wd.x = w.y.mul_add(v, wd.x);
    wd.y = w.x.neg_mul_add(v, wd.y);
    w.z += v;
    if ACC {
        wd.z += a;
    }
    wrench::<T, K, D>(l, w, wd, acc, m)
}

/// The wrench of a revolute body from the motion of its frame, shifted by d along z on the way.
#[inline(always)]
pub(super) fn wrench<T: Real, K: Constant<T>, const D: bool>(
    l: &Link<K>,
    w: Vec3<T>,
    wd: Vec3<T>,
    acc: Vec3<T>,
    m: &mut Motion<T>,
) -> Wrench<T> {
    let (xx, yy, zz) = (w.x * w.x, w.y * w.y, w.z * w.z);
    let (xy, xz, yz) = (w.x * w.y, w.x * w.z, w.y * w.z);
    let o = Mat3::from_columns(
        Vec3::new(-(yy + zz), xy + wd.z, xz - wd.y),
        Vec3::new(xy - wd.z, -(xx + zz), yz + wd.x),
        Vec3::new(xz + wd.y, yz - wd.x, -(xx + yy)),
    );
    let acc = if D { o.z.mul_add(l.d.get(), acc) } else { acc };
    let (mx, my) = (l.mx.get(), l.my.get());
    let (exx, exy, exz, eyy, eyz) = (l.exx.get(), l.exy.get(), l.exz.get(), l.eyy.get(), l.eyz.get());
    let force = o.x.mul_add(mx, o.y.scale(my));
    let moment = Vec3::new(
        o.x.z.mul_add(exy, o.x.y.neg_mul_add(exz, o.y.z.mul_add(eyy, (yy - zz).neg_mul_add(eyz, my * acc.z)))),
        o.y.x.mul_add(eyz, o.y.z.neg_mul_add(exy, o.x.z.neg_mul_add(exx, (zz - xx).neg_mul_add(exz, -(mx * acc.z))))),
        o.z.y.mul_add(
            exz,
            o.z.x.neg_mul_add(
                eyz,
                o.x.y
                    .mul_add(exx, o.y.x.neg_mul_add(eyy, (xx - yy).neg_mul_add(exy, mx.mul_add(acc.y, -(my * acc.x))))),
            ),
        ),
    );
    *m = Motion { w, wd, omega_x: o.x, acc };
    Wrench { moment, force }
}

/// Motion seen from a frame turned and shifted by a constant screw about z.
#[inline(always)]
pub(super) fn screw<T: Real, K: Constant<T>>(k: &Screw<K>, m: &mut Motion<T>) {
    let (s, c) = (k.sin.get(), k.cos.get());
    let o = omega(m.w, m.wd);
    m.acc = o.z.mul_add(k.shift.get(), m.acc);
    turn_back(c, s, &mut m.acc.x, &mut m.acc.y);
    turn_back(c, s, &mut m.w.x, &mut m.w.y);
    turn_back(c, s, &mut m.wd.x, &mut m.wd.y);
    m.omega_x = o.x.mul_add(c, o.y.scale(s));
    turn_back(c, s, &mut m.omega_x.x, &mut m.omega_x.y);
}

/// Ω of an angular velocity and acceleration.
#[inline(always)]
pub(super) fn omega<T: Real>(w: Vec3<T>, wd: Vec3<T>) -> Mat3<T> {
    let (xx, yy, zz) = (w.x * w.x, w.y * w.y, w.z * w.z);
    let (xy, xz, yz) = (w.x * w.y, w.x * w.z, w.y * w.z);
    Mat3::from_columns(
        Vec3::new(-(yy + zz), xy + wd.z, xz - wd.y),
        Vec3::new(xy - wd.z, -(xx + zz), yz + wd.x),
        Vec3::new(xz + wd.y, yz - wd.x, -(xx + yy)),
    )
}

/// vee(ΩE − EΩᵀ) + `add`.
#[inline(always)]
pub(super) fn euler_moment<T: Real>(o: &Mat3<T>, e: Sym3<T>, add: Vec3<T>) -> Vec3<T> {
    Vec3::new(
        o.x.z.mul_add(
            e.xy,
            o.x.y.neg_mul_add(e.xz, o.y.z.mul_add(e.yy, o.z.y.neg_mul_add(e.zz, (o.z.z - o.y.y).mul_add(e.yz, add.x)))),
        ),
        o.y.x.mul_add(
            e.yz,
            o.y.z.neg_mul_add(e.xy, o.z.x.mul_add(e.zz, o.x.z.neg_mul_add(e.xx, (o.x.x - o.z.z).mul_add(e.xz, add.y)))),
        ),
        o.z.y.mul_add(
            e.xz,
            o.z.x.neg_mul_add(e.yz, o.x.y.mul_add(e.xx, o.y.x.neg_mul_add(e.yy, (o.y.y - o.x.x).mul_add(e.xy, add.z)))),
        ),
    )
}

/// The complete outward sweep; sines and cosines are computed already.
#[inline(always)]
pub(super) fn sweep<T: Lane, K: Constant<T>, const ACC: bool>(
    p: &Program<K>,
    work: &mut Work<T>,
    rates: Rates<'_, T::Element>,
) {
    for run in &p.runs {
        let (mut first, end) = (run.first as usize, run.end as usize);
        let mut nodes = &p.nodes[first..end];
        let mut out = &mut work.links[first..end];
        let mut m = Motion::rest();
        let (meta, mut at) = (nodes[0].meta, nodes[0].meta.v as usize * T::LANES);
        match run.start {
            Start::Root(g) => {
                m.acc = general::constant_vector(&p.gravities[g as usize]);
                let (s, c) = (T::load(&work.sin[first * T::LANES..]), T::load(&work.cos[first * T::LANES..]));
                turn_back(c, s, &mut m.acc.x, &mut m.acc.y);
                m.w.z = T::load(&rates.v[at..]);
                if ACC {
                    m.wd.z = T::load(&rates.a[at..]);
                }
                // d of a body on the ground has no effect
                out[0].set_wrench(wrench::<T, K, false>(&nodes[0].link, m.w, m.wd, m.acc, &mut m));
                if meta.slot != NO_SLOT {
                    work.motion[meta.slot as usize] = m;
                }
                (nodes, out) = (&nodes[1..], &mut out[1..]);
                (first, at) = (first + 1, at + T::LANES);
            }
            Start::Branch { parent, screw: k } => {
                m = work.motion[parent as usize];
                screw(&p.screws[k as usize], &mut m);
            }
            Start::Free(general) => {
                let body = &mut work.generals[general as usize];
                free::outward::<T, K, ACC>(&p.generals[general as usize], p, &meta, body, rates, &mut m);
                if meta.slot != NO_SLOT {
                    work.motion[meta.slot as usize] = m;
                }
                continue;
            }
            Start::General { parent, general } => {
                if let Some(parent) = parent {
                    m = work.motion[parent as usize];
                } else {
                    m.acc = general::constant_vector(&p.gravity);
                }
                let body = &mut work.generals[general as usize];
                general::outward::<T, K, ACC>(&p.generals[general as usize], &meta, body, rates, &mut m);
                if meta.slot != NO_SLOT {
                    work.motion[meta.slot as usize] = m;
                }
                continue;
            }
        }
        // along a run the entries of v are consecutive
        let count = nodes.len() * T::LANES;
        let v = rates.v[at..at + count].chunks_exact(T::LANES);
        let a = if ACC { &rates.a[at..at + count] } else { &rates.v[at..at + count] }.chunks_exact(T::LANES);
        let sin = work.sin[first * T::LANES..first * T::LANES + count].chunks_exact(T::LANES);
        let cos = work.cos[first * T::LANES..first * T::LANES + count].chunks_exact(T::LANES);
        for (((((node, out), v), a), s), c) in nodes.iter().zip(out).zip(v).zip(a).zip(sin).zip(cos) {
            let rates = (T::load(v), if ACC { T::load(a) } else { T::zero() });
            let turn = (T::load(s), T::load(c));
            out.set_wrench(if ACC {
                by_class!(node.meta.class, link_acc::<T, K>, (&node.link, turn, rates, &mut m))
            } else {
                by_class!(node.meta.class, link_bias::<T, K>, (&node.link, turn, rates, &mut m))
            });
            if node.meta.slot != NO_SLOT {
                work.motion[node.meta.slot as usize] = m;
            }
        }
    }
}

#[inline(always)]
pub(super) fn link_acc<T: Real, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    turn: (T, T),
    rates: (T, T),
    m: &mut Motion<T>,
) -> Wrench<T> {
    link::<T, K, true, TWIST, A, D>(l, turn, rates, m)
}

#[inline(always)]
pub(super) fn link_bias<T: Real, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    turn: (T, T),
    rates: (T, T),
    m: &mut Motion<T>,
) -> Wrench<T> {
    link::<T, K, false, TWIST, A, D>(l, turn, rates, m)
}

/// Sines and cosines of all revolute bodies, one number at a time.
#[inline(always)]
pub(super) fn sines<T: Lane, K: Constant<T>>(p: &Program<K>, work: &mut Work<T>, q: &[T::Element]) {
    for run in &p.runs {
        if matches!(run.start, Start::General { .. } | Start::Free(_)) {
            continue;
        }
        for i in run.first as usize..run.end as usize {
            let angle = T::load(&q[p.nodes[i].meta.q as usize * T::LANES..]);
            let (s, c) = angle.sin_cos_of_sum(p.offsets[i].get());
            s.store(&mut work.sin[i * T::LANES..]);
            c.store(&mut work.cos[i * T::LANES..]);
        }
    }
}

/// The same for a single state, four joints at a time; offsets, sines and cosines are padded to complete groups.
#[inline(always)]
pub(super) fn sines_together<I: Isa>(p: &Program<f64>, work: &mut Work<I::F64>, q: &[f64]) {
    let groups = work.sin.chunks_exact_mut(4).zip(work.cos.chunks_exact_mut(4));
    for ((nodes, offsets), (sin, cos)) in p.nodes.chunks(4).zip(p.offsets.chunks_exact(4)).zip(groups) {
        let angles = match nodes {
            // coordinates increase from body to body: these four are consecutive
            [a, _, _, d] if d.meta.q == a.meta.q + 3 => I::F64x4::load(&q[a.meta.q as usize..]),
            // includes bodies with other joints, whose sines are not used
            _ => I::F64x4::from_lanes(|l| nodes.get(l).and_then(|n| q.get(n.meta.q as usize)).copied().unwrap_or(0.0)),
        };
        let (s, c) = angles.sin_cos_of_sum(I::F64x4::load(offsets));
        s.store(sin);
        c.store(cos);
    }
}
