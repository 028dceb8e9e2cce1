//! The equations of motion as a system of differential equations.
//!
//! State: local coordinates φ, speeds v (of mechanisms with loops: independent ones, see [`denoc_mechanism::closed`]), the controller's
//! own states, and three quadratures: the work of the actuators, of friction, and of external loads.

use denoc_dynamics::{DynamicsError, Loads, Velocity};
use denoc_math::{RigidMass, Twist, Wrench};
use denoc_mechanism::closed::Independent;
use denoc_mechanism::evaluate::State;
use denoc_mechanism::passive::{PassiveWrenches, add_joint_forces, joint_spring_energy};
use denoc_mechanism::{Manifold, MechanismError};
use denoc_model::joints::Unit;
use denoc_model::{FrameId, LinkId, Model, StateError};

use super::implicit::Implicit;
use super::load::BoundLoad;
use super::loops::Closing;
use super::plant::Plant;
use super::sample::{Energies, Works};
use crate::SimError;
use crate::controllers::{Controller, Moment};
use crate::integrators::{Span, System};

/// Number of quadratures.
const WORKS: usize = 3;

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
    /// Coordinates, speeds, accelerations, forces of actuators, of springs and friction, and their sum, of the last evaluation.
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    pub(super) tau: Vec<f64>,
    pub(super) total: Vec<f64>,
    pub(super) wrenches: Vec<Wrench<f64>>,
    passive_wrenches: PassiveWrenches,
    /// For linearly implicit steps.
    pub(super) implicit: Option<Box<Implicit>>,
    effort_limits: Vec<f64>,
    /// Entries of v without a motor, where the model lists motors.
    passive: Vec<usize>,
    /// The joint force that the weight of all links could give: near an equilibrium forces say nothing about rounding.
    weight: f64,
    /// The longest way along the links.
    reach: f64,
}

