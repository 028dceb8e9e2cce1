//! The equations of motion as a system of differential equations.
//!
//! State: local coordinates φ, speeds v (of mechanisms with loops: independent ones, see [`denoc_mechanism::closed`]), the controller's
//! own states, and four quadratures: the work of the actuators, of friction, of external loads, and of stops in impacts.

mod closure;
mod forces;
mod linearise;
mod measures;
mod system;

pub(super) use measures::{Placed, RoundTrip};

use denoc_math::Wrench;
use denoc_mechanism::Manifold;
use denoc_mechanism::closed::Independent;
use denoc_mechanism::passive::{PassiveWrenches, joint_forces_act};
use denoc_model::{LinkId, Model};

use super::friction::{DryFriction, Friction};
use super::implicit::Implicit;
use super::limits::Limited;
use super::load::BoundLoad;
use super::loops::Closing;
use super::outside;
use super::plant::Plant;
use super::sample::Works;
use crate::SimError;
use crate::controllers::{Controller, Moment};
use crate::integrators::System;
use linearise::Slopes;

/// Number of quadratures, that of stops included, which changes in impacts only.
const WORKS: usize = 4;

pub(super) struct Equations<'a, 'm> {
    pub(super) plant: Plant<'m>,
    pub(super) manifold: Manifold<'m>,
    pub(super) controller: &'a mut (dyn Controller + 'm),
    pub(super) loads: Vec<BoundLoad>,
    pub(super) saturate: bool,
    /// What keeps loops closed; `None` for trees.
    pub(super) closing: Option<Closing<'m>>,
    /// The coordinates around which the state is local.
    base: Vec<f64>,
    /// The coordinates at the start of the step: the same, except inside a step of a symmetric method.
    origin: Vec<f64>,
    /// No time after this is used: functions of time that jump at the end of a segment are continuous from the right.
    pub(super) latest: f64,
    pub(super) evaluations: u64,
    /// Whether an actuator was at its limit in the last evaluation.
    pub(super) saturated: bool,
    /// Speeds of the bases of an isolated mechanism, whose motors would act from outside.
    base_speeds: Vec<usize>,
    /// Whether one of them has acted.
    pub(super) pushed: bool,
    /// Coordinates, speeds, accelerations, forces of actuators, of springs and friction, and their sum, of the last evaluation.
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    pub(super) tau: Vec<f64>,
    pub(super) total: Vec<f64>,
    pub(super) wrenches: Vec<Wrench<f64>>,
    /// Whether one of them may differ from zero.
    pub(super) acted: bool,
    passive_wrenches: PassiveWrenches,
    /// Whether springs or friction act in joints of the tree.
    joints_act: bool,
    /// Whether an evaluation must leave the multipliers and wrenches of closures.
    pub(super) needs_multipliers: bool,
    /// Memory for checks of an evaluation.
    back: Vec<f64>,
    forces: Vec<f64>,
    pub(super) reference: Vec<f64>,
    /// Dry friction that sticks, and stops.
    pub(super) friction: Friction,
    /// For linearly implicit steps.
    pub(super) implicit: Option<Box<Implicit>>,
    /// For implicit integrators.
    slopes: Slopes,
    effort_limits: Vec<f64>,
    /// Entries of v without a motor, where the model lists motors.
    passive: Vec<usize>,
    /// The joint force that the weight of all links could cause: near an equilibrium, forces do not indicate the size of rounding.
    pub(super) weight: f64,
    /// The longest path along the links.
    reach: f64,
}

impl<'a, 'm> Equations<'a, 'm> {
    pub(super) fn new(
        plant: Plant<'m>,
        controller: &'a mut (dyn Controller + 'm),
        loads: Vec<BoundLoad>,
        saturate: bool,
        closing: Option<Closing<'m>>,
        (dry_friction, limited): (DryFriction, &[Limited<'_>]),
    ) -> Self {
        let model = plant.model;
        let effort = |i| model.effort_limit(LinkId(i)).unwrap_or(f64::INFINITY);
        let speeds = || model.links().iter().enumerate().flat_map(|(i, l)| (l.v..l.v + l.nv).map(move |k| (i, k)));
        let effort_limits = speeds().map(|(i, _)| effort(i)).collect();
        let idle = |i: usize| !controller.explicit() && !model.is_actuated(LinkId(i));
        let passive = speeds().filter(|&(i, _)| idle(i)).map(|(_, k)| k).collect();
        let isolated = loads.is_empty() && outside::is_isolated(model, plant.joint_forces);
        let joints_act = plant.joint_forces && joint_forces_act(model);
        let bases = outside::bases(model).map(|LinkId(i)| &model.links()[i]).filter(|_| isolated);
        let is_coupled = closing.as_ref().is_some_and(Closing::is_compiled);
        let exact = plant.joint_forces && dry_friction == DryFriction::Exact;
        let friction = Friction::new(model, exact, limited, is_coupled);
        Self {
            base_speeds: bases.flat_map(|l| l.v..l.v + l.nv).collect(),
            pushed: false,
            manifold: Manifold::new(model),
            plant,
            controller,
            loads,
            saturate,
            closing,
            base: model.neutral(),
            origin: model.neutral(),
            latest: f64::INFINITY,
            evaluations: 0,
            saturated: false,
            q: vec![0.0; model.nq()],
            v: vec![0.0; model.nv()],
            a: vec![0.0; model.nv()],
            tau: vec![0.0; model.nv()],
            total: vec![0.0; model.nv()],
            wrenches: vec![Wrench::zero(); model.links().len()],
            acted: false,
            joints_act,
            needs_multipliers: false,
            back: vec![0.0; model.nv()],
            forces: vec![0.0; model.nv()],
            reference: vec![0.0; model.nq()],
            passive_wrenches: match dry_friction {
                DryFriction::Exact => PassiveWrenches::new(model).without_dry_friction(model),
                DryFriction::Smooth => PassiveWrenches::new(model),
            },
            friction,
            implicit: None,
            slopes: Slopes::default(),
            effort_limits,
            passive,
            weight: measures::weight(model),
            reach: measures::reach(model),
        }
    }

    pub(super) fn model(&self) -> &'m Model {
        self.plant.model
    }

