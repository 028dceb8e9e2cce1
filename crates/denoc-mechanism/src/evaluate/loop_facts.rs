//! What is computed once about a mechanism with loops, before any state is evaluated.

use std::sync::{Arc, OnceLock};

use denoc_dynamics::loops::{LoopForward, LoopInverse, LoopMethod};
use denoc_dynamics::{CouplingForces, Loads, Workspace};
use denoc_model::{ClosureId, LinkId, Model};

use crate::MechanismError;
use crate::closing::Draft;
use crate::long_loops::has_long_loops;
use crate::mobility::generic_pose;

/// Ranks and motors of the loops of a mechanism. They are computed at its usual start, not at the states that are evaluated, so that
/// results do not depend on which state comes first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopFacts {
    /// Number of independent constraints of each cluster of loops, away from singular configurations. In mechanisms that move
    /// because of their special geometry, rounding would make dependent constraints look independent. `None` for long loops,
    /// which are not analysed.
    pub ranks: Option<Vec<usize>>,
    /// The actuated speeds that the model does not list: those given to
    /// [`Mechanism::with_motors`](crate::Mechanism::with_motors), else, where the model lists no motors, as many as degrees of
    /// freedom, nearest to the ground; with those of the base of [`Mechanism::with_driven_base`](crate::Mechanism::with_driven_base).
    /// `None` where the motors are those of the model.
    pub motors: Option<Vec<usize>>,
    /// The speeds at which inverse dynamics gives forces where they are not the motors: in a tree with couplings, as in other trees, all
    /// speeds, passive ones and those of a floating base included, except joints that others drive
    /// ([`CouplingForces`](denoc_dynamics::CouplingForces)).
    pub bearing: Option<Vec<usize>>,
}

impl LoopFacts {
    /// Computes the facts about a model; empty for a tree.
    pub fn find(model: &Model) -> Result<Self, MechanismError> {
        if model.closures().is_empty() {
            return Ok(Self::default());
        }
        if model.is_coupled_tree() {
            return Ok(Self::of_coupled_tree(model));
        }
        let start = closed_start(model)?;
        let (mut facts, generic) = Self::ranks_near(model, &start)?;
        if !lists_motors(model) {
            let configurations: Vec<Vec<f64>> = core::iter::once(start).chain(generic).collect();
            facts.motors = Some(facts.choose_motors(model, &configurations)?);
        }
        Ok(facts)
    }

    /// Couplings are independent in every configuration. A model that lists no motors has one at every independent joint.
    fn of_coupled_tree(model: &Model) -> Self {
        let bearing = CouplingForces::new(model).speeds(model.nv());
        let driven = |s: &&usize| model.is_actuated(model.joint_of_speed(**s));
        Self {
            ranks: Some(model.clusters().iter().map(|cluster| cluster.closures.len()).collect()),
            motors: (!model.lists_motors()).then(|| bearing.iter().filter(driven).copied().collect()),
            bearing: Some(bearing),
        }
    }

    /// The facts about a model that is driven at these speeds of the tree, whatever motors it lists. `closed` is a configuration
    /// that satisfies the closures; ranks are found near it.
    pub(crate) fn driven(model: &Model, speeds: &[usize], closed: &[f64]) -> Result<Self, MechanismError> {
        if model.closures().is_empty() {
            return Ok(Self::default());
        }
        let (facts, _) = Self::ranks_near(model, closed)?;
        Ok(Self { motors: Some(speeds.to_vec()), ..facts })
    }

    /// The same facts if the first link is driven too. Motors in cut joints would be lost: then nothing changes.
    fn with_driven_base(self, model: &Model) -> Self {
        if self.bearing.is_some() {
            return self;
        }
        let in_cuts = (0..model.closures().len()).any(|i| model.is_closure_actuated(ClosureId(i)));
        let Some(base) = model.links().first().filter(|_| !model.closures().is_empty() && !in_cuts) else {
            return self;
        };
        let others = self.actuated_speeds(model).into_iter().filter(|speed| *speed >= base.v + base.nv);
        Self { motors: Some((base.v..base.v + base.nv).chain(others).collect()), ..self }
    }

    /// The ranks of the loops, and a configuration where they were found; neither for long loops.
    fn ranks_near(model: &Model, closed: &[f64]) -> Result<(Self, Option<Vec<f64>>), MechanismError> {
        if has_long_loops(model) {
            return Ok((Self::default(), None));
        }
        let generic = generic_pose(model, closed)?;
        Ok((Self { ranks: Some(generic.ranks), ..Self::default() }, Some(generic.q)))
    }

