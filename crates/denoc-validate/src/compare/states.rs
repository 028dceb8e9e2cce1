//! Random states with closed loops.

use denoc_dynamics::Workspace;
use denoc_math::random::Random;
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc_mechanism::mobility::Mobility;
use denoc_model::{LinkId, Model};

use super::CompareSettings;
use crate::ValidationError;

/// A state and the forces of the motors.
pub(super) struct DrivenState {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) tau: Vec<f64>,
}

/// How a closed pose is left: a displacement along the tree, and speeds; both are projected on what the loops allow.
struct Departure<'a> {
    displacement: &'a [f64],
    speeds: &'a [f64],
}

/// Poses along a random walk from `start`, speeds that the loops allow, forces of the motors.
pub(super) fn random_states(
    model: &Model,
    start: &[f64],
    mobility: Option<&Mobility>,
    settings: &CompareSettings,
) -> Result<Vec<DrivenState>, ValidationError> {
    let mut random = Random::new(settings.seed);
    let mut vector = |n: usize| random.vector(n, 1.0);
    let (nv, driven) = (model.nv(), driven(model));
    let (hold, holding) = (inputs(model, mobility), holding(model, start)?);
    let rest = vec![0.0; nv];
    let mut states = Vec::new();
    let mut q = start.to_vec();
    for _ in 0..settings.states {
        let (displacement, speeds) = (vector(nv), vector(nv));
        let step = Departure { displacement: &displacement, speeds: &speeds };
        // a step beyond the limits, or beyond where the loops can be closed, begins at the start again
        let again = Departure { displacement: &rest, speeds: &speeds };
        let (pose, v) = moved(model, &q, &hold, &step).or_else(|_| moved(model, start, &hold, &again))?;
        q = pose;
        let tau = vector(nv).iter().zip(&driven).map(|(x, &driven)| if driven { x * holding } else { 0.0 }).collect();
        states.push(DrivenState { q: q.clone(), v, tau });
    }
    Ok(states)
}

/// The actuated joints, if they are as many as the degrees of freedom: with them held the loops close without ambiguity, also in
/// special geometry.
fn inputs(model: &Model, mobility: Option<&Mobility>) -> Vec<LinkId> {
    let Some(mobility) = mobility else { return Vec::new() };
    let motors = (0..model.links().len()).map(LinkId).filter(|&link| model.lists_motors() && model.is_actuated(link));
    let motors: Vec<LinkId> = motors.collect();
    let count: usize = motors.iter().map(|link| model.links()[link.0].nv).sum();
    if count == mobility.degrees_of_freedom { motors } else { Vec::new() }
}

/// A closed configuration at some distance along the degrees of freedom, with speeds.
fn moved(
    model: &Model,
    from: &[f64],
    hold: &[LinkId],
    departure: &Departure<'_>,
) -> Result<(Vec<f64>, Vec<f64>), denoc_run::Error> {
    let displacement = project_velocity(model, from, departure.displacement, hold, Metric::Identity)?;
    let mut q = from.to_vec();
    model.integrate(from, &displacement.iter().map(|x| 0.3 * x).collect::<Vec<_>>(), &mut q)?;
    let q = assemble(model, &q, &AssemblyOptions { restarts: 0, ..AssemblyOptions::holding(hold) })?.q;
    let v = project_velocity(model, &q, departure.speeds, hold, Metric::Identity)?;
    Ok((q, v))
}

/// Which speeds have motors; all of them if the model lists none.
fn driven(model: &Model) -> Vec<bool> {
    let of = |i: usize| vec![!model.lists_motors() || model.is_actuated(LinkId(i)); model.links()[i].nv];
    (0..model.links().len()).flat_map(of).collect()
}

/// The size of forces in this mechanism: the largest that holds the tree against gravity, at least 1.
fn holding(model: &Model, q: &[f64]) -> Result<f64, ValidationError> {
    let mut forces = vec![0.0; model.nv()];
    Workspace::new(model).position(model, q)?.gravity_forces(&mut forces)?;
    Ok(forces.iter().fold(1.0_f64, |most, x| most.max(x.abs())))
}
