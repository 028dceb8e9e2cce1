//! A piece with both its ends on the ground.

use denoc_math::Real;

use super::ends::{ClosureRank, Ends};
use super::small::{add, sub};
use super::{HandleJoint, TwoHandle};

/// What [`close_on_ground`] finds.
#[derive(Copy, Clone, Debug)]
pub struct OnGround<T, const N: usize = 6> {
    /// The constraint forces D F̃ on the piece at its handles.
    pub constraints: [[T; N]; 2],
    /// Constraint forces and drives.
    pub forces: [[T; N]; 2],
    /// The accelerations of its handles.
    pub handles: [[T; N]; 2],
    /// u̇ of both joints in the leading numbers.
    pub accelerations: [[T; N]; 2],
    /// How many conditions were independent, and whether all could be met.
    pub rank: ClosureRank<T, N>,
}

/// Holds a piece at both handles by joints on the ground, a single loop [MukAnd06 (31)-(42)]:
///
/// ```text
/// Dᵀ ζ D F̃ = −Dᵀ (ζ₃ + ζ w − Ḣu),     F = D F̃ + w
/// ```
///
/// with both ends on top of each other. Dᵀ ζ D is only semidefinite [MukAnd06 (42)], in singular poses and where conditions
/// repeat others, so F̃ is the solution of least norm. An open chain is the case with [`HandleJoint::free`] at its end.
pub fn close_on_ground<T: Real, const N: usize>(
    piece: &TwoHandle<T, N>,
    base: &HandleJoint<T, N>,
    tip: &HandleJoint<T, N>,
) -> OnGround<T, N> {
    let ends = Ends([base, tip]);
    let [w1, w2] = ends.drives();
    // without constraint forces
    let [a1, a2] = piece.accelerations(&w1, &w2);
    let right = ends.project(&[sub(base.bias(), &a1), sub(tip.bias(), &a2)]);
    let solver = ends.matrix(piece);
    let measures = solver.solve(&right);
    let rank = ends.judge(&solver, &right, &measures, &[&a1, &a2, base.bias(), tip.bias()]);
    let constraints = ends.spread(&measures);
    let forces = [add(&constraints[0], &w1), add(&constraints[1], &w2)];
    let handles = piece.accelerations(&forces[0], &forces[1]);
    OnGround { constraints, forces, handles, accelerations: ends.accelerations(&handles), rank }
}
