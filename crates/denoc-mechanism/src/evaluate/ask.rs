//! What is asked of a mechanism at a state.

use denoc_model::FrameId;

use super::Algorithm;

/// A wrench on a link from outside.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ExternalWrench {
    /// The frame at whose origin it acts.
    pub frame: FrameId,
    /// [moment; force] in world axes, N m and N, the moment about the origin of the frame.
    pub wrench: [f64; 6],
}

/// Whether springs and friction of the joints, springs between points and drag act.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum JointForces {
    /// They are ignored.
    #[default]
    Ignored,
    /// They act; dry friction is zero at rest. In joints where loops are cut it is smoothed all the same.
    Exact,
    /// They act; dry friction is smoothed, as in simulations.
    Smooth,
}

impl JointForces {
    /// [`JointForces::Exact`] or [`JointForces::Ignored`].
    pub fn included(yes: bool) -> Self {
        if yes { Self::Exact } else { Self::Ignored }
    }
}

/// What acts on a mechanism besides gravity and motors.
#[derive(Copy, Clone, Debug, Default)]
pub struct Acting<'a> {
    /// Wrenches from outside.
    pub external: &'a [ExternalWrench],
    /// Springs, friction, drag.
    pub joint_forces: JointForces,
}

/// What is computed.
#[derive(Copy, Clone, Debug)]
pub enum Task<'a> {
    /// Joint forces for accelerations.
    Inverse {
        /// Accelerations of all states, nv each: rad/s², m/s².
        a: &'a [f64],
    },
    /// Accelerations for joint forces.
    Forward {
        /// Joint forces of all states, nv each: N m, N.
        tau: &'a [f64],
        /// Prescribed accelerations by speed, the same in all states; the joint forces that they need are computed.
        prescribed: Option<&'a [Option<f64>]>,
    },
}

impl<'a> Task<'a> {
    /// What is given besides coordinates and speeds.
    pub(super) fn given(self) -> &'a [f64] {
        match self {
            Self::Inverse { a } => a,
            Self::Forward { tau, .. } => tau,
        }
    }

    pub(super) fn given_name(self) -> &'static str {
        match self {
            Self::Inverse { .. } => "a",
            Self::Forward { .. } => "tau",
        }
    }
}

/// External wrenches of many states.
#[derive(Copy, Clone, Debug, Default)]
pub enum ExternalWrenches<'a> {
    /// None.
    #[default]
    None,
    /// The same in all states.
    Same(&'a [ExternalWrench]),
    /// One list for each state.
    PerState(&'a [Vec<ExternalWrench>]),
}

impl<'a> ExternalWrenches<'a> {
    /// Those of one state.
    pub(super) fn of(self, state: usize) -> &'a [ExternalWrench] {
        match self {
            Self::None => &[],
            Self::Same(wrenches) => wrenches,
            Self::PerState(all) => &all[state],
        }
    }

    pub(super) fn is_empty(self) -> bool {
        match self {
            Self::None => true,
            Self::Same(wrenches) => wrenches.is_empty(),
            Self::PerState(all) => all.iter().all(Vec::is_empty),
        }
    }
}

/// A question to [`Mechanism::evaluate`](crate::Mechanism::evaluate).
#[derive(Copy, Clone, Debug)]
pub struct Ask<'a> {
    /// What is computed.
    pub task: Task<'a>,
    /// By which algorithm; `None`: [`Algorithm::usual`], or [`Algorithm::ODCA`] where accelerations are prescribed.
    pub algorithm: Option<Algorithm>,
    /// Wrenches from outside.
    pub external: ExternalWrenches<'a>,
    /// Springs, friction, drag.
    pub joint_forces: JointForces,
    /// Whether the reactions of all joints are computed too.
    pub reactions: bool,
}

impl<'a> Ask<'a> {
    /// Joint forces for accelerations, by the usual algorithm, with nothing acting but gravity and motors.
    pub fn inverse(a: &'a [f64]) -> Self {
        Self::new(Task::Inverse { a })
    }

    /// Accelerations for joint forces, by the usual algorithm, with nothing acting but gravity and motors.
    pub fn forward(tau: &'a [f64]) -> Self {
        Self::new(Task::Forward { tau, prescribed: None })
    }

    /// A task, by the usual algorithm, with nothing acting but gravity and motors.
    pub fn new(task: Task<'a>) -> Self {
        Self {
            task,
            algorithm: None,
            external: ExternalWrenches::None,
            joint_forces: JointForces::Ignored,
            reactions: false,
        }
    }
}
