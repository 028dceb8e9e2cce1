//! Forward dynamics: bias wrenches, then UDUᵀ by the recursion [SahaIR (9.38)-(9.41)].
//!
//! In screw frames the joint column is z, so M̂p is the z column of M̂ and pᵀw the z moment. After elimination the z rows of the
//! angular block and of the coupling are zero: they are not computed, and the twist about x is applied while they are zero.

use denoc_math::{ArticulatedMass, Constant, Lane, Mat3, Real, Sym3, Twist, Vec3, Wrench};

use super::class::{Class, by_class, twist};
use super::free;
use super::general;
use super::inverse::{back, screw_back};
use super::outward::{Rates, sweep};
use super::program::{Link, NO_SLOT, Program, Screw, Start};
use super::turn::{
    shift_mass_x, shift_mass_z, shift_wrench_x, shift_wrench_z, turn, turn_back, turn_block, turn_general_block,
    turn_mass_x, turn_mass_z, turn_tensor_x, turn_tensor_z, twist_in, twist_out,
};
use super::work::{Articulated, LinkWork, Work};

/// Adds the seven numbers of a revolute body.
#[inline(always)]
pub(super) fn add_body<T: Real, K: Constant<T>>(l: &Link<K>, m: &mut ArticulatedMass<T>) {
    let a = &mut m.angular;
    a.xx += l.eyy.get();
    a.yy += l.exx.get();
    a.zz += l.izz.get();
    a.xy -= l.exy.get();
    a.xz -= l.exz.get();
    a.yz -= l.eyz.get();
    let (mx, my) = (l.mx.get(), l.my.get());
    m.coupling.z.x += my;
    m.coupling.z.y -= mx;
    m.coupling.x.z -= my;
    m.coupling.y.z += mx;
}

/// The pivot of a revolute joint and what the outward sweep needs: ψ, φ̃.
#[inline(always)]
pub(super) fn pivot<T: Lane>(
    rotor: Option<T>,
    threshold: T,
    tau: T,
    art: &Articulated<T>,
    done: &mut LinkWork<T>,
    safe: &mut bool,
) -> T {
    let m = &art.mass;
    let mut m_hat = m.angular.zz;
    if let Some(rotor) = rotor {
        m_hat += rotor;
    }
    *safe &= m_hat.exceeds(threshold);
    let inverse = m_hat.recip();
    let phi_hat = tau - art.wrench.moment.z;
    done.psi_x = m.angular.xz * inverse;
    done.psi_y = m.angular.yz * inverse;
    done.psi_force = Vec3::new(m.coupling.x.z, m.coupling.y.z, m.coupling.z.z).scale(inverse);
    done.phi = phi_hat * inverse;
    done.inverse_pivot = inverse;
    phi_hat
}

