//! What keeps loops closed while time passes.

use denoc_dynamics::loops::{LoopForward, LoopMethod, Loops};
use denoc_dynamics::{Loads, Workspace};
use denoc_math::Wrench;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use super::event::Action;
use super::plant::Plant;
use crate::SimError;
use crate::closed::{ClosedSpace, Node};

/// How loops are kept closed.
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopClosure {
    /// Every state that is computed closes all loops, in coordinates and in speeds. Goes through singular poses.
    #[default]
    Projected,
    /// Errors decay with this rate, 1/s (Baumgarte): J a + J̇ v = −2 r (J v) − r² (residuals).
    Baumgarte(f64),
    /// Accelerations alone; errors of coordinates grow.
    Accelerations,
}

/// How loops are kept closed, and by which method accelerations are found.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct LoopSettings {
    /// How loops are kept closed.
    pub closure: LoopClosure,
    /// The method of forward dynamics.
    pub method: LoopMethod,
    /// What happens at singular poses: they are recorded unless said otherwise.
    pub singular: Action,
}

/// The closures of a model in a simulation.
pub(super) struct Closing<'m> {
    forward: LoopForward<f64>,
    loops: Loops<f64>,
    space: ClosedSpace<'m>,
    settings: LoopSettings,
    target: Vec<f64>,
}

impl<'m> Closing<'m> {
    /// For a start that closes all loops; coordinates and speeds are corrected within rounding.
    pub(super) fn new(
        model: &'m Model,
        ws: &mut Workspace<f64>,
        settings: LoopSettings,
        (q, v): (&mut [f64], &mut [f64]),
    ) -> Result<Self, SimError> {
        let space = ClosedSpace::new(model, ws, q, v)?;
        let mut forward = LoopForward::new(model, settings.method);
        forward.limit_ranks(&space.cluster_ranks());
        let loops = Loops::new(model);
        Ok(Self { forward, target: vec![0.0; loops.count()], loops, space, settings })
    }

    /// The space of states that close all loops, if states are kept in it.
    pub(super) fn space(&self) -> Option<&ClosedSpace<'m>> {
        (self.settings.closure == LoopClosure::Projected).then_some(&self.space)
    }

    pub(super) fn space_mut(&mut self) -> Option<&mut ClosedSpace<'m>> {
        (self.settings.closure == LoopClosure::Projected).then_some(&mut self.space)
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
        (q, v): (&[f64], &[f64]),
        total: &[f64],
        wrenches: &[Wrench<f64>],
        a: &mut [f64],
    ) -> Result<(), SimError> {
        if let LoopClosure::Baumgarte(rate) = self.settings.closure {
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

    /// Adds the forces of the closures at the last accelerations.
    pub(super) fn add_forces(&self, wrenches: &mut [Wrench<f64>], tau: &mut [f64]) {
        self.forward.loops().add_forces(self.forward.lambda(), wrenches, tau);
    }
}
