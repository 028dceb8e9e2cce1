//! Energies, inertia and errors of states, for samples and for the audit.

use denoc_dynamics::{Loads, Velocity};
use denoc_math::{RigidMass, Twist};
use denoc_mechanism::passive::{PassiveWrenches, joint_spring_energy};
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, LinkId, Model};

use super::Equations;
use crate::SimError;
use crate::simulation::loops::Closing;
use crate::simulation::sample::Energies;

/// A state as events see it.
pub(in crate::simulation) struct Placed<'s> {
    pub(in crate::simulation) q: &'s [f64],
    pub(in crate::simulation) v: &'s [f64],
    /// Poses and twists of the links, where an event needs them.
    pub(in crate::simulation) poses: Option<Velocity<'s, f64>>,
}

impl Placed<'_> {
    /// The largest angular speed of a link, rad/s; zero if there are no poses.
    pub(in crate::simulation) fn fastest_turn(&self) -> f64 {
        let Some(stage) = &self.poses else { return 0.0 };
        let links = 0..stage.model().links().len();
        links.map(|i| stage.link_twist(LinkId(i)).angular.norm()).fold(0.0, f64::max)
    }
}

/// How forward dynamics agrees with inverse dynamics.
#[derive(Copy, Clone, Debug)]
pub(in crate::simulation) struct RoundTrip {
    /// The largest difference between joint forces, N m or N.
    pub(in crate::simulation) difference: f64,
    /// The size of the forces at work, N m or N.
    pub(in crate::simulation) size: f64,
}

/// Energies; `joints_act`: joints have springs or friction; `passive`: springs elsewhere, if they act.
fn energies(stage: &Velocity<'_, f64>, joints_act: bool, passive: Option<&mut PassiveWrenches>) -> Energies {
    let in_joints = if joints_act { joint_spring_energy(stage.model(), stage.q()) } else { 0.0 };
    let springs = in_joints + passive.map_or(0.0, |passive| passive.energy(stage));
    Energies { kinetic: stage.kinetic_energy(), gravity: stage.potential_energy(), springs }
}

impl Equations<'_, '_> {
    /// Energies of a state.
    pub(in crate::simulation) fn energies(&mut self, y: &[f64]) -> Result<Energies, SimError> {
        self.place(y)?;
        self.energies_here()
    }

    /// Energies of the state placed last.
    pub(in crate::simulation) fn energies_here(&mut self) -> Result<Energies, SimError> {
        let Self { plant, passive_wrenches, joints_act, q, v, .. } = self;
        let passive = plant.joint_forces.then_some(passive_wrenches);
        Ok(energies(&plant.ws.position(plant.model, q)?.velocity(v)?, *joints_act, passive))
    }

    /// Angles of springs in cut joints whose turns are not counted, at the state placed last.
    pub(in crate::simulation) fn uncounted_angles(&mut self) -> Result<Vec<(ClosureId, f64)>, SimError> {
        if !self.plant.joint_forces || !self.passive_wrenches.has_uncounted_turns() {
            return Ok(Vec::new());
        }
        let stage = self.plant.ws.position(self.plant.model, &self.q)?.velocity(&self.v)?;
        Ok(self.passive_wrenches.uncounted_angles(&stage))
    }

    /// A state as events see it; with poses and twists of the links if required.
    pub(in crate::simulation) fn placed(&mut self, y: &[f64], poses: bool) -> Result<Placed<'_>, SimError> {
        self.place(y)?;
        let Self { plant, q, v, .. } = self;
        let poses = if poses { Some(plant.ws.position(plant.model, q)?.velocity(v)?) } else { None };
        Ok(Placed { q, v, poses })
    }

    /// The longest path along the links, m.
    pub(in crate::simulation) fn reach(&self) -> f64 {
        self.reach
    }

    /// Energies at the last evaluation, which must have been one with multipliers; the largest difference between its forces and those
    /// that inverse dynamics finds for its accelerations; the size of the forces at work.
    pub(in crate::simulation) fn check_evaluation(&mut self, t: f64) -> Result<(Energies, RoundTrip), SimError> {
        let bridging = self.closing.as_ref().is_some_and(Closing::is_bridging);
        if bridging {
            self.set_wrenches(t.min(self.latest))?; // those of the last evaluation are of a pose beside this one
        }
        let Self {
            plant, wrenches, acted, q, v, a, total, closing, passive_wrenches, joints_act, back, forces, ..
        } = self;
        let pushed = match *acted {
            true => wrenches.iter().map(|w| w.moment.norm() + self.reach.max(1.0) * w.force.norm()).sum(),
            false => 0.0,
        };
        // joint forces for zero accelerations
        forces.fill(0.0);
        plant.compiled.inverse_dynamics(q, v, forces, back)?;
        let passive = plant.joint_forces.then_some(passive_wrenches);
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        let energies = energies(&stage, *joints_act, passive);
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        // inertial forces of links may cancel in every joint: a rotor that turns steadily, bodies on a turning arm
        let inertial = self.reach.max(1.0) * energies.kinetic;
        let size = (largest(back) + largest(total) + inertial).max(self.weight) + pushed;
        if bridging {
            return Ok((energies, RoundTrip { difference: 0.0, size })); // no multipliers of this pose itself
        }
        forces.copy_from_slice(total);
        if let Some(closing) = closing {
            *acted = true;
            closing.add_forces(wrenches, forces);
        }
        let loads = if *acted { Loads::per_link(wrenches) } else { Loads::NONE };
        stage.inverse(a, loads, back)?;
        let difference = back.iter().zip(&*forces).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        Ok((energies, RoundTrip { difference, size: size.max(largest(forces)) }))
    }

    /// Sum of the diagonal of the generalised inertia matrix.
    pub(in crate::simulation) fn inertia(&mut self, y: &[f64]) -> Result<f64, SimError> {
        self.place(y)?;
        let stage = self.plant.ws.position(self.plant.model, &self.q)?;
        let links = self.plant.model.links();
        let mut composite: Vec<RigidMass<f64>> = links.iter().map(|l| l.mass).collect();
        let (mut columns, mut sum) = ([Twist::zero(); 6], 0.0);
        for (i, l) in links.iter().enumerate().rev() {
            let mass = composite[i];
            l.joint.columns(&self.q[l.q..l.q + l.nq], &mut columns[..l.nv]);
            sum += columns[..l.nv].iter().map(|&p| p.dot(mass.apply(p)) + l.rotor_inertia).sum::<f64>();
            if let Some(LinkId(parent)) = l.parent {
                composite[parent] += mass.to_parent(stage.relative_pose(LinkId(i)));
            }
        }
        Ok(sum)
    }
}

/// The joint force that the weight of all moving links could cause.
pub(super) fn weight(model: &Model) -> f64 {
    let mass = model.total_mass();
    let slides = model.links().iter().any(|l| l.joint.v_units().contains(&Unit::Length));
    mass * model.gravity().norm() * if slides { reach(model).max(1.0) } else { reach(model) }
}

/// The longest path along the links.
pub(super) fn reach(model: &Model) -> f64 {
    let mut reach: Vec<f64> = Vec::with_capacity(model.links().len());
    for l in model.links() {
        let before = l.parent.map_or(0.0, |p| reach[p.0]);
        let center = if l.mass.mass > 0.0 { l.mass.first_moment.norm() / l.mass.mass } else { 0.0 };
        reach.push(before + l.placement.position.norm() + center);
    }
    reach.into_iter().fold(0.0, f64::max)
}
