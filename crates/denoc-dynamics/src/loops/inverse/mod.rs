//! Inverse dynamics of mechanisms with loops: motor forces for a given motion, and all reactions.
//!
//! For given accelerations, the equations of motion [Saha13 (50)] are linear in the unknowns, the forces τ of the motors S and
//! the multipliers λ:
//!
//! ```text
//! I a + h = Sᵀ τ + Jᵀ λ
//! ```
//!
//! The left side is inverse dynamics of the tree, two sweeps. There are nv equations; a mechanism with as many motors as degrees of
//! freedom has as many unknowns (apart from redundant constraints), and forces are unique. With more motors, Σ w τ² is minimised.
//! With fewer, or in singular configurations where motors cannot act, the unbalanced forces are reported ([`LoopInverse::unmet`]).
//!
//! [`Strategy::Multipliers`] solves all equations at once: the complement of J eliminates λ first. [`Strategy::Subsystems`] solves
//! the smallest groups that can be solved in sequence, as subsystem recursion does [Saha13 (54)]. Both give the same results.
//! [`LoopInverse::subsystems`] lists the groups.

mod equations;
mod motors;
mod outcome;
mod reduced;
mod structure;
mod subsystems;
#[cfg(test)]
pub(super) mod tests;

use denoc_math::{Real, Wrench};
use denoc_model::{ClosureId, Model};

use super::consistent;
use super::reactions::{Known, Reactions, on_links};
use super::{Loops, Row};
use crate::checks::{finite, length};
use crate::stages::Velocity;
use crate::{DynamicsError, Loads, ModelSize};
use equations::{Equations, Part};
use reduced::Reduced;
use subsystems::Subsystems;

pub use outcome::{Actuation, InverseOutcome};
pub use subsystems::Subsystem;

/// How the equations are solved. Both strategies give the same results.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// In the smallest possible groups of joints; all at once if the structure does not allow groups.
    #[default]
    Subsystems,
    /// All at once.
    Multipliers,
}

/// Inverse dynamics of a mechanism with loops: forces τ of the motors S and multipliers λ with I a + h = Sᵀ τ + Jᵀ λ, for a
/// motion that satisfies the closures.
///
/// With as many motors as degrees of freedom, the forces are unique. With more, Σ w τ² is minimal. With fewer, or if motors cannot
/// act in this configuration, [`InverseOutcome::unmet`] is the largest missing force, and [`InverseOutcome::complete`] turns it into
/// an error. Buffers are allocated once; the first state determines the motors (if none are named) and the subsystems.
///
/// ```
/// use denoc_dynamics::loops::LoopInverse;
/// use denoc_dynamics::{Loads, Workspace};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// // a parallelogram that stands upright and leans by 0.3 rad: two posts of 1 m, a beam of 4 kg on top
/// let (x, y, z) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
/// let model = Description::new("table")
///     .link("left", MassProperties::none())
///     .link("beam", MassProperties::rod(4.0, 1.0, x))
///     .link("right", MassProperties::none())
///     .joint("left_foot", "ground", "left", Joint::revolute(y), Pose::identity())
///     .joint("left_top", "left", "beam", Joint::revolute(y), Pose::translation(z))
///     .joint("right_top", "beam", "right", Joint::revolute(y), Pose::translation(x))
///     .joint("right_foot", "ground", "right", Joint::revolute(y), Pose::translation(x))
///     .child_origin(Pose::translation(-z))
///     .cut()
///     .actuator("motor", "left_foot")
///     .build()?;
/// let lean = 0.3;
/// let mut ws = Workspace::new(&model);
/// let q = [lean, -lean, lean];
/// let mut stage = ws.position(&model, &q)?.velocity(&[0.0; 3])?;
/// let (mut inverse, mut tau) = (LoopInverse::new(&model), [0.0; 3]);
/// inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut tau)?.complete(&model)?;
/// assert!((tau[0] + 4.0 * 9.81 * lean.sin()).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LoopInverse<T> {
    size: ModelSize,
    loops: Loops<T>,
    strategy: Strategy,
    /// That of the last solution.
    used: Strategy,
    /// Whether the motors are determined: named, listed by the model, or chosen at the first state.
    ready: bool,
    weights: Option<Vec<T>>,
    applied: Vec<T>,
    ranks: Vec<usize>,
    /// I a + h minus the applied forces.
    needed: Vec<T>,
    rows: Vec<T>,
    equations: Equations<T>,
    complete: Part,
    reduced: Reduced<T>,
    subsystems: Subsystems<T>,
    /// Wrenches of motors in cut joints: per unit force during the solution, then those of the solved forces.
    cut_wrenches: Vec<(ClosureId, Wrench<T>)>,
    reactions: Reactions<T>,
}