/// Eliminates a revolute joint and moves what remains to the parent's frame.
#[inline(always)]
pub(super) fn eliminate<T: Lane, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    (s, c): (T, T),
    tau: T,
    art: &mut Articulated<T>,
    done: &mut LinkWork<T>,
    safe: &mut bool,
) {
    let phi_hat = pivot(None, l.threshold.get(), tau, art, done, safe);
    let m = &art.mass;
    let (px, py, pf) = (done.psi_x, done.psi_y, done.psi_force);
    let (ux, uy) = (m.angular.xz, m.angular.yz);
    let uf = Vec3::new(m.coupling.x.z, m.coupling.y.z, m.coupling.z.z);

    // M̂ − ψ̂ψᵀ: rows x and y of the angular block and of the coupling, and the linear block
    let (mut axx, mut axy, mut ayy) =
        (ux.neg_mul_add(px, m.angular.xx), ux.neg_mul_add(py, m.angular.xy), uy.neg_mul_add(py, m.angular.yy));
    let mut bx = pf.neg_mul_add(ux, Vec3::new(m.coupling.x.x, m.coupling.y.x, m.coupling.z.x));
    let mut by = pf.neg_mul_add(uy, Vec3::new(m.coupling.x.y, m.coupling.y.y, m.coupling.z.y));
    let mut linear = Sym3 {
        xx: uf.x.neg_mul_add(pf.x, m.linear.xx),
        xy: uf.x.neg_mul_add(pf.y, m.linear.xy),
        xz: uf.x.neg_mul_add(pf.z, m.linear.xz),
        yy: uf.y.neg_mul_add(pf.y, m.linear.yy),
        yz: uf.y.neg_mul_add(pf.z, m.linear.yz),
        zz: uf.z.neg_mul_add(pf.z, m.linear.zz),
    };
    // w + ψ φ̂; its z moment is τ itself
    let mut w = art.wrench;
    w.moment.x = px.mul_add(phi_hat, w.moment.x);
    w.moment.y = py.mul_add(phi_hat, w.moment.y);
    w.moment.z = tau;
    w.force = pf.mul_add(phi_hat, w.force);

    if D {
        let d = l.d.get();
        let nx =
            Vec3::new(d.neg_mul_add(linear.xy, bx.x), d.neg_mul_add(linear.yy, bx.y), d.neg_mul_add(linear.yz, bx.z));
        let ny = Vec3::new(d.mul_add(linear.xx, by.x), d.mul_add(linear.xy, by.y), d.mul_add(linear.xz, by.z));
        axx = d.neg_mul_add(bx.y + nx.y, axx);
        axy = d.mul_add(nx.x - by.y, axy);
        ayy = d.mul_add(by.x + ny.x, ayy);
        (bx, by) = (nx, ny);
        shift_wrench_z(d, &mut w);
    }

    let two_c = c + c;
    turn_block(c, s, two_c, &mut axx, &mut axy, &mut ayy);
    turn_tensor_z(c, s, two_c, &mut linear);
    turn_general_block(c, s, &mut bx.x, &mut bx.y, &mut by.x, &mut by.y);
    turn(c, s, &mut bx.z, &mut by.z);
    turn(c, s, &mut w.force.x, &mut w.force.y);
    turn(c, s, &mut w.moment.x, &mut w.moment.y);

    // the twist about x while the z rows are zero
    let zero = T::zero();
    let mut angular = Sym3 { xx: axx, xy: axy, xz: zero, yy: ayy, yz: zero, zz: zero };
    let mut bz = Vec3::zero();
    let (sa, ca) = (l.sin_alpha.get(), l.cos_alpha.get());
    match TWIST {
        twist::RIGHT => {
            linear =
                Sym3 { xx: linear.xx, xy: -linear.xz, xz: linear.xy, yy: linear.zz, yz: -linear.yz, zz: linear.yy };
            angular = Sym3 { xx: axx, xy: zero, xz: axy, yy: zero, yz: zero, zz: ayy };
            bz = Vec3::new(by.x, -by.z, by.y);
            bx = Vec3::new(bx.x, -bx.z, bx.y);
            by = Vec3::zero();
        }
        twist::NONE => {}
        _ => {
            turn_tensor_x(ca, sa, l.two_cos_alpha.get(), &mut linear);
            let t = sa * ayy;
            angular.zz = sa * t;
            angular.yz = ca * t;
            angular.yy = ayy - angular.zz;
            angular.xz = sa * axy;
            angular.xy = ca * axy;
            turn(ca, sa, &mut bx.y, &mut bx.z);
            let t = sa.mul_add(by.y, ca * by.z);
            bz = Vec3::new(sa * by.x, ca.mul_add(t, -by.z), sa * t);
            by = Vec3::new(ca * by.x, by.y - bz.z, by.z + bz.y);
        }
    }
    twist_out::<T, TWIST>(ca, sa, &mut w.force);
    twist_out::<T, TWIST>(ca, sa, &mut w.moment);

    if A {
        let a = l.a.get();
        let ny = if TWIST == twist::RIGHT {
            Vec3::new(-(a * linear.xz), -(a * linear.yz), -(a * linear.zz))
        } else {
            Vec3::new(a.neg_mul_add(linear.xz, by.x), a.neg_mul_add(linear.yz, by.y), a.neg_mul_add(linear.zz, by.z))
        };
        let nz = if TWIST == twist::NONE {
            Vec3::new(a * linear.xy, a * linear.yy, a * linear.yz)
        } else {
            Vec3::new(a.mul_add(linear.xy, bz.x), a.mul_add(linear.yy, bz.y), a.mul_add(linear.yz, bz.z))
        };
        match TWIST {
            twist::RIGHT => {
                angular.yy = -(a * ny.z);
                angular.zz = a.mul_add(bz.y + nz.y, angular.zz);
                angular.yz = a * (ny.y - bz.z);
                angular.xy = -(a * bx.z);
                angular.xz = a.mul_add(bx.y, angular.xz);
            }
            twist::NONE => {
                angular.yy = a.neg_mul_add(by.z + ny.z, angular.yy);
                angular.zz = a * nz.y;
                angular.yz = a * ny.y;
                angular.xy = a.neg_mul_add(bx.z, angular.xy);
                angular.xz = a * bx.y;
            }
            _ => {
                angular.yy = a.neg_mul_add(by.z + ny.z, angular.yy);
                angular.zz = a.mul_add(bz.y + nz.y, angular.zz);
                angular.yz = a.mul_add(ny.y - bz.z, angular.yz);
                angular.xy = a.neg_mul_add(bx.z, angular.xy);
                angular.xz = a.mul_add(bx.y, angular.xz);
            }
        }
        (by, bz) = (ny, nz);
        shift_wrench_x(a, &mut w);
    }
    let coupling =
        Mat3::from_columns(Vec3::new(bx.x, by.x, bz.x), Vec3::new(bx.y, by.y, bz.y), Vec3::new(bx.z, by.z, bz.z));
    *art = Articulated { mass: ArticulatedMass { angular, coupling, linear }, wrench: w };
}

