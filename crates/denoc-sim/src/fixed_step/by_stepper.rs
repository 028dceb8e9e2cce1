//! Steps of one state by an integrator of the registry.

use denoc_mechanism::Manifold;
use denoc_model::Model;

use crate::integrators::{Span, Stepper, System};
use crate::{Integrator, SimError};

/// An integrator with its memory, for one state.
pub(super) struct ByStepper {
    stepper: Box<dyn Stepper>,
    /// Local coordinates and speeds at the start and at the end, rates at the start, tolerances that nothing reads.
    start: Vec<f64>,
    end: Vec<f64>,
    rates: Vec<f64>,
    allowed: Vec<f64>,
    place: Place,
}

/// Where local coordinates begin, and the last state.
struct Place {
    base: Vec<f64>,
    origin: Vec<f64>,
    q: Vec<f64>,
}

impl ByStepper {
    pub(super) fn new(model: &Model, integrator: Integrator) -> Self {
        let (dimension, q) = (2 * model.nv(), model.neutral());
        let zero = vec![0.0; dimension];
        Self {
            stepper: (integrator.info().make)(dimension),
            start: zero.clone(),
            end: zero.clone(),
            rates: zero.clone(),
            allowed: vec![1.0; dimension],
            place: Place { base: q.clone(), origin: q.clone(), q },
        }
    }

    /// Moves `q` and `v` on by the time `h`.
    pub(super) fn step<E: From<SimError>>(
        &mut self,
        manifold: &Manifold<'_>,
        q: &mut [f64],
        v: &mut [f64],
        h: f64,
        accelerate: impl FnMut(&[f64], &[f64], &mut [f64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { stepper, start, end, rates, allowed, place } = self;
        let nv = v.len();
        place.base.copy_from_slice(q);
        place.origin.copy_from_slice(q);
        start[..nv].fill(0.0);
        start[nv..].copy_from_slice(v);
        let mut system = OneState { manifold, place, accelerate, error: None };
        let done = system.rates(0.0, start, rates).and_then(|()| {
            let span = Span { t: 0.0, h, end: h, y: start, rates, allowed, tolerance: 1.0 };
            stepper.attempt(&mut system, span, end)
        });
        if let Err(error) = done {
            return Err(system.error.unwrap_or_else(|| error.into()));
        }
        manifold.coordinates(&place.base, &end[..nv], q);
        v.copy_from_slice(&end[nv..]);
        Ok(())
    }
}

/// A state as integrators see it.
struct OneState<'a, 'm, F, E> {
    manifold: &'a Manifold<'m>,
    place: &'a mut Place,
    accelerate: F,
    /// The error of `accelerate`, which replaces that of the integrator.
    error: Option<E>,
}

impl<F, E: From<SimError>> System for OneState<'_, '_, F, E>
where
    F: FnMut(&[f64], &[f64], &mut [f64]) -> Result<(), E>,
{
    fn dimension(&self) -> usize {
        2 * self.manifold.model().nv()
    }

    fn controlled(&self) -> usize {
        self.dimension()
    }

    fn rates(&mut self, t: f64, y: &[f64], rates: &mut [f64]) -> Result<(), SimError> {
        let (local, v) = y.split_at(y.len() / 2);
        let (moving, speeding) = rates.split_at_mut(local.len());
        let model = self.manifold.model();
        let stopped = |link: usize| model.joint_names()[link].clone();
        self.manifold.rates(local, v, moving).map_err(|(link, angle)| SimError::TurnTooLarge {
            time: t,
            joint: stopped(link),
            angle,
        })?;
        self.manifold.coordinates(&self.place.base, local, &mut self.place.q);
        (self.accelerate)(&self.place.q, v, speeding).map_err(|error| {
            self.error = Some(error);
            SimError::NotFinite { time: t, joint: stopped(0), cause: String::new() }
        })
    }

    fn joint_of(&self, entry: usize) -> String {
        let model = self.manifold.model();
        model.joint_names()[model.joint_of_speed(entry % model.nv()).0].clone()
    }

    fn coordinates(&self) -> usize {
        self.manifold.model().nv()
    }

    fn centre(&mut self, change: &[f64], start: &mut [f64]) {
        start.fill(0.0);
        if self.manifold.curved() {
            let nv = self.manifold.model().nv();
            let Place { base, origin, .. } = &mut *self.place;
            self.manifold.half_way(origin, &change[..nv], base, &mut start[..nv]);
        }
    }

    fn leave_centre(&mut self, end: &mut [f64]) {
        if self.manifold.curved() {
            let nv = self.manifold.model().nv();
            let Place { base, origin, q } = &mut *self.place;
            self.manifold.coordinates(base, &end[..nv], q);
            base.copy_from_slice(origin);
            self.manifold.local(base, q, &mut end[..nv]);
        }
    }
}
