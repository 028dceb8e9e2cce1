//! Closing of loops: rank-revealing, with multipliers of least norm.
//!
//! The paper assumes that the matrix of [MukAnd06 (42)] is positive definite. It is singular if constraints are redundant or the
//! configuration is singular. Here the constraints Q of one place, all of whose ends are within one piece, are solved as
//!
//! ```text
//! λ = −C_QQ⁺ (T_Q A + C_QK f_K + b_Q + β)
//! ```
//!
//! with the minimum-norm pseudo-inverse; β are the rates of the constraints at rest minus their targets. The result has the same
//! form with the channels K.

use denoc_math::dense::Semidefinite;
use denoc_math::{Real, Twist, Wrench};

use super::channels::{Channels, Seat, symmetric};
use crate::loops::Row;

/// Pivots smaller than this, relative to the size of what was added up in the diagonal, count as zero. The matrix is a product
/// J I⁻¹ Jᵀ, so that is a millionth in J; rounding leaves about 1e-15 per link.
const TOLERANCE: f64 = 1e-12;
/// Accelerations are refused where a pivot does not exceed the bound by this factor: rounding would leave them fewer than about
/// five digits.
const DOUBT: f64 = 100.0;

/// A channel at a place.
#[derive(Copy, Clone, Debug)]
pub(super) struct Member {
    pub(super) slot: usize,
    pub(super) channel: Channel,
    /// Its number among those that its piece or joint of pieces knows.
    pub(super) local: usize,
}

/// The type of a channel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// One of the six of the outer handle.
    Outer(usize),
    /// A condition of a closure.
    Row(usize),
}

/// The constraints of a model at a state.
#[derive(Copy, Clone, Debug)]
pub(super) struct Conditions<'a, T> {
    pub(super) rows: &'a [Row<T>],
    /// β.
    pub(super) beta: &'a [T],
    pub(super) units: &'a [T],
    /// The largest number of independent constraints, by cluster.
    pub(super) ranks: &'a [usize],
}

/// The constraints that are enforced at one place.
#[derive(Clone, Debug)]
pub(super) struct Closing<T> {
    close: Vec<Member>,
    /// The conditions by their numbers in the model.
    rows: Vec<usize>,
    /// The channels that stay open.
    keep: Vec<Member>,
    /// The cluster of loops whose conditions these are, if they are all of them.
    cluster: Option<usize>,
    system: Semidefinite<T>,
    solution: Vec<Response<T>>,
    gaps: Vec<Response<T>>,
    x: Vec<T>,
    gap: Vec<T>,
    lambda: Vec<T>,
    contradiction: f64,
    /// What pivots must exceed, and the largest of them.
    bound: f64,
    largest: f64,
}

/// How one number depends on A and f_K: z_A·A + z_K·f_K + z₀.
#[derive(Clone, Debug)]
struct Response<T> {
    base: [T; 6],
    kept: Vec<T>,
    constant: T,
}

impl<T: Real> Response<T> {
    fn new(kept: usize) -> Self {
        Self { base: [T::zero(); 6], kept: vec![T::zero(); kept], constant: T::zero() }
    }

    fn of(&self, a: Twist<T>, keep: &[Member], f: &[T]) -> T {
        let sum = a.dot(Wrench::from_array(self.base)) + self.constant;
        self.kept.iter().zip(keep).fold(sum, |sum, (&z, member)| z.mul_add(f[member.local], sum))
    }
}

impl<T: Real> Closing<T> {
    pub(super) fn new(close: Vec<Member>, keep: Vec<Member>, cluster: Option<usize>) -> Self {
        let (m, zero) = (close.len(), T::zero());
        let row = |member: &Member| if let Channel::Row(row) = member.channel { row } else { usize::MAX };
        Self {
            rows: close.iter().map(row).collect(),
            system: Semidefinite::new(m),
            solution: vec![Response::new(keep.len()); m],
            gaps: vec![Response::new(keep.len()); m],
            x: vec![zero; m],
            gap: vec![zero; m],
            lambda: vec![zero; m],
            contradiction: 0.0,
            bound: 0.0,
            largest: 0.0,
            close,
            keep,
            cluster,
        }
    }