/// The same for a joint with rotor inertia, whose z rows do not vanish: nothing is omitted.
#[inline(always)]
pub(super) fn eliminate_with_rotor<T: Lane, K: Constant<T>>(
    l: &Link<K>,
    (s, c): (T, T),
    rotor: Option<T>,
    tau: T,
    art: &mut Articulated<T>,
    done: &mut LinkWork<T>,
    safe: &mut bool,
) {
    let phi_hat = pivot(rotor, l.threshold.get(), tau, art, done, safe);
    let m = &art.mass;
    let psi_hat = Wrench {
        moment: Vec3::new(m.angular.xz, m.angular.yz, m.angular.zz),
        force: Vec3::new(m.coupling.x.z, m.coupling.y.z, m.coupling.z.z),
    };
    let psi = psi_hat.scale(done.inverse_pivot);
    done.psi_z = psi.moment.z;
    art.mass = m.deflate(psi_hat, psi);
    art.wrench = psi.mul_add(phi_hat, art.wrench);
    shift_mass_z(l.d.get(), &mut art.mass);
    turn_mass_z(c, s, &mut art.mass);
    turn_mass_x(l.cos_alpha.get(), l.sin_alpha.get(), &mut art.mass);
    shift_mass_x(l.a.get(), &mut art.mass);
    back::<T, K, { twist::ANY }, true, true>(l, (s, c), &mut art.wrench);
}

/// Mass and wrench seen through a constant screw about z.
#[inline(always)]
pub(super) fn screw_mass_back<T: Real, K: Constant<T>>(k: &Screw<K>, art: &mut Articulated<T>) {
    turn_mass_z(k.cos.get(), k.sin.get(), &mut art.mass);
    shift_mass_z(k.shift.get(), &mut art.mass);
    screw_back(k, &mut art.wrench);
}

/// μ of a revolute body from that of its parent, without the joint's own part.
#[inline(always)]
fn carry<T: Real, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    (s, c): (T, T),
    mu: &mut Twist<T>,
) {
    if A {
        let a = l.a.get();
        mu.linear.y = a.mul_add(mu.angular.z, mu.linear.y);
        mu.linear.z = a.neg_mul_add(mu.angular.y, mu.linear.z);
    }
    let (sa, ca) = (l.sin_alpha.get(), l.cos_alpha.get());
    twist_in::<T, TWIST>(ca, sa, &mut mu.angular);
    twist_in::<T, TWIST>(ca, sa, &mut mu.linear);
    turn_back(c, s, &mut mu.angular.x, &mut mu.angular.y);
    turn_back(c, s, &mut mu.linear.x, &mut mu.linear.y);
    if D {
        let d = l.d.get();
        mu.linear.x = d.mul_add(mu.angular.y, mu.linear.x);
        mu.linear.y = d.neg_mul_add(mu.angular.x, mu.linear.y);
    }
}

