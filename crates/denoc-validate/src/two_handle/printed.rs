//! The assembly in the order of its formulas in print, with full matrices: to count what that costs, and to compare with.

use denoc_math::Real;

use super::small::{Ldl, add, apply, sub, transposed};
use super::{HandleJoint, TwoHandle, TwoHandleError};

/// As [`super::assemble`], by X̂⁻¹, Ŵ and Ŷ [MukAnd06 (16)-(30)]. Of the drive, which the paper hides in the bias, Ŷ and the bias
/// take their parts.
pub(super) fn assemble_as_printed<T: Real, const N: usize>(
    inner: &TwoHandle<T, N>,
    outer: &TwoHandle<T, N>,
    joint: &HandleJoint<T, N>,
) -> Result<TwoHandle<T, N>, TwoHandleError<N>> {
    let m = N - joint.dof();
    // D by rows
    let d = transposed(&std::array::from_fn(|i| joint.joint_complement(i)));
    let mut phi = outer.zeta_11;
    for (sum, term) in phi.iter_mut().flatten().zip(inner.zeta_22.iter().flatten()) {
        *sum += *term;
    }
    let dt = transposed(&d);
    let x = multiply(&dt, &multiply(&phi, &d, [N, N, m]), [m, N, m]);
    let inverse = Ldl::new(&x, m)
        .map_err(|x| TwoHandleError::UndeterminedForce { direction: apply(&d, &x).map(|x| x.value()) })?
        .inverse();
    let w = multiply(&multiply(&d, &inverse, [N, m, m]), &dt, [N, m, N]);

    let drive = joint.drive();
    let gap = sub(&add(&sub(&inner.zeta_23, &outer.zeta_13), joint.bias()), &apply(&phi, drive));
    // Ŷ and the drive
    let y = add(&apply(&w, &gap), drive);

    let full = [N, N, N];
    let (inner_21, outer_21) = (transposed(&inner.zeta_12), transposed(&outer.zeta_12));
    let left = multiply(&inner.zeta_12, &w, full);
    let right = multiply(&outer_21, &w, full);
    let minus = |a: &[[T; N]; N], b: [[T; N]; N]| std::array::from_fn(|i| sub(&a[i], &b[i]));
    Ok(TwoHandle {
        zeta_11: minus(&inner.zeta_11, multiply(&left, &inner_21, full)),
        zeta_12: multiply(&left, &outer.zeta_12, full),
        zeta_22: minus(&outer.zeta_22, multiply(&right, &outer.zeta_12, full)),
        zeta_13: sub(&inner.zeta_13, &apply(&inner.zeta_12, &y)),
        zeta_23: add(&outer.zeta_23, &apply(&outer_21, &y)),
    })
}

/// A B of the leading rows, inner dimension and columns.
fn multiply<T: Real, const N: usize>(a: &[[T; N]; N], b: &[[T; N]; N], [n, k, m]: [usize; 3]) -> [[T; N]; N] {
    let mut c = [[T::zero(); N]; N];
    for i in 0..n {
        for j in 0..m {
            let mut terms = (0..k).map(|l| (a[i][l], b[l][j]));
            if let Some((x, y)) = terms.next() {
                c[i][j] = terms.fold(x * y, |sum, (x, y)| x.mul_add(y, sum));
            }
        }
    }
    c
}