    /// Whether nothing acts on the mechanism from outside, except motors of its bases.
    pub(super) fn isolated(&self) -> bool {
        !self.base_speeds.is_empty()
    }

    /// Number of coordinates, and of speeds, in the state.
    pub(super) fn sizes(&self) -> (usize, usize) {
        let nv = self.plant.model.nv();
        self.closing.as_ref().and_then(|c| c.space()).map_or((nv, nv), |space| (space.coordinates(), space.speeds()))
    }

    /// Whether the state has independent coordinates, from which those of the tree follow; otherwise it has these.
    pub(super) fn has_independent_coordinates(&self) -> bool {
        self.closing.as_ref().is_some_and(|closing| closing.space().is_some())
    }

    /// Works inside the state.
    pub(super) fn works(&self, y: &[f64]) -> Works {
        let works = &y[self.controlled()..];
        Works { actuators: works[0], friction: works[1], external: works[2], stops: works[3] }
    }

    /// The entry of the state with the work of stops.
    pub(super) fn stops_work(&self) -> usize {
        self.controlled() + WORKS - 1
    }

    /// Changes a coordinate around which the state is local.
    pub(super) fn set_base_coordinate(&mut self, k: usize, q: f64) {
        (self.base[k], self.origin[k]) = (q, q);
    }

    /// Coordinates and speeds of a state, in `self.q` and `self.v`.
    pub(super) fn place(&mut self, y: &[f64]) -> Result<(), SimError> {
        let (positions, speeds) = self.sizes();
        let (local, speeds) = (&y[..positions], &y[positions..positions + speeds]);
        match self.closing.as_mut().and_then(|c| c.space_mut()) {
            Some(space) => {
                space.state(&mut self.plant.ws, Independent { s: local, u: speeds }, &mut self.q, &mut self.v)?
            }
            None => {
                self.manifold.coordinates(&self.base, local, &mut self.q);
                self.v.copy_from_slice(speeds);
                self.friction.hold(&mut self.v);
                if let Some(closing) = &mut self.closing {
                    closing.follow(self.plant.model, &mut self.q, &mut self.v);
                    closing.correct_speeds(&mut self.plant.ws, &self.q, &mut self.v)?;
                }
            }
        }
        Ok(())
    }

    /// Whether there are loops, which may have singular configurations; couplings have none.
    pub(super) fn may_be_singular(&self) -> bool {
        self.closing.as_ref().is_some_and(|closing| !closing.is_coupled())
    }

    /// Distance of the last configuration from a singular one, for every cluster of loops.
    pub(super) fn regularity(&mut self) -> Result<Vec<f64>, SimError> {
        let Self { closing, plant, q, .. } = self;
        closing.as_mut().map_or(Ok(Vec::new()), |closing| Ok(closing.loops_mut().regularity(&mut plant.ws, q)?))
    }

    /// How far a change of the state's coordinates moves the loops, in strides.
    pub(super) fn strides(&mut self, change: &[f64]) -> f64 {
        self.closing.as_mut().map_or(0.0, |closing| closing.loops_mut().strides(change))
    }

    /// The direction of motion of every cluster of loops at the last state.
    pub(super) fn headings(&mut self) -> Vec<Vec<f64>> {
        let Self { closing, v, .. } = self;
        let closing = closing.as_mut().filter(|closing| !closing.is_coupled());
        closing.map(|closing| closing.loops_mut().headings(v)).unwrap_or_default()
    }

    /// The largest closure errors of coordinates, m and rad.
    pub(super) fn closure_errors(&mut self, q: &[f64]) -> Result<Option<[f64; 2]>, SimError> {
        let Self { closing, plant, .. } = self;
        closing.as_mut().map(|closing| closing.errors(&mut plant.ws, q)).transpose()
    }

