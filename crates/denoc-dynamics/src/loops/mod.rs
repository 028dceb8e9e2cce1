//! Mechanisms with loops: kinematics of the closures, and forward dynamics by several methods with one interface.
//!
//! A model with loops is a spanning tree with [closures](denoc_model::Closure): joints where loops are cut, couplings, cams,
//! rods, rolling wheels. They ask for J v = 0 and, at the level of coordinates, for vanishing residuals. Nobody writes a
//! Jacobian: each condition is a pair of unit wrenches, and the natural orthogonal complement of the tree makes the rest of it
//! ([`Row`]). The equations of motion [Saha13 (50)] are
//!
//! ```text
//! I q̈ + h = τ + Jᵀ λ,      J q̈ + J̇ v = 0
//! ```
//!
//! | Method | How |
//! |---|---|
//! | [`LoopMethod::Multipliers`] | J I⁻¹ Jᵀ from the UDUᵀ recursion, rank-revealing, multipliers of least norm |
//! | [`LoopMethod::Reduced`] | independent speeds through an orthonormal complement of J |
//! | [`LoopMethod::Proximal`] | regularised multipliers, improved by iteration |
//! | [`LoopMethod::Modular`] | each cluster of loops is one joint of the recursion: linear in the number of small loops |
//! | [`LoopMethod::Uncut`] | all joints of a loop stay, its passive rates follow from the active ones by recursion |
//! | [`LoopMethod::Odca`] | pieces of the mechanism are assembled two by two ([`crate::odca`]): linear in links and in loops that close locally |

mod consistent;
mod decomposed;
mod inverse;
mod method;
mod modular;
mod multipliers;
mod odca;
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

pub use inverse::{Actuation, InverseOutcome, LoopInverse, Strategy, Subsystem};
pub use method::{LoopMethod, LoopMethodInfo};
pub use reactions::{Axes, Reaction, Reactions, SelfStresses, self_stresses};
pub use rows::Row;
pub(crate) use rows::{Motion, Rows};

/// Pivots smaller than this, relative to the largest, count as zero when ranks are found.
pub const RANK_TOLERANCE: f64 = 1e-9;

/// The kinematics of the closures of one model: rows, residuals, Jacobian, bias. Memory is allocated once.
///
/// ```
/// use denoc_dynamics::Workspace;
/// use denoc_dynamics::loops::Loops;
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// // two pendulums on one axis whose tips a rod ties together, as long as their distance now
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
    /// What a residual is divided by before ranks are found: 1 for angles, the size of the mechanism for lengths.
    pub(crate) units: Vec<T>,
    /// 1 for speeds of angles, the size of the mechanism for those of lengths.
    pub(crate) speed_units: Vec<T>,
}

impl<T: Real> Loops<T> {
    /// Allocates the memory for a model.
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

    /// Number of scalar conditions.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows, as they were placed last.
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

    /// Makes the rows for a position.
    pub fn place(&mut self, stage: &Position<'_, T>) {
        self.rows.place(stage.model, &stage.ws.kinematics, stage.q);
    }

    /// How far each condition is from being met, rad or m. Conditions on speeds alone have none: zero.
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

    /// Calls `add` with the entries of one row of J that need not vanish: those of the joints of its loop.
    pub fn jacobian_row(&self, stage: &Position<'_, T>, row: usize, add: impl FnMut(usize, T)) {
        self.rows.sweep(stage.model, &stage.ws.kinematics, &self.rows.rows[row], add);
    }

    /// The size of the mechanism, m: the longest way between two joints of one link, the longest rod, the largest wheel; 1 m if
    /// there is none.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// What residuals are divided by before they are compared with each other: 1 for angles, the size of the mechanism (its
    /// longest link) for lengths.
    pub fn units(&self) -> &[T] {
        &self.units
    }

    /// What speeds are divided by before they are compared with each other: 1 for angles, the size of the mechanism for lengths.
    pub fn speed_units(&self) -> &[T] {
        &self.speed_units
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
        crate::inverse::rates(model, k, (stage.q, stage.v), a, still, &mut self.rates);
        let motion = Motion { q: stage.q, v: stage.v, a, rates: &self.rates };
        self.rows.rates(model, k, motion, out);
    }

