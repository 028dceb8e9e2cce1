//! Closed loops: kinematics of the closures, forward dynamics by several algorithms with one interface, inverse dynamics, reactions.
//!
//! A model with loops is a spanning tree with [closures](denoc_model::Closure): joints where loops are cut, couplings, cams,
//! rods, rolling wheels. They require J v = 0 and, at the level of coordinates, vanishing residuals. No Jacobian is written by
//! hand: each constraint is a pair of unit wrenches, from which the natural orthogonal complement of the tree gives the row of J
//! ([`Row`]). The equations of motion [Saha13 (50)] are
//!
//! ```text
//! I q̈ + h = τ + Jᵀ λ,      J q̈ + J̇ v = 0
//! ```
//!
//! | Algorithm | Idea |
//! |---|---|
//! | [`LoopMethod::Multipliers`] | J I⁻¹ Jᵀ from the UDUᵀ recursion, rank-revealing, multipliers of least norm |
//! | [`LoopMethod::Reduced`] | independent speeds through an orthonormal complement of J |
//! | [`LoopMethod::Proximal`] | regularised multipliers, refined iteratively |
//! | [`LoopMethod::Modular`] | each cluster of loops is one joint of the recursion: linear in the number of small loops |
//! | [`LoopMethod::Uncut`] | all joints of a loop keep their rates; the passive ones follow from the active ones by recursion |
//! | [`LoopMethod::Odca`] | pieces of the mechanism are assembled pairwise ([`crate::odca`]): linear in links and in loops that close locally |

mod consistent;
mod decomposed;
mod derivatives;
mod inverse;
mod method;
mod modular;
mod multipliers;
mod odca;
mod planar;
mod proximal;
mod reactions;
mod reduced;
mod rows;
mod scaled_row;
#[cfg(test)]
pub(crate) mod tests;
mod uncut;
mod whiten;

use denoc_math::{Real, Twist, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{Closure, ClosureId, LinkId, Model};

use crate::checks::length;
use crate::stages::{Position, Velocity};
use crate::{DynamicsError, Loads, ModelSize};

pub use derivatives::{Driven, LoopDerivatives};
pub use inverse::{Actuation, InverseOutcome, LoopInverse, Strategy, Subsystem};
pub use method::{LoopMethod, LoopMethodInfo};
pub(crate) use modular::generic;
pub use planar::PlanarForward;
pub use reactions::{Reaction, ReactionAxes, Reactions, SelfStresses, self_stresses};
pub use rows::Row;
pub(crate) use rows::{Motion, Rows};
pub use scaled_row::ZERO_ROW;

/// Pivots below this fraction of the largest count as zero when ranks are determined.
pub const RANK_TOLERANCE: f64 = 1e-9;

/// The kinematics of the closures of one model: rows, residuals, Jacobian, bias. Buffers are allocated once.
///
/// ```
/// use denoc_dynamics::Workspace;
/// use denoc_dynamics::loops::Loops;
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// // two pendulums on one axis, geared to each other: second = first + 0.5 rad
/// let z = Vec3::new(0.0, 0.0, 1.0);
/// let rod = MassProperties::rod(1.0, 1.0, Vec3::new(1.0, 0.0, 0.0));
/// let model = Description::new("pair")
///     .link("a", rod)
///     .link("b", rod)
///     .joint("first", "ground", "a", Joint::revolute(z), Pose::identity())
///     .joint("second", "ground", "b", Joint::revolute(z), Pose::identity())
///     .coupling("second", "first", 1.0, 0.5)
///     .build()?;
/// let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
/// let position = ws.position(&model, &[0.1, 0.7])?;
/// loops.place(&position);
/// let (mut residual, mut jacobian) = ([0.0], [0.0; 2]);
/// loops.residuals(&position, &mut residual)?;
/// loops.jacobian(&position, &mut jacobian)?;
/// assert!((residual[0] - 0.1).abs() < 1e-15);
/// assert_eq!(jacobian, [-1.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Loops<T> {
    pub(crate) rows: Rows<T>,
    pub(crate) rates: Vec<Twist<T>>,
    pub(crate) size: f64,
    /// The divisors of residuals before ranks are determined: 1 for angles, the size of the mechanism for lengths.
    pub(crate) units: Vec<T>,
    /// 1 for speeds of angles, the size of the mechanism for those of lengths.
    pub(crate) speed_units: Vec<T>,
}