    /// Enforces the constraints; updates `seat` and `channels`.
    #[inline(never)]
    pub(super) fn close(&mut self, seat: &mut Seat<T>, channels: &mut Channels<T>, given: &Conditions<'_, T>) {
        let m = self.close.len();
        let scale = |i: usize| given.units[self.rows[i]].recip();
        for i in 0..m {
            for j in 0..=i {
                let c = channels.c(self.close[i].slot, self.close[j].slot);
                self.system.set(i, j, c * scale(i) * scale(j));
            }
        }
        let largest = self.close.iter().enumerate().map(|(i, x)| channels.scale[x.slot] * scale(i).square().value());
        let limit = self.cluster.map_or(usize::MAX, |cluster| given.ranks[cluster]);
        self.bound = TOLERANCE * largest.fold(0.0, f64::max);
        self.largest = (0..m).map(|i| self.system.at(i, i).value()).fold(0.0, f64::max);
        self.system.factor(self.bound, limit);
        // columns: six of the base, those kept, the constant
        let kept = self.keep.len();
        for column in 0..7 + kept {
            for i in 0..m {
                let slot = self.close[i].slot;
                let x = match column {
                    0..6 => channels.rows[slot].to_array()[column],
                    6 => channels.b[slot] + given.beta[self.rows[i]],
                    _ => channels.c(slot, self.keep[column - 7].slot),
                };
                self.x[i] = x * scale(i);
            }
            self.system.solve(&mut self.x, &mut self.gap);
            for i in 0..m {
                let z = self.x[i] * scale(i);
                let gap = self.gap[i] * given.units[self.rows[i]];
                match column {
                    0..6 => (self.solution[i].base[column], self.gaps[i].base[column]) = (z, gap),
                    6 => (self.solution[i].constant, self.gaps[i].constant) = (z, gap),
                    _ => (self.solution[i].kept[column - 7], self.gaps[i].kept[column - 7]) = (z, gap),
                }
            }
        }
        let mut inertia = seat.inertia.to_matrix();
        for (member, z) in self.close.iter().zip(&self.solution) {
            let row = channels.rows[member.slot];
            let t = row.to_array();
            for (inertia, &t) in inertia.iter_mut().zip(&t) {
                for (entry, &z) in inertia.iter_mut().zip(&z.base) {
                    *entry = t.mul_add(z, *entry);
                }
            }
            seat.wrench = row.mul_add(z.constant, seat.wrench);
        }
        seat.inertia = symmetric(&inertia);
        for (k, keep) in self.keep.iter().enumerate() {
            for (member, z) in self.close.iter().zip(&self.solution) {
                let c = channels.c(keep.slot, member.slot);
                channels.rows[keep.slot] = Wrench::from_array(z.base).neg_mul_add(c, channels.rows[keep.slot]);
                channels.b[keep.slot] = c.neg_mul_add(z.constant, channels.b[keep.slot]);
                for (j, other) in self.keep.iter().enumerate().take(k + 1) {
                    let rest = c.neg_mul_add(z.kept[j], channels.c(keep.slot, other.slot));
                    *channels.c_mut(keep.slot, other.slot) = rest;
                    *channels.c_mut(other.slot, keep.slot) = rest;
                }
            }
        }
    }

    /// Computes the multipliers from the twist-rate of the place and the forces of the remaining channels, and adds them to these
    /// forces.
    pub(super) fn open(&mut self, a: Twist<T>, f: &mut [T]) {
        self.contradiction = 0.0;
        for (i, member) in self.close.iter().enumerate() {
            self.lambda[i] = -self.solution[i].of(a, &self.keep, f);
            f[member.local] = self.lambda[i];
        }
        for &i in self.system.dropped() {
            self.contradiction = self.contradiction.max(self.gaps[i].of(a, &self.keep, f).value().abs());
        }
    }

    /// The multipliers, by condition.
    pub(super) fn lambda(&self) -> impl Iterator<Item = (usize, T)> {
        self.rows.iter().copied().zip(self.lambda.iter().copied())
    }

    /// The report on the solution.
    pub(super) fn report(&self) -> ClosingReport {
        let mut null = vec![T::zero(); self.rows.len()];
        let direction = |which: usize| {
            self.system.null(which, &mut null);
            null.iter().map(|x| x.value()).collect()
        };
        ClosingReport {
            rows: self.rows.clone(),
            rank: self.system.rank(),
            smallest_pivot: self.system.smallest(),
            contradiction: self.contradiction,
            dropped: (0..self.system.dropped().len()).map(direction).collect(),
        }
    }

    /// Rank, smallest pivot, contradiction.
    pub(super) fn numbers(&self) -> (usize, f64, f64) {
        (self.system.rank(), self.system.smallest(), self.contradiction)
    }

    /// Whether a constraint that counts as independent is hardly more than rounding. Whether those that do not count depend on the
    /// others is for the rows of J to decide.
    pub(super) fn is_unresolved(&self) -> bool {
        self.system.rank() > 0 && self.system.smallest() * self.largest < DOUBT * self.bound
    }
}

/// Diagnostics of one place where loops are closed, computed by [`Odca`](super::Odca).
#[derive(Clone, Debug, PartialEq)]
pub struct ClosingReport {
    /// The constraints enforced together, as numbered by [`crate::loops::Loops::rows`].
    pub rows: Vec<usize>,
    /// Number of independent constraints in this configuration.
    pub rank: usize,
    /// The smallest accepted pivot, relative to the largest; proportional to the square of the distance from a singular
    /// configuration.
    pub smallest_pivot: f64,
    /// The largest residual of the dropped constraints, rad/s² or m/s²: at the level of rounding errors if the speeds belong to a
    /// branch of motion.
    pub contradiction: f64,
    /// Combinations of the constraints (each divided by its unit) that do not affect accelerations: multipliers along them cause no
    /// motion, and those of least norm were chosen.
    pub dropped: Vec<Vec<f64>>,
}
