//! Errors of this crate.

use denoc_base::number::six;
use denoc_dynamics::DynamicsError;
use denoc_model::{ModelError, StateError};

/// Why a mechanism could not be assembled, analysed or evaluated. Every message names the part, the value, the rule and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MechanismError {
    /// Dynamics that cannot be computed.
    #[error(transparent)]
    Dynamics(#[from] DynamicsError),
    /// An argument does not fit the model.
    #[error(transparent)]
    State(#[from] StateError),
    /// An unknown name.
    #[error(transparent)]
    Model(Box<ModelError>),
    /// A setting outside its range.
    #[error("{what} is {value}: {rule}", value = six(*.value))]
    Setting {
        /// Which setting.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The rule, with a remedy.
        rule: &'static str,
    },
    /// A list of the wrong length.
    #[error("{what} has {found} entr{}, but {expected} are needed: {rule}", if *.found == 1 { "y" } else { "ies" })]
    Count {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
        /// What the entries belong to.
        rule: &'static str,
    },
    /// A joint without the requested coordinate.
    #[error("joint \"{joint}\" has no {what} {index}: {rule}")]
    NoCoordinate {
        /// The joint.
        joint: String,
        /// "coordinate" or "speed".
        what: &'static str,
        /// The number, from zero.
        index: usize,
        /// What can be requested instead.
        rule: &'static str,
    },
    /// An initial state that leaves a loop open.
    #[error(
        "the start leaves the loop at \"{closure}\" open: the closure errors are up to {length:.3e} m and {angle:.3e} rad; \
         assemble the mechanism first"
    )]
    OpenLoop {
        /// The closure with the largest gap.
        closure: String,
        /// The largest error of lengths, m.
        length: f64,
        /// The largest error of angles, rad.
        angle: f64,
    },
    /// Initial speeds that open a loop.
    #[error(
        "the speeds at the start open the loop at \"{closure}\" (by {relative:.3e} of themselves): give those of independent \
         joints and let the others follow"
    )]
    OpeningSpeeds {
        /// The closure.
        closure: String,
        /// Rate of opening relative to the speeds.
        relative: f64,
    },
    /// Speeds that belong to no branch of motion, in a singular configuration.
    #[error(
        "the configuration is singular and the speeds belong to no branch of motion from it: the loop at \"{closure}\" would open with \
         an acceleration of {relative:.3e} times the square of the speeds; give the speeds of one branch"
    )]
    NoBranch {
        /// The closure.
        closure: String,
        /// The acceleration, relative.
        relative: f64,
    },
    /// A mechanism without degrees of freedom.
    #[error(
        "model \"{model}\" cannot move: its loops leave no degree of freedom at this start; `denoc mobility` lists the \
         redundant constraints"
    )]
    NoFreedom {
        /// The model.
        model: String,
    },
    /// A mechanism at rest in a singular configuration.
    #[error(
        "the mechanism is at rest in a singular configuration, where branches of motion cross, so its motion is not determined \
         (loops at {}): give it a speed along one branch, or start beside this configuration",
        .loops.join(", ")
    )]
    RestsSingular {
        /// The closures.
        loops: Vec<String>,
    },
    /// A mechanism that stays near singular configurations.
    #[error(
        "the mechanism stays so near to singular configurations that its branch of motion cannot be determined (loops at {}): check \
         the geometry, or use the closure `baumgarte` with the algorithm `proximal`",
        .loops.join(", ")
    )]
    StaysSingular {
        /// The closures.
        loops: Vec<String>,
    },
    /// A loop with too many links for an analysis of its mobility.
    #[error(
        "the loop that \"{closure}\" closes has {speeds} speeds: mobility is analysed for loops of up to {most}; simulate it, or look at \
         one with fewer links"
    )]
    LongLoop {
        /// A closure of it.
        closure: String,
        /// Its number of speeds.
        speeds: usize,
        /// The largest number that is analysed.
        most: usize,
    },
    /// Coordinates that could not be brought back onto the closures.
    #[error(
        "the state could not be brought back onto the loop at \"{closure}\": the closures are open by up to {length:.3e} m and \
         {angle:.3e} rad; tighten the tolerance or shorten the step, or use the closure `projected`"
    )]
    LostClosure {
        /// The closure with the largest gap.
        closure: String,
        /// The largest error of lengths, m.
        length: f64,
        /// The largest error of angles, rad.
        angle: f64,
    },
    /// An invalid target or option of inverse kinematics.
    #[error("inverse kinematics of frame \"{frame}\": {what} is {value}; {rule}", value = six(*.value))]
    Target {
        /// The frame.
        frame: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The rule and the remedy.
        rule: &'static str,
    },
    /// A task of inverse kinematics that makes no sense.
    #[error("task {number} ({task}): {what} is {value}; {rule}", value = six(*.value))]
    Task {
        /// Its number in the list, from one.
        number: usize,
        /// What it is about.
        task: String,
        /// Which number.
        what: String,
        /// Its value.
        value: f64,
        /// The rule and the remedy.
        rule: &'static str,
    },
    /// A frame that no joint moves.
    #[error("frame \"{frame}\" is fixed to the ground, no joint moves it: choose a frame of a moving link")]
    Immovable {
        /// The frame.
        frame: String,
    },
    /// Denavit-Hartenberg parameters exist for revolute and prismatic joints only.
    #[error(
        "joint \"{joint}\" between the ground and frame \"{frame}\" is {keyword}: only revolute and prismatic joints have \
         Denavit-Hartenberg parameters; lock it, or choose another frame"
    )]
    NotDh {
        /// The frame.
        frame: String,
        /// The joint.
        joint: String,
        /// Its kind.
        keyword: &'static str,
    },
    /// Loops that cannot be closed.
    #[error(
        "the loops of \"{model}\" cannot be closed: at best \"{closure}\" stays open by {length:.4e} m and {angle:.4e} rad \
         (loop {around}); {remedy}"
    )]
    NotClosed {
        /// The mechanism.
        model: String,
        /// The joint or constraint with the largest error.
        closure: String,
        /// The links around its loop.
        around: String,
        /// The gap, m.
        length: f64,
        /// The angle, rad.
        angle: f64,
        /// What to do.
        remedy: String,
    },
    /// Accelerations of held joints that contradict each other.
    #[error(
        "the accelerations given contradict each other in the loop at \"{closure}\": give those of independent joints only"
    )]
    HeldAccelerations {
        /// The closure.
        closure: String,
    },
    /// Speeds of held joints that contradict each other.
    #[error(
        "the speeds held at {joints} break \"{closure}\" by {by:.4e} {unit}: hold fewer joints, or give speeds that the loop \
         allows"
    )]
    HeldSpeeds {
        /// The held joints of that cluster of loops.
        joints: String,
        /// The closure.
        closure: String,
        /// By how much.
        by: f64,
        /// The unit of that.
        unit: &'static str,
    },
    /// A loop that still moves with its driven joints held, so its assemblies cannot be enumerated.
    #[error(
        "the loop of \"{model}\" still has {freedoms} degrees of freedom with {held} held, so the number of its assemblies is \
         not finite: hold as many joints as it has degrees of freedom"
    )]
    LoopMoves {
        /// The mechanism.
        model: String,
        /// Degrees of freedom left.
        freedoms: usize,
        /// The held joints.
        held: String,
    },
    /// An algorithm that does not support the request.
    #[error("algorithm {algorithm} cannot be used for model \"{model}\": {rule}; choose {instead}")]
    Algorithm {
        /// Its keyword.
        algorithm: &'static str,
        /// The model.
        model: String,
        /// The reason.
        rule: &'static str,
        /// Keywords of algorithms that do.
        instead: String,
    },
}

impl From<ModelError> for MechanismError {
    fn from(error: ModelError) -> Self {
        Self::Model(Box::new(error))
    }
}
