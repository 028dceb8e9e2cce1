//! Forward dynamics of one long chain on two threads.
//!
//! The chain is cut after `split` joints. The inertia sweep of the outer part needs no motion, so it runs beside everything
//! of the inner part; while the outer part then gathers its bias, the inner part computes how its last body answers to a
//! wrench: the compliance Ω (acceleration per wrench), outward by
//!
//! ```text
//! Ωᵢ = (1 − p ψᵀ) X Ωᵢ₋₁ Xᵀ (1 − ψ pᵀ) + p pᵀ / m̂
//! ```
//!
//! At the cut the inner part accelerates by a = a₀ + Ω f under the wrench f of the outer part, and the outer part asks for
//! −f = M̂ a + w: one 6 × 6 system. Then both parts finish. Three rounds of two tasks, with nothing shared in between: the
//! result is the same on one thread.

use denoc_math::simd::{Isa, Kernel};
use denoc_math::{ArticulatedMass, Lane, Real, Twist, Vec3, Wrench};

use super::class::{Class, by_class};
use super::engine::Input;
use super::forward::{add_body, eliminate, pivot, solve};
use super::general::constant_vector;
use super::inverse::back;
use super::outward::{link_bias, sines_together, wrench};
use super::program::{NO_SLOT, Node, Program, Start};
use super::turn::{shift_mass_x, shift_mass_z, turn_back, turn_mass_x, turn_mass_z};
use super::work::{Articulated, LinkWork, Motion, Work};

/// Part of the chain that is inner: its links cost 1.8 times those of the outer part.
const INNER: f64 = 0.36;

/// The inner part is factored as if the outer one were cut off, and may then be nearly singular although the whole is not:
/// its pivots must be larger than their thresholds by the reciprocal of this, four digits short of the masses around.
const STRICT: f64 = 1e-9;

/// One part of the chain.
struct Part<'a, T> {
    nodes: &'a [Node<f64>],
    offsets: &'a [f64],
    links: &'a mut [LinkWork<T>],
    sin: &'a mut [f64],
    cos: &'a mut [f64],
    q: &'a [f64],
    v: &'a [f64],
    tau: &'a [f64],
    acc: &'a mut [f64],
}

/// Does the work if the program is one serial chain; returns whether all pivots are safe (if not, the result is not to be used).
pub(super) fn forward<I: Isa>(
    isa: I,
    p: &Program<f64>,
    work: &mut Work<I::F64>,
    input: Input<'_, f64>,
    out: &mut [f64],
) -> Option<bool> {
    let [run] = p.runs[..] else { return None };
    let Start::Root(0) = run.start else { return None };
    let n = p.nodes.len();
    if n < 2 || p.nodes.iter().any(|node| node.meta.class == Class::Rotor || node.meta.slot != NO_SLOT) {
        return None;
    }
    let split = ((n as f64 * INNER) as usize).clamp(1, n - 1);
    let (inner_links, outer_links) = work.links.split_at_mut(split);
    let (inner_acc, outer_acc) = out.split_at_mut(split);
    let (inner_sin, outer_sin) = work.sin.split_at_mut(split);
    let (inner_cos, outer_cos) = work.cos.split_at_mut(split);
    let mut inner = Part {
        nodes: &p.nodes[..split],
        offsets: &p.offsets[..split],
        links: inner_links,
        sin: inner_sin,
        cos: inner_cos,
        q: input.q,
        v: &input.v[..split],
        tau: &input.x[..split],
        acc: inner_acc,
    };
    let mut outer = Part {
        nodes: &p.nodes[split..],
        offsets: &p.offsets[split..n],
        links: outer_links,
        sin: outer_sin,
        cos: outer_cos,
        q: input.q,
        v: &input.v[split..],
        tau: &input.x[split..],
        acc: outer_acc,
    };
    let up = p.gravities[0];
    let ((motion, inner_safe), (mass, outer_safe)) =
        rayon::join(|| isa.enter(InnerStart(&mut inner, up)), || isa.enter(OuterStart(&mut outer)));
    let ((free, compliance), bias) =
        rayon::join(|| isa.enter(InnerCompliance(&mut inner)), || isa.enter(OuterBias(&mut outer, motion)));
    let (mu, load) = isa.enter(Couple::<I> { free, compliance, mass, bias });
    rayon::join(|| isa.enter(InnerFinish(&mut inner, load)), || isa.enter(OuterFinish(&mut outer, mu)));
    Some(inner_safe && outer_safe)
}

