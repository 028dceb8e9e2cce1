//! Small dense matrices of any [`Real`]: rank-revealing decompositions and minimum-norm solutions.
//!
//! | type | decomposition | for |
//! |---|---|---|
//! | [`Qr`] | A P = Q R, Householder, column pivoting | independent rows, least squares, complements |
//! | [`LeastNorm`] | Q R of the transposed triangle of a [`Qr`] | minimum-norm solutions |
//! | [`Cholesky`] | A = L Lᵀ | definite matrices, with null vectors of singular ones |
//! | [`Semidefinite`] | A = B Bᵀ, diagonal pivoting | singular symmetric systems |
//! | [`Lu`] | P A = L U, row pivoting | square systems of `f64` |
//! | [`ComplexLu`] | the same, complex | stages of implicit integrators |
//! | [`Elimination`] | A = L U, complete pivoting, in place | dependent unknowns from independent ones |
//!
//! Memory is allocated on construction, or belongs to the caller, and is reused. For more than a few hundred
//! rows, use another library; for sparse rows [`crate::elimination`].

mod cholesky;
mod complex_lu;
mod elimination;
mod least_norm;
mod lu;
mod qr;
mod semidefinite;

use crate::Real;

pub use cholesky::{Cholesky, NotDefinite};
pub use complex_lu::ComplexLu;
pub use elimination::{Eliminated, Elimination, Found};
pub use least_norm::LeastNorm;
pub use lu::Lu;
pub use qr::Qr;
pub use semidefinite::Semidefinite;

/// Adds a multiple of a list to another, which is usually short: in pairs, without the preparations of long loops.
#[inline(always)]
pub fn add_multiple<T: Real>(to: &mut [T], factor: T, from: &[T]) {
    let ((to, last), (from, from_last)) = (to.as_chunks_mut::<2>(), from.as_chunks::<2>());
    for ([a, b], &[x, y]) in to.iter_mut().zip(from) {
        (*a, *b) = (factor.mul_add(x, *a), factor.mul_add(y, *b));
    }
    for (a, &x) in last.iter_mut().zip(from_last) {
        *a = factor.mul_add(x, *a);
    }
}

/// Returns a·b, summed from the first entry to the last.
pub fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (&a, &b)| a.mul_add(b, sum))
}

#[cfg(test)]
pub(crate) mod testing {
    /// Asserts that the largest difference is below `tolerance`.
    pub(crate) fn close(ours: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(ours.len(), expected.len());
        let apart = ours.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart <= tolerance, "{ours:?} and {expected:?} differ by {apart:e}");
    }

    /// The product of an m×k and a k×n matrix, by rows.
    pub(crate) fn product(left: &[f64], right: &[f64], [m, k, n]: [usize; 3]) -> Vec<f64> {
        let entry = |i: usize, j: usize| (0..k).map(|l| left[i * k + l] * right[l * n + j]).sum();
        (0..m * n).map(|at| entry(at / n, at % n)).collect()
    }
}
