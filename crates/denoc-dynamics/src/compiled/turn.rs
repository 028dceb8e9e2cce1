//! Rotations of vectors, symmetric tensors and articulated masses about one coordinate axis, with a minimum of products.

use denoc_math::{ArticulatedMass, Real, Sym3, Vec3, Wrench};

/// (x, y) from the turned frame to the fixed one.
#[inline(always)]
pub(super) fn turn<T: Real>(c: T, s: T, x: &mut T, y: &mut T) {
    let (a, b) = (*x, *y);
    *x = s.neg_mul_add(b, c * a);
    *y = s.mul_add(a, c * b);
}

/// (x, y) from the fixed frame to the turned one.
#[inline(always)]
pub(super) fn turn_back<T: Real>(c: T, s: T, x: &mut T, y: &mut T) {
    let (a, b) = (*x, *y);
    *x = s.mul_add(b, c * a);
    *y = s.neg_mul_add(a, c * b);
}

/// Both sides of a symmetric 2×2 block turned: with t = s (xx − yy) + 2c xy the increments are ∓s t and c t − 2 xy; four
/// products, no squares of s and c.
#[inline(always)]
pub(super) fn turn_block<T: Real>(c: T, s: T, two_c: T, xx: &mut T, xy: &mut T, yy: &mut T) {
    let t = s.mul_add(*xx - *yy, two_c * *xy);
    *xy = c.mul_add(t, -*xy);
    subtract_and_add(s, t, xx, yy);
}

/// Both sides of a general 2×2 block [a b; e f] turned.
#[inline(always)]
pub(super) fn turn_general_block<T: Real>(c: T, s: T, a: &mut T, b: &mut T, e: &mut T, f: &mut T) {
    let q = *b + *e;
    let t = s.mul_add(*a - *f, c * q);
    let y = c.mul_add(t, -q);
    *b += y;
    *e += y;
    subtract_and_add(s, t, a, f);
}

/// x −= s t, y += s t: two fused operations, or one product and two additions.
#[inline(always)]
fn subtract_and_add<T: Real>(s: T, t: T, x: &mut T, y: &mut T) {
    if T::FUSED {
        *x = s.neg_mul_add(t, *x);
        *y = s.mul_add(t, *y);
    } else {
        let st = s * t;
        *x -= st;
        *y += st;
    }
}

/// A symmetric tensor turned about z.
#[inline(always)]
pub(super) fn turn_tensor_z<T: Real>(c: T, s: T, two_c: T, m: &mut Sym3<T>) {
    turn_block(c, s, two_c, &mut m.xx, &mut m.xy, &mut m.yy);
    turn(c, s, &mut m.xz, &mut m.yz);
}

/// A symmetric tensor turned about x.
#[inline(always)]
pub(super) fn turn_tensor_x<T: Real>(c: T, s: T, two_c: T, m: &mut Sym3<T>) {
    turn_block(c, s, two_c, &mut m.yy, &mut m.yz, &mut m.zz);
    turn(c, s, &mut m.xy, &mut m.xz);
}

/// A vector turned about x by the twist of a class.
#[inline(always)]
pub(super) fn twist_out<T: Real, const TWIST: u8>(c: T, s: T, v: &mut Vec3<T>) {
    use super::class::twist::{NONE, RIGHT};
    match TWIST {
        RIGHT => (v.y, v.z) = (-v.z, v.y),
        NONE => {}
        _ => turn(c, s, &mut v.y, &mut v.z),
    }
}

/// The same, from the fixed frame to the turned one.
#[inline(always)]
pub(super) fn twist_in<T: Real, const TWIST: u8>(c: T, s: T, v: &mut Vec3<T>) {
    use super::class::twist::{NONE, RIGHT};
    match TWIST {
        RIGHT => (v.y, v.z) = (v.z, -v.y),
        NONE => {}
        _ => turn_back(c, s, &mut v.y, &mut v.z),
    }
}

