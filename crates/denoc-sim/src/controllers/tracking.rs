use core::fmt::Debug;

use denoc_model::Model;

use super::reference::ReferenceState;
use super::{Controller, ControllerInfo, Moment, Reference};
use crate::SimError;
use crate::simulation::Plant;

/// A control law that computes forces from tracking errors; [`TrackingController`] does the rest.
pub trait ControlLaw: Debug {
    /// Its entry in the registry.
    const INFO: ControllerInfo;

    /// Number of states it integrates; they start at zero.
    fn states(&self) -> usize {
        0
    }

    /// Adds its forces (N m, N; zero on entry) and writes the rates of its states. Must depend on its arguments only.
    fn torques(
        &mut self,
        now: Moment<'_>,
        errors: Errors<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError>;
}

/// The reference and the tracking errors, one entry per speed. Empty without a reference.
#[derive(Copy, Clone, Debug, Default)]
pub struct Errors<'a> {
    /// Reference coordinates minus actual coordinates, in the tangent space: rad, m.
    pub position: &'a [f64],
    /// Reference speeds: rad/s, m/s.
    pub v: &'a [f64],
    /// Reference accelerations: rad/s², m/s².
    pub a: &'a [f64],
}

/// A controller that follows a reference with a control law.
#[derive(Debug)]
pub struct TrackingController<'m, L> {
    pub(super) follow: Option<Follow<'m>>,
    pub(super) law: L,
}

/// A reference, with a buffer for its state.
#[derive(Debug)]
pub(super) struct Follow<'m> {
    reference: Reference<'m>,
    state: ReferenceState,
}

impl<'m, L: ControlLaw> TrackingController<'m, L> {
    /// Follows a reference, which must fit the model.
    pub(super) fn along(model: &Model, reference: Reference<'m>, law: L) -> Result<Self, SimError> {
        ReferenceState::check(&reference, model)?;
        Ok(Self { follow: Some(Follow { reference, state: ReferenceState::new(model) }), law })
    }
}

impl<L: ControlLaw> Controller for TrackingController<'_, L> {
    fn keyword(&self) -> &'static str {
        L::INFO.keyword
    }

    fn states(&self) -> usize {
        self.law.states()
    }

    fn check(&self, model: &Model) -> Result<(), SimError> {
        let length = self.follow.as_ref().map_or(model.nq(), |follow| follow.state.q.len());
        Ok(model.check_length("the reference", length, model.nq())?)
    }

    fn breakpoints(&self) -> Vec<f64> {
        self.follow.as_ref().map_or(Vec::new(), |follow| follow.reference.breakpoints())
    }

    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError> {
        let errors = match &mut self.follow {
            Some(Follow { reference, state }) => {
                state.compare(reference, now.t, now.q, plant)?;
                Errors { position: &state.error, v: &state.v, a: &state.a }
            }
            None => Errors::default(),
        };
        self.law.torques(now, errors, plant, tau, state_rates)
    }

    fn reference(&mut self, t: f64, q: &mut [f64]) -> Result<bool, SimError> {
        match &mut self.follow {
            Some(Follow { reference, state }) => reference.coordinates(t, state, q),
            None => Ok(false),
        }
    }
}
