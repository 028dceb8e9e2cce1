//! What keeps loops closed while time passes.

use denoc_dynamics::loops::{LoopForward, LoopMethod, Loops};
use denoc_dynamics::{Loads, Velocity, Workspace};
use denoc_math::{Twist, Wrench};
use denoc_model::{Closure, ClosureId, Frame, Joint, JointProperties, Model};
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

use super::DRY_FRICTION_SPEED;
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
    /// Closures whose joints have springs or friction.
    passive: Vec<ClosureId>,
    model: &'m Model,
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
        let acts = |p: &JointProperties| [p.viscous_friction, p.dry_friction, p.spring_stiffness] != [0.0; 3];
        let passive = (0..model.closures().len()).map(ClosureId);
        let passive = passive.filter(|&c| model.closure_properties(c).is_some_and(acts)).collect();
        Ok(Self { forward, target: vec![0.0; loops.count()], loops, space, settings, passive, model })
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

    /// Whether joints where loops are cut have springs or friction.
    pub(super) fn has_joint_forces(&self) -> bool {
        !self.passive.is_empty()
    }

    /// Adds the springs and friction of joints where loops are cut; the power of friction.
    pub(super) fn add_joint_forces(&mut self, stage: &Velocity<'_, f64>, wrenches: &mut [Wrench<f64>]) -> f64 {
        self.loops.place(stage);
        let mut power = 0.0;
        for &closure in &self.passive {
            let Some(cut) = CutState::of(self.model, &self.loops, stage, closure) else { continue };
            let mut forces = DVector::zeros(cut.v.len());
            for (k, force) in forces.iter_mut().enumerate() {
                let (p, speed) = (cut.properties, cut.v[k]);
                let friction = -p.viscous_friction * speed - p.dry_friction * (speed / DRY_FRICTION_SPEED).tanh();
                power += friction * speed;
                *force = friction + cut.spring_force(k);
            }
            cut.apply(stage, &forces, wrenches);
        }
        power
    }

    /// The energy of springs of joints where loops are cut.
    pub(super) fn spring_energy(&mut self, stage: &Velocity<'_, f64>) -> f64 {
        if self.passive.is_empty() {
            return 0.0;
        }
        self.loops.place(stage);
        let energy = |&closure: &ClosureId| {
            let cut = CutState::of(self.model, &self.loops, stage, closure)?;
            let stiffness = cut.properties.spring_stiffness;
            let squares = (0..cut.v.len()).map(|k| if stiffness > 0.0 { cut.spring_force(k).powi(2) / stiffness } else { 0.0 });
            Some(0.5 * squares.sum::<f64>())
        };
        self.passive.iter().filter_map(energy).sum()
    }
}

/// Motion of a joint where a loop is cut.
struct CutState<'a> {
    properties: &'a JointProperties,
    parent: &'a Frame<f64>,
    child: &'a Frame<f64>,
    /// Columns in axes of the moving frame.
    columns: DMatrix<f64>,
    q: Vec<f64>,
    v: DVector<f64>,
}

impl<'a> CutState<'a> {
    fn of(model: &'a Model, loops: &Loops<f64>, stage: &Velocity<'_, f64>, closure: ClosureId) -> Option<Self> {
        let Closure::Joint { joint, parent, child } = &model.closures()[closure.0] else { return None };
        let properties = model.closure_properties(closure)?;
        let twist = loops.relative_twist(stage, closure)?;
        let q = loops.cut_coordinates(model, closure);
        let columns = columns(joint, &q);
        let right = DVector::from_column_slice(&twist.to_array());
        let v = columns.clone().svd(true, true).solve(&right, 1e-12).ok()?;
        Some(Self { properties, parent, child, columns, q, v })
    }

    /// Orientations have no single coordinate a spring could pull at.
    fn spring_force(&self, k: usize) -> f64 {
        let p = self.properties;
        if self.q.len() == self.v.len() { -p.spring_stiffness * (self.q[k] - p.spring_rest) } else { 0.0 }
    }

    /// The wrench with the power of these forces in every motion of the joint, on the child, and its opposite on the parent.
    fn apply(&self, stage: &Velocity<'_, f64>, forces: &DVector<f64>, wrenches: &mut [Wrench<f64>]) {
        let Ok(w) = self.columns.transpose().svd(true, true).solve(forces, 1e-12) else { return };
        let wrench = Wrench::from_array([w[0], w[1], w[2], w[3], w[4], w[5]]);
        let world = self.child.link.map_or(self.child.pose, |link| stage.link_pose(link) * self.child.pose);
        if let Some(link) = self.child.link {
            wrenches[link.0] += self.child.pose.propagate_back(wrench);
        }
        if let Some(link) = self.parent.link {
            let there = stage.link_pose(link).inverse() * world;
            wrenches[link.0] += -there.propagate_back(wrench);
        }
    }
}

fn columns(joint: &Joint<f64>, q: &[f64]) -> DMatrix<f64> {
    let mut columns = vec![Twist::zero(); joint.v_units().len()];
    joint.columns(q, &mut columns);
    DMatrix::from_fn(6, columns.len(), |i, j| columns[j].to_array()[i])
}