impl<T: Real> Loops<T> {
    /// Allocates the buffers for a model.
    #[inline(never)]
    pub fn new(model: &Model<T>) -> Self {
        let rows = Rows::new(model);
        let size = size(model);
        let unit = |row: &Row<T>| if row.unit == Unit::Length { T::lift(size) } else { T::one() };
        let units = rows.rows.iter().map(unit).collect();
        let speed_unit = |unit: &Unit| if *unit == Unit::Length { T::lift(size) } else { T::one() };
        let speed_units = model.links().iter().flat_map(|link| link.joint.v_units()).map(speed_unit).collect();
        Self { rows, rates: vec![Twist::zero(); model.links().len()], size, units, speed_units }
    }

    /// Number of scalar constraints.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows at the last position passed to [`Loops::place`].
    pub fn rows(&self) -> &[Row<T>] {
        &self.rows.rows
    }

    /// The rows of one closure.
    pub fn rows_of(&self, closure: ClosureId) -> core::ops::Range<usize> {
        self.rows.first[closure.0]..self.rows.first[closure.0 + 1]
    }

    /// Directions of the rows of a cut joint, as wrenches in the axes of its moving frame; empty for other closures.
    pub fn directions(&self, closure: ClosureId) -> &[Wrench<T>] {
        self.rows.cut(closure).map_or(&[], |cut| cut.directions())
    }

    /// Computes the rows at a position.
    pub fn place(&mut self, stage: &Position<'_, T>) {
        self.rows.place(stage.model, &stage.ws.kinematics, stage.q);
    }

    /// The residual of each constraint, rad or m; zero for constraints on speeds only.
    #[inline(never)]
    pub fn residuals(&self, stage: &Position<'_, T>, out: &mut [T]) -> Result<(), DynamicsError> {
        length(stage.model, "residuals", out.len(), self.count())?;
        self.rows.residuals(stage.model, &stage.ws.kinematics, stage.q, out);
        Ok(())
    }

    /// J, m×nv by rows [Saha13 (52)].
    #[inline(never)]
    pub fn jacobian(&self, stage: &Position<'_, T>, out: &mut [T]) -> Result<(), DynamicsError> {
        length(stage.model, "loop jacobian", out.len(), self.count() * stage.model.nv())?;
        self.rows.jacobian(stage.model, &stage.ws.kinematics, out);
        Ok(())
    }

    /// Calls `add` with the entries of one row of J that may be nonzero: those of the joints of its loop.
    pub fn jacobian_row(&self, stage: &Position<'_, T>, row: usize, add: impl FnMut(usize, T)) {
        self.rows.sweep(stage.model, &stage.ws.kinematics, &self.rows.rows[row], add);
    }

    /// The size of the mechanism, m: the largest of the distances between two joints of a link, the lengths of rods and the radii
    /// of wheels; 1 m if there are none.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// The divisors that make residuals comparable: 1 for angles, the size of the mechanism (its longest link) for lengths.
    pub fn units(&self) -> &[T] {
        &self.units
    }

    /// The divisors that make speeds comparable: 1 for angles, the size of the mechanism for lengths.
    pub fn speed_units(&self) -> &[T] {
        &self.speed_units
    }

    /// The sum of all speeds (or accelerations) without units, of joints outside the loops too. Rates of closures are differences of
    /// the motions of links, and these are rounded in proportion to it.
    pub fn pace(&self, v: &[T]) -> f64 {
        v.iter().zip(&self.speed_units).map(|(v, unit)| (v.value() / unit.value()).abs()).sum()
    }

    /// J̇ v.
    pub fn bias(&mut self, stage: &Velocity<'_, T>, out: &mut [T]) -> Result<(), DynamicsError> {
        length(stage.model, "loop bias", out.len(), self.count())?;
        self.rates(stage, None, out);
        Ok(())
    }

    /// d(J v)/dt for accelerations `a` (`None`: zero).
    pub(crate) fn rates(&mut self, stage: &Velocity<'_, T>, a: Option<&[T]>, out: &mut [T]) {
        let (model, k) = (stage.model, &stage.ws.kinematics);
        let still = denoc_math::Vec3::zero();
        crate::inverse::rates(model, k, stage.state(), a, still, &mut self.rates);
        let motion = Motion { q: stage.q, v: stage.v, a, rates: &self.rates };
        self.rows.rates(model, k, motion, out);
    }