    /// Checks that coordinates and speeds satisfy the closures; takes memory for the rows alone, also for long loops.
    pub fn check_state(&mut self, stage: &Velocity<'_, T>) -> Result<(), DynamicsError> {
        self.place(stage);
        let none = |_: usize| 0.0;
        let mut rows = vec![T::zero(); self.count()];
        self.residuals(stage, &mut rows)?;
        consistent::check(stage.model, self, "q", &rows, |i| self.units[i].value(), none)?;
        let mut terms = vec![0.0; self.count()];
        for (i, (rate, terms)) in rows.iter_mut().zip(&mut terms).enumerate() {
            *rate = T::zero();
            self.jacobian_row(stage, i, |s, x| {
                *rate = x.mul_add(stage.v[s], *rate);
                *terms += (x * stage.v[s]).value().abs();
            });
        }
        consistent::check(stage.model, self, "v", &rows, |i| terms[i], none)
    }

    /// Adds what multipliers λ exert: wrenches on the links (in link axes, about the link's origin) and forces in the joints.
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

    /// Coordinates of a joint where a loop is cut, as they follow from the others; angles near zero, without full turns. Empty
    /// for other closures.
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
}

/// See [`Loops::size`].
fn size<T: Real>(model: &Model<T>) -> f64 {
    // where a mechanism stands on the ground says nothing about its size
    let placements = model.links().iter().filter(|l| l.parent.is_some()).map(|l| l.placement.position);
    let frames = model.closures().iter().filter_map(Closure::ends).flatten();
    let frames = frames.filter(|frame| frame.link.is_some()).map(|frame| frame.pose.position);
    let ways = placements.chain(frames).map(|p| p.dot(p).value().sqrt());
    let others = model.closures().iter().filter_map(|closure| closure.length().map(|x| x.value()));
    let longest = ways.chain(others).fold(0.0, f64::max);
    if longest > 0.0 && longest.is_finite() { longest } else { 1.0 }
}

/// What a solution says about the closures.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LoopOutcome {
    /// Number of independent conditions at this pose.
    pub rank: usize,
    /// The smallest pivot that counted, relative to the largest: how far the pose is from a singular one.
    pub smallest_pivot: f64,
    /// By how much the conditions contradict each other, rad/s² or m/s²; of the size of rounding errors in states that the
    /// mechanism can be in.
    pub contradiction: f64,
}

/// Forward dynamics of mechanisms with loops.
#[derive(Clone, Debug)]
pub struct LoopForward<T> {
    size: ModelSize,
    pub(crate) loops: Loops<T>,
    solver: method::Solver<T>,
    /// What d(J v)/dt shall be: zero, or a correction of drift.
    pub(crate) target: Vec<T>,
    pub(crate) lambda: Vec<T>,
    /// The most conditions that can be independent, by cluster.
    pub(crate) ranks: Vec<usize>,
}

impl<T: Real> LoopForward<T> {
    /// Allocates the memory for a model and a method.
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

    /// The kinematics of the closures, as they were at the last solution.
    pub fn loops(&self) -> &Loops<T> {
        &self.loops
    }

    /// The method.
    pub fn method(&self) -> LoopMethod {
        self.solver.method()
    }

    /// Lets no more than this many conditions of each cluster of loops count as independent. Mechanisms that move only because
    /// of their special geometry have more independent conditions as soon as rounding disturbs it.
    pub fn limit_ranks(&mut self, ranks: &[usize]) {
        self.ranks.copy_from_slice(ranks);
    }

    /// Asks for d(J v)/dt = `target` instead of zero, from now on.
    pub fn set_target(&mut self, target: &[T]) {
        self.target.copy_from_slice(target);
    }

    /// The multipliers of the last solution, one per row: N or N m. Where conditions are redundant they are the ones of least
    /// norm ([`LoopMethod::Odca`]: of least norm at every place where it closes loops).
    pub fn lambda(&self) -> &[T] {
        &self.lambda
    }

    /// The accelerations for forces `tau` in the joints of the tree.
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
