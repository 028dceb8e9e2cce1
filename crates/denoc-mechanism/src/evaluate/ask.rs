//! Requests to evaluate a mechanism: task, algorithm, loads.

use denoc_model::FrameId;

use super::Algorithm;

/// An external wrench on a link.
///
/// ```
/// use denoc_mechanism::Mechanism;
/// use denoc_mechanism::evaluate::{Ask, ExternalWrench, ExternalWrenches, States};
/// # use denoc_formats::catalogue;
///
/// let arm = Mechanism::new(catalogue::describe("planar_3r")?.build()?);
/// let frame = arm.model().frame(arm.model().link_names().last().unwrap())?;
/// let push = [ExternalWrench { frame, wrench: [0.0, 0.0, 0.0, 0.0, 0.0, -5.0] }]; // 5 N downward
/// let rest = [0.0; 3];
/// let ask = Ask { external: ExternalWrenches::Same(&push), ..Ask::inverse(&rest) };
/// let loaded = arm.evaluate(States { q: &rest, v: &rest }, &ask)?;
/// let free = arm.evaluate(States { q: &rest, v: &rest }, &Ask::inverse(&rest))?;
/// assert!(loaded.tau[0] != free.tau[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ExternalWrench {
    /// The frame at whose origin the wrench acts.
    pub frame: FrameId,
    /// [moment; force] in world axes, N m and N, the moment about the origin of the frame.
    pub wrench: [f64; 6],
}

/// Whether joint springs and friction, point-to-point springs and drag act.
///
/// ```
/// use denoc_mechanism::evaluate::JointForces;
///
/// assert_eq!(JointForces::included(true), JointForces::Exact);
/// assert_eq!(JointForces::default(), JointForces::Ignored);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum JointForces {
    /// Ignored.
    #[default]
    Ignored,
    /// Included; dry friction is zero at rest. In joints where loops are cut, dry friction is smoothed.
    Exact,
    /// Included; dry friction is smoothed.
    Smooth,
}

impl JointForces {
    /// [`JointForces::Exact`] or [`JointForces::Ignored`].
    pub fn included(yes: bool) -> Self {
        if yes { Self::Exact } else { Self::Ignored }
    }
}

/// Loads on a mechanism besides gravity and motors, at one state.
#[derive(Copy, Clone, Debug, Default)]
pub struct Acting<'a> {
    /// External wrenches.
    pub external: &'a [ExternalWrench],
    /// Whether springs, friction and drag act.
    pub joint_forces: JointForces,
}

/// The computation to perform.
///
/// ```
/// use denoc_mechanism::Mechanism;
/// use denoc_mechanism::evaluate::{Ask, States, Task};
/// # use denoc_formats::catalogue;
///
/// // prescribe the acceleration of the first joint; the others move freely
/// let arm = Mechanism::new(catalogue::describe("planar_3r")?.build()?);
/// let (rest, prescribed) = ([0.0; 3], [Some(2.0), None, None]); // rad/s²
/// let task = Task::Forward { tau: &rest, prescribed: Some(&prescribed) };
/// let result = arm.evaluate(States { q: &rest, v: &rest }, &Ask::new(task))?;
/// assert!((result.a[0] - 2.0).abs() < 1e-12 && result.tau[0] != 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub enum Task<'a> {
    /// Inverse dynamics: joint forces for given accelerations.
    Inverse {
        /// Accelerations of all states, nv each: rad/s², m/s².
        a: &'a [f64],
    },
    /// Forward dynamics: accelerations for given joint forces.
    Forward {
        /// Joint forces of all states, nv each: N m, N.
        tau: &'a [f64],
        /// Prescribed accelerations, one entry per speed, the same in all states. The required joint forces are computed (O-DCA).
        prescribed: Option<&'a [Option<f64>]>,
    },
}

impl<'a> Task<'a> {
    /// The input besides coordinates and speeds.
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

/// External wrenches on one or many states.
#[derive(Copy, Clone, Debug, Default)]
pub enum ExternalWrenches<'a> {
    /// None.
    #[default]
    None,
    /// The same in all states.
    Same(&'a [ExternalWrench]),
    /// One list per state.
    PerState(&'a [Vec<ExternalWrench>]),
}

impl<'a> ExternalWrenches<'a> {
    /// The wrenches of one state.
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

/// A request to [`Mechanism::evaluate`](crate::Mechanism::evaluate).
///
/// ```
/// use denoc_mechanism::evaluate::{Algorithm, Ask, JointForces};
///
/// let tau = [0.0; 6];
/// let ask = Ask { algorithm: Some(Algorithm::ODCA), joint_forces: JointForces::Exact, ..Ask::forward(&tau) };
/// assert!(!ask.reactions);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Ask<'a> {
    /// The computation to perform.
    pub task: Task<'a>,
    /// The algorithm; `None` selects [`Algorithm::usual`], or [`Algorithm::ODCA`] if accelerations are prescribed.
    pub algorithm: Option<Algorithm>,
    /// External wrenches.
    pub external: ExternalWrenches<'a>,
    /// Whether springs, friction and drag act.
    pub joint_forces: JointForces,
    /// Whether to compute the reactions of all joints too.
    pub reactions: bool,
}

impl<'a> Ask<'a> {
    /// Inverse dynamics with the default algorithm; only gravity and motors act.
    pub fn inverse(a: &'a [f64]) -> Self {
        Self::new(Task::Inverse { a })
    }

    /// Forward dynamics with the default algorithm; only gravity and motors act.
    pub fn forward(tau: &'a [f64]) -> Self {
        Self::new(Task::Forward { tau, prescribed: None })
    }

    /// A task with the default algorithm; only gravity and motors act.
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