    /// Checks that coordinates and speeds satisfy the closures; allocates memory for the rows only, also for long loops.
    pub fn check_state(&mut self, stage: &Velocity<'_, T>) -> Result<(), DynamicsError> {
        self.place(stage);
        let mut rows = vec![T::zero(); self.count()];
        self.residuals(stage, &mut rows)?;
        consistent::check(stage.model, self, "q", &rows, |i| self.units[i].value(), 0.0)?;
        let mut terms = vec![0.0; self.count()];
        for (i, (rate, terms)) in rows.iter_mut().zip(&mut terms).enumerate() {
            *rate = T::zero();
            self.jacobian_row(stage, i, |s, x| {
                *rate = x.mul_add(stage.v[s], *rate);
                *terms += (x * stage.v[s]).value().abs();
            });
        }
        consistent::check(stage.model, self, "v", &rows, |i| terms[i], self.pace(stage.v))
    }

    /// Adds the forces of multipliers λ: wrenches on the links (in link axes, about the link's origin) and joint forces.
    pub fn add_forces(&self, lambda: &[T], wrenches: &mut [Wrench<T>], tau: &mut [T]) {
        for (row, &lambda) in self.rows.rows.iter().zip(lambda) {
            for &(link, wrench) in row.wrenches.iter().flatten() {
                wrenches[link.0] = wrench.mul_add(lambda, wrenches[link.0]);
            }
            for &(s, c) in row.speeds.iter().flatten() {
                tau[s] = c.mul_add(lambda, tau[s]);
            }
        }
    }

    /// The wrench that the parent's side of a closure exerts on the child's side, in the child's link axes about its origin;
    /// `None` for couplings of joints, and where the child is the ground.
    pub fn wrench(&self, closure: ClosureId, lambda: &[T]) -> Option<(LinkId, Wrench<T>)> {
        let range = self.rows_of(closure);
        let mut total: Option<(LinkId, Wrench<T>)> = None;
        for (row, &lambda) in self.rows.rows[range.clone()].iter().zip(&lambda[range]) {
            let (link, wrench) = row.wrenches[1]?;
            let so_far = total.map_or(Wrench::zero(), |x| x.1);
            total = Some((link, wrench.mul_add(lambda, so_far)));
        }
        total
    }

    /// Coordinates of a cut joint, computed from the pose of its frames; angles are near zero, without full turns. Empty for other
    /// closures.
    pub fn cut_coordinates(&self, model: &Model<T>, closure: ClosureId) -> Vec<T> {
        match (&model.closures()[closure.0], self.rows.cut(closure)) {
            (Closure::Joint(joint), Some(cut)) => cut.coordinates(joint)[..joint.joint.q_units().len()].to_vec(),
            (Closure::Joint(_), None) | (Closure::Constraint(_), _) => Vec::new(),
        }
    }

    /// The twist of the moving frame of a cut joint relative to its fixed one, in the axes of the moving frame.
    pub fn relative_twist(&self, stage: &Velocity<'_, T>, closure: ClosureId) -> Option<Twist<T>> {
        match (&stage.model.closures()[closure.0], self.rows.cut(closure)) {
            (Closure::Joint(joint), Some(cut)) => Some(cut.relative_twist(&stage.ws.kinematics, joint)),
            (Closure::Joint(_), None) | (Closure::Constraint(_), _) => None,
        }
    }

    /// The rate of [`Loops::relative_twist`] for accelerations `a`, less the part that the columns P of the cut joint cause by changing:
    /// P times the accelerations of that joint.
    pub fn relative_rate(&mut self, stage: &Velocity<'_, T>, a: &[T], closure: ClosureId) -> Option<Twist<T>> {
        let (model, k) = (stage.model, &stage.ws.kinematics);
        crate::inverse::rates(model, k, stage.state(), Some(a), denoc_math::Vec3::zero(), &mut self.rates);
        match (&model.closures()[closure.0], self.rows.cut(closure)) {
            (Closure::Joint(joint), Some(cut)) => Some(cut.own_rate(k, &self.rates, joint)),
            (Closure::Joint(_), None) | (Closure::Constraint(_), _) => None,
        }
    }
}

