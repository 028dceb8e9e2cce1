//! What acts on the mechanism, and the accelerations that follow.

use denoc_dynamics::{Loads, Velocity};
use denoc_math::Wrench;
use denoc_mechanism::evaluate::JointForces;
use denoc_mechanism::evaluate::State;
use denoc_mechanism::passive::{PassiveWrenches, add_joint_forces, add_joint_forces_sliding};

use super::Equations;
use crate::SimError;
use crate::simulation::friction::Friction;
use crate::simulation::implicit::Implicit;
use crate::simulation::load::BoundLoad;
use crate::simulation::loops::Closing;

impl Equations<'_, '_> {
    /// Computes the wrenches of loads and springs between points at `self.q` and `self.v`; the powers of dampers and of loads.
    pub(in crate::simulation) fn set_wrenches(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        if !self.any_wrenches(t) {
            self.clear_wrenches();
            return Ok([0.0; 2]);
        }
        self.acted = true;
        let stage = self.plant.ws.position(self.plant.model, &self.q)?.velocity(&self.v)?;
        let acting = Acting {
            loads: &self.loads,
            passive: self.plant.joint_forces.then_some(&mut self.passive_wrenches),
            implicit: self.implicit.as_deref(),
            friction: &mut self.friction,
        };
        Ok(acting.fill(&stage, t, &mut self.wrenches))
    }

    /// Whether wrenches act on links at any time.
    pub(in crate::simulation) fn has_wrenches(&self) -> bool {
        !self.loads.is_empty() || (self.plant.joint_forces && !self.passive_wrenches.is_empty())
    }

    pub(in crate::simulation) fn clear_wrenches(&mut self) {
        if core::mem::take(&mut self.acted) {
            self.wrenches.fill(Wrench::zero());
        }
    }

    pub(in crate::simulation) fn any_wrenches(&self, t: f64) -> bool {
        let passive = self.plant.joint_forces && !self.passive_wrenches.is_empty();
        passive || self.other_wrenches(t)
    }

    /// Whether wrenches act beside the passive ones.
    fn other_wrenches(&self, t: f64) -> bool {
        let implicit = self.implicit.as_ref().is_some_and(|implicit| implicit.step().is_some());
        implicit || self.friction.has_cuts() || self.loads.iter().any(|load| load.acts_at(t))
    }

    pub(super) fn limit_efforts(&mut self) {
        self.saturated = false;
        for &k in &self.passive {
            self.tau[k] = 0.0;
        }
        if self.saturate {
            for (tau, limit) in self.tau.iter_mut().zip(&self.effort_limits) {
                if tau.abs() > *limit {
                    *tau = limit.copysign(*tau);
                    self.saturated = true;
                }
            }
        }
    }

    /// The forces of springs and friction added to those of the actuators; the power of friction.
    pub(super) fn add_passive(&mut self) -> f64 {
        self.total.copy_from_slice(&self.tau);
        self.friction.add_held(&mut self.total);
        if !self.joints_act {
            return 0.0;
        }
        let (model, state) = (self.plant.model, State { q: &self.q, v: &self.v });
        if !self.friction.has_dry() {
            return add_joint_forces(model, state, 1.0, &mut self.total);
        }
        add_joint_forces_sliding(model, state, self.friction.signs(), 1.0, &mut self.total)
    }

    /// The accelerations, in `self.a`; the powers of dampers between points and of external loads.
    pub(in crate::simulation) fn accelerate(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        if self.closing.is_some() && self.friction.sticks() {
            return self.accelerate_sticking(t);
        }
        if self.closing.as_ref().is_some_and(Closing::is_bridging) {
            let powers = self.set_wrenches(t)?;
            self.accelerate_closed(t)?;
            return Ok(powers);
        }
        if self.closing.is_some() {
            return self.accelerate_with_loops(t);
        }
        if !self.any_wrenches(t) && !self.friction.sticks() {
            self.clear_wrenches();
            let Self { plant, q, v, a, total, .. } = self;
            plant.compiled.forward_dynamics(q, v, total, a)?;
            return Ok([0.0; 2]);
        }
        self.acted = true;
        let Self { plant, wrenches, q, v, a, total, loads, passive_wrenches, implicit, friction, .. } = self;
        let passive = plant.joint_forces.then_some(passive_wrenches);
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        let powers = Acting { loads, passive, implicit: implicit.as_deref(), friction }.fill(&stage, t, wrenches);
        if friction.sticks() {
            friction.accelerate(&mut stage, total, wrenches, a)?;
        } else {
            stage.forward(total, Loads::per_link(wrenches), a)?;
        }
        Ok(powers)
    }