impl<'a, 'm> Equations<'a, 'm> {
    pub(super) fn new(
        plant: Plant<'m>,
        controller: &'a mut (dyn Controller + 'm),
        loads: Vec<BoundLoad>,
        saturate: bool,
        closing: Option<Closing<'m>>,
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
            passive_wrenches: PassiveWrenches::new(model),
            implicit: None,
            effort_limits,
            passive,
            weight: weight(model),
            reach: reach(model),
        }
    }

    pub(super) fn model(&self) -> &'m Model {
        self.plant.model
    }

    /// Number of coordinates, and of speeds, in the state.
    pub(super) fn sizes(&self) -> (usize, usize) {
        let nv = self.plant.model.nv();
        self.closing.as_ref().and_then(|c| c.space()).map_or((nv, nv), |space| (space.coordinates(), space.speeds()))
    }

    /// Works inside the state.
    pub(super) fn works(&self, y: &[f64]) -> Works {
        let works = &y[self.controlled()..];
        Works { actuators: works[0], friction: works[1], external: works[2] }
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
                if let Some(closing) = &mut self.closing {
                    closing.correct_speeds(&mut self.plant.ws, &self.q, &mut self.v)?;
                }
            }
        }
        Ok(())
    }

    /// Moves a state onto the closures, where states are corrected; whether they are.
    pub(super) fn correct(&mut self, y: &mut [f64]) -> Result<bool, SimError> {
        if !self.closing.as_ref().is_some_and(Closing::corrects) {
            return Ok(false);
        }
        self.place(y)?;
        let Self { closing, plant, q, v, base, .. } = self;
        if let Some(closing) = closing {
            closing.correct(&mut plant.ws, q, v)?;
        }
        let (local, rest) = y.split_at_mut(v.len());
        plant.model.difference(base, q, local)?;
        rest[..v.len()].copy_from_slice(v);
        Ok(true)
    }

    /// How far the pose placed last is from a singular one, for every cluster of loops.
    pub(super) fn regularity(&mut self) -> Result<Vec<f64>, SimError> {
        let Self { closing, plant, q, .. } = self;
        let space = closing.as_mut().and_then(|c| c.space_mut());
        space.map_or(Ok(Vec::new()), |space| Ok(space.regularity(&mut plant.ws, q)?))
    }

    /// The largest closure errors of coordinates, m and rad.
    pub(super) fn closure_errors(&mut self, q: &[f64]) -> Result<Option<[f64; 2]>, SimError> {
        let Self { closing, plant, .. } = self;
        closing.as_mut().map(|closing| closing.errors(&mut plant.ws, q)).transpose()
    }

    /// Begins at coordinates with speeds: the state of `y`.
    pub(super) fn begin(&mut self, q: &[f64], v: &[f64], y: &mut [f64]) {
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
            }
        }
        self.origin.copy_from_slice(&self.base);
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
            Some(space) => space.set_bases(q, directions),
            None => directions.is_empty(),
        };
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
                // other directions: other rates
                self.rates(t, y, rates)
            }
            None => {
                // speeds that were moved onto the closures
                y[positions..positions + speeds].copy_from_slice(&self.v);
                rates[..positions].copy_from_slice(&self.v);
                Ok(())
            }
        }
    }

    /// Energies of a state.
    pub(super) fn energies(&mut self, y: &[f64]) -> Result<Energies, SimError> {
        self.place(y)?;
        let stage = self.plant.ws.position(self.plant.model, &self.q)?.velocity(&self.v)?;
        let mut springs = 0.0;
        if self.plant.joint_forces {
            springs += joint_spring_energy(self.plant.model, &self.q) + self.passive_wrenches.energy(&stage);
        }
        Ok(Energies { kinetic: stage.kinetic_energy(), gravity: stage.potential_energy(), springs })
    }

    /// Position of a frame along a world axis.
    pub(super) fn frame_position(&mut self, y: &[f64], frame: FrameId, axis: usize) -> Result<f64, SimError> {
        self.place(y)?;
        let position = self.plant.ws.position(self.plant.model, &self.q)?.frame_pose(frame).position;
        Ok(position.to_array()[axis])
    }

    /// The largest difference between the forces of the last evaluation and those that inverse dynamics finds for its
    /// accelerations, and the size of the forces at work.
    pub(super) fn round_trip(&mut self, t: f64, v: &[f64], a: &[f64]) -> Result<(f64, f64), SimError> {
        let mut back = vec![0.0; v.len()];
        self.set_wrenches(t.min(self.latest))?;
        let Self { plant, wrenches, q, total, closing, .. } = self;
        let pushed: f64 = wrenches.iter().map(|w| w.moment.norm() + self.reach.max(1.0) * w.force.norm()).sum();
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        stage.bias(&mut back)?;
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let size = (largest(&back) + largest(total)).max(self.weight) + pushed;
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
    pub(super) fn inertia(&mut self, y: &[f64]) -> Result<f64, SimError> {
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

    /// Computes the wrenches of loads and springs between points at `self.q` and `self.v`; the powers of dampers and of loads.
    pub(super) fn set_wrenches(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        if !self.any_wrenches(t) {
            self.wrenches.fill(Wrench::zero());
            return Ok([0.0; 2]);
        }
        let stage = self.plant.ws.position(self.plant.model, &self.q)?.velocity(&self.v)?;
        let acting = Acting {
            loads: &self.loads,
            passive: self.plant.joint_forces.then_some(&mut self.passive_wrenches),
            implicit: self.implicit.as_deref(),
        };
        Ok(acting.fill(&stage, t, &mut self.wrenches))
    }

    fn any_wrenches(&self, t: f64) -> bool {
        let passive = self.plant.joint_forces && !self.passive_wrenches.is_empty();
        let implicit = self.implicit.as_ref().is_some_and(|implicit| implicit.step().is_some());
        passive || implicit || self.loads.iter().any(|load| load.acts_at(t))
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
    fn add_passive(&mut self) -> f64 {
        self.total.copy_from_slice(&self.tau);
        if !self.plant.joint_forces {
            return 0.0;
        }
        add_joint_forces(self.plant.model, State { q: &self.q, v: &self.v }, 1.0, &mut self.total)
    }

    /// The accelerations, in `self.a`; the powers of dampers between points and of external loads.
    pub(super) fn accelerate(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        if self.closing.is_some() {
            let powers = self.set_wrenches(t)?;
            self.accelerate_closed(t)?;
            return Ok(powers);
        }
        let any = self.any_wrenches(t);
        let Self { plant, wrenches, q, v, a, total, loads, passive_wrenches, implicit, .. } = self;
        if !any {
            wrenches.fill(Wrench::zero());
            plant.compiled.forward_dynamics(q, v, total, a)?;
            return Ok([0.0; 2]);
        }
        let passive = plant.joint_forces.then_some(passive_wrenches);
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        let powers = Acting { loads, passive, implicit: implicit.as_deref() }.fill(&stage, t, wrenches);
        stage.forward(total, Loads::per_link(wrenches), a)?;
        Ok(powers)
    }

    /// With loops: near singular configurations from states on both sides.
    fn accelerate_closed(&mut self, t: f64) -> Result<(), SimError> {
        let nodes = self.closing.as_mut().map(Closing::take_nodes).unwrap_or_default();
        if nodes.is_empty() {
            let Self { plant, wrenches, q, v, a, total, closing, .. } = self;
            return closing
                .as_mut()
                .map_or(Ok(()), |closing| closing.forward(plant, State { q, v }, total, wrenches, a));
        }
        let (here, speeds) = (self.q.clone(), self.v.clone());
        let mut sum = vec![0.0; self.a.len()];
        for node in &nodes {
            self.q.copy_from_slice(&node.q);
            self.v.copy_from_slice(&node.v);
            self.set_wrenches(t)?;
            let Self { plant, wrenches, q, v, a, total, closing, .. } = self;
            if let Some(closing) = closing {
                closing.forward(plant, State { q, v }, total, wrenches, a)?;
            }
            sum.iter_mut().zip(&self.a).for_each(|(sum, a)| *sum += node.weight * a);
        }
        (self.q, self.v, self.a) = (here, speeds, sum);
        if let Some(closing) = &mut self.closing {
            closing.give_nodes(nodes);
        }
        Ok(())
    }

    /// The rates of a state; inside a linearly implicit step those that lead to its end.
    pub(super) fn evaluate(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        let (positions, speeds) = self.sizes();
        let t = t.min(self.latest);
        self.evaluations += 1;
        self.place(y)?;
        let states = &y[positions + speeds..self.controlled()];
        let works = self.controlled();
        let (rates, work_rates) = rates.split_at_mut(works);
        let (local_rates, rates) = rates.split_at_mut(positions);
        let (speed_rates, own_rates) = rates.split_at_mut(speeds);
        self.tau.fill(0.0);
        let moment = Moment { t, q: &self.q, v: &self.v, states };
        self.controller.torques(moment, &mut self.plant, &mut self.tau, own_rates)?;
        self.limit_efforts();
        let friction = self.add_passive();
        let [damping, external] = self.accelerate_implicit(t)?;
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => space.reduce_speeds(&self.a, speed_rates),
            None => speed_rates.copy_from_slice(&self.a),
        }
        let actuators = self.tau.iter().zip(&self.v).map(|(tau, v)| tau * v).sum();
        work_rates.copy_from_slice(&[actuators, friction + damping, external]);
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

/// What acts on links besides their joints.
struct Acting<'s> {
    loads: &'s [BoundLoad],
    passive: Option<&'s mut PassiveWrenches>,
    implicit: Option<&'s Implicit>,
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
        let damping = self.passive.map_or(0.0, |passive| passive.add(stage, wrenches));
        if let Some(implicit) = self.implicit {
            implicit.push(stage, wrenches);
        }
        [damping, power]
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

impl System for Equations<'_, '_> {
    fn dimension(&self) -> usize {
        self.controlled() + WORKS
    }

    fn controlled(&self) -> usize {
        let (positions, speeds) = self.sizes();
        positions + speeds + self.controller.states()
    }

    fn rates(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        self.evaluate(t, y, rates).map_err(|error| at_time(t, error))
    }

    fn prepare_implicit(&mut self, span: Span<'_>) -> Result<(), SimError> {
        self.freeze(span).map_err(|error| at_time(span.t, error))
    }

    fn implicit_step(&mut self, t: f64, y: &[f64], h: f64, change: &mut [f64]) -> Result<(), SimError> {
        self.small_step(t, y, h, change).map_err(|error| at_time(t, error))
    }

    fn joint_of(&self, entry: usize) -> String {
        let model = self.plant.model;
        let ((positions, speeds), nv) = (self.sizes(), model.nv());
        if nv == 0 {
            return String::new();
        }
        let speed = match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) if entry < positions => space.speed_of(0, entry),
            Some(space) if entry < positions + speeds => space.speed_of(1, entry - positions),
            Some(_) => (entry - positions - speeds) % nv,
            // states of the controller come joint by joint
            None => entry % nv,
        };
        model.joint_names()[model.joint_of_speed(speed).0].clone()
    }

    fn centre(&mut self, change: &[f64], start: &mut [f64]) {
        start.fill(0.0);
        if self.manifold.curved() && self.closing.is_none() {
            let nv = self.plant.model.nv();
            self.manifold.half_way(&self.origin, &change[..nv], &mut self.base, &mut start[..nv]);
        }
    }

    fn leave_centre(&mut self, end: &mut [f64]) {
        if self.manifold.curved() && self.closing.is_none() {
            self.manifold.coordinates(&self.base, &end[..self.plant.model.nv()], &mut self.q);
            self.base.copy_from_slice(&self.origin);
            self.manifold.local(&self.base, &self.q, &mut end[..self.plant.model.nv()]);
        }
    }
}

/// The same error, with its time where that says more.
fn at_time(time: f64, error: SimError) -> SimError {
    let dynamics = match error {
        SimError::Mechanism(MechanismError::Dynamics(dynamics)) => dynamics,
        SimError::Mechanism(MechanismError::State(state)) => DynamicsError::State(state),
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
        _ => dynamics.into(),
    }
}
