//! The equations of motion as a system of differential equations.
//!
//! State: local coordinates φ, speeds v, the controller's own states, and three quadratures: the work of the actuators, of
//! friction, and of external loads.

use denoc_dynamics::{DynamicsError, Loads};
use denoc_math::Wrench;
use denoc_model::joints::Unit;
use denoc_model::{FrameId, LinkId, Model, StateError};

use super::load::BoundLoad;
use super::passive::{self, Passive};
use super::plant::Plant;
use super::sample::{Energies, Works};
use crate::SimError;
use crate::controllers::{Controller, Moment};
use crate::integrators::System;
use crate::manifold::Manifold;

/// Number of quadratures.
const WORKS: usize = 3;

pub(super) struct Mechanism<'a, 'm> {
    pub(super) plant: Plant<'m>,
    pub(super) manifold: Manifold<'m>,
    pub(super) controller: &'a mut (dyn Controller + 'm),
    pub(super) loads: Vec<BoundLoad>,
    pub(super) saturate: bool,
    /// The coordinates around which the state is local.
    base: Vec<f64>,
    /// The coordinates at the start of the step: the same, except inside a step of a symmetric method.
    origin: Vec<f64>,
    /// No time after this is used: functions of time that jump at the end of a segment are continuous from the right.
    pub(super) latest: f64,
    pub(super) evaluations: u64,
    /// Whether an actuator was at its limit in the last evaluation.
    pub(super) saturated: bool,
    /// Coordinates, forces of actuators, of springs and friction, and their sum, of the last evaluation.
    pub(super) q: Vec<f64>,
    pub(super) tau: Vec<f64>,
    pub(super) total: Vec<f64>,
    wrenches: Vec<Wrench<f64>>,
    effort_limits: Vec<f64>,
    /// Entries of v without a motor, where the model lists motors.
    passive: Vec<usize>,
    /// The joint force that the weight of all links could give: near an equilibrium forces say nothing about rounding.
    weight: f64,
    /// The longest way along the links.
    reach: f64,
}