/// A wrench seen from a frame shifted back by `d` along z.
#[inline(always)]
pub(super) fn shift_wrench_z<T: Real>(d: T, w: &mut Wrench<T>) {
    w.moment.x = d.neg_mul_add(w.force.y, w.moment.x);
    w.moment.y = d.mul_add(w.force.x, w.moment.y);
}

/// A wrench seen from a frame shifted back by `a` along x.
#[inline(always)]
pub(super) fn shift_wrench_x<T: Real>(a: T, w: &mut Wrench<T>) {
    w.moment.y = a.neg_mul_add(w.force.z, w.moment.y);
    w.moment.z = a.mul_add(w.force.y, w.moment.z);
}

/// An articulated mass seen from a frame shifted back by `d` along z.
#[inline(always)]
pub(super) fn shift_mass_z<T: Real>(d: T, m: &mut ArticulatedMass<T>) {
    let (b, l) = (m.coupling, m.linear);
    let c = &mut m.coupling;
    c.x.x = d.neg_mul_add(l.xy, b.x.x);
    c.y.x = d.neg_mul_add(l.yy, b.y.x);
    c.z.x = d.neg_mul_add(l.yz, b.z.x);
    c.x.y = d.mul_add(l.xx, b.x.y);
    c.y.y = d.mul_add(l.xy, b.y.y);
    c.z.y = d.mul_add(l.xz, b.z.y);
    let a = &mut m.angular;
    a.xx = d.neg_mul_add(b.y.x + c.y.x, a.xx);
    a.yy = d.mul_add(b.x.y + c.x.y, a.yy);
    a.xy = d.mul_add(c.x.x - b.y.y, a.xy);
    a.xz = d.neg_mul_add(b.y.z, a.xz);
    a.yz = d.mul_add(b.x.z, a.yz);
}

/// An articulated mass seen from a frame shifted back by `a` along x.
#[inline(always)]
pub(super) fn shift_mass_x<T: Real>(a: T, m: &mut ArticulatedMass<T>) {
    let (b, l) = (m.coupling, m.linear);
    let c = &mut m.coupling;
    c.x.y = a.neg_mul_add(l.xz, b.x.y);
    c.y.y = a.neg_mul_add(l.yz, b.y.y);
    c.z.y = a.neg_mul_add(l.zz, b.z.y);
    c.x.z = a.mul_add(l.xy, b.x.z);
    c.y.z = a.mul_add(l.yy, b.y.z);
    c.z.z = a.mul_add(l.yz, b.z.z);
    let i = &mut m.angular;
    i.yy = a.neg_mul_add(b.z.y + c.z.y, i.yy);
    i.zz = a.mul_add(b.y.z + c.y.z, i.zz);
    i.yz = a.mul_add(c.y.y - b.z.z, i.yz);
    i.xy = a.neg_mul_add(b.z.x, i.xy);
    i.xz = a.mul_add(b.y.x, i.xz);
}

/// An articulated mass turned about z.
#[inline(always)]
pub(super) fn turn_mass_z<T: Real>(c: T, s: T, m: &mut ArticulatedMass<T>) {
    let two_c = c + c;
    turn_tensor_z(c, s, two_c, &mut m.angular);
    turn_tensor_z(c, s, two_c, &mut m.linear);
    let b = &mut m.coupling;
    turn_general_block(c, s, &mut b.x.x, &mut b.y.x, &mut b.x.y, &mut b.y.y);
    turn(c, s, &mut b.z.x, &mut b.z.y);
    turn(c, s, &mut b.x.z, &mut b.y.z);
}

/// An articulated mass turned about x.
#[inline(always)]
pub(super) fn turn_mass_x<T: Real>(c: T, s: T, m: &mut ArticulatedMass<T>) {
    let two_c = c + c;
    turn_tensor_x(c, s, two_c, &mut m.angular);
    turn_tensor_x(c, s, two_c, &mut m.linear);
    let b = &mut m.coupling;
    turn_general_block(c, s, &mut b.y.y, &mut b.z.y, &mut b.y.z, &mut b.z.z);
    turn(c, s, &mut b.x.y, &mut b.x.z);
    turn(c, s, &mut b.y.x, &mut b.z.x);
}
