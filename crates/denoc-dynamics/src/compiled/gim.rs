//! The generalised inertia matrix by composite bodies [SahaIR (9.11)-(9.15)].
//!
//! Composites are gathered in body frames, where moving them is cheap; the wrenches of unit accelerations and the joint
//! columns are expressed in the base frame, where an element is one scalar product, without propagation between frames.

use denoc_math::{Constant, Lane, Mat3, Pose, Real, Sym3, Twist, Vec3, Wrench};

use super::class::by_class;
use super::general::{self, constant_tensor, constant_vector};
use super::program::{Link, NO_SLOT, Program, Run, Screw, Start};
use super::turn::{turn, turn_tensor_x, turn_tensor_z, twist_out};
use super::work::Work;

/// A composite body: mass, first moment, Euler tensor.
#[derive(Copy, Clone, Debug)]
struct Composite<T> {
    mass: T,
    first_moment: Vec3<T>,
    euler: Sym3<T>,
}

impl<T: Real> Composite<T> {
    #[inline(always)]
    fn zero() -> Self {
        Self { mass: T::zero(), first_moment: Vec3::zero(), euler: Sym3::zero() }
    }

    #[inline(always)]
    fn add(&mut self, o: &Self) {
        self.mass += o.mass;
        self.first_moment += o.first_moment;
        self.euler += o.euler;
    }

    /// Seen from a frame shifted back by `d` along z.
    #[inline(always)]
    fn shift_z<const MASS: bool>(&mut self, d: T) {
        let c = &mut self.first_moment;
        let e = &mut self.euler;
        e.xz = d.mul_add(c.x, e.xz);
        e.yz = d.mul_add(c.y, e.yz);
        if MASS {
            let moved = d.mul_add(self.mass, c.z);
            e.zz = d.mul_add(c.z + moved, e.zz);
            c.z = moved;
        } else {
            e.zz = (d + d).mul_add(c.z, e.zz);
        }
    }

    /// Seen from a frame shifted back by `a` along x.
    #[inline(always)]
    fn shift_x<const MASS: bool>(&mut self, a: T) {
        let c = &mut self.first_moment;
        let e = &mut self.euler;
        e.xy = a.mul_add(c.y, e.xy);
        e.xz = a.mul_add(c.z, e.xz);
        if MASS {
            let moved = a.mul_add(self.mass, c.x);
            e.xx = a.mul_add(c.x + moved, e.xx);
            c.x = moved;
        } else {
            e.xx = (a + a).mul_add(c.x, e.xx);
        }
    }

    /// Seen from the parent of a general placement.
    #[inline(always)]
    fn to_parent(self, pose: Pose<T>) -> Self {
        let p = pose.position;
        let c = pose.rotation.apply(self.first_moment);
        let moved = p.mul_add(self.mass, c);
        // E' = R E Rᵀ + c pᵀ + p c'ᵀ with c' = c + m p
        let e = self.euler.rotate(pose.rotation);
        Self {
            mass: self.mass,
            first_moment: moved,
            euler: Sym3 {
                xx: sum_of_products(c.x, p.x, p.x, moved.x, e.xx),
                xy: sum_of_products(c.x, p.y, p.x, moved.y, e.xy),
                xz: sum_of_products(c.x, p.z, p.x, moved.z, e.xz),
                yy: sum_of_products(c.y, p.y, p.y, moved.y, e.yy),
                yz: sum_of_products(c.y, p.z, p.y, moved.z, e.yz),
                zz: sum_of_products(c.z, p.z, p.z, moved.z, e.zz),
            },
        }
    }
}

/// a b + c d + e.
#[inline(always)]
fn sum_of_products<T: Real>(a: T, b: T, c: T, d: T, e: T) -> T {
    a.mul_add(b, c.mul_add(d, e))
}

