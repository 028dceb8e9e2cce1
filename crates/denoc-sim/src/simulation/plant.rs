use denoc_dynamics::compiled::{Compile, Compiled, supports};
use denoc_dynamics::{CouplingForces, DynamicsError, Workspace};
use denoc_mechanism::evaluate::{AccelerationProjection, Acting, Algorithm, Evaluator, JointForces, State};
use denoc_mechanism::passive::{PassiveWrenches, add_joint_forces, add_joint_forces_sliding, smooth_joint_forces};
use denoc_mechanism::{Mechanism, MechanismError};
use denoc_model::{Couplings, LinkId, Model};

use super::undriven::Undriven;
use crate::SimError;

/// The mechanism as a controller sees it: the model, and dynamics in reused buffers.
#[derive(Debug)]
pub struct Plant<'m> {
    pub(super) model: &'m Model,
    pub(super) compiled: Compiled,
    pub(super) ws: Workspace<f64>,
    pub(super) joint_forces: bool,
    /// Where dry friction sticks: the direction in which each speed slides, zero at rest.
    pub(super) sliding: Option<Vec<f64>>,
    /// Of trees with couplings.
    coupled: Option<CoupledPlant>,
    /// Created at the first inverse dynamics: its memory grows with the square of the number of joints of a loop.
    closed: Option<Box<ClosedPlant>>,
    /// Of trees in which joints have no motor.
    undriven: Option<Undriven>,
}

/// Additional data for trees in which joints follow others, and nothing but joint forces acts.
#[derive(Debug)]
struct CoupledPlant {
    couplings: Couplings<f64>,
    forces: CouplingForces,
    a: Vec<f64>,
    passive: Vec<f64>,
}

/// Additional data for mechanisms with loops.
#[derive(Debug)]
struct ClosedPlant {
    evaluator: Evaluator,
    projection: AccelerationProjection,
}

impl<'m> Plant<'m> {
    pub(crate) fn new(model: &'m Model, joint_forces: bool) -> Self {
        let (compiled, ws) = (model.compile(), Workspace::new(model));
        let (coupled, undriven) = (CoupledPlant::new(model), Undriven::new(model));
        Self { model, compiled, ws, joint_forces, sliding: None, coupled, closed: None, undriven }
    }

