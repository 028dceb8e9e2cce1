//! Diagnostics of inverse dynamics with loops.

use denoc_math::Real;
use denoc_model::Model;

use super::Strategy;
use super::equations::Equations;
use super::reduced::Found;
use crate::DynamicsError;

/// Missing forces below this fraction of the largest force count as zero.
const MISSED: f64 = 1e-9;

/// Motors compared with degrees of freedom, in one configuration.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Actuation {
    /// One motor per degree of freedom: forces are unique.
    Exact,
    /// More motors than degrees of freedom: forces with the least weighted sum of squares.
    Over,
    /// Fewer motors than degrees of freedom.
    Under,
    /// Enough motors, but in this configuration they do not control all degrees of freedom.
    Singular,
}

/// Diagnostics of a solution of inverse dynamics with loops, computed by [`super::LoopInverse::inverse`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct InverseOutcome {
    /// Number of independent constraints in this configuration.
    pub rank: usize,
    /// Degrees of freedom in this configuration.
    pub freedoms: usize,
    /// Number of motors.
    pub motors: usize,
    /// Degrees of freedom that motors control.
    pub controlled: usize,
    /// The smallest accepted pivot, relative to the largest: the distance from a configuration in which motors fail.
    pub smallest_pivot: f64,
    /// The strategy used: all at once even if [`Strategy::Subsystems`] was selected but there were too few unknowns or a singular
    /// subsystem.
    pub strategy: Strategy,
    /// Index of the speed with the largest missing force, and that force, N m or N; see [`super::LoopInverse::unmet`].
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

    /// Motors compared with degrees of freedom.
    pub fn actuation(&self) -> Actuation {
        if self.controlled == self.freedoms {
            return if self.motors == self.freedoms { Actuation::Exact } else { Actuation::Over };
        }
        if self.motors < self.freedoms { Actuation::Under } else { Actuation::Singular }
    }

    /// The outcome if all forces are supplied; otherwise an error that names the joint with the largest missing force.
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
