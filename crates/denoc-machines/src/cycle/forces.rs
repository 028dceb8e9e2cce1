//! Forces at one instant: of the inputs, on the ground, in the joints.

use denoc_dynamics::loops::{LoopInverse, ReactionAxes};
use denoc_dynamics::{Acceleration, Loads, Velocity, Workspace};
use denoc_math::Wrench;
use denoc_model::{ClosureId, LinkId, Model};

use super::geometry::Geometry;
use super::sample::PinForce;
use crate::MachineError;
use denoc_mechanism::passive::PassiveWrenches;

/// Forces at one instant.
#[derive(Clone, Debug)]
pub(super) struct Forces {
    /// Of each driven joint.
    pub(super) driving: Vec<f64>,
    /// On the ground about its origin.
    pub(super) ground: Wrench<f64>,
    pub(super) pins: Vec<PinForce>,
}

/// Forces of the motion (v, a) in a pose. With `inverse` the reactions too.
pub(super) fn forces(
    (model, ws): (&Model, &mut Workspace<f64>),
    geometry: &Geometry,
    (v, a): (&[f64], &[f64]),
    springs: &mut PassiveWrenches,
    inverse: Option<&mut LoopInverse<f64>>,
) -> Result<Forces, MachineError> {
    let nv = model.nv();
    let mut stage = ws.position(model, &geometry.q)?.velocity(v)?;
    let mut wrenches = vec![Wrench::zero(); model.links().len()];
    springs.add(&stage, &mut wrenches);
    let (mut needed, mut passive) = (vec![0.0; nv], vec![0.0; nv]);
    stage.inverse(a, Loads::per_link(&wrenches), &mut needed)?;
    model.joint_forces(&geometry.q, v, &mut passive)?;
    let driving = geometry.gains.column_iter().map(|gain| {
        let all = gain.iter().zip(needed.iter().zip(&passive));
        all.map(|(gain, (needed, passive))| gain * (needed - passive)).sum::<f64>()
    });
    let driving = driving.collect();
    let pins = match inverse {
        Some(inverse) => {
            inverse.set_applied(&passive);
            let mut tau = vec![0.0; nv];
            let outcome = inverse.inverse(&mut stage, a, Loads::per_link(&wrenches), &mut tau)?;
            match outcome.complete(model) {
                Ok(_) => pins(model, inverse, &mut stage, a, Loads::per_link(&wrenches))?,
                // a singular pose: the input does not determine them
                Err(_) => Vec::new(),
            }
        }
        None => Vec::new(),
    };
    let ground = -total(model, &stage.acceleration(a, Loads::NONE)?);
    Ok(Forces { driving, ground, pins })
}

fn pins(
    model: &Model,
    inverse: &mut LoopInverse<f64>,
    stage: &mut Velocity<'_, f64>,
    a: &[f64],
    loads: Loads<'_, f64>,
) -> Result<Vec<PinForce>, MachineError> {
    let reactions = inverse.reactions(stage, a, loads)?;
    let joints = (0..model.links().len()).map(|i| (&model.joint_names()[i], Some(reactions.joint(LinkId(i)))));
    let closures = (0..model.closures().len()).map(|i| (&model.closure_names()[i], reactions.closure(ClosureId(i))));
    let all = joints.chain(closures).filter_map(|(name, reaction)| {
        let wrench = reaction?.along(ReactionAxes::World);
        Some(PinForce { joint: name.clone(), force: wrench.force.to_array(), moment: wrench.moment.to_array() })
    });
    Ok(all.collect())
}

/// The rate of momentum of all moving links less their weights, about the origin of the ground, at a stage without loads. Loops
/// do not matter: their forces cancel.
pub(crate) fn total(model: &Model, stage: &Acceleration<'_, f64>) -> Wrench<f64> {
    let mut sum = Wrench::zero();
    for (i, link) in model.links().iter().enumerate() {
        let pose = stage.link_pose(LinkId(i));
        if link.parent.is_none() {
            sum += pose.propagate_back(stage.reaction(LinkId(i)));
        }
        if !link.moves {
            // part of the ground, which nobody weighs
            let weight = model.gravity();
            let first = pose.position.scale(link.mass.mass) + pose.rotation.apply(link.mass.first_moment);
            sum += Wrench::new(first.cross(weight), weight.scale(link.mass.mass));
        }
    }
    sum
}