    fn has_loops(&self) -> bool {
        !self.model.closures().is_empty()
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Computes the joint forces for accelerations `a`, springs and friction ignored. With loops, computes the motor forces for the
    /// accelerations projected onto the closures: those of actuated joints as in `a`, the others follow; springs and friction that
    /// act in the simulation are included.
    pub fn inverse_dynamics(&mut self, q: &[f64], v: &[f64], a: &[f64], tau: &mut [f64]) -> Result<(), SimError> {
        if !self.has_loops() {
            return Ok(self.compiled.inverse_dynamics(q, v, a, tau)?);
        }
        let joint_forces = if self.joint_forces { JointForces::Smooth } else { JointForces::Ignored };
        self.closed_inverse(State { q, v }, a, joint_forces, tau)
    }

    /// Computes the forces that balance gravity; with loops, the motor forces.
    pub fn gravity_forces(&mut self, q: &[f64], tau: &mut [f64]) -> Result<(), SimError> {
        if self.has_loops() {
            let rest = vec![0.0; self.model.nv()];
            return self.closed_inverse(State { q, v: &rest }, &rest, JointForces::Ignored, tau);
        }
        Ok(self.ws.position(self.model, q)?.gravity_forces(tau)?)
    }

    fn closed_inverse(
        &mut self,
        state: State<'_>,
        a: &[f64],
        joint_forces: JointForces,
        tau: &mut [f64],
    ) -> Result<(), SimError> {
        if let Some(coupled) = &mut self.coupled {
            return Ok(coupled.inverse(&mut self.compiled, state, a, joint_forces, tau)?);
        }
        if self.closed.is_none() {
            self.closed = Some(ClosedPlant::new(self.model)?);
        }
        let Self { model, ws, closed, .. } = self;
        let Some(closed) = closed else { unreachable!("made above") };
        let a = closed.projection.project(&ws.position(model, state.q)?.velocity(state.v)?, a)?;
        closed.evaluator.inverse_dynamics(state, a, Acting { external: &[], joint_forces }, tau)?;
        Ok(())
    }

    /// Changes joint forces for given accelerations of all joints, as [`Plant::inverse_dynamics`] gives them, to those of the motors
    /// alone: the accelerations of joints without a motor, such as a floating base, are not tracked but follow from zero force there,
    /// and those of all other joints remain. Changes nothing if motors drive all joints, or where loops are closed.
    pub fn release_undriven(&mut self, q: &[f64], tau: &mut [f64]) -> Result<(), SimError> {
        let Self { model, ws, undriven, .. } = self;
        match undriven {
            Some(undriven) => Ok(undriven.release((model, ws), q, tau)?),
            None => Ok(()),
        }
    }

    /// Adds `scale` times the forces of springs and friction as they act in the simulation. Adds nothing if they are switched off, or
    /// with loops, where [`Plant::inverse_dynamics`] includes them.
    pub fn add_joint_forces(&self, q: &[f64], v: &[f64], scale: f64, tau: &mut [f64]) {
        if !self.joint_forces || self.has_loops() {
            return;
        }
        match &self.sliding {
            Some(signs) => add_joint_forces_sliding(self.model, State { q, v }, signs, scale, tau),
            None => add_joint_forces(self.model, State { q, v }, scale, tau),
        };
    }

    /// The same for a motion with accelerations `a`: dry friction of joints at rest, which stick otherwise, opposes them.
    pub fn add_joint_forces_along(&self, q: &[f64], v: &[f64], a: &[f64], scale: f64, tau: &mut [f64]) {
        self.add_joint_forces(q, v, scale, tau);
        let Some(signs) = self.sliding.as_ref().filter(|_| self.joint_forces && !self.has_loops()) else { return };
        for (i, link) in self.model.links().iter().enumerate() {
            let dry = self.model.properties(LinkId(i)).dry_friction;
            for k in (link.v..link.v + link.nv).filter(|&k| dry != 0.0 && signs[k] == 0.0 && a[k] != 0.0) {
                tau[k] -= scale * dry * a[k].signum();
            }
        }
    }

    /// The step from `from` to `to` in the tangent space, nv: rad, m.
    pub fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) -> Result<(), SimError> {
        Ok(self.model.difference(from, to, step)?)
    }
}

impl CoupledPlant {
    fn new(model: &Model) -> Option<Self> {
        let applies = model.is_coupled_tree() && supports(model) && !PassiveWrenches::may_act(model);
        let zeros = || vec![0.0; model.nv()];
        let couplings = || (model.couplings(), CouplingForces::new(model));
        applies.then(couplings).map(|(couplings, forces)| Self { couplings, forces, a: zeros(), passive: zeros() })
    }

    /// Forces for the accelerations `a` of joints that follow no other.
    fn inverse(
        &mut self,
        compiled: &mut Compiled,
        State { q, v }: State<'_>,
        a: &[f64],
        joint_forces: JointForces,
        tau: &mut [f64],
    ) -> Result<(), DynamicsError> {
        let Self { couplings, forces, a: closed, passive } = self;
        compiled.model().check_speeds("a", a)?;
        closed.copy_from_slice(a);
        couplings.close_speeds(compiled.model(), closed);
        compiled.drive_forces(q, v, closed, tau)?;
        if joint_forces != JointForces::Ignored {
            smooth_joint_forces(compiled.model(), q, v, passive);
            forces.gather(passive);
            tau.iter_mut().zip(passive).for_each(|(tau, passive)| *tau -= *passive);
        }
        Ok(())
    }
}

impl ClosedPlant {
    fn new(model: &Model) -> Result<Box<Self>, MechanismError> {
        let mechanism = Mechanism::new(model.clone());
        let projection = AccelerationProjection::new(model, mechanism.facts()?);
        Ok(Box::new(Self { evaluator: mechanism.evaluator(Algorithm::RECURSIVE), projection }))
    }
}
