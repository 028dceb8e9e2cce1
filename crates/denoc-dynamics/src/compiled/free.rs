//! A floating base on the ground. Its columns are the unit twists: no products with them are needed, and elimination is one
//! symmetric 6×6 system instead of six steps.

use denoc_math::{Constant, Lane, Real, Twist, Vec3, Wrench, quaternion_rotation};

use super::general::{constant_matrix, constant_tensor, constant_vector};
use super::outward::{Rates, euler_moment, omega};
use super::program::{General, Meta, Program};
use super::work::{Articulated, GeneralWork, Motion};

/// Three successive entries.
#[inline(always)]
fn triple<T: Lane>(x: &[T::Element], at: usize) -> Vec3<T> {
    let load = &x[at * T::LANES..(at + 3) * T::LANES];
    Vec3::new(T::load(load), T::load(&load[T::LANES..]), T::load(&load[2 * T::LANES..]))
}

/// Motion of the base and its wrench, which do not depend on its position.
#[inline(always)]
pub(super) fn outward<T: Lane, K: Constant<T>, const ACC: bool>(
    g: &General<K>,
    p: &Program<K>,
    meta: &Meta,
    body: &mut GeneralWork<T>,
    rates: Rates<'_, T::Element>,
    m: &mut Motion<T>,
) {
    let (q, v) = (meta.q as usize, meta.v as usize);
    let vector: Vec3<T> = triple(rates.q, q + 3);
    let quaternion = [vector.x, vector.y, vector.z, T::load(&rates.q[(q + 6) * T::LANES..])];
    let up = constant_matrix(&g.rotation).apply_transpose(constant_vector(&p.gravity));
    let w: Vec3<T> = triple(rates.v, v);
    let mut acc = w.cross_add(triple(rates.v, v + 3), quaternion_rotation(quaternion).apply_transpose(up));
    let mut wd = Vec3::zero();
    if ACC {
        wd = triple(rates.a, v);
        acc += triple(rates.a, v + 3);
    }
    let o = omega(w, wd);
    let first_moment = constant_vector(&g.first_moment);
    body.wrench = Wrench {
        moment: euler_moment(&o, constant_tensor(&g.euler), first_moment.cross(acc)),
        force: o.apply_add(first_moment, acc.scale(g.mass.get())),
    };
    *m = Motion { w, wd, omega_x: o.x, acc };
}

/// Stores six numbers.
#[inline(always)]
pub(super) fn store<T: Lane>(meta: &Meta, x: [T; 6], out: &mut [T::Element]) {
    let out = &mut out[meta.v as usize * T::LANES..][..6 * T::LANES];
    for (x, out) in x.into_iter().zip(out.chunks_exact_mut(T::LANES)) {
        x.store(out);
    }
}

/// Accelerations of the base, found by [`solve`].
#[inline(always)]
pub(super) fn accelerations<T: Lane>(meta: &Meta, body: &GeneralWork<T>, acc: &mut [T::Element]) -> Twist<T> {
    store(meta, body.phi, acc);
    Twist::from_array(body.phi)
}

/// Solves M̂ x = τ − w for the acceleration x, which is stored in `phi` for the outward sweep.
#[inline(always)]
pub(super) fn solve<T: Lane, K: Constant<T>>(
    g: &General<K>,
    meta: &Meta,
    body: &mut GeneralWork<T>,
    tau: &[T::Element],
    art: &Articulated<T>,
    safe: &mut bool,
) {
    let mut m = art.mass.to_matrix();
    let mut x = art.wrench.to_array();
    for (k, x) in x.iter_mut().enumerate() {
        *x = T::load(&tau[(meta.v as usize + k) * T::LANES..]) - *x;
        m[k][k] += g.rotor.get();
    }
    let inverse = factor(&mut m);
    for (k, row) in m.iter().enumerate() {
        *safe &= row[k].exceeds(g.threshold[k / 3].get());
    }
    substitute(&m, &inverse, &mut x);
    body.phi = x;
}

/// LDLᵀ in place (the lower triangle holds L D, the diagonal the pivots); returns the inverse pivots.
#[expect(clippy::needless_range_loop, reason = "reads like the algebra")]
#[inline(always)]
pub(super) fn factor<T: Real>(m: &mut [[T; 6]; 6]) -> [T; 6] {
    let mut inverse = [T::zero(); 6];
    for p in 0..6 {
        inverse[p] = m[p][p].recip();
        for r in p + 1..6 {
            let f = m[r][p] * inverse[p];
            for c in p + 1..=r {
                m[r][c] = f.neg_mul_add(m[c][p], m[r][c]);
            }
        }
    }
    inverse
}

/// Solves with the factors.
#[inline(always)]
pub(super) fn substitute<T: Real>(m: &[[T; 6]; 6], inverse: &[T; 6], x: &mut [T; 6]) {
    for p in 0..6 {
        let f = x[p] * inverse[p];
        for r in p + 1..6 {
            x[r] = m[r][p].neg_mul_add(f, x[r]);
        }
    }
    for p in (0..6).rev() {
        x[p] = x[p] * inverse[p];
        for r in p + 1..6 {
            x[p] = (m[r][p] * inverse[p]).neg_mul_add(x[r], x[p]);
        }
    }
}
