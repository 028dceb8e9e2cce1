//! Bodies with general placement: any joint type, any number of degrees of freedom, through the joint interface.

use denoc_math::{ArticulatedMass, Constant, Lane, Mat3, Pose, Real, Sym3, Twist, Vec3, Wrench};
use denoc_model::Joint;

use super::outward::{Rates, euler_moment, omega};
use super::program::{General, Meta};
use super::work::{Articulated, GeneralWork, Motion};

#[inline(always)]
pub(super) fn constant_vector<T: Real, K: Constant<T>>(v: &Vec3<K>) -> Vec3<T> {
    Vec3 { x: v.x.get(), y: v.y.get(), z: v.z.get() }
}

#[inline(always)]
pub(super) fn constant_matrix<T: Real, K: Constant<T>>(m: &Mat3<K>) -> Mat3<T> {
    Mat3 { x: constant_vector(&m.x), y: constant_vector(&m.y), z: constant_vector(&m.z) }
}

#[inline(always)]
pub(super) fn constant_tensor<T: Real, K: Constant<T>>(m: &Sym3<K>) -> Sym3<T> {
    Sym3 { xx: m.xx.get(), xy: m.xy.get(), xz: m.xz.get(), yy: m.yy.get(), yz: m.yz.get(), zz: m.zz.get() }
}

/// Pose and columns for the coordinates of the joint.
#[inline(always)]
pub(super) fn place<T: Lane, K: Constant<T>>(g: &General<K>, meta: &Meta, body: &mut GeneralWork<T>, q: &[T::Element]) {
    if T::FUSED { place_joint(g, meta, body, q) } else { place_apart(g, meta, body, q) }
}

/// Out of line, one copy for all kernels, because it contains every joint type. Only for the portable fallback: fused numbers
/// would lose the instruction set of the kernel.
#[inline(never)]
fn place_apart<T: Lane, K: Constant<T>>(g: &General<K>, meta: &Meta, body: &mut GeneralWork<T>, q: &[T::Element]) {
    place_joint(g, meta, body, q);
}

#[inline(always)]
fn place_joint<T: Lane, K: Constant<T>>(g: &General<K>, meta: &Meta, body: &mut GeneralWork<T>, q: &[T::Element]) {
    let fixed = Pose::new(constant_matrix(&g.rotation), constant_vector(&g.position));
    let mut coordinates = [T::zero(); 7];
    for (k, x) in coordinates[..body.nq].iter_mut().enumerate() {
        *x = T::load(&q[(meta.q as usize + k) * T::LANES..]);
    }
    body.pose = fixed * body.joint.pose(&coordinates[..body.nq]);
    body.joint.columns(&coordinates[..body.nq], &mut body.columns[..body.nv]);
}

/// Ṗ v of the joint.
#[inline(always)]
fn bias<T: Real>(joint: &Joint<T>, q: &[T], v: &[T]) -> Twist<T> {
    if T::FUSED { joint.bias(q, v) } else { bias_apart(joint, q, v) }
}

/// Out of line for the reason of [`place_apart`].
#[inline(never)]
fn bias_apart<T: Real>(joint: &Joint<T>, q: &[T], v: &[T]) -> Twist<T> {
    joint.bias(q, v)
}

/// Motion of the body and its wrench.
#[inline(always)]
pub(super) fn outward<T: Lane, K: Constant<T>, const ACC: bool>(
    g: &General<K>,
    meta: &Meta,
    body: &mut GeneralWork<T>,
    rates: Rates<'_, T::Element>,
    m: &mut Motion<T>,
) {
    place(g, meta, body, rates.q);
    let (mut q, mut v) = ([T::zero(); 7], [T::zero(); 6]);
    for (k, x) in q[..body.nq].iter_mut().enumerate() {
        *x = T::load(&rates.q[(meta.q as usize + k) * T::LANES..]);
    }
    for (k, x) in v[..body.nv].iter_mut().enumerate() {
        *x = T::load(&rates.v[(meta.v as usize + k) * T::LANES..]);
    }
    let mut joint = Twist::zero();
    let mut rate = bias(&body.joint, &q[..body.nq], &v[..body.nv]);
    for (k, column) in body.columns[..body.nv].iter().enumerate() {
        joint = column.mul_add(v[k], joint);
        if ACC {
            rate = column.mul_add(T::load(&rates.a[(meta.v as usize + k) * T::LANES..]), rate);
        }
    }
    let (r, p) = (body.pose.rotation, body.pose.position);
    let carried = r.apply_transpose(m.w);
    let w = carried + joint.angular;
    let wd = w.cross_add(joint.angular, r.apply_transpose(m.wd)) + rate.angular;
    let mut acc = r.apply_transpose(omega(m.w, m.wd).apply_add(p, m.acc)) + rate.linear;
    acc = (carried + w).cross_add(joint.linear, acc);
    let o = omega(w, wd);
    let first_moment = constant_vector(&g.first_moment);
    body.wrench = Wrench {
        moment: euler_moment(&o, constant_tensor(&g.euler), first_moment.cross(acc)),
        force: o.apply_add(first_moment, acc.scale(g.mass.get())),
    };
    *m = Motion { w, wd, omega_x: o.x, acc };
}