/// Motion, bias and elimination of the inner part alone.
struct InnerStart<'a, 'b, T>(&'a mut Part<'b, T>, Vec3<f64>);

impl<I: Isa> Kernel<I> for InnerStart<'_, '_, I::F64> {
    type Output = (Motion<I::F64>, bool);
    #[inline(always)]
    fn run(self) -> Self::Output {
        sines::<I>(self.0);
        let Part { nodes, links, sin, cos, v, tau, .. } = self.0;
        let mut m = Motion::rest();
        m.acc = constant_vector(&self.1);
        turn_back(I::F64::splat(cos[0]), I::F64::splat(sin[0]), &mut m.acc.x, &mut m.acc.y);
        m.w.z = I::F64::splat(v[0]);
        links[0].set_wrench(wrench::<I::F64, f64, false>(&nodes[0].link, m.w, m.wd, m.acc, &mut m));
        bias_wrenches::<I>(&nodes[1..], &mut links[1..], (&sin[1..], &cos[1..]), &v[1..], &mut m);
        let mut art = Articulated::zero();
        let mut safe = true;
        let rest = nodes.iter().zip(links.iter_mut()).zip(*tau).zip(sin.iter()).zip(cos.iter()).skip(1);
        for ((((node, done), &tau), &s), &c) in rest.rev() {
            art.wrench += done.wrench();
            let turn = (I::F64::splat(s), I::F64::splat(c));
            add_body(&node.link, &mut art.mass);
            let tau = I::F64::splat(tau);
            by_class!(node.meta.class, eliminate::<I::F64, f64>, (&node.link, turn, tau, &mut art, done, &mut safe));
        }
        art.wrench += links[0].wrench();
        add_body(&nodes[0].link, &mut art.mass);
        let threshold = I::F64::splat(nodes[0].link.threshold);
        pivot((None, threshold), I::F64::splat(tau[0]), &art, &mut links[0], &mut safe);
        for (node, done) in nodes.iter().zip(links.iter()) {
            safe &= done.inverse_pivot.value() * node.link.threshold < STRICT;
        }
        (m, safe)
    }
}

/// Inertia sweep of the outer part: its articulated mass, seen from the last inner body.
struct OuterStart<'a, 'b, T>(&'a mut Part<'b, T>);

impl<I: Isa> Kernel<I> for OuterStart<'_, '_, I::F64> {
    type Output = (ArticulatedMass<I::F64>, bool);
    #[inline(always)]
    fn run(self) -> Self::Output {
        sines::<I>(self.0);
        let Part { nodes, links, sin, cos, .. } = self.0;
        let mut art = Articulated::zero();
        let mut safe = true;
        for (((node, done), &s), &c) in nodes.iter().zip(links.iter_mut()).zip(sin.iter()).zip(cos.iter()).rev() {
            art.wrench = Wrench::zero();
            let turn = (I::F64::splat(s), I::F64::splat(c));
            add_body(&node.link, &mut art.mass);
            let zero = I::F64::zero();
            by_class!(node.meta.class, eliminate::<I::F64, f64>, (&node.link, turn, zero, &mut art, done, &mut safe));
        }
        (art.mass, safe)
    }
}

/// Accelerations of the inner part without the outer one, and the compliance of its last body.
struct InnerCompliance<'a, 'b, T>(&'a mut Part<'b, T>);

impl<I: Isa> Kernel<I> for InnerCompliance<'_, '_, I::F64> {
    type Output = (Twist<I::F64>, ArticulatedMass<I::F64>);
    #[inline(always)]
    fn run(self) -> Self::Output {
        let mu = accelerate::<I>(self.0, None);
        // angular: linear answer to a force; linear: angular answer to a moment; coupling: linear answer to a moment
        let mut o = ArticulatedMass::zero();
        let Part { nodes, links, sin, cos, .. } = self.0;
        for (i, (node, done)) in nodes.iter().zip(links.iter()).enumerate() {
            let l = &node.link;
            if i > 0 {
                let lift = I::F64::splat;
                shift_mass_x(lift(-l.a), &mut o);
                turn_mass_x(lift(l.cos_alpha), lift(-l.sin_alpha), &mut o);
                turn_mass_z(lift(cos[i]), lift(-sin[i]), &mut o);
                shift_mass_z(lift(-l.d), &mut o);
            }
            yield_to_joint(done, &mut o);
        }
        (mu, o)
    }
}

