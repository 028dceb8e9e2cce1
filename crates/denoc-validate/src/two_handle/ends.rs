//! What both closures share: two joints at once.

use denoc_math::Real;

use super::semidefinite::{MOST, Semidefinite};
use super::small::{symmetric, transposed};
use super::{HandleJoint, TwoHandle};

/// Beyond this part of the accelerations in play, what no force can supply is not rounding.
const CONTRADICTION: f64 = 1e-6;

/// How many conditions of a closure are independent, and whether they can all be met.
#[derive(Copy, Clone, Debug)]
pub struct ClosureRank<T, const N: usize = 6> {
    rank: usize,
    rows: usize,
    unmet: f64,
    scale: f64,
    dropped: [[[T; N]; 2]; MOST],
}

impl<T: Real, const N: usize> ClosureRank<T, N> {
    /// Independent conditions.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// All conditions: the numbers of columns of both complements.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The forces without effect, one pair for each condition that depends on others: forces on the piece at its handles 1 and
    /// 2 that accelerate nothing. The closure chose constraint forces of least norm, in measure numbers.
    pub fn dropped(&self) -> &[[[T; N]; 2]] {
        &self.dropped[..self.rows - self.rank]
    }

    /// The largest acceleration across the joints that no constraint force can supply (rad/s², m/s²): rounding, unless the
    /// speeds contradict the closure.
    pub fn unmet(&self) -> f64 {
        self.unmet
    }

    /// Whether [`ClosureRank::unmet`] is more than rounding: no acceleration keeps the loop closed. In a singular pose that
    /// means speeds of no branch of motion.
    pub fn contradicts(&self) -> bool {
        // NaN contradicts
        self.unmet > CONTRADICTION * self.scale || self.unmet.is_nan()
    }
}

/// Two joints at the two handles of a piece.
pub(super) struct Ends<'a, T, const N: usize>(pub(super) [&'a HandleJoint<T, N>; 2]);

impl<T: Real, const N: usize> Ends<'_, T, N> {
    fn counts(&self) -> [usize; 2] {
        // both ends must fit into the memory of the solver
        const { assert!(2 * N <= MOST) };
        self.0.map(|joint| joint.complement().count())
    }

    /// Dᵀ ζ D, which the paper calls χ and takes for positive definite [MukAnd06 (42)].
    pub(super) fn matrix(&self, z: &TwoHandle<T, N>) -> Semidefinite<T> {
        let [n1, n2] = self.counts();
        let [d1, d2] = self.0.map(HandleJoint::complement);
        // D₁ᵀ ζ₁₁, D₁ᵀ ζ₁₂, D₂ᵀ ζ₂₂
        let h11 = transposed(&z.zeta_11.map(|row| d1.project(&row)));
        let h12 = transposed(&transposed(&z.zeta_12).map(|column| d1.project(&column)));
        let h22 = transposed(&z.zeta_22.map(|row| d2.project(&row)));
        let matrix = symmetric(|i, j| match (i < n1, j < n1) {
            _ if j >= n1 + n2 => T::zero(),
            (true, true) => d1.project_row(j, &h11[i]),
            (true, false) => d2.project_row(j - n1, &h12[i]),
            _ => d2.project_row(j - n1, &h22[i - n1]),
        });
        Semidefinite::new(matrix, n1 + n2)
    }

    /// Dᵀ x.
    pub(super) fn project(&self, x: &[[T; N]; 2]) -> [T; MOST] {
        let mut y = [T::zero(); MOST];
        let mut start = 0;
        for ((joint, x), count) in self.0.iter().zip(x).zip(self.counts()) {
            y[start..start + count].copy_from_slice(&joint.complement().project(x)[..count]);
            start += count;
        }
        y
    }

    /// D y.
    pub(super) fn spread(&self, y: &[T; MOST]) -> [[T; N]; 2] {
        let mut start = 0;
        let mut x = [[T::zero(); N]; 2];
        for ((joint, x), count) in self.0.iter().zip(&mut x).zip(self.counts()) {
            let mut part = [T::zero(); N];
            part[..count].copy_from_slice(&y[start..start + count]);
            *x = joint.complement().spread(&part);
            start += count;
        }
        x
    }

    /// The wrenches of the drives.
    pub(super) fn drives(&self) -> [[T; N]; 2] {
        self.0.map(|joint| *joint.drive())
    }

    /// u̇ of both joints.
    pub(super) fn accelerations(&self, relative: &[[T; N]; 2]) -> [[T; N]; 2] {
        [self.0[0].acceleration(&relative[0]), self.0[1].acceleration(&relative[1])]
    }

    /// The judgement of a solution of `right`; `in_play` are accelerations it is measured by.
    pub(super) fn judge(
        &self,
        solver: &Semidefinite<T>,
        right: &[T; MOST],
        solution: &[T; MOST],
        in_play: &[&[T; N]],
    ) -> ClosureRank<T, N> {
        let (rank, rows) = (solver.rank(), solver.size());
        let mut dropped = [[[T::zero(); N]; 2]; MOST];
        for (k, pair) in dropped.iter_mut().enumerate().take(rows - rank) {
            *pair = self.spread(&solver.null(k));
        }
        let scale = in_play.iter().flat_map(|x| x.iter()).fold(0.0, |m: f64, x| m.max(x.value().abs()));
        ClosureRank { rank, rows, unmet: solver.unmet(right, solution), scale, dropped }
    }
}
