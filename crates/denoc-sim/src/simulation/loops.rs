//! What keeps loops closed while time passes.

use denoc_dynamics::loops::{LoopForward, LoopMethod, Loops};
use denoc_dynamics::{Loads, Workspace};
use denoc_math::Wrench;
use denoc_mechanism::closed::{ClosedSpace, Node};
use denoc_mechanism::evaluate::{LoopFacts, State};
use denoc_mechanism::has_long_loops;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use super::event::Action;
use super::plant::Plant;
use crate::SimError;
use crate::integrators::Integrator;

/// How loops are kept closed.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopClosure {
    /// Every state that is computed closes all loops, in coordinates and in speeds. Goes through singular configurations. Time and memory
    /// grow with the square of the number of joints of a loop, and faster.
    Projected,
    /// Coordinates and speeds of the tree are integrated; after every step both are moved the shortest way onto the closures.
    /// Linear in the number of joints of a loop.
    Corrected,
    /// Speeds close the loops in every state, coordinates are integrated: errors of coordinates grow with time.
    Speeds,
    /// Errors decay with this rate, 1/s (Baumgarte): J a + J̇ v = −2 r (J v) − r² (residuals).
    Baumgarte(f64),
    /// Accelerations alone; errors of coordinates grow with the square of time.
    Accelerations,
}

impl LoopClosure {
    /// What a model gets if nothing is said: [`LoopClosure::Projected`], or [`LoopClosure::Corrected`] where one cluster of
    /// loops has more than 50 speeds.
    pub fn usual(model: &Model) -> Self {
        if has_long_loops(model) { Self::Corrected } else { Self::Projected }
    }
}

/// How loops are kept closed, and by which method accelerations are found.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct LoopSettings {
    /// How loops are kept closed; `None`: [`LoopClosure::usual`].
    pub closure: Option<LoopClosure>,
    /// The method of forward dynamics; `None`: the default one, or multipliers where one cluster of loops has more than 50
    /// speeds.
    pub method: Option<LoopMethod>,
    /// What happens at singular configurations: they are recorded unless said otherwise.
    pub singular: Action,
}

impl LoopSettings {
    /// The settings suit a model and an integrator.
    pub(super) fn check(self, model: &Model, integrator: Integrator) -> Result<(), SimError> {
        let none = |setting| Err(SimError::NoLoops { model: model.name().to_owned(), setting });
        match (model.closures().is_empty(), self.closure, self.method) {
            (true, Some(_), _) => none("how loops are kept closed (closure)"),
            (true, _, Some(_)) => none("the algorithm for loops"),
            _ => self.for_integrator(integrator).map(drop),
        }
    }

    /// The integrator `linimp` adds inertia to the equations, which only the algorithm `multipliers` supports.
    pub(super) fn for_integrator(self, integrator: Integrator) -> Result<Self, SimError> {
        match self.method {
            _ if integrator != Integrator::Linimp => Ok(self),
            None | Some(LoopMethod::Multipliers) => Ok(Self { method: Some(LoopMethod::Multipliers), ..self }),
            Some(other) => Err(SimError::Keyword {
                what: "algorithm for loops with the integrator linimp",
                word: other.info().keyword.to_owned(),
                known: vec![LoopMethod::Multipliers.info().keyword],
            }),
        }
    }
}

/// The closures of a model in a simulation.
pub(super) struct Closing<'m> {
    forward: LoopForward<f64>,
    loops: Loops<f64>,
    /// With bases of the independent motions if the closure is `Projected`.
    space: ClosedSpace<'m>,
    closure: LoopClosure,
    target: Vec<f64>,
}

