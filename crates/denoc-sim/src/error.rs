//! Errors of this crate.

use denoc_base::number::{six, six_beside};
use denoc_dynamics::DynamicsError;
use denoc_mechanism::MechanismError;
use denoc_model::{ModelError, StateError, names};

/// Why a simulation or a trajectory was refused or ended early. Every message names the part, the value, the rule and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SimError {
    /// An argument or a setting that does not fit, or a mechanism that cannot be assembled, analysed or evaluated.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// An unknown keyword.
    #[error("there is no {what} called \"{word}\": {}", names::choose(.word, .known))]
    Keyword {
        /// What the keyword stands for.
        what: &'static str,
        /// The keyword.
        word: String,
        /// The known keywords.
        known: Vec<&'static str>,
    },
    /// A required setting of a controller that is missing.
    #[error("controller has no \"{setting}\": {remedy}")]
    NoSetting {
        /// The key of the setting.
        setting: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// A setting for loops where there are none.
    #[error("model \"{model}\" has no loops: leave out {setting}")]
    NoLoops {
        /// The model.
        model: String,
        /// The setting.
        setting: &'static str,
    },
    /// A force at a joint without a motor.
    #[error(
        "joint \"{joint}\" gets the force {value}, but the model lists motors and it has none: add an actuator to it, or give 0",
        value = six(*.value)
    )]
    NoMotor {
        /// The joint.
        joint: String,
        /// The force.
        value: f64,
    },
    /// A motor in a joint where a loop is cut.
    #[error(
        "joint \"{joint}\" has a motor and cuts a loop, so a simulation cannot drive it: mark another joint of the loop with \
         `cut = true`"
    )]
    CutMotor {
        /// The joint.
        joint: String,
    },
    /// Numbers that overflowed during the run.
    #[error(
        "at t = {time} s the motion is no longer finite: {cause}; shorten the step or tighten the tolerance, and check \
         forces, gains and units at joint \"{joint}\"",
        time = six(*.time)
    )]
    NotFinite {
        /// Time, s.
        time: f64,
        /// The joint.
        joint: String,
        /// What came out.
        cause: String,
    },
    /// An inertia matrix that became singular during the run.
    #[error("at t = {time} s: {cause}",
        time = six(*.time)
    )]
    Singular {
        /// Time, s.
        time: f64,
        /// The joint.
        joint: String,
        /// The joint, the pivot, the cause and the remedy.
        cause: Box<DynamicsError>,
    },
    /// A singular configuration that a closure cannot pass on the same branch.
    #[error(
        "at t = {time} s the loop at \"{closure}\" is in a singular configuration, which closure = \"corrected\" cannot pass on the \
         same branch of motion: use closure = \"projected\", or let the run end there (--stop-at-singular)",
        time = six(*.time)
    )]
    SingularClosure {
        /// Time, s.
        time: f64,
        /// The loop.
        closure: String,
    },
    /// Steps that shrink near gimbal lock, where rounding exceeds the tolerance.
    #[error(
        "at t = {time} s the step shrank to {step:.3e} s because {near}; rounding is larger than the tolerance there: use a spherical \
         joint (quaternion) or another sequence of angles, or a larger tolerance",
        time = six(*.time)
    )]
    GimbalLock {
        /// Time, s.
        time: f64,
        /// The step, s.
        step: f64,
        /// The joint and its distance.
        near: String,
    },
    /// A spring in a joint where a spatial loop is cut that is wound up by half a turn.
    #[error(
        "at t = {time} s the spring of joint \"{joint}\" passes half a turn; full turns are not counted in a joint that closes a loop \
         whose axes are not parallel: cut the loop at another joint (cut = true)",
        time = six(*.time)
    )]
    SpringTurns {
        /// Time, s.
        time: f64,
        /// The joint.
        joint: String,
    },
    /// The error control asks for steps below the resolution of time.
    #[error(
        "at t = {time} s the step shrank to {step:.3e} s, too small for time to advance; the largest error is that of joint \
         \"{joint}\"; likely cause: {cause}",
        time = six(*.time)
    )]
    StepTooSmall {
        /// Time, s.
        time: f64,
        /// The step, s.
        step: f64,
        /// The joint with the largest error.
        joint: String,
        /// The likely cause, with a remedy.
        cause: &'static str,
    },
    /// More steps than allowed.
    #[error(
        "{steps} steps were tried up to t = {time} s of {end} s, the most that is allowed; the largest error is that of joint \
         \"{joint}\": allow more steps, loosen the tolerance, or use {remedy}",
        end = six(*.end), time = six(*.time)
    )]
    TooManySteps {
        /// Time reached, s.
        time: f64,
        /// End of the run, s.
        end: f64,
        /// Steps tried, those included that were rejected or repeated.
        steps: u64,
        /// The joint with the largest error.
        joint: String,
        /// Which integrator or step to use instead.
        remedy: &'static str,
    },
    /// An implicit step whose equations were not solved.
    #[error(
        "at t = {time} s the equations of an implicit step of {step:.3e} s were not solved (joint \"{joint}\" changes most): \
         shorten the step, or use the integrator radau5 if springs, dampers or gains are stiff",
        time = six(*.time)
    )]
    NoConvergence {
        /// Time, s.
        time: f64,
        /// The step, s.
        step: f64,
        /// The joint that is farthest from converged.
        joint: String,
    },
    /// A quaternion joint that turns too far in one step.
    #[error(
        "at t = {time} s joint \"{joint}\" turns by {angle} rad in one step, more than half a turn: shorten the step or use \
         an integrator with error control",
        angle = six(*.angle), time = six(*.time)
    )]
    TurnTooLarge {
        /// Time, s.
        time: f64,
        /// The joint.
        joint: String,
        /// The angle, rad.
        angle: f64,
    },
    /// A controller of the calling program that failed.
    #[error("at t = {time} s the controller failed: {message}",
        time = six(*.time)
    )]
    Controller {
        /// Time, s.
        time: f64,
        /// Its message.
        message: String,
    },
    /// A checkpoint of another simulation.
    #[error(
        "the checkpoint has {what} {found}, this simulation has {expected}: resume with the settings it was made with"
    )]
    Checkpoint {
        /// What differs.
        what: &'static str,
        /// In the simulation.
        expected: String,
        /// In the checkpoint.
        found: String,
    },
    /// An invalid number of a trajectory.
    #[error("motion \"{motion}\": {what} is {value}; {rule}",
        value = six(*.value)
    )]
    MotionNumber {
        /// The keyword of the motion.
        motion: &'static str,
        /// Which number.
        what: String,
        /// Its value.
        value: f64,
        /// The rule and the remedy.
        rule: &'static str,
    },
    /// Phases of a sequence that do not fit together.
    #[error(
        "phase {phase} starts at {found} in coordinate {index}, but the phase before ends at {expected}: start it there, \
         or put a motion between them",
        expected = six_beside(*.expected, *.found), found = six_beside(*.found, *.expected)
    )]
    Phases {
        /// The phase, from 1.
        phase: usize,
        /// The coordinate that differs most.
        index: usize,
        /// Where the phase before ends.
        expected: f64,
        /// Where it starts.
        found: f64,
    },
    /// A Cartesian path that the mechanism cannot follow.
    #[error(
        "frame \"{frame}\" cannot follow the path at t = {time} s, at [{position}] m: {cause}; the nearest point found is \
         [{nearest}] m, {missed} m away; move the path, or start from another branch",
        time = six(*.time), position = .position.map(six).join(", "), nearest = .nearest.map(six).join(", "),
        missed = six(*.missed)
    )]
    Path {
        /// The frame.
        frame: String,
        /// When, s.
        time: f64,
        /// Where it should be.
        position: [f64; 3],
        /// The nearest point it reaches.
        nearest: [f64; 3],
        /// Distance of both.
        missed: f64,
        /// Out of reach, limits or singular.
        cause: String,
    },
}

impl From<DynamicsError> for SimError {
    fn from(error: DynamicsError) -> Self {
        Self::Mechanism(error.into())
    }
}

impl From<StateError> for SimError {
    fn from(error: StateError) -> Self {
        Self::Mechanism(error.into())
    }
}

impl From<ModelError> for SimError {
    fn from(error: ModelError) -> Self {
        Self::Mechanism(error.into())
    }
}