    /// With loops, away from singular configurations.
    fn accelerate_with_loops(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        if self.needs_multipliers {
            let powers = self.accelerate_regular(t)?;
            // the accelerations that steps are made of, which the audit is to compare with inverse dynamics
            self.accelerate_fast(t)?;
            return Ok(powers);
        }
        match self.accelerate_fast(t)? {
            Some(damping) => {
                self.clear_wrenches();
                Ok([damping, 0.0])
            }
            None => self.accelerate_regular(t),
        }
    }

    /// The accelerations by algorithms that give no multipliers and wrenches, where these suffice; the power of dampers between points.
    fn accelerate_fast(&mut self, t: f64) -> Result<Option<f64>, SimError> {
        if !self.closing.as_ref().is_some_and(Closing::is_compiled) {
            return Ok(self.accelerate_in_plane(t));
        }
        if self.any_wrenches(t) {
            return Ok(None);
        }
        let Self { plant, q, v, a, total, .. } = self;
        plant.compiled.forward_dynamics(q, v, total, a)?;
        Ok(Some(0.0))
    }

    /// The accelerations of a mechanism that moves in a plane, without multipliers and wrenches; the power of dampers between points.
    /// `None` where anything else acts on links, and wherever [`Closing::forward_in_plane`] leaves them to the other algorithms.
    fn accelerate_in_plane(&mut self, t: f64) -> Option<f64> {
        let springs = self.plant.joint_forces;
        if (springs && self.passive_wrenches.act_beside_point_springs()) || self.other_wrenches(t) {
            return None;
        }
        let Self { plant, q, v, a, total, closing, .. } = self;
        closing.as_mut()?.forward_in_plane(plant.model, [q, v, total], springs, a)
    }

    /// The same for mechanisms in space: the links are placed once, for the wrenches and for the accelerations.
    fn accelerate_regular(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        let acts = self.any_wrenches(t);
        if !acts {
            self.clear_wrenches();
        }
        self.acted |= acts;
        let Self { plant, wrenches, q, v, a, total, loads, passive_wrenches, implicit, friction, closing, .. } = self;
        let Some(closing) = closing else { return Ok([0.0; 2]) };
        let passive = plant.joint_forces.then_some(passive_wrenches);
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        let acting = Acting { loads, passive, implicit: implicit.as_deref(), friction };
        let powers = if acts { acting.fill(&stage, t, wrenches) } else { [0.0; 2] };
        closing.forward(&mut stage, total, wrenches, a)?;
        Ok(powers)
    }

    /// With loops: near singular configurations from states on both sides.
    pub(in crate::simulation) fn accelerate_closed(&mut self, t: f64) -> Result<(), SimError> {
        let nodes = self.closing.as_mut().map(Closing::take_nodes).unwrap_or_default();
        if nodes.is_empty() {
            let Self { plant, wrenches, q, v, a, total, closing, .. } = self;
            let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
            return closing.as_mut().map_or(Ok(()), |closing| closing.forward(&mut stage, total, wrenches, a));
        }
        let (here, speeds) = (self.q.clone(), self.v.clone());
        let mut sum = vec![0.0; self.a.len()];
        for node in &nodes {
            self.q.copy_from_slice(&node.q);
            self.v.copy_from_slice(&node.v);
            self.set_wrenches(t)?;
            let Self { plant, wrenches, q, v, a, total, closing, .. } = self;
            if let Some(closing) = closing {
                let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
                closing.forward(&mut stage, total, wrenches, a)?;
            }
            sum.iter_mut().zip(&self.a).for_each(|(sum, a)| *sum += node.weight * a);
        }
        (self.q, self.v, self.a) = (here, speeds, sum);
        if let Some(closing) = &mut self.closing {
            closing.give_nodes(nodes);
        }
        Ok(())
    }
}

/// What acts on links besides their joints.
struct Acting<'s> {
    loads: &'s [BoundLoad],
    passive: Option<&'s mut PassiveWrenches>,
    implicit: Option<&'s Implicit>,
    friction: &'s mut Friction,
}

impl Acting<'_> {
    /// The wrenches; the powers of dampers and of loads.
    fn fill(self, stage: &Velocity<'_, f64>, t: f64, wrenches: &mut [Wrench<f64>]) -> [f64; 2] {
        wrenches.fill(Wrench::zero());
        let mut power = 0.0;
        for load in self.loads.iter().filter(|load| load.acts_at(t)) {
            let wrench = load.wrench(t, stage.link_pose(load.link));
            wrenches[load.link.0] += wrench;
            power += stage.link_twist(load.link).dot(wrench);
        }
        let mut damping = self.passive.map_or(0.0, |passive| passive.add(stage, JointForces::Smooth, wrenches));
        damping += self.friction.add_wrenches(stage, wrenches);
        if let Some(implicit) = self.implicit {
            implicit.push(stage, wrenches);
        }
        [damping, power]
    }
}