/// Joint forces of the body, then its wrench seen from the parent.
#[inline(always)]
pub(super) fn inward<T: Lane>(
    meta: &Meta,
    body: &GeneralWork<T>,
    wrench: Wrench<T>,
    tau: &mut [T::Element],
) -> Wrench<T> {
    for (k, column) in body.columns[..body.nv].iter().enumerate() {
        column.dot(wrench).store(&mut tau[(meta.v as usize + k) * T::LANES..]);
    }
    body.pose.propagate_back(wrench)
}

/// The mass of the body itself.
#[inline(always)]
pub(super) fn own_mass<T: Real, K: Constant<T>>(g: &General<K>) -> ArticulatedMass<T> {
    let e: Sym3<T> = constant_tensor(&g.euler);
    let mass = g.mass.get();
    ArticulatedMass {
        angular: Sym3 { xx: e.yy + e.zz, xy: -e.xy, xz: -e.xz, yy: e.xx + e.zz, yz: -e.yz, zz: e.xx + e.yy },
        coupling: constant_vector(&g.first_moment).skew(),
        linear: Sym3::diagonal(mass, mass, mass),
    }
}

/// Eliminates the joint column by column, last first [SahaIR (9.39)]; `art` is the body with everything outward of it on
/// entry. `safe` stays true while the pivots exceed their thresholds.
#[inline(always)]
pub(super) fn eliminate<T: Lane, K: Constant<T>>(
    g: &General<K>,
    meta: &Meta,
    body: &mut GeneralWork<T>,
    tau: &[T::Element],
    art: &mut Articulated<T>,
    safe: &mut bool,
) {
    for k in (0..body.nv).rev() {
        let column = body.columns[k];
        let psi_hat = art.mass.apply(column);
        let pivot = column.dot(psi_hat) + g.rotor.get();
        *safe &= pivot.exceeds(threshold(g, column));
        let inverse = pivot.recip();
        let phi_hat = T::load(&tau[(meta.v as usize + k) * T::LANES..]) - column.dot(art.wrench);
        let psi = psi_hat.scale(inverse);
        body.psi[k] = psi;
        body.phi[k] = phi_hat * inverse;
        art.mass = art.mass.deflate(psi_hat, psi);
        art.wrench = psi.mul_add(phi_hat, art.wrench);
    }
}

/// The threshold of a column's pivot.
#[inline(always)]
fn threshold<T: Real, K: Constant<T>>(g: &General<K>, c: Twist<T>) -> T {
    let [angular, linear] = g.threshold;
    c.angular.dot(c.angular) * angular.get() + c.linear.dot(c.linear) * linear.get()
}

/// Accelerations of the joint: q̈ₖ = φ̃ₖ − ψₖᵀ μ, column by column, first first [SahaIR (9.41)].
#[inline(always)]
pub(super) fn solve<T: Lane>(meta: &Meta, body: &GeneralWork<T>, mu: Twist<T>, acc: &mut [T::Element]) -> Twist<T> {
    let mut mu = body.pose.propagate(mu);
    for k in 0..body.nv {
        let x = body.phi[k] - mu.dot(body.psi[k]);
        x.store(&mut acc[(meta.v as usize + k) * T::LANES..]);
        mu = body.columns[k].mul_add(x, mu);
    }
    mu
}