/// See [`Loops::size`].
fn size<T: Real>(model: &Model<T>) -> f64 {
    // the position of a mechanism on the ground does not affect its size
    let placements = model.links().iter().filter(|l| l.parent.is_some()).map(|l| l.placement.position);
    let frames = model.closures().iter().filter_map(Closure::ends).flatten();
    let frames = frames.filter(|frame| frame.link.is_some()).map(|frame| frame.pose.position);
    let ways = placements.chain(frames).map(|p| p.dot(p).value().sqrt());
    let others = model.closures().iter().filter_map(|closure| closure.length().map(|x| x.value()));
    let longest = ways.chain(others).fold(0.0, f64::max);
    if longest > 0.0 && longest.is_finite() { longest } else { 1.0 }
}

/// Diagnostics of a solution of forward dynamics with loops, computed by [`LoopForward::forward`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LoopOutcome {
    /// Number of independent constraints in this configuration.
    pub rank: usize,
    /// The smallest accepted pivot, relative to the largest: the distance from a singular configuration.
    pub smallest_pivot: f64,
    /// The largest inconsistency of the constraints, rad/s² or m/s²; at the level of rounding errors in states that satisfy the
    /// closures.
    pub contradiction: f64,
}

/// Forward dynamics of mechanisms with loops.
#[derive(Clone, Debug)]
pub struct LoopForward<T> {
    size: ModelSize,
    pub(crate) loops: Loops<T>,
    solver: method::Solver<T>,
    /// Required value of d(J v)/dt: zero, or a correction of drift.
    pub(crate) target: Vec<T>,
    pub(crate) lambda: Vec<T>,
    /// The largest number of independent constraints, by cluster.
    pub(crate) ranks: Vec<usize>,
}

impl<T: Real> LoopForward<T> {
    /// Allocates the buffers for a model and an algorithm.
    #[inline(never)]
    pub fn new(model: &Model<T>, method: LoopMethod) -> Self {
        let loops = Loops::new(model);
        let m = loops.count();
        Self {
            size: ModelSize::of(model),
            solver: method::Solver::new(model, &loops, method),
            loops,
            target: vec![T::zero(); m],
            lambda: vec![T::zero(); m],
            ranks: vec![usize::MAX; model.clusters().len()],
        }
    }

    /// The kinematics of the closures at the last solution.
    pub fn loops(&self) -> &Loops<T> {
        &self.loops
    }

    /// The algorithm.
    pub fn method(&self) -> LoopMethod {
        self.solver.method()
    }

    /// Limits the number of independent constraints of each cluster of loops. Mechanisms that move only because of their special
    /// geometry gain independent constraints as soon as rounding perturbs it.
    pub fn limit_ranks(&mut self, ranks: &[usize]) {
        self.ranks.copy_from_slice(ranks);
    }

    /// Tries these pivots first when rows are eliminated, pairs of a row and an entry of v: those of a configuration nearby, so that
    /// they need not be sought. For [`LoopMethod::Modular`]; other algorithms have orders of their own.
    pub fn set_order(&mut self, pivots: impl Iterator<Item = (usize, usize)> + Clone) {
        if let method::Solver::Modular(buffers) = &mut self.solver {
            buffers.set_order(pivots);
        }
    }

    /// Requires d(J v)/dt = `target` instead of zero, in all later solutions.
    pub fn set_target(&mut self, target: &[T]) {
        self.target.copy_from_slice(target);
    }

    /// The multipliers of the last solution, one per row: N or N m. If constraints are redundant, they are those of least norm
    /// ([`LoopMethod::Odca`]: of least norm at each place where it closes loops).
    pub fn lambda(&self) -> &[T] {
        &self.lambda
    }

    /// The accelerations for joint forces `tau` in the tree, rad/s² or m/s².
    #[inline(never)]
    pub fn forward(
        &mut self,
        stage: &mut Velocity<'_, T>,
        tau: &[T],
        loads: Loads<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let model = stage.model;
        self.size.fits(model)?;
        model.check_speeds("tau", tau)?;
        length(model, "a", a.len(), model.nv())?;
        loads.check(model)?;
        self.loops.place(stage);
        let Self { loops, solver, target, lambda, ranks, .. } = self;
        let outcome = solver.solve(stage, method::Problem { loops, target, lambda, ranks, tau, loads }, a)?;
        crate::checks::finite(model, "a", a)?;
        Ok(outcome)
    }
}