    /// As many independent speeds as degrees of freedom, chosen in the first configuration that is not singular.
    fn choose_motors(&self, model: &Model, configurations: &[Vec<f64>]) -> Result<Vec<usize>, MechanismError> {
        let rest = vec![0.0; model.nv()];
        let (mut ws, mut tau) = (Workspace::new(model), rest.clone());
        let mut chosen = Vec::new();
        for q in configurations {
            let mut inverse = LoopInverse::new(model);
            self.limit(&mut inverse);
            let mut stage = ws.position(model, q)?.velocity(&rest)?;
            let outcome = inverse.inverse(&mut stage, &rest, Loads::NONE, &mut tau)?;
            chosen = inverse.motors().to_vec();
            if self.ranks.as_ref().is_none_or(|ranks| outcome.rank == ranks.iter().sum::<usize>()) {
                break;
            }
        }
        Ok(chosen)
    }

    fn limit(&self, inverse: &mut LoopInverse<f64>) {
        if let Some(ranks) = &self.ranks {
            inverse.limit_ranks(ranks);
        }
    }

    /// Creates the solver of forward dynamics.
    pub fn forward_solver(&self, model: &Model, method: LoopMethod) -> LoopForward<f64> {
        let mut forward = LoopForward::new(model, method);
        if let Some(ranks) = &self.ranks {
            forward.limit_ranks(ranks);
        }
        forward
    }

    /// Creates the solver of inverse dynamics.
    pub fn inverse_solver(&self, model: &Model) -> Result<LoopInverse<f64>, MechanismError> {
        let mut inverse = LoopInverse::new(model);
        if let Some(motors) = self.bearing.as_ref().or(self.motors.as_ref()) {
            inverse = inverse.actuated(motors)?;
        }
        self.limit(&mut inverse);
        Ok(inverse)
    }

    /// Indices (in v) of the actuated speeds of the tree: those that the model lists, otherwise the chosen ones.
    pub fn actuated_speeds(&self, model: &Model) -> Vec<usize> {
        match &self.motors {
            Some(chosen) => chosen.clone(),
            None => {
                let links = model.links().iter().enumerate().filter(|(i, _)| model.is_actuated(LinkId(*i)));
                links.flat_map(|(_, link)| link.v..link.v + link.nv).collect()
            }
        }
    }
}

/// The facts about one model, computed when first needed.
#[derive(Debug)]
pub(crate) struct SharedFacts {
    model: Arc<Model>,
    /// Whether the first link is driven.
    driven_base: bool,
    /// Whether they were given.
    is_known: bool,
    found: OnceLock<Result<LoopFacts, MechanismError>>,
}

impl SharedFacts {
    pub(crate) fn new(model: Arc<Model>, driven_base: bool) -> Self {
        Self { model, driven_base, is_known: false, found: OnceLock::new() }
    }

    /// Facts that are known already.
    pub(crate) fn known(model: Arc<Model>, facts: LoopFacts) -> Self {
        Self { model, driven_base: false, is_known: true, found: OnceLock::from(Ok(facts)) }
    }

    /// Whether motors were chosen that need not be those of the model.
    pub(crate) fn are_known(&self) -> bool {
        self.is_known
    }

    pub(crate) fn get(&self) -> Result<&LoopFacts, MechanismError> {
        let find = || {
            let facts = LoopFacts::find(&self.model)?;
            Ok(if self.driven_base { facts.with_driven_base(&self.model) } else { facts })
        };
        self.found.get_or_init(find).as_ref().map_err(Clone::clone)
    }
}

/// Whether a model lists motors, in joints of the tree or in cut joints.
pub fn lists_motors(model: &Model) -> bool {
    model.lists_motors() || (0..model.closures().len()).any(|i| model.is_closure_actuated(ClosureId(i)))
}

/// The usual start with its loops closed; if it cannot be closed, the first named configuration that can.
fn closed_start(model: &Model) -> Result<Vec<f64>, MechanismError> {
    let error = match Draft::usual(model).close(model) {
        Ok(state) => return Ok(state.q),
        Err(error) => error,
    };
    let others = model.configurations().iter().map(|(_, q)| Draft { q: q.to_vec(), ..Draft::usual(model) });
    others.filter_map(|draft| draft.close(model).ok()).map(|state| state.q).next().ok_or(error)
}
