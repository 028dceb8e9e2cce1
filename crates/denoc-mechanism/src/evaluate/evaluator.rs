//! One state at a time, with memory that is reused.

use std::sync::Arc;

use denoc_dynamics::compiled::Threads;
use denoc_dynamics::loops::{
    Actuation, LoopDerivatives, LoopForward, LoopInverse, LoopMethod, Loops, Reactions, self_stresses,
};
use denoc_dynamics::odca::{Hybrid, Odca};
use denoc_dynamics::{DynamicsError, Loads, State, Velocity, Workspace, wrench_in_link};
use denoc_math::{Vec3, Wrench};
use denoc_model::{ClosureId, LinkId, Model, StateError};

use super::ask::{Acting, ExternalWrench, JointForces};
use super::reaction::{JointReaction, in_closure, in_joint, reactions_of};
use super::{Algorithm, SharedFacts};
use crate::MechanismError;
use crate::passive::{PassiveWrenches, smooth_joint_forces};

/// Rank and conditioning of the loop equations at one state.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LoopDiagnostics {
    /// Number of independent constraints; 0 for a tree.
    pub rank: usize,
    /// The smallest accepted pivot relative to the largest: a measure of the distance from a singular configuration; 1 for a tree.
    pub smallest_pivot: f64,
    /// The largest acceleration by which dependent constraints contradict each other, rad/s² or m/s².
    pub contradiction: f64,
    /// Motors compared with degrees of freedom, in inverse dynamics of mechanisms with loops.
    pub actuation: Option<Actuation>,
}

impl LoopDiagnostics {
    /// The diagnostics of a tree.
    const TREE: Self = Self { rank: 0, smallest_pivot: 1.0, contradiction: 0.0, actuation: None };
}

/// Evaluates a mechanism state by state with reused buffers; create one per thread with
/// [`Mechanism::evaluator`](crate::Mechanism::evaluator). Solvers are created when first needed. After that nothing is allocated,
/// except for reactions.
///
/// Evaluators use the faithful layer. [`Mechanism::evaluate`](crate::Mechanism::evaluate) uses the compiled layer where it applies.
///
/// ```
/// use denoc_mechanism::Mechanism;
/// use denoc_mechanism::evaluate::{Acting, Algorithm, State};
/// # use denoc_formats::catalogue;
///
/// let arm = Mechanism::new(catalogue::describe("planar_3r")?.build()?);
/// let mut evaluator = arm.evaluator(Algorithm::RECURSIVE);
/// let (q, mut v, mut a) = ([0.3, -0.5, 0.2], [0.0; 3], [0.0; 3]);
/// for _ in 0..10 {
///     evaluator.forward_dynamics(State { q: &q, v: &v }, &[0.0; 3], Acting::default(), &mut a)?;
///     v.iter_mut().zip(&a).for_each(|(v, a)| *v += 1e-3 * a);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) model: Arc<Model>,
    facts: Arc<SharedFacts>,
    algorithm: Algorithm,
    pub(super) ws: Workspace<f64>,
    /// Joint forces besides those of motors.
    forces: Vec<f64>,
    /// Wrenches on the links, in link axes about their origins.
    wrenches: Vec<Wrench<f64>>,
    passive: Option<Box<PassiveWrenches>>,
    /// Whether they acted in the last evaluation.
    passive_acted: bool,
    forward: Option<Box<LoopForward<f64>>>,
    pub(super) inverse: Option<Box<LoopInverse<f64>>>,
    odca: Option<Box<Odca<f64>>>,
    /// Whether the multipliers of the last forward dynamics are those of `odca`.
    by_odca: bool,
    loops: Option<Box<Loops<f64>>>,
    reactions: Option<Box<Reactions<f64>>>,
    pub(super) derivatives: Option<Box<LoopDerivatives>>,
    total: Vec<f64>,
}

impl Evaluator {
    pub(crate) fn new(model: Arc<Model>, facts: Arc<SharedFacts>, algorithm: Algorithm) -> Self {
        Self {
            ws: Workspace::new(&model),
            forces: vec![0.0; model.nv()],
            wrenches: vec![Wrench::zero(); model.links().len()],
            total: vec![0.0; model.nv()],
            passive: None,
            passive_acted: false,
            forward: None,
            inverse: None,
            odca: None,
            by_odca: false,
            loops: None,
            reactions: None,
            derivatives: None,
            model,
            facts,
            algorithm,
        }
    }

