//! Forces at one instant: of the driven joints, on the ground, in all joints.

use denoc_dynamics::{Acceleration, DynamicsError, Loads, Workspace};
use denoc_math::Wrench;
use denoc_mechanism::MechanismError;
use denoc_mechanism::evaluate::{Acting, Evaluator, JointForces, State};
use denoc_mechanism::passive::PassiveWrenches;
use denoc_model::{LinkId, Model};
use nalgebra::DMatrix;

use super::sample::PinForce;
use crate::MachineError;

/// Computes forces, instant by instant.
#[derive(Clone, Debug)]
pub(super) struct Forces {
    passive: PassiveWrenches,
    /// Computes reactions, if they are requested.
    reactions: Option<Evaluator>,
}

/// Forces at one instant.
#[derive(Clone, Debug)]
pub(super) struct InstantForces {
    /// Of each driven joint.
    pub(super) driving: Vec<f64>,
    /// On the ground about its origin.
    pub(super) ground: Wrench<f64>,
    /// In all joints, if requested.
    pub(super) pins: Vec<PinForce>,
}

impl Forces {
    pub(super) fn new(model: &Model, reactions: Option<Evaluator>) -> Self {
        Self { passive: PassiveWrenches::new(model), reactions }
    }

    /// The forces that accelerations `a` need. `gains` has one column per driven joint: speeds per speed of that joint.
    pub(super) fn at(
        &mut self,
        ws: &mut Workspace<f64>,
        model: &Model,
        state: State<'_>,
        a: &[f64],
        gains: &DMatrix<f64>,
    ) -> Result<InstantForces, MachineError> {
        let mut stage = ws.position(model, state.q)?.velocity(state.v)?;
        let mut wrenches = vec![Wrench::zero(); model.links().len()];
        self.passive.add(&stage, JointForces::Exact, &mut wrenches);
        let (mut needed, mut passive) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
        stage.inverse(a, Loads::per_link(&wrenches), &mut needed)?;
        model.joint_forces(state.q, state.v, &mut passive)?;
        // virtual power, which also holds in singular configurations
        let driving = gains.column_iter().map(|gain| {
            let all = gain.iter().zip(needed.iter().zip(&passive));
            all.map(|(gain, (needed, passive))| gain * (needed - passive)).sum::<f64>()
        });
        let driving = driving.collect();
        wrenches.fill(Wrench::zero());
        self.passive.add_drag(&stage, &mut wrenches);
        let ground = -total(model, &stage.acceleration(a, Loads::per_link(&wrenches))?);
        let pins = self.reactions.as_mut().map_or_else(|| Ok(Vec::new()), |evaluator| pins(evaluator, state, a))?;
        Ok(InstantForces { driving, ground, pins })
    }
}

/// The reactions in all joints; none in a singular configuration, where the driven joints do not determine them.
fn pins(evaluator: &mut Evaluator, state: State<'_>, a: &[f64]) -> Result<Vec<PinForce>, MachineError> {
    let acting = Acting { external: &[], joint_forces: JointForces::Exact };
    match evaluator.reactions(state, a, acting) {
        Err(MechanismError::Dynamics(DynamicsError::Unactuated { .. })) => Ok(Vec::new()),
        reactions => Ok(reactions?.into_iter().map(PinForce::from).collect()),
    }
}

/// The rate of momentum of all moving links less their weights and loads, about the origin of the ground: what the ground exerts on
/// the links, if the loads of the stage are those from elsewhere (drag). Loops do not matter: their forces cancel.
pub(crate) fn total(model: &Model, stage: &Acceleration<'_, f64>) -> Wrench<f64> {
    let mut sum = Wrench::zero();
    for (i, link) in model.links().iter().enumerate() {
        let pose = stage.link_pose(LinkId(i));
        if link.parent.is_none() {
            sum += pose.propagate_back(stage.reaction(LinkId(i)));
        }
        if !link.moves {
            // a fixed link is part of the ground: its weight does not count
            let weight = model.gravity();
            let first = pose.position.scale(link.mass.mass) + pose.rotation.apply(link.mass.first_moment);
            sum += Wrench::new(first.cross(weight), weight.scale(link.mass.mass));
        }
    }
    sum
}