/// A composite of a revolute body, seen from its parent.
#[inline(always)]
fn link_back<T: Real, K: Constant<T>, const TWIST: u8, const A: bool, const D: bool>(
    l: &Link<K>,
    (s, c): (T, T),
    massive: bool,
    body: &mut Composite<T>,
) {
    if D {
        let d = l.d.get();
        if massive { body.shift_z::<true>(d) } else { body.shift_z::<false>(d) }
    }
    turn(c, s, &mut body.first_moment.x, &mut body.first_moment.y);
    turn_tensor_z(c, s, c + c, &mut body.euler);
    let (sa, ca) = (l.sin_alpha.get(), l.cos_alpha.get());
    twist_out::<T, TWIST>(ca, sa, &mut body.first_moment);
    match TWIST {
        super::class::twist::RIGHT => {
            let e = body.euler;
            body.euler = Sym3 { xx: e.xx, xy: -e.xz, xz: e.xy, yy: e.zz, yz: -e.yz, zz: e.yy };
        }
        super::class::twist::NONE => {}
        _ => turn_tensor_x(ca, sa, l.two_cos_alpha.get(), &mut body.euler),
    }
    if A {
        let a = l.a.get();
        if massive { body.shift_x::<true>(a) } else { body.shift_x::<false>(a) }
    }
}

#[inline(always)]
fn screw_back<T: Real, K: Constant<T>>(k: &Screw<K>, massive: bool, body: &mut Composite<T>) {
    let (s, c, b) = (k.sin.get(), k.cos.get(), k.shift.get());
    turn(c, s, &mut body.first_moment.x, &mut body.first_moment.y);
    turn_tensor_z(c, s, c + c, &mut body.euler);
    if massive { body.shift_z::<true>(b) } else { body.shift_z::<false>(b) }
}

/// Buffers.
#[derive(Clone, Debug)]
pub(super) struct GimWork<T> {
    pose: Vec<Pose<T>>,
    composite: Vec<Composite<T>>,
    /// Joint columns in the base frame, by entry of v.
    columns: Vec<Twist<T>>,
    /// The run of every slot's body and the body itself.
    slot_run: Vec<(u32, u32)>,
    /// Whether composites carry mass (none does if all bodies except the root are regrouped).
    massive: bool,
}

impl<T: Real> GimWork<T> {
    pub(super) fn new<K>(p: &Program<K>) -> Self {
        let mut slot_run = vec![(0, 0); p.slots];
        for (r, run) in p.runs.iter().enumerate() {
            for i in run.first..run.end {
                let slot = p.nodes[i as usize].meta.slot;
                if slot != NO_SLOT {
                    slot_run[slot as usize] = (r as u32, i);
                }
            }
        }
        Self {
            pose: vec![Pose::identity(); p.nodes.len()],
            composite: vec![Composite::zero(); p.slots],
            columns: vec![Twist::zero(); p.nv],
            slot_run,
            massive: p.runs.iter().any(|r| matches!(r.start, Start::General { parent: Some(_), .. })),
        }
    }
}