/// The acceleration of a revolute joint; `mu` becomes that of its body.
#[inline(always)]
pub(super) fn solve<T: Real, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    turn: (T, T),
    done: &LinkWork<T>,
    mu: &mut Twist<T>,
) -> T {
    carry::<T, K, TWIST, A, D>(l, turn, mu);
    // ψ has the z moment one: the new angular z component is q̈ + old = φ̃ − (rest of ψᵀμ)
    let new = done.psi_x.neg_mul_add(mu.angular.x, done.psi_y.neg_mul_add(mu.angular.y, done.phi))
        - done.psi_force.dot(mu.linear);
    let x = new - mu.angular.z;
    mu.angular.z = new;
    x
}

#[inline(always)]
fn solve_with_rotor<T: Real, K: Constant<T>>(l: &Link<K>, turn: (T, T), done: &LinkWork<T>, mu: &mut Twist<T>) -> T {
    carry::<T, K, { twist::ANY }, true, true>(l, turn, mu);
    let psi = Wrench { moment: Vec3::new(done.psi_x, done.psi_y, done.psi_z), force: done.psi_force };
    let x = done.phi - mu.dot(psi);
    mu.angular.z += x;
    x
}

/// μ seen through a constant screw about z.
#[inline(always)]
pub(super) fn screw_out<T: Real, K: Constant<T>>(k: &Screw<K>, mu: &mut Twist<T>) {
    let (s, c, b) = (k.sin.get(), k.cos.get(), k.shift.get());
    mu.linear.x = b.mul_add(mu.angular.y, mu.linear.x);
    mu.linear.y = b.neg_mul_add(mu.angular.x, mu.linear.y);
    turn_back(c, s, &mut mu.angular.x, &mut mu.angular.y);
    turn_back(c, s, &mut mu.linear.x, &mut mu.linear.y);
}

/// q̈ = forward dynamics; sines and cosines are in place.
#[inline(always)]
pub(super) fn run<T: Lane, K: Constant<T>>(
    p: &Program<K>,
    work: &mut Work<T>,
    rates: Rates<'_, T::Element>,
    tau: &[T::Element],
    acc: &mut [T::Element],
) {
    sweep::<T, K, false>(p, work, rates);
    clear(work);
    inward(p, work, tau);
    outward(p, work, acc);
}

/// Clears the contributions of outward bodies.
#[inline(always)]
pub(super) fn clear<T: Lane>(work: &mut Work<T>) {
    work.articulated.fill(Articulated::zero());
    work.safe = true;
}

/// The inward sweep: pivots, ψ and φ̃ of every joint.
#[inline(always)]
pub(super) fn inward<T: Lane, K: Constant<T>>(p: &Program<K>, work: &mut Work<T>, tau: &[T::Element]) {
    let mut safe = work.safe;
    for run in p.runs.iter().rev() {
        let (first, end) = (run.first as usize, run.end as usize);
        let nodes = &p.nodes[first..end];
        let meta = &nodes[0].meta;
        let (slot, art) = match run.start {
            Start::Free(general) | Start::General { general, .. } => {
                let g = &p.generals[general as usize];
                let body = &mut work.generals[general as usize];
                let mut art = Articulated { mass: general::own_mass(g), wrench: body.wrench };
                if meta.slot != NO_SLOT {
                    add(&mut art, &work.articulated[meta.slot as usize]);
                }
                let Start::General { parent, .. } = run.start else {
                    free::solve(g, meta, body, tau, &art, &mut safe);
                    continue;
                };
                general::eliminate(g, meta, body, tau, &mut art, &mut safe);
                let Some(slot) = parent else { continue };
                let wrench = body.pose.propagate_back(art.wrench);
                (slot, Articulated { mass: art.mass.to_parent(body.pose), wrench })
            }
            Start::Root(_) | Start::Branch { .. } => {
                let mut art = Articulated::zero();
                let at = meta.v as usize * T::LANES;
                let root_tau = T::load(&tau[at..]);
                // nothing is inward of a root joint: only its pivot is needed
                let peeled = usize::from(matches!(run.start, Start::Root(_)));
                let tau = tau[at + peeled * T::LANES..at + nodes.len() * T::LANES].chunks_exact(T::LANES);
                let done = &mut work.links[first..end];
                let rest = (first + peeled) * T::LANES..end * T::LANES;
                let sin = work.sin[rest.clone()].chunks_exact(T::LANES);
                let cos = work.cos[rest].chunks_exact(T::LANES);
                let links = nodes[peeled..].iter().zip(&mut done[peeled..]);
                for ((((node, done), tau), s), c) in links.zip(tau).zip(sin).zip(cos).rev() {
                    art.wrench += done.wrench();
                    if node.meta.slot != NO_SLOT {
                        add(&mut art, &work.articulated[node.meta.slot as usize]);
                    }
                    let (l, tau, turn) = (&node.link, T::load(tau), (T::load(s), T::load(c)));
                    add_body(l, &mut art.mass);
                    if node.meta.class == Class::Rotor {
                        eliminate_with_rotor(l, turn, rotor_of(p, node.meta.v), tau, &mut art, done, &mut safe);
                    } else {
                        by_class!(node.meta.class, eliminate::<T, K>, (l, turn, tau, &mut art, done, &mut safe));
                    }
                }
                let Start::Branch { parent, screw } = run.start else {
                    art.wrench += done[0].wrench();
                    if meta.slot != NO_SLOT {
                        add(&mut art, &work.articulated[meta.slot as usize]);
                    }
                    add_body(&nodes[0].link, &mut art.mass);
                    let threshold = nodes[0].link.threshold.get();
                    pivot(rotor_of(p, meta.v), threshold, root_tau, &art, &mut done[0], &mut safe);
                    continue;
                };
                screw_mass_back(&p.screws[screw as usize], &mut art);
                (parent, art)
            }
        };
        add(&mut work.articulated[slot as usize], &art);
    }
    work.safe = safe;
}