impl<'a, 'm> Mechanism<'a, 'm> {
    pub(super) fn new(
        plant: Plant<'m>,
        controller: &'a mut (dyn Controller + 'm),
        loads: Vec<BoundLoad>,
        saturate: bool,
    ) -> Self {
        let model = plant.model;
        let effort = |i| model.effort_limit(LinkId(i)).unwrap_or(f64::INFINITY);
        let speeds = || model.links().iter().enumerate().flat_map(|(i, l)| (l.v..l.v + l.nv).map(move |k| (i, k)));
        let effort_limits = speeds().map(|(i, _)| effort(i)).collect();
        let idle = |i: usize| !controller.explicit() && !model.is_actuated(LinkId(i));
        let passive = speeds().filter(|&(i, _)| idle(i)).map(|(_, k)| k).collect();
        Self {
            manifold: Manifold::new(model),
            plant,
            controller,
            loads,
            saturate,
            base: model.neutral(),
            origin: model.neutral(),
            latest: f64::INFINITY,
            evaluations: 0,
            saturated: false,
            q: vec![0.0; model.nq()],
            tau: vec![0.0; model.nv()],
            total: vec![0.0; model.nv()],
            wrenches: vec![Wrench::zero(); model.links().len()],
            effort_limits,
            passive,
            weight: weight(model),
            reach: reach(model),
        }
    }

    pub(super) fn model(&self) -> &'m Model {
        self.plant.model
    }

    /// Speeds inside the state.
    pub(super) fn speeds<'y>(&self, y: &'y [f64]) -> &'y [f64] {
        let nv = self.model().nv();
        &y[nv..2 * nv]
    }

    /// Works inside the state.
    pub(super) fn works(&self, y: &[f64]) -> Works {
        let own = &y[self.controlled()..];
        Works { actuators: own[0], friction: own[1], external: own[2] }
    }

    /// Coordinates of a state, in `self.q`.
    pub(super) fn place(&mut self, y: &[f64]) {
        self.manifold.coordinates(&self.base, &y[..self.plant.model.nv()], &mut self.q);
    }

    /// The coordinates around which the state is local.
    pub(super) fn base(&self) -> &[f64] {
        &self.base
    }

    /// Makes states local around these coordinates.
    pub(super) fn set_base(&mut self, q: &[f64]) {
        self.base.copy_from_slice(q);
        self.origin.copy_from_slice(q);
    }

    /// Makes the state local around itself, with rates that belong to it.
    pub(super) fn recentre(&mut self, y: &mut [f64], rates: &mut [f64]) {
        self.place(y);
        self.base.copy_from_slice(&self.q);
        self.origin.copy_from_slice(&self.q);
        let nv = self.model().nv();
        let (local, rest) = y.split_at_mut(nv);
        local.fill(0.0);
        rates[..nv].copy_from_slice(&rest[..nv]);
    }

    /// Energies of a state.
    pub(super) fn energies(&mut self, y: &[f64]) -> Result<Energies, SimError> {
        self.place(y);
        let nv = self.plant.model.nv();
        let stage = self.plant.ws.position(self.plant.model, &self.q)?.velocity(&y[nv..2 * nv])?;
        let springs = if self.plant.joint_forces { passive::spring_energy(self.plant.model, &self.q) } else { 0.0 };
        Ok(Energies { kinetic: stage.kinetic_energy(), gravity: stage.potential_energy(), springs })
    }

    /// Position of a frame along a world axis.
    pub(super) fn frame_position(&mut self, y: &[f64], frame: FrameId, axis: usize) -> Result<f64, SimError> {
        self.place(y);
        let position = self.plant.ws.position(self.plant.model, &self.q)?.frame_pose(frame).position;
        Ok(position.to_array()[axis])
    }

    /// The largest difference between the forces of the last evaluation and those that inverse dynamics finds for its
    /// accelerations, and the size of the forces at work.
    pub(super) fn round_trip(&mut self, t: f64, v: &[f64], a: &[f64]) -> Result<(f64, f64), SimError> {
        let mut back = vec![0.0; v.len()];
        let any = self.set_wrenches(t.min(self.latest))?;
        let Self { plant, wrenches, q, total, .. } = self;
        let loads = if any { Loads::per_link(wrenches) } else { Loads::NONE };
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        stage.bias(&mut back)?;
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let size = largest(&back) + largest(total);
        stage.inverse(a, loads, &mut back)?;
        let difference = back.iter().zip(total.iter()).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        // what loads could give at the joints
        let length = self.reach.max(1.0);
        let pushed: f64 = self.wrenches.iter().map(|w| w.moment.norm() + length * w.force.norm()).sum();
        Ok((difference, size.max(self.weight) + if any { pushed } else { 0.0 }))
    }

    /// Sum of the diagonal of the generalised inertia matrix.
    pub(super) fn inertia(&mut self, y: &[f64]) -> Result<f64, SimError> {
        self.place(y);
        let nv = self.plant.model.nv();
        let mut gim = vec![0.0; nv * nv];
        self.plant.compiled.gim(&self.q, &mut gim)?;
        Ok(gim.iter().step_by(nv + 1).sum())
    }

    /// Computes the wrenches at the coordinates `self.q`; whether there are any.
    fn set_wrenches(&mut self, t: f64) -> Result<bool, SimError> {
        if !self.loads.iter().any(|load| load.acts_at(t)) {
            return Ok(false);
        }
        let stage = self.plant.ws.position(self.plant.model, &self.q)?;
        self.wrenches.fill(Wrench::zero());
        for load in self.loads.iter().filter(|load| load.acts_at(t)) {
            self.wrenches[load.link.0] += load.wrench(t, stage.link_pose(load.link));
        }
        Ok(true)
    }

    fn limit_efforts(&mut self) {
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
    fn add_passive(&mut self, v: &[f64]) -> f64 {
        self.total.copy_from_slice(&self.tau);
        let mut power = 0.0;
        if self.plant.joint_forces {
            let model = self.plant.model;
            for (i, link) in model.links().iter().enumerate() {
                for k in 0..link.nv {
                    let Passive { spring, friction } = passive::force(model, LinkId(i), k, &self.q, v);
                    self.total[link.v + k] += spring + friction;
                    power += friction * v[link.v + k];
                }
            }
        }
        power
    }

    /// The accelerations; the power of external loads.
    fn accelerate(&mut self, t: f64, v: &[f64], a: &mut [f64]) -> Result<f64, SimError> {
        if !self.set_wrenches(t)? {
            self.plant.compiled.forward_dynamics(&self.q, v, &self.total, a)?;
            return Ok(0.0);
        }
        let Self { plant, wrenches, q, total, .. } = self;
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        let power = wrenches.iter().enumerate().map(|(i, w)| stage.link_twist(LinkId(i)).dot(*w)).sum();
        stage.forward(total, Loads::per_link(wrenches), a)?;
        Ok(power)
    }

    fn evaluate(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        let nv = self.plant.model.nv();
        let t = t.min(self.latest);
        self.evaluations += 1;
        self.place(y);
        let (v, own) = (&y[nv..2 * nv], &y[2 * nv..self.controlled()]);
        let works = self.controlled();
        let (rates, work_rates) = rates.split_at_mut(works);
        let (local_rates, rates) = rates.split_at_mut(nv);
        let (a, own_rates) = rates.split_at_mut(nv);
        self.manifold.rates(&y[..nv], v, local_rates).map_err(|(joint, angle)| SimError::TurnTooLarge {
            time: t,
            joint: self.plant.model.joint_names()[joint].clone(),
            angle,
        })?;
        self.tau.fill(0.0);
        let moment = Moment { t, q: &self.q, v, states: own };
        self.controller.torques(moment, &mut self.plant, &mut self.tau, own_rates)?;
        self.limit_efforts();
        let friction = self.add_passive(v);
        let external = self.accelerate(t, v, a)?;
        let actuators = self.tau.iter().zip(v).map(|(tau, v)| tau * v).sum();
        work_rates.copy_from_slice(&[actuators, friction, external]);
        Ok(())
    }
}