/// The joint gives way: Ω ← (1 − p ψᵀ) Ω (1 − ψ pᵀ) + p pᵀ / m̂; only the row and column of p change.
#[inline(always)]
fn yield_to_joint<T: Real>(done: &LinkWork<T>, o: &mut ArticulatedMass<T>) {
    let (px, py, pf) = (done.psi_x, done.psi_y, done.psi_force);
    let (turn, mixed, slide) = (o.linear, o.coupling, o.angular);
    let yx = -(px.mul_add(turn.xx, py.mul_add(turn.xy, pf.dot(mixed.x))));
    let yy = -(px.mul_add(turn.xy, py.mul_add(turn.yy, pf.dot(mixed.y))));
    let yl = -(mixed.x.mul_add(px, mixed.y.mul_add(py, slide.apply(pf))));
    o.linear.xz = yx;
    o.linear.yz = yy;
    o.coupling.z = yl;
    o.linear.zz = done.inverse_pivot - px.mul_add(yx, py.mul_add(yy, pf.dot(yl)));
}

/// Bias of the outer part, with the motion of the cut: its wrench, seen from the last inner body.
struct OuterBias<'a, 'b, T>(&'a mut Part<'b, T>, Motion<T>);

impl<I: Isa> Kernel<I> for OuterBias<'_, '_, I::F64> {
    type Output = Wrench<I::F64>;
    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let Part { nodes, links, sin, cos, v, tau, .. } = self.0;
        bias_wrenches::<I>(nodes, links, (sin, cos), v, &mut self.1);
        let mut w = Wrench::zero();
        let all = nodes.iter().zip(links.iter_mut()).zip(*tau).zip(sin.iter()).zip(cos.iter());
        for ((((node, done), &tau), &s), &c) in all.rev() {
            w += done.wrench();
            let turn = (I::F64::splat(s), I::F64::splat(c));
            let tau = I::F64::splat(tau);
            let phi_hat = tau - w.moment.z;
            done.phi = phi_hat * done.inverse_pivot;
            give_way(done, phi_hat, tau, &mut w);
            by_class!(node.meta.class, back::<I::F64, f64>, (&node.link, turn, &mut w));
        }
        w
    }
}

/// w + ψ φ̂; the new z moment is known.
#[inline(always)]
fn give_way<T: Real>(done: &LinkWork<T>, phi_hat: T, moment_z: T, w: &mut Wrench<T>) {
    w.moment.x = done.psi_x.mul_add(phi_hat, w.moment.x);
    w.moment.y = done.psi_y.mul_add(phi_hat, w.moment.y);
    w.moment.z = moment_z;
    w.force = done.psi_force.mul_add(phi_hat, w.force);
}

/// The 6 × 6 system at the cut.
struct Couple<I: Isa> {
    free: Twist<I::F64>,
    compliance: ArticulatedMass<I::F64>,
    mass: ArticulatedMass<I::F64>,
    bias: Wrench<I::F64>,
}

impl<I: Isa> Kernel<I> for Couple<I> {
    type Output = (Twist<I::F64>, Wrench<I::F64>);
    #[inline(always)]
    fn run(self) -> Self::Output {
        // (1 + Ω M̂) a = a₀ − Ω w, with Ω in the order angular, linear
        let o = ArticulatedMass {
            angular: self.compliance.linear,
            coupling: self.compliance.coupling.transpose(),
            linear: self.compliance.angular,
        }
        .to_matrix()
        .map(|row| row.map(Real::value));
        let m = self.mass.to_matrix().map(|row| row.map(Real::value));
        let (a0, w) = (self.free.to_array().map(Real::value), self.bias.to_array().map(Real::value));
        let mut system = [[0.0; 7]; 6];
        for i in 0..6 {
            for j in 0..6 {
                system[i][j] = f64::from(u8::from(i == j)) + (0..6).map(|k| o[i][k] * m[k][j]).sum::<f64>();
            }
            system[i][6] = a0[i] - (0..6).map(|k| o[i][k] * w[k]).sum::<f64>();
        }
        let a = gauss(system);
        let mut load = w;
        for i in 0..6 {
            load[i] += (0..6).map(|k| m[i][k] * a[k]).sum::<f64>();
        }
        (Twist::from_array(a.map(I::F64::splat)), Wrench::from_array(load.map(I::F64::splat)))
    }
}

