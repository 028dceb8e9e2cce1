use core::fmt::Debug;

use denoc_model::Model;

use super::reference::ReferenceState;
use super::{Controller, ControllerInfo, Moment, Reference};
use crate::SimError;
use crate::simulation::Plant;

/// A law that turns tracking errors into forces. [`TrackingController`] does the rest.
pub trait ControlLaw: Debug {
    /// Its entry in the registry.
    const INFO: ControllerInfo;

    /// Number of states it integrates; they are zero at the start.
    fn states(&self) -> usize {
        0
    }

    /// Adds its forces (zero on entry) and writes the rates of its own states. A function of its arguments only.
    fn torques(
        &mut self,
        now: Moment<'_>,
        errors: Errors<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        state_rates: &mut [f64],
    ) -> Result<(), SimError>;
}

/// Where the mechanism should be, and how far it is from there: one entry for every speed. Empty without a reference.
#[derive(Copy, Clone, Debug, Default)]
pub struct Errors<'a> {
    /// Coordinates of the reference less those of the mechanism, in the tangent space.
    pub position: &'a [f64],
    /// Speeds of the reference.
    pub v: &'a [f64],
    /// Accelerations of the reference.
    pub a: &'a [f64],
}

/// A controller that follows a reference by a law: the frame that all of them share.
#[derive(Debug)]
pub struct TrackingController<'m, L> {
    pub(super) follow: Option<Follow<'m>>,
    pub(super) law: L,
}

/// A reference, with room for its state at a time.
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