    /// Begins at coordinates with speeds: the state of `y`.
    pub(super) fn begin(&mut self, q: &[f64], v: &[f64], y: &mut [f64]) -> Result<(), SimError> {
        let (positions, speeds) = self.sizes();
        y[..positions].fill(0.0);
        let independent = &mut y[positions..positions + speeds];
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => {
                space.reduce_speeds(v, independent);
                self.base.copy_from_slice(space.base());
            }
            None => {
                // the zero step normalises quaternions that are of unit length only within the tolerance
                self.manifold.coordinates(q, &vec![0.0; v.len()], &mut self.base);
                independent.copy_from_slice(v);
                self.order_loops()?;
            }
        }
        self.origin.copy_from_slice(&self.base);
        Ok(())
    }

    /// Sizes of the coordinates of a state, for the error control.
    pub(super) fn magnitudes(&self, out: &mut [f64]) {
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => space.magnitudes(out),
            None => self.manifold.magnitudes(&self.base, out),
        }
    }

    /// The coordinates around which the state is local.
    pub(super) fn base(&self) -> &[f64] {
        &self.base
    }

    /// Makes states local around these coordinates, as a checkpoint says.
    pub(super) fn set_base(&mut self, q: &[f64], directions: &[f64]) -> Result<(), SimError> {
        self.base.copy_from_slice(q);
        self.origin.copy_from_slice(q);
        let fits = match self.closing.as_mut().and_then(|c| c.space_mut()) {
            Some(space) => space.set_bases(&mut self.plant.ws, q, directions)?,
            None => {
                self.order_loops()?;
                directions.is_empty()
            }
        };
        self.closing.iter_mut().for_each(Closing::adopt_order);
        let (what, found) = ("other directions of motion than", directions.len().to_string());
        if fits { Ok(()) } else { Err(SimError::Checkpoint { what, expected: "those of the model".into(), found }) }
    }

    /// Directions of independent motion, for checkpoints.
    pub(super) fn directions(&self) -> Vec<f64> {
        self.closing.as_ref().and_then(|c| c.space()).map(|space| space.bases()).unwrap_or_default()
    }

    /// Makes the state local around itself, with rates that belong to it.
    pub(super) fn recentre(&mut self, t: f64, y: &mut [f64], rates: &mut [f64]) -> Result<(), SimError> {
        self.place(y)?;
        self.base.copy_from_slice(&self.q);
        self.origin.copy_from_slice(&self.q);
        let (positions, speeds) = self.sizes();
        y[..positions].fill(0.0);
        match self.closing.as_mut().and_then(|c| c.space_mut()) {
            Some(space) => {
                space.set_base(&mut self.plant.ws, &self.base, &self.v)?;
                space.reduce_speeds(&self.v, &mut y[positions..positions + speeds]);
                self.closing.iter_mut().for_each(Closing::adopt_order);
                // other directions: other rates
                self.rates(t, y, rates)
            }
            None => {
                // speeds that were moved onto the closures
                y[positions..positions + speeds].copy_from_slice(&self.v);
                rates[..positions].copy_from_slice(&self.v);
                self.order_loops()
            }
        }
    }

    /// The forces of the controller in `self.tau`, with springs and friction in `self.total`, at the state placed last; the rates of
    /// the controller's states, and the power of friction.
    fn forces(&mut self, t: f64, states: &[f64], own_rates: &mut [f64]) -> Result<f64, SimError> {
        self.tau.fill(0.0);
        let moment = Moment { t, q: &self.q, v: &self.v, states };
        self.controller.torques(moment, &mut self.plant, &mut self.tau, own_rates)?;
        self.limit_efforts();
        Ok(self.add_passive())
    }

    /// The rates of a state, with the multipliers and wrenches of the closures.
    pub(super) fn rates_with_multipliers(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        self.needs_multipliers = true;
        let done = self.rates(t, y, rates);
        self.needs_multipliers = false;
        done
    }

    /// The rates of a state; inside a linearly implicit step those that lead to its end.
    pub(super) fn evaluate(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        let (positions, speeds) = self.sizes();
        let t = t.min(self.latest);
        self.evaluations += 1;
        self.place(y)?;
        let works = y.len() - WORKS;
        let states = &y[positions + speeds..works];
        let (rates, work_rates) = rates.split_at_mut(works);
        let (local_rates, rates) = rates.split_at_mut(positions);
        let (speed_rates, own_rates) = rates.split_at_mut(speeds);
        let friction = self.forces(t, states, own_rates)?;
        self.pushed |= self.base_speeds.iter().any(|&k| self.tau[k] != 0.0);
        let [damping, external] = self.accelerate_implicit(t)?;
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => space.reduce_speeds(&self.a, speed_rates),
            None => speed_rates.copy_from_slice(&self.a),
        }
        let actuators = self.tau.iter().zip(&self.v).map(|(tau, v)| tau * v).sum();
        work_rates.copy_from_slice(&[actuators, friction + damping, external, 0.0]);
        let later = self.implicit.as_deref_mut().and_then(|implicit| implicit.later(&self.v, &self.a));
        let v = later.unwrap_or(&self.v);
        let turned = match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => space.coordinate_rates(v, local_rates),
            None => self.manifold.rates(&y[..positions], v, local_rates),
        };
        turned.map_err(|(joint, angle)| SimError::TurnTooLarge {
            time: t,
            joint: self.plant.model.joint_names()[joint].clone(),
            angle,
        })
    }
}