/// Gaussian elimination with row pivoting.
#[expect(clippy::needless_range_loop, reason = "reads like the algebra")]
fn gauss(mut m: [[f64; 7]; 6]) -> [f64; 6] {
    for p in 0..6 {
        let best = (p..6).max_by(|&i, &j| m[i][p].abs().total_cmp(&m[j][p].abs())).unwrap_or(p);
        m.swap(p, best);
        for r in p + 1..6 {
            let f = m[r][p] / m[p][p];
            for c in p..7 {
                m[r][c] -= f * m[p][c];
            }
        }
    }
    let mut x = [0.0; 6];
    for p in (0..6).rev() {
        x[p] = (m[p][6] - (p + 1..6).map(|c| m[p][c] * x[c]).sum::<f64>()) / m[p][p];
    }
    x
}

/// The wrench of the outer part passes inward, then the accelerations are final.
struct InnerFinish<'a, 'b, T>(&'a mut Part<'b, T>, Wrench<T>);

impl<I: Isa> Kernel<I> for InnerFinish<'_, '_, I::F64> {
    type Output = ();
    #[inline(always)]
    fn run(mut self) {
        let w = &mut self.1;
        let Part { nodes, links, sin, cos, .. } = self.0;
        for (((node, done), &s), &c) in nodes.iter().zip(links.iter_mut()).zip(sin.iter()).zip(cos.iter()).rev() {
            let turn = (I::F64::splat(s), I::F64::splat(c));
            let phi_hat = -w.moment.z;
            done.phi = phi_hat.mul_add(done.inverse_pivot, done.phi);
            give_way(done, phi_hat, I::F64::zero(), w);
            by_class!(node.meta.class, back::<I::F64, f64>, (&node.link, turn, w));
        }
        accelerate::<I>(self.0, None);
    }
}

/// The outer part accelerates with the cut.
struct OuterFinish<'a, 'b, T>(&'a mut Part<'b, T>, Twist<T>);

impl<I: Isa> Kernel<I> for OuterFinish<'_, '_, I::F64> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        accelerate::<I>(self.0, Some(self.1));
    }
}

/// The outward sweep of a part; without a motion to start from, its first joint is on the ground.
#[inline(always)]
fn accelerate<I: Isa>(part: &mut Part<'_, I::F64>, from: Option<Twist<I::F64>>) -> Twist<I::F64> {
    let on_ground = usize::from(from.is_none());
    let mut mu = from.unwrap_or(Twist::zero());
    if on_ground == 1 {
        mu.angular.z = part.links[0].phi;
        part.acc[0] = mu.angular.z.value();
    }
    for i in on_ground..part.nodes.len() {
        let (node, done) = (&part.nodes[i], &part.links[i]);
        let turn = (I::F64::splat(part.sin[i]), I::F64::splat(part.cos[i]));
        part.acc[i] = by_class!(node.meta.class, solve::<I::F64, f64>, (&node.link, turn, done, &mut mu)).value();
    }
    mu
}

#[inline(always)]
fn bias_wrenches<I: Isa>(
    nodes: &[Node<f64>],
    links: &mut [LinkWork<I::F64>],
    (sin, cos): (&[f64], &[f64]),
    v: &[f64],
    m: &mut Motion<I::F64>,
) {
    for ((((node, out), &v), &s), &c) in nodes.iter().zip(links).zip(v).zip(sin).zip(cos) {
        let turn = (I::F64::splat(s), I::F64::splat(c));
        let rates = (I::F64::splat(v), I::F64::zero());
        out.set_wrench(by_class!(node.meta.class, link_bias::<I::F64, f64>, (&node.link, turn, rates, m)));
    }
}

/// Sines and cosines of a part; a last group that is not whole goes one by one.
#[inline(always)]
fn sines<I: Isa>(part: &mut Part<'_, I::F64>) {
    let whole = part.nodes.len() / 4 * 4;
    let (head, tail) = (..whole, whole..part.nodes.len());
    let groups = (&mut part.sin[head], &mut part.cos[head]);
    sines_together::<I>((&part.nodes[head], &part.offsets[head]), groups, part.q);
    for i in tail {
        let angle = I::F64::splat(part.q[part.nodes[i].meta.q as usize]);
        let (s, c) = angle.sin_cos_of_sum(I::F64::splat(part.offsets[i]));
        (part.sin[i], part.cos[i]) = (s.value(), c.value());
    }
}