    /// The workspace, for all other quantities of a state.
    pub fn workspace(&mut self) -> &mut Workspace<f64> {
        &mut self.ws
    }

    /// Computes the joint forces `tau` for accelerations `a`: of all joints of a tree, of the motors of a mechanism with loops.
    /// With loops, q, v and a must satisfy the closures.
    #[doc(alias = "rnea")]
    pub fn inverse_dynamics(
        &mut self,
        state: State<'_>,
        a: &[f64],
        acting: Acting<'_>,
        tau: &mut [f64],
    ) -> Result<LoopDiagnostics, MechanismError> {
        self.gather(state, acting)?;
        if self.has_loops() {
            self.make_inverse()?;
        }
        let Self { model, ws, forces, wrenches, inverse, .. } = self;
        let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
        let loads = Loads::per_link(wrenches);
        let Some(inverse) = inverse else {
            stage.inverse(a, loads, tau)?;
            tau.iter_mut().zip(&*forces).for_each(|(tau, force)| *tau -= force);
            return Ok(LoopDiagnostics::TREE);
        };
        inverse.set_applied(forces);
        let outcome = inverse.inverse(&mut stage, a, loads, tau)?.complete(model)?;
        Ok(LoopDiagnostics {
            rank: outcome.rank,
            smallest_pivot: outcome.smallest_pivot,
            contradiction: 0.0,
            actuation: Some(outcome.actuation()),
        })
    }

    /// Computes the accelerations `a` for joint forces `tau`. With loops, q and v must satisfy the closures
    /// ([`Evaluator::check_closed`]).
    #[doc(alias = "aba")]
    pub fn forward_dynamics(
        &mut self,
        state: State<'_>,
        tau: &[f64],
        acting: Acting<'_>,
        a: &mut [f64],
    ) -> Result<LoopDiagnostics, MechanismError> {
        self.gather(state, acting)?;
        self.model.check_speeds("tau", tau)?;
        for ((total, force), tau) in self.total.iter_mut().zip(&self.forces).zip(tau) {
            *total = force + tau;
        }
        if self.has_loops() {
            self.make_forward()?;
        } else if self.algorithm == Algorithm::ODCA {
            self.make_odca()?;
        }
        let Self { model, ws, wrenches, forward, odca, by_odca, total, .. } = self;
        *by_odca = forward.is_none() && odca.is_some();
        let loads = Loads::per_link(wrenches);
        if let Some(forward) = forward {
            let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
            let found = forward.forward(&mut stage, total, loads, a)?;
            return Ok(LoopDiagnostics {
                rank: found.rank,
                smallest_pivot: found.smallest_pivot,
                contradiction: found.contradiction,
                actuation: None,
            });
        }
        if let Some(odca) = odca {
            odca.forward(model, state, total, loads, Threads::Pool, a)?;
        } else {
            ws.position(model, state.q)?.velocity(state.v)?.forward(total, loads, a)?;
        }
        Ok(LoopDiagnostics::TREE)
    }

    /// Forward dynamics with some prescribed accelerations (O-DCA). Writes all accelerations to `a`, and the joint forces that the
    /// prescribed ones require to `tau`.
    pub fn prescribed_dynamics(
        &mut self,
        state: State<'_>,
        prescribed: &[Option<f64>],
        acting: Acting<'_>,
        tau: &mut [f64],
        a: &mut [f64],
    ) -> Result<LoopDiagnostics, MechanismError> {
        self.gather(state, acting)?;
        self.make_odca()?;
        self.by_odca = true;
        let Self { model, forces, wrenches, odca, .. } = self;
        tau.iter_mut().zip(&*forces).for_each(|(tau, force)| *tau += force);
        let loads = Loads::per_link(wrenches);
        let Some(odca) = odca else { unreachable!("made above") };
        let found = odca.hybrid(model, state, Hybrid { prescribed, tau, a }, loads, Threads::Pool)?;
        tau.iter_mut().zip(&*forces).for_each(|(tau, force)| *tau -= force);
        Ok(LoopDiagnostics {
            rank: found.rank,
            smallest_pivot: found.smallest_pivot,
            contradiction: found.contradiction,
            actuation: None,
        })
    }

