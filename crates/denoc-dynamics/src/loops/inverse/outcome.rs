//! What inverse dynamics says besides forces.

use denoc_math::Real;
use denoc_model::Model;

use super::Strategy;
use super::equations::Equations;
use super::reduced::Found;
use crate::DynamicsError;

/// Forces that are smaller than this, relative to the largest that is needed, are not missed.
const MISSED: f64 = 1e-9;

/// Motors against freedoms, in one pose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Actuation {
    /// One motor per freedom: unique forces.
    Exact,
    /// More motors than freedoms: forces of least weighted sum of squares.
    Over,
    /// Fewer motors than freedoms.
    Under,
    /// Motors enough, but in this pose they cannot move all freedoms.
    Singular,
}

/// What a solution says about motors and closures.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct InverseOutcome {
    /// Number of independent conditions in this pose.
    pub rank: usize,
    /// Degrees of freedom in this pose.
    pub freedoms: usize,
    /// Number of motors.
    pub motors: usize,
    /// Degrees of freedom that motors control.
    pub controlled: usize,
    /// The smallest pivot that counted, relative to the largest: how far the pose is from one where motors fail.
    pub smallest_pivot: f64,
    /// How it was solved: all at once also where [`Strategy::Subsystems`] was asked for but found too few unknowns, or a
    /// singular subsystem.
    pub strategy: Strategy,
    /// The largest force that nobody supplies, and the speed it belongs to; see [`super::LoopInverse::unmet`].
    pub unmet: Option<(usize, f64)>,
}

impl InverseOutcome {
    pub(super) fn new<T: Real>(equations: &Equations<T>, needed: &[T], found: Found, strategy: Strategy) -> Self {
        let largest = |x: &[T]| {
            let sized = x.iter().map(|x| x.value()).enumerate();
            sized.fold((0, 0.0_f64), |most, new| if new.1.abs() > most.1.abs() { new } else { most })
        };
        let (unmet, scale) = (largest(&equations.unmet), largest(needed).1.abs());
        Self {
            rank: found.rank,
            freedoms: equations.nv - found.rank,
            motors: equations.motor_count(),
            controlled: found.controlled,
            smallest_pivot: found.smallest,
            strategy,
            unmet: (unmet.1.abs() > MISSED * scale).then_some(unmet),
        }
    }

    /// Motors against freedoms.
    pub fn actuation(&self) -> Actuation {
        if self.controlled == self.freedoms {
            return if self.motors == self.freedoms { Actuation::Exact } else { Actuation::Over };
        }
        if self.motors < self.freedoms { Actuation::Under } else { Actuation::Singular }
    }

    /// The outcome itself if all forces are supplied; otherwise an error that names the joint that lacks most.
    pub fn complete<T: Real>(self, model: &Model<T>) -> Result<Self, DynamicsError> {
        match self.unmet {
            None => Ok(self),
            Some((speed, force)) => Err(DynamicsError::Unactuated {
                joint: model.joint_names()[model.joint_of_speed(speed).0].clone(),
                force,
                freedoms: self.freedoms,
                controlled: self.controlled,
            }),
        }
    }
}