impl<T: Real> LoopInverse<T> {
    /// Allocates the buffers for a model. Motors are those that the model lists. If it lists none, as many independent joints as the
    /// mechanism has degrees of freedom are chosen at the first state, nearest to the ground: see [`LoopInverse::motors`].
    #[inline(never)]
    pub fn new(model: &Model<T>) -> Self {
        let loops = Loops::new(model);
        let (nv, m) = (model.nv(), loops.count());
        let equations = Equations::new(nv, &loops.units);
        // each speed of the tree and of each cut joint has one motor at most
        let motors = nv + 6 * model.closures().len();
        Self {
            size: ModelSize::of(model),
            strategy: Strategy::default(),
            used: Strategy::Multipliers,
            ready: false,
            weights: None,
            applied: vec![T::zero(); nv],
            ranks: vec![usize::MAX; model.clusters().len()],
            needed: vec![T::zero(); nv],
            rows: vec![T::zero(); m],
            complete: equations.complete(),
            equations,
            reduced: Reduced::new(nv, m, motors),
            subsystems: Subsystems::new(nv),
            cut_wrenches: Vec::new(),
            reactions: Reactions::new(model),
            loops,
        }
    }

    /// Places motors at these speeds of the tree only.
    pub fn actuated(mut self, speeds: &[usize]) -> Result<Self, DynamicsError> {
        let count = self.equations.nv;
        let twice = |i: usize| speeds[..i].contains(&speeds[i]);
        if let Some(i) = (0..speeds.len()).find(|&i| speeds[i] >= count || twice(i)) {
            return Err(DynamicsError::Motor { speed: speeds[i], count });
        }
        self.set_motors(speeds.to_vec(), Vec::new());
        Ok(self)
    }

    /// Sets the weights of Σ w τ², which is minimised if there are more motors than degrees of freedom: one positive weight per
    /// motor, in the order of [`LoopInverse::motors`] and [`LoopInverse::cut_motors`] (default: 1).
    pub fn weights(mut self, weights: &[T]) -> Result<Self, DynamicsError> {
        let bad = |w: &T| !(w.value() > 0.0 && w.value().is_finite());
        if let Some(index) = weights.iter().position(bad) {
            return Err(DynamicsError::Weight { index, value: weights[index].value() });
        }
        self.weights = Some(weights.to_vec());
        Ok(self)
    }

    /// Selects the strategy.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Sets joint forces that act in addition to the motors, such as springs and friction
    /// ([`Model::joint_forces`](denoc_model::Model::joint_forces)).
    pub fn set_applied(&mut self, forces: &[T]) {
        self.applied.clear();
        self.applied.extend_from_slice(forces);
    }

    /// Limits the number of independent constraints of each cluster of loops; see
    /// [`super::LoopForward::limit_ranks`].
    pub fn limit_ranks(&mut self, ranks: &[usize]) {
        self.ranks.clear();
        self.ranks.extend_from_slice(ranks);
    }

    /// The motor forces `tau` for accelerations `a`, N m or N; zero for speeds without a motor. Coordinates, speeds and
    /// accelerations must satisfy the closures.
    #[inline(never)]
    pub fn inverse(
        &mut self,
        stage: &mut Velocity<'_, T>,
        a: &[T],
        loads: Loads<'_, T>,
        tau: &mut [T],
    ) -> Result<InverseOutcome, DynamicsError> {
        let model = stage.model;
        self.size.fits(model)?;
        length(model, "tau", tau.len(), model.nv())?;
        length(model, "applied forces", self.applied.len(), model.nv())?;
        stage.inverse(a, loads, &mut self.needed)?;
        for (needed, &applied) in self.needed.iter_mut().zip(&self.applied) {
            *needed -= applied;
        }
        self.check(stage, a)?;
        let limit = self.ranks.iter().fold(0, |sum: usize, &rank| sum.saturating_add(rank));
        if !self.ready {
            let (motors, cuts) = match motors::listed(model) {
                Some(listed) => listed,
                None => (motors::choose(model, &self.equations, &mut self.reduced, limit), Vec::new()),
            };
            self.set_motors(motors, cuts);
        }
        self.place_cut_motors(stage);
        self.set_scales(model)?;
        let outcome = self.solve(model, limit);
        tau.fill(T::zero());
        for (&s, &x) in self.equations.motors.iter().zip(&self.equations.tau) {
            tau[s] = x;
        }
        for ((_, wrench), &force) in
            self.cut_wrenches.iter_mut().zip(&self.equations.tau[self.equations.motors.len()..])
        {
            *wrench = wrench.scale(force);
        }
        finite(model, "tau", tau)?;
        Ok(outcome)
    }

    #[inline(never)]
    fn solve(&mut self, model: &Model<T>, limit: usize) -> InverseOutcome {
        let Self { loops, equations, reduced, subsystems, complete, needed, .. } = self;
        let portions = match self.strategy {
            Strategy::Subsystems => {
                equations.start(needed);
                subsystems.solve(model, loops, equations, reduced, limit)
            }
            Strategy::Multipliers => None,
        };
        let (found, strategy) = match portions {
            Some(found) => (found, Strategy::Subsystems),
            None => {
                equations.start(needed);
                (reduced.solve(equations, complete, limit), Strategy::Multipliers)
            }
        };
        self.used = strategy;
        InverseOutcome::new(equations, needed, found, strategy)
    }

