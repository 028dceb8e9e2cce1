//! Inverse dynamics of mechanisms with loops: the forces of the motors for a motion, and all reactions.
//!
//! With accelerations given, the equations of motion [Saha13 (50)] are linear in what is unknown, the forces τ of the motors S
//! and the multipliers λ:
//!
//! ```text
//! I a + h = Sᵀ τ + Jᵀ λ
//! ```
//!
//! The left side is inverse dynamics of the tree, two sweeps. There are nv equations; a mechanism with as many motors as freedoms
//! has as many unknowns (redundant conditions apart), and forces are unique. With more motors Σ w τ² is made least. With fewer,
//! or where motors cannot work (singular poses), the forces that nobody supplies are reported ([`LoopInverse::unmet`]).
//!
//! [`Strategy::Multipliers`] takes all equations at once: the complement of J removes λ first. [`Strategy::Subsystems`] takes
//! them in the smallest portions that can be solved one after the other, as subsystem recursion does [Saha13 (54)]. Both give
//! the same numbers. Which joints went together is told by [`LoopInverse::subsystems`].

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

/// How the equations are solved. Both ways give the same numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Joint by joint where the structure allows; all at once where it does not.
    #[default]
    Subsystems,
    /// All at once.
    Multipliers,
}

/// Inverse dynamics of a mechanism with loops: forces τ of the motors S and multipliers λ with I a + h = Sᵀ τ + Jᵀ λ, for a
/// motion that fits the closures.
///
/// As many motors as freedoms: the forces are unique. More: those with the least Σ w τ². Fewer, or motors that cannot work in
/// this pose: what nobody supplies is told by [`InverseOutcome::unmet`], and [`InverseOutcome::complete`] makes an error of it.
/// Memory is allocated once; the first state decides about motors (if none are named) and about subsystems.
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
    /// Whether motors are known: named, listed by the model, or chosen at the first state.
    ready: bool,
    weights: Option<Vec<T>>,
    applied: Vec<T>,
    ranks: Vec<usize>,
    /// I a + h without what acts anyway.
    needed: Vec<T>,
    rows: Vec<T>,
    equations: Equations<T>,
    complete: Part,
    reduced: Reduced<T>,
    subsystems: Subsystems<T>,
    /// Wrenches of the motors in cut joints: of a unit force while the forces are unknown, then of the forces.
    cut_wrenches: Vec<(ClosureId, Wrench<T>)>,
    reactions: Reactions<T>,
}

impl<T: Real> LoopInverse<T> {
    /// Allocates the memory for a model. Motors are those that the model lists. If it lists none, as many independent joints as
    /// the mechanism has freedoms are chosen at the first state, nearest to the ground: see [`LoopInverse::motors`].
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

    /// Drives the mechanism at these speeds of the tree only.
    pub fn actuated(mut self, speeds: &[usize]) -> Result<Self, DynamicsError> {
        let count = self.equations.nv;
        let twice = |i: usize| speeds[..i].contains(&speeds[i]);
        if let Some(i) = (0..speeds.len()).find(|&i| speeds[i] >= count || twice(i)) {
            return Err(DynamicsError::Motor { speed: speeds[i], count });
        }
        self.set_motors(speeds.to_vec(), Vec::new());
        Ok(self)
    }

    /// Makes Σ w τ² least where there are more motors than freedoms: one positive weight per motor, in the order of
    /// [`LoopInverse::motors`] and [`LoopInverse::cut_motors`]. Without this all are 1.
    pub fn weights(mut self, weights: &[T]) -> Result<Self, DynamicsError> {
        let bad = |w: &T| !(w.value() > 0.0 && w.value().is_finite());
        if let Some(index) = weights.iter().position(bad) {
            return Err(DynamicsError::Weight { index, value: weights[index].value() });
        }
        self.weights = Some(weights.to_vec());
        Ok(self)
    }

    /// Solves in this way.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Forces that act in the joints besides the motors, from now on: springs, friction
    /// ([`Model::joint_forces`](denoc_model::Model::joint_forces)).
    pub fn set_applied(&mut self, forces: &[T]) {
        self.applied.clear();
        self.applied.extend_from_slice(forces);
    }

    /// Lets no more than this many conditions of each cluster of loops count as independent; see
    /// [`super::LoopForward::limit_ranks`].
    pub fn limit_ranks(&mut self, ranks: &[usize]) {
        self.ranks.clear();
        self.ranks.extend_from_slice(ranks);
    }

    /// The forces `tau` of the motors for accelerations `a`; zero where there is no motor. Coordinates, speeds and accelerations
    /// must fit the closures.
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

    /// The reactions of the last solution; arguments as they were then.
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

    /// The kinematics of the closures, as they were at the last solution.
    pub fn loops(&self) -> &Loops<T> {
        &self.loops
    }

    /// The multipliers of the last solution, one per row; of least norm where conditions are redundant.
    pub fn lambda(&self) -> &[T] {
        &self.equations.lambda
    }

    /// The forces of the last solution that nobody supplies, one per speed: the part of I a + h that neither motors nor closures
    /// can exert, as small as possible.
    pub fn unmet(&self) -> &[T] {
        &self.equations.unmet
    }

    /// The speeds of the tree with motors, once they are known.
    pub fn motors(&self) -> &[usize] {
        &self.equations.motors
    }

    /// The motors in cut joints, by the number of the speed within the joint, once they are known.
    pub fn cut_motors(&self) -> &[(ClosureId, usize)] {
        &self.equations.cuts
    }

    /// The forces of the motors in cut joints, which have no place in `tau`.
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

    /// What the motors in cut joints exert.
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

    /// Checks that coordinates and speeds fit the closures.
    pub fn check_state(&mut self, stage: &Velocity<'_, T>) -> Result<(), DynamicsError> {
        self.loops.place(stage);
        self.loops.jacobian(stage, &mut self.equations.jacobian)?;
        let (model, v) = (stage.model, stage.v);
        let Self { loops, rows, equations, .. } = self;
        loops.residuals(stage, rows)?;
        let none = |_: usize| 0.0;
        consistent::check(model, loops, "q", rows, |i| loops.units[i].value(), none)?;
        for (i, out) in rows.iter_mut().enumerate() {
            *out = equations.row(i).iter().zip(v).fold(T::zero(), |sum, (&j, &v)| j.mul_add(v, sum));
        }
        consistent::check(model, loops, "v", rows, |i| equations.terms(i, v), none)
    }

    /// Checks that accelerations fit the closures, besides [`LoopInverse::check_state`].
    fn check(&mut self, stage: &Velocity<'_, T>, a: &[T]) -> Result<(), DynamicsError> {
        self.check_state(stage)?;
        let v = stage.v;
        let Self { loops, rows, equations, .. } = self;
        loops.rates(stage, Some(a), rows);
        let fastest = v.iter().map(|v| v.value().abs()).fold(0.0, f64::max);
        let (moved, terms) = (|i| equations.terms(i, v) * fastest, |i| equations.terms(i, a));
        consistent::check(stage.model, loops, "a", rows, terms, moved)
    }
}
