//! The equations as integrators see them.

use denoc_dynamics::DynamicsError;
use denoc_mechanism::MechanismError;
use denoc_model::StateError;

use super::{Equations, WORKS};
use crate::SimError;
use crate::integrators::{Around, LinearisedAt, Span, System};
use crate::simulation::loops::Closing;

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

    fn correct(&mut self, y: &mut [f64]) -> Result<bool, SimError> {
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

    fn coordinates(&self) -> usize {
        // independent coordinates and speeds are not the same where wheels roll
        let (positions, speeds) = self.sizes();
        if positions == speeds { positions } else { 0 }
    }

    fn linearise(&mut self, at: Around<'_>, rows: &mut [f64], scratch: &mut [Vec<f64>; 2]) -> Result<(), SimError> {
        self.derivatives(at, rows, scratch).map_err(|error| at_time(at.t, error))
    }

    fn keeps_axes(&self) -> bool {
        self.closing.as_ref().and_then(|c| c.space()).is_none()
    }

    fn write_down(&self, t: f64, y: &[f64], at: &mut LinearisedAt) {
        at.t = t;
        at.q.clear();
        at.q.extend_from_slice(self.base());
        at.state.clear();
        at.state.extend_from_slice(&y[self.coordinates()..self.controlled()]);
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