    /// The reactions of the last solution; pass the same arguments as then.
    pub fn reactions(
        &mut self,
        stage: &mut Velocity<'_, T>,
        a: &[T],
        loads: Loads<'_, T>,
    ) -> Result<&Reactions<T>, DynamicsError> {
        let known = Known { loops: &self.loops, lambda: &self.equations.lambda, motors: &self.cut_wrenches };
        self.reactions.compute_known(stage, known, a, loads)?;
        Ok(&self.reactions)
    }

    /// The kinematics of the closures at the last solution.
    pub fn loops(&self) -> &Loops<T> {
        &self.loops
    }

    /// The multipliers of the last solution, one per row, N or N m; of least norm if constraints are redundant.
    pub fn lambda(&self) -> &[T] {
        &self.equations.lambda
    }

    /// The missing forces of the last solution, one per speed, N m or N: the part of I a + h that neither motors nor closures can
    /// exert, as small as possible.
    pub fn unmet(&self) -> &[T] {
        &self.equations.unmet
    }

    /// The speeds of the tree with motors, once they are determined.
    pub fn motors(&self) -> &[usize] {
        &self.equations.motors
    }

    /// The motors in cut joints, with the number of the speed within the joint, once they are determined.
    pub fn cut_motors(&self) -> &[(ClosureId, usize)] {
        &self.equations.cuts
    }

    /// The forces of motors in cut joints, N m or N, which have no entry in `tau`.
    pub fn cut_forces(&self) -> &[T] {
        &self.equations.tau[self.equations.motors.len()..]
    }

    /// The subsystems of the last solution, in the order of solution; none if it took all equations at once.
    pub fn subsystems(&self) -> &[Subsystem] {
        match self.used {
            Strategy::Subsystems => &self.subsystems.public,
            Strategy::Multipliers => &[],
        }
    }

    #[inline(never)]
    fn set_motors(&mut self, speeds: Vec<usize>, cuts: Vec<(ClosureId, usize)>) {
        self.cut_wrenches = cuts.iter().map(|&(closure, _)| (closure, Wrench::zero())).collect();
        self.equations.set_motors(speeds, cuts);
        self.complete = self.equations.complete();
        self.subsystems.restart();
        self.ready = true;
    }

    /// Computes the wrenches and generalised forces of motors in cut joints.
    fn place_cut_motors(&mut self, stage: &Velocity<'_, T>) {
        let Self { equations, loops, cut_wrenches, .. } = self;
        let first = equations.motors.len() * equations.nv;
        let drives = equations.drives[first..].chunks_exact_mut(equations.nv.max(1));
        for ((&motor, (_, wrench)), drive) in equations.cuts.iter().zip(cut_wrenches).zip(drives) {
            *wrench = motors::cut_wrench(stage.model, loops, motor.0, motor.1);
            let row = Row {
                closure: motor.0,
                unit: denoc_model::joints::Unit::Angle,
                holonomic: true,
                wrenches: on_links(stage, motor.0, *wrench),
                speeds: [None, None],
            };
            drive.fill(T::zero());
            loops.rows.sweep(stage.model, &stage.ws.kinematics, &row, |s, x| drive[s] += x);
        }
    }

    fn set_scales(&mut self, model: &Model<T>) -> Result<(), DynamicsError> {
        let scales = &mut self.equations.scales;
        scales.clear();
        match &self.weights {
            Some(weights) => {
                length(model, "weights", weights.len(), self.equations.tau.len())?;
                scales.extend(weights.iter().map(|w| w.sqrt()));
            }
            None => scales.resize(self.equations.tau.len(), T::one()),
        }
        Ok(())
    }

    /// Checks that coordinates and speeds satisfy the closures.
    pub fn check_state(&mut self, stage: &Velocity<'_, T>) -> Result<(), DynamicsError> {
        self.loops.place(stage);
        self.loops.jacobian(stage, &mut self.equations.jacobian)?;
        self.equations.clear_rounding();
        let (model, v) = (stage.model, stage.v);
        let Self { loops, rows, equations, .. } = self;
        loops.residuals(stage, rows)?;
        consistent::check(model, loops, "q", rows, |i| loops.units[i].value(), 0.0)?;
        for (i, out) in rows.iter_mut().enumerate() {
            *out = equations.row(i).iter().zip(v).fold(T::zero(), |sum, (&j, &v)| j.mul_add(v, sum));
        }
        consistent::check(model, loops, "v", rows, |i| equations.terms(i, v), loops.pace(v))
    }

    /// Checks that coordinates, speeds and accelerations satisfy the closures.
    pub fn check_motion(&mut self, stage: &mut Velocity<'_, T>, a: &[T]) -> Result<(), DynamicsError> {
        stage.model.check_speeds("a", a)?;
        self.check(stage, a)
    }

    /// Checks that accelerations satisfy the closures, in addition to [`LoopInverse::check_state`].
    fn check(&mut self, stage: &Velocity<'_, T>, a: &[T]) -> Result<(), DynamicsError> {
        self.check_state(stage)?;
        let Self { loops, rows, equations, .. } = self;
        loops.rates(stage, Some(a), rows);
        let motion = loops.pace(a) + loops.pace(stage.v).powi(2);
        consistent::check(stage.model, loops, "a", rows, |i| equations.terms(i, a), motion)
    }
}