/// The full symmetric matrix, row by row; sines and cosines are in place.
#[inline(always)]
pub(super) fn run<T: Lane, K: Constant<T>>(
    p: &Program<K>,
    work: &mut Work<T>,
    gim: &mut GimWork<T>,
    q: &[T::Element],
    out: &mut [T::Element],
) {
    poses(p, work, gim, q);
    // joints on different branches do not couple
    out.fill(T::Element::zero());
    gim.composite.fill(Composite::zero());
    for run in p.runs.iter().rev() {
        let (first, end) = (run.first as usize, run.end as usize);
        let mut body = Composite::zero();
        if let Start::General { general, .. } | Start::Free(general) = run.start {
            let g = &p.generals[general as usize];
            let meta = &p.nodes[first].meta;
            body = Composite {
                mass: g.mass.get(),
                first_moment: constant_vector(&g.first_moment),
                euler: constant_tensor(&g.euler),
            };
            if meta.slot != NO_SLOT {
                body.add(&gim.composite[meta.slot as usize]);
            }
            let Start::General { parent, .. } = run.start else {
                base_block(p.nv, meta.v as usize, &body, out);
                continue;
            };
            let done = &work.generals[general as usize];
            let base = gim.pose[first];
            for k in 0..done.nv {
                let t = done.columns[k];
                let e = body.euler;
                let inertia =
                    Sym3 { xx: e.yy + e.zz, xy: -e.xy, xz: -e.xz, yy: e.xx + e.zz, yz: -e.yz, zz: e.xx + e.yy };
                let w = Wrench {
                    moment: inertia.apply_add(t.angular, body.first_moment.cross(t.linear)),
                    force: t.angular.cross_add(body.first_moment, t.linear.scale(body.mass)),
                };
                fill(p, gim, run, meta.v as usize + k, base.propagate_back(w), out);
            }
            if let Some(slot) = parent {
                gim.composite[slot as usize].add(&body.to_parent(done.pose));
            }
            continue;
        }
        for i in (first..end).rev() {
            let (meta, l) = (&p.nodes[i].meta, &p.nodes[i].link);
            body.first_moment.x += l.mx.get();
            body.first_moment.y += l.my.get();
            let e = &mut body.euler;
            e.xx += l.exx.get();
            e.xy += l.exy.get();
            e.xz += l.exz.get();
            e.yy += l.eyy.get();
            e.yz += l.eyz.get();
            if meta.slot != NO_SLOT {
                body.add(&gim.composite[meta.slot as usize]);
            }
            // the wrench of a unit acceleration about z, in the base frame
            let Pose { rotation: r, position } = gim.pose[i];
            let (c, e) = (body.first_moment, body.euler);
            let force = r.y.mul_add(c.x, r.x.scale(-c.y));
            let moment = r.z.mul_add(e.xx + e.yy, -r.x.mul_add(e.xz, r.y.scale(e.yz)));
            fill(p, gim, run, meta.v as usize, Wrench { moment: position.cross_add(force, moment), force }, out);
            if i == first && matches!(run.start, Start::Root(_)) {
                break;
            }
            by_class!(meta.class, link_back::<T, K>, (l, turn_of(work, i), gim.massive, &mut body));
        }
        if let Start::Branch { parent, screw } = run.start {
            screw_back(&p.screws[screw as usize], gim.massive, &mut body);
            gim.composite[parent as usize].add(&body);
        }
    }
    mirror::<T>(p.nv, out);
    for &(v, rotor) in &p.rotors {
        let at = (v as usize * p.nv + v as usize) * T::LANES;
        (T::load(&out[at..]) + rotor.get()).store(&mut out[at..]);
    }
}

/// The inertia of the whole tree about a floating base, lower triangle.
#[inline(always)]
fn base_block<T: Lane>(nv: usize, at: usize, body: &Composite<T>, out: &mut [T::Element]) {
    let (o, m, c, e) = (T::zero(), body.mass, body.first_moment, body.euler);
    // [ I  δ× ; −δ×  m ]
    let rows = [
        [e.yy + e.zz, o, o, o, o, o],
        [-e.xy, e.xx + e.zz, o, o, o, o],
        [-e.xz, -e.yz, e.xx + e.yy, o, o, o],
        [o, c.z, -c.y, m, o, o],
        [-c.z, o, c.x, o, m, o],
        [c.y, -c.x, o, o, o, m],
    ];
    for (i, row) in rows.into_iter().enumerate() {
        let out = &mut out[((at + i) * nv + at) * T::LANES..][..6 * T::LANES];
        for (x, cell) in row.into_iter().zip(out.chunks_exact_mut(T::LANES)).take(i + 1) {
            x.store(cell);
        }
    }
}

/// Row `k` up to the diagonal: scalar products with the columns of the joint itself and of all joints inward of it.
#[inline(always)]
fn fill<T: Lane, K: Constant<T>>(
    p: &Program<K>,
    gim: &GimWork<T>,
    run: &Run,
    k: usize,
    w: Wrench<T>,
    out: &mut [T::Element],
) {
    let row = &mut out[k * p.nv * T::LANES..(k + 1) * p.nv * T::LANES];
    let mut run = run;
    let mut end = k + 1;
    loop {
        let from = p.nodes[run.first as usize].meta.v as usize;
        if let Start::Free(_) = run.start {
            let cells = row[from * T::LANES..(from + 6) * T::LANES].chunks_exact_mut(T::LANES);
            for (x, cell) in w.to_array().into_iter().zip(cells) {
                x.store(cell);
            }
            return;
        }
        let cells = row[from * T::LANES..end * T::LANES].chunks_exact_mut(T::LANES);
        for (column, cell) in gim.columns[from..end].iter().zip(cells) {
            column.dot(w).store(cell);
        }
        let (Start::Branch { parent, .. } | Start::General { parent: Some(parent), .. }) = run.start else { return };
        let (of, body) = gim.slot_run[parent as usize];
        run = &p.runs[of as usize];
        end = p.nodes[body as usize].meta.v as usize + 1;
        if let Start::General { general, .. } = run.start {
            end += p.joints[general as usize].v_units().len() - 1;
        }
    }
}

