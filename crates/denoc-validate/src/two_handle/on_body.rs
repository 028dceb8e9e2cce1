//! A piece with both its ends on one body: a loop inside a greater mechanism.

use denoc_math::Real;

use super::ends::{ClosureRank, Ends};
use super::semidefinite::{MOST, Semidefinite};
use super::small::{add, sub, transposed};
use super::{HandleJoint, TwoHandle};

/// What [`close_on_body`] makes of a body and the piece that closes a loop on it.
#[derive(Copy, Clone, Debug)]
pub struct OnBody<T, const N: usize = 6> {
    /// Both as one piece, with the handles of the body.
    pub handles: TwoHandle<T, N>,
    /// How many conditions were independent, and whether all could be met.
    pub rank: ClosureRank<T, N>,
    solver: Semidefinite<T>,
    /// K: what the accelerations differ by without forces on the handles, but those of the drives.
    constant: [T; MOST],
    joints: [HandleJoint<T, N>; 2],
}

/// What happens in the loop.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LoopMotion<T, const N: usize = 6> {
    /// The constraint forces D F̃ on the piece at its handles.
    pub constraints: [[T; N]; 2],
    /// Constraint forces and drives on the piece; the body gets their opposites.
    pub forces: [[T; N]; 2],
    /// The accelerations of the handles of the body.
    pub body: [[T; N]; 2],
    /// The accelerations of the handles of the piece.
    pub piece: [[T; N]; 2],
    /// u̇ of both joints in the leading numbers.
    pub accelerations: [[T; N]; 2],
}

/// Joins handle 1 of a piece to handle 1 of a body and handle 2 to handle 2 [MukAnd06 (43)-(72)]. The body is the inner side
/// of both joints.
///
/// With Φ = ζ of the body and of the piece added, Y = Dᵀ ζ of the body and K = Dᵀ (bias of the body − that of the piece + Ḣu − Φ w),
/// the forces on the piece are D F̃ + w, F̃ = (Dᵀ Φ D)⁺ (Y F + K) for forces F on the handles, and of both as one piece
///
/// ```text
/// ζ ← ζ − Yᵀ (DᵀΦD)⁺ Y,     bias ← bias − ζ w − Yᵀ (DᵀΦD)⁺ K
/// ```
///
/// ζ D = Yᵀ in the bias is missing in print [MukAnd06 (71)-(72)]. DᵀΦD is only semidefinite. Redundant conditions do no
/// harm: a force pair without effect on the loop has none on the body.
pub fn close_on_body<T: Real, const N: usize>(
    body: &TwoHandle<T, N>,
    piece: &TwoHandle<T, N>,
    base: &HandleJoint<T, N>,
    tip: &HandleJoint<T, N>,
) -> OnBody<T, N> {
    let ends = Ends([base, tip]);
    let [w1, w2] = ends.drives();
    let mut phi = *piece;
    for (sum, term) in
        [(&mut phi.zeta_11, &body.zeta_11), (&mut phi.zeta_12, &body.zeta_12), (&mut phi.zeta_22, &body.zeta_22)]
    {
        for (sum, term) in sum.iter_mut().flatten().zip(term.iter().flatten()) {
            *sum += *term;
        }
    }
    let solver = ends.matrix(&phi);
    let away = body.accelerations(&w1.map(|w| -w), &w2.map(|w| -w));
    let driven = piece.accelerations(&w1, &w2);
    let gap = |k: usize, joint: &HandleJoint<T, N>| add(&sub(&away[k], &driven[k]), joint.bias());
    let constant = ends.project(&[gap(0, base), gap(1, tip)]);
    let rank = {
        let solution = solver.solve(&constant);
        let in_play = [&away[0], &away[1], &driven[0], &driven[1], base.bias(), tip.bias()];
        ends.judge(&solver, &constant, &solution, &in_play)
    };

    // Q = (ΛᵀΛ)⁻¹ Λᵀ Y, so that Yᵀ A⁺ Y = Qᵀ Δ⁻¹ Q: symmetric whatever rounding does
    let columns_2 = transposed(&body.zeta_12);
    let q1: [[T; MOST]; N] = std::array::from_fn(|j| solver.reduce(&ends.project(&[body.zeta_11[j], body.zeta_12[j]])));
    let q2: [[T; MOST]; N] = std::array::from_fn(|j| solver.reduce(&ends.project(&[columns_2[j], body.zeta_22[j]])));
    let q3 = solver.divide(&solver.reduce(&constant));
    let (d1, d2) = (q1.map(|q| solver.divide(&q)), q2.map(|q| solver.divide(&q)));
    let product = |x: &[T; MOST], y: &[T; MOST]| {
        x.iter().zip(y).take(solver.rank()).fold(T::zero(), |sum, (x, y)| x.mul_add(*y, sum))
    };
    let mut handles = TwoHandle { zeta_13: away[0], zeta_23: away[1], ..*body };
    for i in 0..N {
        for j in 0..N {
            handles.zeta_11[i][j] -= product(&d1[i], &q1[j]);
            handles.zeta_12[i][j] -= product(&d1[i], &q2[j]);
            handles.zeta_22[i][j] -= product(&d2[i], &q2[j]);
        }
        handles.zeta_13[i] -= product(&q1[i], &q3);
        handles.zeta_23[i] -= product(&q2[i], &q3);
    }
    OnBody { handles, rank, solver, constant, joints: [*base, *tip] }
}

impl<T: Real, const N: usize> OnBody<T, N> {
    /// What happens in the loop when these forces act on the handles of the body [MukAnd06 (64)-(65)]. Body and piece are those
    /// it was made of.
    pub fn disassemble(
        &self,
        body: &TwoHandle<T, N>,
        piece: &TwoHandle<T, N>,
        force_1: &[T; N],
        force_2: &[T; N],
    ) -> LoopMotion<T, N> {
        let ends = Ends([&self.joints[0], &self.joints[1]]);
        let still = [T::zero(); N];
        let forced = TwoHandle { zeta_13: still, zeta_23: still, ..*body }.accelerations(force_1, force_2);
        let mut right = ends.project(&forced);
        right.iter_mut().zip(&self.constant).for_each(|(right, k)| *right += *k);
        let constraints = ends.spread(&self.solver.solve(&right));
        let [w1, w2] = ends.drives();
        let forces = [add(&constraints[0], &w1), add(&constraints[1], &w2)];
        let body = body.accelerations(&sub(force_1, &forces[0]), &sub(force_2, &forces[1]));
        let piece = piece.accelerations(&forces[0], &forces[1]);
        let relative = [sub(&piece[0], &body[0]), sub(&piece[1], &body[1])];
        LoopMotion { constraints, forces, body, piece, accelerations: ends.accelerations(&relative) }
    }
}
