use denoc_dynamics::compiled::{Compile, Compiled};
use denoc_dynamics::loops::LoopInverse;
use denoc_dynamics::{Loads, Workspace};
use denoc_math::Wrench;
use denoc_mechanism::MechanismError;
use denoc_mechanism::evaluate::{AllowedAccelerations, LoopFacts};
use denoc_mechanism::passive::{PassiveWrenches, add_joint_forces};
use denoc_model::Model;

use crate::SimError;

/// The mechanism as a controller sees it: its model, and dynamics without new memory.
#[derive(Debug)]
pub struct Plant<'m> {
    pub(super) model: &'m Model,
    pub(super) compiled: Compiled,
    pub(super) ws: Workspace<f64>,
    pub(super) joint_forces: bool,
    /// Made when a controller asks for inverse dynamics first: it grows with the square of a loop's joints.
    closed: Option<Box<ClosedPlant>>,
}

/// What mechanisms with loops need besides.
#[derive(Debug)]
struct ClosedPlant {
    inverse: LoopInverse<f64>,
    allowed: AllowedAccelerations,
    forces: Vec<f64>,
    passive: PassiveWrenches,
    wrenches: Vec<Wrench<f64>>,
}

impl<'m> Plant<'m> {
    pub(crate) fn new(model: &'m Model, joint_forces: bool) -> Self {
        Self { model, compiled: model.compile(), ws: Workspace::new(model), joint_forces, closed: None }
    }

    fn has_loops(&self) -> bool {
        !self.model.closures().is_empty()
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The forces for a motion, without those of springs and friction. Of a mechanism with loops: the forces of its motors for
    /// the accelerations that its loops allow, those of joints with motors as in `a` and the others as they follow; springs and
    /// friction that act in the simulation are counted there.
    pub fn inverse_dynamics(&mut self, q: &[f64], v: &[f64], a: &[f64], tau: &mut [f64]) -> Result<(), SimError> {
        if !self.has_loops() {
            return Ok(self.compiled.inverse_dynamics(q, v, a, tau)?);
        }
        self.closed_inverse((q, v, a), self.joint_forces, tau)
    }

    /// The forces that hold the links against gravity; of a mechanism with loops: those of its motors.
    pub fn gravity_forces(&mut self, q: &[f64], tau: &mut [f64]) -> Result<(), SimError> {
        if self.has_loops() {
            let rest = vec![0.0; self.model.nv()];
            return self.closed_inverse((q, &rest, &rest), false, tau);
        }
        Ok(self.ws.position(self.model, q)?.gravity_forces(tau)?)
    }

    fn closed_inverse(
        &mut self,
        (q, v, a): (&[f64], &[f64], &[f64]),
        joint_forces: bool,
        tau: &mut [f64],
    ) -> Result<(), SimError> {
        if self.closed.is_none() {
            self.closed = Some(ClosedPlant::new(self.model)?);
        }
        let Self { model, ws, closed, .. } = self;
        let Some(closed) = closed else { unreachable!("made above") };
        closed.forces.fill(0.0);
        closed.wrenches.fill(Wrench::zero());
        let mut stage = ws.position(model, q)?.velocity(v)?;
        if joint_forces {
            add_joint_forces(model, (q, v), 1.0, &mut closed.forces);
            closed.passive.add(&stage, &mut closed.wrenches);
        }
        let allowed = closed.allowed.nearest(&stage, a)?;
        closed.inverse.set_applied(&closed.forces);
        closed.inverse.inverse(&mut stage, allowed, Loads::per_link(&closed.wrenches), tau)?.complete(model)?;
        Ok(())
    }

    /// Adds `scale` times the forces of springs and friction as they act in the simulation: nothing if they are switched
    /// off, and nothing for mechanisms with loops, where [`Plant::inverse_dynamics`] counts them.
    pub fn add_joint_forces(&self, q: &[f64], v: &[f64], scale: f64, tau: &mut [f64]) {
        if self.joint_forces && !self.has_loops() {
            add_joint_forces(self.model, (q, v), scale, tau);
        }
    }

    /// The step that leads from `from` to `to`, in speeds times time.
    pub fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) -> Result<(), SimError> {
        Ok(self.model.difference(from, to, step)?)
    }
}

impl ClosedPlant {
    fn new(model: &Model) -> Result<Box<Self>, MechanismError> {
        let facts = LoopFacts::find(model)?;
        Ok(Box::new(Self {
            inverse: facts.inverse_solver(model)?,
            allowed: AllowedAccelerations::new(model, &facts),
            forces: vec![0.0; model.nv()],
            passive: PassiveWrenches::new(model),
            wrenches: vec![Wrench::zero(); model.links().len()],
        }))
    }
}