#[inline(always)]
fn rotor_of<T: Real, K: Constant<T>>(p: &Program<K>, v: u32) -> Option<T> {
    let at = p.rotors.binary_search_by_key(&v, |r| r.0).ok()?;
    Some(p.rotors[at].1.get())
}

#[inline(always)]
fn add<T: Real>(to: &mut Articulated<T>, other: &Articulated<T>) {
    to.mass += other.mass;
    to.wrench += other.wrench;
}

/// The outward sweep: the accelerations.
#[inline(always)]
pub(super) fn outward<T: Lane, K: Constant<T>>(p: &Program<K>, work: &mut Work<T>, acc: &mut [T::Element]) {
    for run in &p.runs {
        let (mut first, end) = (run.first as usize, run.end as usize);
        let mut nodes = &p.nodes[first..end];
        let mut done = &work.links[first..end];
        let (meta, mut at) = (nodes[0].meta, nodes[0].meta.v as usize * T::LANES);
        let mut mu = Twist::zero();
        let first_done = match run.start {
            Start::Branch { parent, screw } => {
                mu = work.mu[parent as usize];
                screw_out(&p.screws[screw as usize], &mut mu);
                false
            }
            Start::Root(_) => {
                mu.angular.z = done[0].phi;
                mu.angular.z.store(&mut acc[at..]);
                (nodes, done) = (&nodes[1..], &done[1..]);
                (first, at) = (first + 1, at + T::LANES);
                true
            }
            Start::Free(general) => {
                mu = free::accelerations(&meta, &work.generals[general as usize], acc);
                true
            }
            Start::General { parent, general } => {
                let inward = parent.map_or(Twist::zero(), |slot| work.mu[slot as usize]);
                mu = general::solve(&meta, &work.generals[general as usize], inward, acc);
                true
            }
        };
        if first_done && meta.slot != NO_SLOT {
            work.mu[meta.slot as usize] = mu;
        }
        if !matches!(run.start, Start::Root(_) | Start::Branch { .. }) {
            continue;
        }
        let acc = acc[at..at + nodes.len() * T::LANES].chunks_exact_mut(T::LANES);
        let rest = first * T::LANES..end * T::LANES;
        let (sin, cos) = (work.sin[rest.clone()].chunks_exact(T::LANES), work.cos[rest].chunks_exact(T::LANES));
        for ((((node, done), acc), s), c) in nodes.iter().zip(done).zip(acc).zip(sin).zip(cos) {
            let turn = (T::load(s), T::load(c));
            let x = if node.meta.class == Class::Rotor {
                solve_with_rotor(&node.link, turn, done, &mut mu)
            } else {
                by_class!(node.meta.class, solve::<T, K>, (&node.link, turn, done, &mut mu))
            };
            x.store(acc);
            if node.meta.slot != NO_SLOT {
                work.mu[node.meta.slot as usize] = mu;
            }
        }
    }
}