impl<'m> Closing<'m> {
    /// For a start that closes all loops; coordinates and speeds are corrected within rounding.
    pub(super) fn new(
        model: &'m Model,
        ws: &mut Workspace<f64>,
        settings: LoopSettings,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<Self, SimError> {
        let closure = settings.closure.unwrap_or_else(|| LoopClosure::usual(model));
        let usual = if has_long_loops(model) { LoopMethod::Multipliers } else { LoopMethod::default() };
        let space = match closure {
            LoopClosure::Projected => ClosedSpace::new(model, ws, q, v)?,
            _ => ClosedSpace::without_bases(model, ws, q, v)?,
        };
        // ranks are those of the branch of motion that the run starts on
        let facts = LoopFacts { ranks: Some(space.cluster_ranks()), motors: None };
        let forward = facts.forward_solver(model, settings.method.unwrap_or(usual));
        let loops = Loops::new(model);
        Ok(Self { forward, target: vec![0.0; loops.count()], loops, space, closure })
    }

    pub(super) fn closure(&self) -> LoopClosure {
        self.closure
    }

    /// The space of states that close all loops, if states are kept in it.
    pub(super) fn space(&self) -> Option<&ClosedSpace<'m>> {
        (self.closure == LoopClosure::Projected).then_some(&self.space)
    }

    pub(super) fn space_mut(&mut self) -> Option<&mut ClosedSpace<'m>> {
        (self.closure == LoopClosure::Projected).then_some(&mut self.space)
    }

    /// Moves coordinates and speeds onto the closures.
    pub(super) fn correct(&mut self, ws: &mut Workspace<f64>, q: &mut [f64], v: &mut [f64]) -> Result<(), SimError> {
        Ok(self.space.correct(ws, q, v)?)
    }

    /// Whether the end of every step is moved onto the closures.
    pub(super) fn corrects(&self) -> bool {
        self.closure == LoopClosure::Corrected
    }

    /// Moves the speeds of any state onto the closures, if that is asked for.
    pub(super) fn correct_speeds(&mut self, ws: &mut Workspace<f64>, q: &[f64], v: &mut [f64]) -> Result<(), SimError> {
        if self.closure == LoopClosure::Speeds {
            self.space.nearest_speeds(ws, q, v)?;
        }
        Ok(())
    }

    /// The largest closure errors: lengths in m, angles in rad.
    pub(super) fn errors(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<[f64; 2], SimError> {
        Ok(self.space.closure_errors(ws, q)?.map(|(error, _)| error))
    }

    pub(super) fn is_bridging(&self) -> bool {
        !self.space.nodes.is_empty()
    }

    pub(super) fn take_nodes(&mut self) -> Vec<Node> {
        core::mem::take(&mut self.space.nodes)
    }

    pub(super) fn give_nodes(&mut self, nodes: Vec<Node>) {
        self.space.nodes = nodes;
    }

    /// The accelerations.
    pub(super) fn forward(
        &mut self,
        plant: &mut Plant<'_>,
        State { q, v }: State<'_>,
        total: &[f64],
        wrenches: &[Wrench<f64>],
        a: &mut [f64],
    ) -> Result<(), SimError> {
        if let LoopClosure::Baumgarte(rate) = self.closure {
            let stage = plant.ws.position(plant.model, q)?;
            self.loops.place(&stage);
            self.loops.residuals(&stage, &mut self.target)?;
            for (i, target) in self.target.iter_mut().enumerate() {
                let mut opening = 0.0;
                self.loops.jacobian_row(&stage, i, |s, x| opening += x * v[s]);
                *target = -2.0 * rate * opening - rate * rate * *target;
            }
            self.forward.set_target(&self.target);
        }
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        self.forward.forward(&mut stage, total, Loads::per_link(wrenches), a)?;
        Ok(())
    }

    /// The kinematics of the closures and the multipliers, at the last accelerations.
    pub(super) fn multipliers(&self) -> (&Loops<f64>, &[f64]) {
        (self.forward.loops(), self.forward.lambda())
    }

    /// Adds the forces of the closures at the last accelerations.
    pub(super) fn add_forces(&self, wrenches: &mut [Wrench<f64>], tau: &mut [f64]) {
        self.forward.loops().add_forces(self.forward.lambda(), wrenches, tau);
    }
}