fn weight(model: &Model) -> f64 {
    let mass: f64 = model.links().iter().map(|l| l.mass.mass).sum();
    let slides = model.links().iter().any(|l| l.joint.v_units().contains(&Unit::Length));
    mass * model.gravity().norm() * if slides { reach(model).max(1.0) } else { reach(model) }
}

fn reach(model: &Model) -> f64 {
    let mut reach: Vec<f64> = Vec::with_capacity(model.links().len());
    for l in model.links() {
        let before = l.parent.map_or(0.0, |p| reach[p.0]);
        let center = if l.mass.mass > 0.0 { l.mass.first_moment.norm() / l.mass.mass } else { 0.0 };
        reach.push(before + l.placement.position.norm() + center);
    }
    reach.into_iter().fold(0.0, f64::max)
}

impl System for Mechanism<'_, '_> {
    fn dimension(&self) -> usize {
        self.controlled() + WORKS
    }

    fn controlled(&self) -> usize {
        2 * self.plant.model.nv() + self.controller.states()
    }

    fn rates(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        self.evaluate(t, y, rates).map_err(|error| at_time(t, error))
    }

    fn joint_of(&self, entry: usize) -> String {
        let model = self.plant.model;
        let nv = model.nv();
        if nv == 0 {
            return String::new();
        }
        // states of the controller come joint by joint
        model.joint_names()[model.joint_of_speed(entry % nv).0].clone()
    }

    fn centre(&mut self, change: &[f64], start: &mut [f64]) {
        start.fill(0.0);
        if self.manifold.curved() {
            let nv = self.plant.model.nv();
            self.manifold.half_way(&self.origin, &change[..nv], &mut self.base, &mut start[..nv]);
        }
    }

    fn leave_centre(&mut self, end: &mut [f64]) {
        if self.manifold.curved() {
            self.place(end);
            self.base.copy_from_slice(&self.origin);
            self.manifold.local(&self.base, &self.q, &mut end[..self.plant.model.nv()]);
        }
    }
}

/// The same error, with its time where that says more.
fn at_time(time: f64, error: SimError) -> SimError {
    let dynamics = match error {
        SimError::Dynamics(dynamics) => dynamics,
        SimError::State(state) => DynamicsError::State(state),
        other => return other,
    };
    match &dynamics {
        DynamicsError::Singular { joint, .. } => {
            SimError::Singular { time, joint: joint.clone(), cause: Box::new(dynamics) }
        }
        DynamicsError::NotFinite { what, index, joint, value }
        | DynamicsError::State(StateError::NotFinite { what, index, joint, value }) => SimError::NotFinite {
            time,
            joint: joint.clone(),
            cause: format!("{what}[{index}] (joint \"{joint}\") is {value}"),
        },
        _ => SimError::Dynamics(dynamics),
    }
}
