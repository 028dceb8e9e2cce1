//! A floating base: one symmetric 6×6 system instead of six eliminations.

use denoc_math::{Constant, Lane, Real};

use super::general::margin;
use super::program::{General, Meta};
use super::work::{Articulated, GeneralWork};

/// Solves M̂ x = τ − w at the root. The columns of a free joint are the unit twists, so x is the acceleration itself; it is
/// left in `phi`, with ψ zero, where the outward sweep finds it.
#[inline(always)]
pub(super) fn solve<T: Lane, K: Constant<T>>(
    g: &General<K>,
    meta: &Meta,
    body: &mut GeneralWork<T>,
    tau: &[T::Element],
    art: &Articulated<T>,
    least: &mut T,
) {
    let mut m = art.mass.to_matrix();
    let mut x = art.wrench.to_array();
    for (k, x) in x.iter_mut().enumerate() {
        *x = T::load(&tau[(meta.v as usize + k) * T::LANES..]) - *x;
        m[k][k] += g.rotor.get();
    }
    let diagonal: [T; 6] = core::array::from_fn(|k| m[k][k]);
    let inverse = factor(&mut m, |k, pivot| *least = least.min(margin(pivot, diagonal[k])));
    substitute(&m, &inverse, &mut x);
    body.phi = x;
    body.psi = [denoc_math::Wrench::zero(); 6];
}

/// LDLᵀ in place (lower triangle holds L D); returns the inverse pivots and shows each pivot.
#[inline(always)]
pub(super) fn factor<T: Real>(m: &mut [[T; 6]; 6], mut seen: impl FnMut(usize, T)) -> [T; 6] {
    let mut inverse = [T::zero(); 6];
    for p in 0..6 {
        seen(p, m[p][p]);
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