/// The upper triangle from the lower one.
#[inline(always)]
fn mirror<T: Lane>(nv: usize, out: &mut [T::Element]) {
    for i in 1..nv {
        let (above, row) = out.split_at_mut(i * nv * T::LANES);
        let cells = row[..i * T::LANES].chunks_exact(T::LANES);
        for (cell, above) in cells.zip(above.chunks_exact_mut(nv * T::LANES)) {
            T::load(cell).store(&mut above[i * T::LANES..(i + 1) * T::LANES]);
        }
    }
}

/// Poses of all bodies in their base frame, and the joint columns there.
#[inline(always)]
fn poses<T: Lane, K: Constant<T>>(p: &Program<K>, work: &mut Work<T>, gim: &mut GimWork<T>, q: &[T::Element]) {
    for run in &p.runs {
        let (mut r, mut x) = (Mat3::identity(), Vec3::zero());
        let mut on_ground = false;
        match run.start {
            Start::Root(_) => on_ground = true,
            Start::Branch { parent, screw } => {
                Pose { rotation: r, position: x } = gim.pose[gim.slot_run[parent as usize].1 as usize];
                let k = &p.screws[screw as usize];
                x = r.z.mul_add(k.shift.get(), x);
                turn_axes(k.cos.get(), k.sin.get(), &mut r.x, &mut r.y);
            }
            // the base frame of everything on a floating base is the base itself
            Start::Free(_) => continue,
            Start::General { parent, general } => {
                let meta = &p.nodes[run.first as usize].meta;
                let body = &mut work.generals[general as usize];
                general::place(&p.generals[general as usize], meta, body, q);
                let base = parent.map_or(Pose::identity(), |slot| gim.pose[gim.slot_run[slot as usize].1 as usize]);
                let pose = base * body.pose;
                gim.pose[run.first as usize] = pose;
                for k in 0..body.nv {
                    let t = body.columns[k].rotate(pose.rotation);
                    gim.columns[meta.v as usize + k] =
                        Twist::new(t.angular, pose.position.cross_add(t.angular, t.linear));
                }
                continue;
            }
        }
        let bodies = run.first as usize..run.end as usize;
        let v = p.nodes[bodies.start].meta.v as usize;
        let sin = work.sin[bodies.start * T::LANES..bodies.end * T::LANES].chunks_exact(T::LANES);
        let cos = work.cos[bodies.start * T::LANES..bodies.end * T::LANES].chunks_exact(T::LANES);
        let poses = gim.pose[bodies.clone()].iter_mut().zip(&mut gim.columns[v..v + bodies.len()]);
        for (((node, (pose, column)), s), c) in p.nodes[bodies].iter().zip(poses).zip(sin).zip(cos) {
            let l = &node.link;
            if !on_ground {
                x = r.x.mul_add(l.a.get(), x);
                turn_axes(l.cos_alpha.get(), l.sin_alpha.get(), &mut r.y, &mut r.z);
                x = r.z.mul_add(l.d.get(), x);
            }
            on_ground = false;
            turn_axes(T::load(c), T::load(s), &mut r.x, &mut r.y);
            *pose = Pose::new(r, x);
            *column = Twist::new(r.z, x.cross(r.z));
        }
    }
}

/// Two axes of a frame after a turn about the third.
#[inline(always)]
fn turn_axes<T: Real>(c: T, s: T, x: &mut Vec3<T>, y: &mut Vec3<T>) {
    let (a, b) = (*x, *y);
    *x = a.mul_add(c, b.scale(s));
    *y = a.neg_mul_add(s, b.scale(c));
}

/// Sine and cosine of the angle of body `i`.
#[inline(always)]
fn turn_of<T: Lane>(work: &Work<T>, i: usize) -> (T, T) {
    let at = i * T::LANES..(i + 1) * T::LANES;
    (T::load(&work.sin[at.clone()]), T::load(&work.cos[at]))
}
