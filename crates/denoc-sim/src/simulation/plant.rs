use denoc_dynamics::compiled::{Compile, Compiled};
use denoc_dynamics::{DynamicsError, Workspace};
use denoc_model::{LinkId, Model};

use super::passive::{self, Passive};
use crate::SimError;

/// The mechanism as a controller sees it: its model, and dynamics without new memory.
#[derive(Debug)]
pub struct Plant<'m> {
    pub(super) model: &'m Model,
    pub(super) compiled: Compiled,
    pub(super) ws: Workspace<f64>,
    pub(super) joint_forces: bool,
}

impl<'m> Plant<'m> {
    pub(crate) fn new(model: &'m Model, joint_forces: bool) -> Self {
        Self { model, compiled: model.compile(), ws: Workspace::new(model), joint_forces }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The forces for a motion, without those of springs and friction.
    pub fn inverse_dynamics(&mut self, q: &[f64], v: &[f64], a: &[f64], tau: &mut [f64]) -> Result<(), DynamicsError> {
        self.compiled.inverse_dynamics(q, v, a, tau)
    }

    /// The forces that hold the links against gravity.
    pub fn gravity_forces(&mut self, q: &[f64], tau: &mut [f64]) -> Result<(), DynamicsError> {
        self.ws.position(self.model, q)?.gravity_forces(tau)
    }

    /// Adds `scale` times the forces of springs and friction as they act in the simulation: nothing if they are switched
    /// off.
    pub fn add_joint_forces(&self, q: &[f64], v: &[f64], scale: f64, tau: &mut [f64]) {
        if !self.joint_forces {
            return;
        }
        for (i, link) in self.model.links().iter().enumerate() {
            for k in 0..link.nv {
                let Passive { spring, friction } = passive::force(self.model, LinkId(i), k, q, v);
                tau[link.v + k] += scale * (spring + friction);
            }
        }
    }

    /// The step that leads from `from` to `to`, in speeds times time.
    pub fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) -> Result<(), SimError> {
        Ok(self.model.difference(from, to, step)?)
    }
}