    /// The motors used by inverse dynamics of a mechanism with loops.
    pub fn motors(&mut self) -> Result<Motors, MechanismError> {
        self.make_inverse()?;
        let Some(inverse) = &self.inverse else { unreachable!("made above") };
        Ok(Motors { speeds: inverse.motors().to_vec(), cuts: inverse.cut_motors().to_vec() })
    }

    /// Forces of the motors in cut joints from the last inverse dynamics, N m or N, in the order of [`Motors::cuts`].
    pub fn cut_forces(&self) -> &[f64] {
        self.inverse.as_ref().map_or(&[], |inverse| inverse.cut_forces())
    }

    /// Checks that q and v satisfy the loop closures, if any.
    pub fn check_closed(&mut self, state: State<'_>) -> Result<(), MechanismError> {
        if !self.has_loops() {
            return Ok(());
        }
        let Self { model, ws, loops, .. } = self;
        let stage = ws.position(model, state.q)?.velocity(state.v)?;
        Ok(loops.get_or_insert_with(|| Box::new(Loops::new(model))).check_state(&stage)?)
    }

    /// The wrench transmitted by every joint for accelerations `a`, with the motor forces of inverse dynamics.
    pub fn reactions(
        &mut self,
        state: State<'_>,
        a: &[f64],
        acting: Acting<'_>,
    ) -> Result<Vec<JointReaction>, MechanismError> {
        if self.has_loops() {
            self.total.resize(self.model.nv(), 0.0);
            let mut tau = std::mem::take(&mut self.total);
            let solved = self.inverse_dynamics(state, a, acting, &mut tau);
            self.total = tau;
            solved?;
            let Self { model, ws, wrenches, inverse, passive, passive_acted, .. } = self;
            let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
            let Some(inverse) = inverse else { unreachable!("made by inverse dynamics") };
            let mut loops = inverse.loops().clone();
            let found = inverse.reactions(&mut stage, a, Loads::per_link(wrenches))?;
            return Ok(reactions_of(&stage, &mut loops, found, passive.as_deref().filter(|_| *passive_acted)));
        }
        self.gather(state, acting)?;
        self.model.check_speeds("a", a)?;
        let Self { model, ws, wrenches, .. } = self;
        let (mut loops, mut found) = (Loops::new(model), Reactions::new(model));
        let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
        found.compute(&mut stage, &loops, &[], a, Loads::per_link(wrenches))?;
        Ok(reactions_of(&stage, &mut loops, &found, None))
    }

    /// The wrench transmitted by every joint for the accelerations `a` of the last forward dynamics, at the same state.
    pub fn forward_reactions(&mut self, state: State<'_>, a: &[f64]) -> Result<Vec<JointReaction>, MechanismError> {
        let Self { model, ws, wrenches, forward, odca, by_odca, reactions, passive, passive_acted, .. } = self;
        let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
        let found = reactions.get_or_insert_with(|| Box::new(Reactions::new(model)));
        let loads = Loads::per_link(wrenches);
        let mut loops = match forward {
            Some(forward) => forward.loops().clone(),
            None => Loops::new(model),
        };
        loops.place(&stage);
        let lambda = match (&*forward, &*odca) {
            (_, Some(odca)) if *by_odca => odca.lambda(),
            (Some(forward), _) => forward.lambda(),
            _ => &[],
        };
        found.compute(&mut stage, &loops, lambda, a, loads)?;
        Ok(reactions_of(&stage, &mut loops, found, passive.as_deref().filter(|_| *passive_acted)))
    }

