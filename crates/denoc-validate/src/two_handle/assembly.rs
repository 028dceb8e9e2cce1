//! Two pieces and the joint between them become one.

use denoc_math::Real;

use super::small::{Ldl, add, apply, apply_transpose, sub, symmetric, transposed};
use super::{HandleJoint, TwoHandle, TwoHandleError};

/// What [`assemble`] makes of two pieces.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Assembly<T, const N: usize = 6> {
    /// The assembly as one piece: handle 1 of the inner one, handle 2 of the outer one.
    pub handles: TwoHandle<T, N>,
    /// X̂ = L Δ Lᵀ.
    factors: Ldl<T, N>,
    /// L⁻¹ Dᵀ ζ₂₁ of the inner piece, by columns.
    inner: [[T; N]; N],
    /// L⁻¹ Dᵀ ζ₁₂ of the outer piece, by columns.
    outer: [[T; N]; N],
    /// L⁻¹ Dᵀ of what the accelerations differ by without constraint force.
    free: [T; N],
    joint: HandleJoint<T, N>,
}

/// What happens at a joint.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct JointMotion<T, const N: usize = 6> {
    /// The constraint force D F̃ on the outer piece.
    pub constraint: [T; N],
    /// Constraint force and drive on the outer piece; the inner piece gets its opposite.
    pub force: [T; N],
    /// Acceleration of handle 2 of the inner piece.
    pub inner: [T; N],
    /// Acceleration of handle 1 of the outer piece.
    pub outer: [T; N],
    /// u̇ in the leading numbers, one for each column of the joint's motion.
    pub acceleration: [T; N],
}

/// Joins two pieces [MukAnd06 (10)-(30)].
///
/// The force on the outer piece is F = D F̃ + w, w the wrench of the drive. With Φ = ζ₁₁ of the outer and ζ₂₂ of the inner piece
/// added, and X̂ = DᵀΦD = L Δ Lᵀ,
///
/// ```text
/// P₁ = L⁻¹ Dᵀ ζ₂₁ⁱ,   P₂ = L⁻¹ Dᵀ ζ₁₂ᵒ,   y = L⁻¹ Dᵀ (ζ₂₃ⁱ − ζ₁₃ᵒ + Ḣu − Φ w)
/// F̃ = L⁻ᵀ Δ⁻¹ (P₁ F₁ − P₂ F₂ + y)
/// Υ₁₁ = ζ₁₁ⁱ − P₁ᵀ Δ⁻¹ P₁     Υ₁₂ = P₁ᵀ Δ⁻¹ P₂     Υ₂₂ = ζ₂₂ᵒ − P₂ᵀ Δ⁻¹ P₂
/// Υ₁₃ = ζ₁₃ⁱ − ζ₁₂ⁱ w − P₁ᵀ Δ⁻¹ y               Υ₂₃ = ζ₂₃ᵒ + ζ₂₁ᵒ w + P₂ᵀ Δ⁻¹ y
/// ```
///
/// The paper hides the drive in the bias; so do we with w, which acts on both pieces. An error if X̂ is not positive definite,
/// which bodies with proper masses exclude.
pub fn assemble<T: Real, const N: usize>(
    inner: &TwoHandle<T, N>,
    outer: &TwoHandle<T, N>,
    joint: &HandleJoint<T, N>,
) -> Result<Assembly<T, N>, TwoHandleError<N>> {
    let d = joint.complement();
    let m = d.count();
    let (drive, driven) = (joint.drive(), joint.dof() > 0);
    let phi: [[T; N]; N] = symmetric(|i, j| outer.zeta_11[i][j] + inner.zeta_22[i][j]);
    let half = transposed(&phi.map(|row| d.project(&row)));
    let x = symmetric(|i, j| if j < m { d.project_row(j, &half[i]) } else { T::zero() });
    let factors = Ldl::new(&x, m)
        .map_err(|x| TwoHandleError::UndeterminedForce { direction: d.spread(&x).map(|x| x.value()) })?;

    let whiten = |column: [T; N]| {
        let mut p = d.project(&column);
        factors.forward(&mut p);
        p
    };
    // columns of ζ₂₁ are rows of ζ₁₂
    let p1 = inner.zeta_12.map(whiten);
    let p2 = transposed(&outer.zeta_12).map(whiten);
    let mut gap = add(&sub(&inner.zeta_23, &outer.zeta_13), joint.bias());
    if driven {
        gap = sub(&gap, &apply(&phi, drive));
    }
    let free = whiten(gap);

    let divided = |mut p: [T; N]| {
        factors.divide(&mut p);
        p
    };
    let (q1, q2) = (p1.map(divided), p2.map(divided));
    let mut handles =
        TwoHandle { zeta_12: [[T::zero(); N]; N], zeta_22: outer.zeta_22, zeta_23: outer.zeta_23, ..*inner };
    if m > 0 {
        let product = |x: &[T; N], y: &[T; N]| product(&x[..m], &y[..m]);
        handles.zeta_11 = symmetric(|i, j| inner.zeta_11[i][j] - product(&q1[i], &p1[j]));
        handles.zeta_12 = q1.map(|q| p2.map(|p| product(&q, &p)));
        handles.zeta_22 = symmetric(|i, j| outer.zeta_22[i][j] - product(&q2[i], &p2[j]));
        handles.zeta_13 = sub(&inner.zeta_13, &q1.map(|q| product(&q, &free)));
        handles.zeta_23 = add(&outer.zeta_23, &q2.map(|q| product(&q, &free)));
    }
    if driven {
        handles.zeta_13 = sub(&handles.zeta_13, &apply(&inner.zeta_12, drive));
        handles.zeta_23 = add(&handles.zeta_23, &apply_transpose(&outer.zeta_12, drive));
    }
    Ok(Assembly { handles, factors, inner: p1, outer: p2, free, joint: *joint })
}

/// x·y.
fn product<T: Real>(x: &[T], y: &[T]) -> T {
    let mut pairs = x.iter().zip(y);
    let first = pairs.next().map_or(T::zero(), |(x, y)| *x * *y);
    pairs.fold(first, |sum, (x, y)| x.mul_add(*y, sum))
}

impl<T: Real, const N: usize> Assembly<T, N> {
    /// What happens at the joint when these forces act on the handles of the assembly [MukAnd06 (17)-(19)]. The pieces are
    /// those it was made of.
    pub fn disassemble(
        &self,
        inner: &TwoHandle<T, N>,
        outer: &TwoHandle<T, N>,
        force_1: &[T; N],
        force_2: &[T; N],
    ) -> JointMotion<T, N> {
        let d = self.joint.complement();
        let mut measures = self.free;
        for (i, y) in measures.iter_mut().enumerate().take(d.count()) {
            for k in 0..N {
                *y = self.inner[k][i].mul_add(force_1[k], *y);
                *y = self.outer[k][i].neg_mul_add(force_2[k], *y);
            }
        }
        self.factors.divide(&mut measures);
        self.factors.backward(&mut measures);
        let constraint = d.spread(&measures);
        let force = add(&constraint, self.joint.drive());
        let inner = inner.acceleration_2(force_1, &force.map(|f| -f));
        let outer = outer.acceleration_1(&force, force_2);
        let acceleration = self.joint.acceleration(&sub(&outer, &inner));
        JointMotion { constraint, force, inner, outer, acceleration }
    }
}
