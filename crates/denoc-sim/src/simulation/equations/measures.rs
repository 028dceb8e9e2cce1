//! Energies, inertia and errors of states, for samples and for the audit.

use denoc_dynamics::{Loads, Velocity};
use denoc_math::{RigidMass, Twist};
use denoc_mechanism::passive::joint_spring_energy;
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, LinkId, Model};

use super::Equations;
use crate::SimError;
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

impl Equations<'_, '_> {
    /// Energies of a state.
    pub(in crate::simulation) fn energies(&mut self, y: &[f64]) -> Result<Energies, SimError> {
        self.place(y)?;
        let stage = self.plant.ws.position(self.plant.model, &self.q)?.velocity(&self.v)?;
        let mut springs = 0.0;
        if self.plant.joint_forces {
            springs += joint_spring_energy(self.plant.model, &self.q) + self.passive_wrenches.energy(&stage);
        }
        Ok(Energies { kinetic: stage.kinetic_energy(), gravity: stage.potential_energy(), springs })
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

    /// The largest difference between the forces of the last evaluation and those that inverse dynamics finds for its
    /// accelerations, and the size of the forces at work.
    pub(in crate::simulation) fn round_trip(&mut self, t: f64, v: &[f64], a: &[f64]) -> Result<(f64, f64), SimError> {
        let mut back = vec![0.0; v.len()];
        self.set_wrenches(t.min(self.latest))?;
        let Self { plant, wrenches, q, total, closing, .. } = self;
        let pushed: f64 = wrenches.iter().map(|w| w.moment.norm() + self.reach.max(1.0) * w.force.norm()).sum();
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        stage.bias(&mut back)?;
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        // inertial forces of links may cancel in every joint: a rotor that turns steadily, bodies on a turning arm
        let inertial = self.reach.max(1.0) * stage.kinetic_energy();
        let size = (largest(&back) + largest(total) + inertial).max(self.weight) + pushed;
        let mut forces = total.clone();
        if let Some(closing) = closing {
            if closing.is_bridging() {
                return Ok((0.0, size)); // no multipliers of this pose itself
            }
            closing.add_forces(wrenches, &mut forces);
        }
        stage.inverse(a, Loads::per_link(wrenches), &mut back)?;
        let difference = back.iter().zip(&forces).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        Ok((difference, size.max(largest(&forces))))
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