    /// Which components [moment; force] of the reactions, in world axes, are indeterminate because of redundant constraints, one
    /// entry per [`reaction_names`](super::reaction_names).
    pub fn indeterminate_reactions(&mut self, q: &[f64]) -> Result<Vec<[bool; 6]>, MechanismError> {
        let rest = vec![0.0; self.model.nv()];
        self.check_closed(State { q, v: &rest })?;
        let Self { model, ws, .. } = self;
        let mut stage = ws.position(model, q)?.velocity(&rest)?;
        let (mut loops, mut found) = (Loops::new(model), Reactions::new(model));
        let stresses = self_stresses(&mut loops, &stage);
        found.compute(&mut stage, &loops, &vec![0.0; loops.count()], &rest, Loads::NONE)?;
        let size = loops.size();
        let joints = (0..model.links().len()).map(LinkId);
        let joints = joints.map(|link| in_joint(&stage, &found, &stresses, link, size).1);
        let closures = (0..model.closures().len()).map(ClosureId);
        let closures = closures.filter_map(|c| Some(in_closure(&found, &stresses, c, size)?.1));
        Ok(joints.chain(closures).collect())
    }

    fn has_loops(&self) -> bool {
        !self.model.closures().is_empty()
    }

    pub(super) fn make_inverse(&mut self) -> Result<(), MechanismError> {
        if self.inverse.is_none() {
            self.inverse = Some(Box::new(self.facts.get()?.inverse_solver(&self.model)?));
        }
        Ok(())
    }

    fn make_forward(&mut self) -> Result<(), MechanismError> {
        let Self { model, facts, algorithm, forward, .. } = self;
        let method = match algorithm {
            Algorithm::Compiled => LoopMethod::default(),
            Algorithm::Faithful(method) => *method,
        };
        if forward.is_none() {
            *forward = Some(Box::new(facts.get()?.forward_solver(model, method)));
        }
        Ok(())
    }

    fn make_odca(&mut self) -> Result<(), MechanismError> {
        let Self { model, facts, odca, .. } = self;
        if odca.is_none() {
            let mut made = Odca::new(model);
            if let Some(ranks) = &facts.get()?.ranks {
                made.limit_ranks(ranks);
            }
            *odca = Some(Box::new(made));
        }
        Ok(())
    }

    /// Collects joint forces and wrenches on links besides gravity and motors.
    fn gather(&mut self, state: State<'_>, acting: Acting<'_>) -> Result<(), MechanismError> {
        self.forces.fill(0.0);
        self.wrenches.fill(Wrench::zero());
        self.passive_acted = false;
        if acting.external.is_empty() && acting.joint_forces == JointForces::Ignored {
            return Ok(());
        }
        let Self { model, ws, forces, wrenches, passive, passive_acted, .. } = self;
        let stage = ws.position(model, state.q)?.velocity(state.v)?;
        for external in acting.external {
            add_external(model, &stage, external, wrenches)?;
        }
        match acting.joint_forces {
            JointForces::Ignored => return Ok(()),
            JointForces::Exact => model.joint_forces(state.q, state.v, forces)?,
            JointForces::Smooth => smooth_joint_forces(model, state.q, state.v, forces),
        }
        if PassiveWrenches::may_act(model) {
            passive.get_or_insert_with(|| Box::new(PassiveWrenches::new(model))).add(
                &stage,
                acting.joint_forces,
                wrenches,
            );
            *passive_acted = true;
        }
        Ok(())
    }
}

/// The motors of a mechanism with loops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motors {
    /// Indices (in v) of actuated speeds of the tree.
    pub speeds: Vec<usize>,
    /// Motors in cut joints: the closure, and the index of the speed within the joint.
    pub cuts: Vec<(ClosureId, usize)>,
}

fn add_external(
    model: &Model,
    stage: &Velocity<'_, f64>,
    external: &ExternalWrench,
    wrenches: &mut [Wrench<f64>],
) -> Result<(), MechanismError> {
    let &ExternalWrench { frame, wrench } = external;
    let name = &model.frame_names()[frame.0];
    if let Some(index) = wrench.iter().position(|x| !x.is_finite()) {
        let (joint, value) = (name.clone(), wrench[index]);
        return Err(DynamicsError::from(StateError::NotFinite { what: "external", index, joint, value }).into());
    }
    // the ground does not move
    let Some(link) = model.frames()[frame.0].link else { return Ok(()) };
    let [x, y, z, fx, fy, fz] = wrench;
    let (moment, force) = (Vec3::new(x, y, z), Vec3::new(fx, fy, fz));
    let pose = stage.link_pose(link);
    let arm = stage.frame_pose(frame).position - pose.position;
    wrenches[link.0] += wrench_in_link(pose, Wrench::new(moment + arm.cross(force), force));
    Ok(())
}
