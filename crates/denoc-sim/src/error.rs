//! What can go wrong with motion in time.

use denoc_dynamics::DynamicsError;
use denoc_model::{ModelError, StateError};

/// Why a simulation, a motion or an inverse-kinematics problem was refused or ended early. Every message names the place, the
/// number, the cause and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SimError {
    /// A computation of dynamics that cannot be done.
    #[error(transparent)]
    Dynamics(#[from] DynamicsError),
    /// An argument does not fit the model.
    #[error(transparent)]
    State(#[from] StateError),
    /// A name that nobody has.
    #[error(transparent)]
    Model(Box<ModelError>),
    /// A setting outside its range.
    #[error("{what} is {value}: {rule}")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The rule, with a remedy.
        rule: &'static str,
    },
    /// A list of the wrong length.
    #[error("{what} has {found} entries, but {expected} are needed: {rule}")]
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
    /// A word that is in no list.
    #[error("there is no {what} called \"{word}\": {}", choose(.known))]
    Keyword {
        /// What was looked for.
        what: &'static str,
        /// The word.
        word: String,
        /// The words there are.
        known: Vec<&'static str>,
    },
    /// A setting for loops where there are none.
    #[error("model \"{model}\" has no loops: leave out {setting}")]
    NoLoops {
        /// The model.
        model: String,
        /// The setting.
        setting: &'static str,
    },
    /// A joint without the coordinate a condition asks for.
    #[error("joint \"{joint}\" has no {what} {index}: {rule}")]
    NoCoordinate {
        /// The joint.
        joint: String,
        /// "coordinate" or "speed".
        what: &'static str,
        /// The number, from zero.
        index: usize,
        /// What can be asked for.
        rule: &'static str,
    },
    /// A force at a joint without a motor.
    #[error(
        "joint \"{joint}\" gets the force {value}, but the model lists motors and it has none: add an actuator to it, or give 0"
    )]
    NoMotor {
        /// The joint.
        joint: String,
        /// The force.
        value: f64,
    },
    /// A start that does not close a loop.
    #[error(
        "the start does not close the loop at \"{closure}\": the closures are open by up to {length:.3e} m and {angle:.3e} rad; \
         assemble the mechanism first"
    )]
    OpenLoop {
        /// The closure that is open farthest.
        closure: String,
        /// The largest error of lengths, m.
        length: f64,
        /// The largest error of angles, rad.
        angle: f64,
    },
    /// Speeds that open a loop.
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
    /// Speeds in a singular pose that belong to no branch of motion.
    #[error(
        "the pose is singular and the speeds belong to no branch of motion from it: the loop at \"{closure}\" would open with \
         an acceleration of {relative:.3e} times the square of the speeds; give the speeds of one branch"
    )]
    NoBranch {
        /// The closure.
        closure: String,
        /// The acceleration, relative.
        relative: f64,
    },
    /// A mechanism without freedom.
    #[error(
        "model \"{model}\" cannot move: its loops leave no degree of freedom at this start; `denoc mobility` says which conditions \
         are redundant"
    )]
    NoFreedom {
        /// The model.
        model: String,
    },
    /// A motor in a joint where a loop is cut.
    #[error(
        "joint \"{joint}\" has a motor and is where a loop is cut, so that a simulation cannot drive it: mark another joint of the \
         loop with `cut = true`"
    )]
    CutMotor {
        /// The joint.
        joint: String,
    },
    /// At rest in a singular pose.
    #[error(
        "the mechanism is at rest in a singular pose, where branches of motion cross, so that its motion is not determined \
         (loops at {}): give it a speed along one branch, or start beside the pose",
        .loops.join(", ")
    )]
    RestsSingular {
        /// The closures.
        loops: Vec<String>,
    },
    /// Singular poses all around.
    #[error(
        "the mechanism stays so near to singular poses that its branch of motion cannot be told (loops at {}): check the \
         geometry, or use the closure `baumgarte` with the method `proximal`",
        .loops.join(", ")
    )]
    StaysSingular {
        /// The closures.
        loops: Vec<String>,
    },
    /// A loop of so many links that its mobility is not analysed.
    #[error(
        "the loop that \"{closure}\" closes has {speeds} speeds: mobility is analysed for loops of up to {most}; simulate it, or look at \
         one with fewer links"
    )]
    LongLoop {
        /// A closure of it.
        closure: String,
        /// How many.
        speeds: usize,
        /// How many it may have.
        most: usize,
    },
    /// Coordinates that could not be brought back onto the closures.
    #[error(
        "the state could not be brought back onto the loop at \"{closure}\": the closures are open by up to {length:.3e} m and \
         {angle:.3e} rad; tighten the tolerance or shorten the step, or use the closure `projected`"
    )]
    LostClosure {
        /// The closure that is open farthest.
        closure: String,
        /// The largest error of lengths, m.
        length: f64,
        /// The largest error of angles, rad.
        angle: f64,
    },
    /// Numbers that overflowed while time passed.
    #[error(
        "at t = {time} s the motion is no longer finite: {cause}; shorten the step or tighten the tolerance, and check \
         forces, gains and units at joint \"{joint}\""
    )]
    NotFinite {
        /// Time, s.
        time: f64,
        /// The joint.
        joint: String,
        /// What came out.
        cause: String,
    },
    /// An inertia matrix that became singular while time passed.
    #[error("at t = {time} s: {cause}")]
    Singular {
        /// Time, s.
        time: f64,
        /// The joint.
        joint: String,
        /// The joint, the pivot, the cause and the remedy.
        cause: Box<DynamicsError>,
    },
    /// The error control asks for steps below the resolution of time.
    #[error(
        "at t = {time} s the step shrank to {step:.3e} s, too small for time to advance; the largest error is that of joint \
         \"{joint}\"; likely cause: {cause}"
    )]
    StepTooSmall {
        /// Time, s.
        time: f64,
        /// The step, s.
        step: f64,
        /// The joint with the largest error.
        joint: String,
        /// Why, as far as it can be told, with a remedy.
        cause: &'static str,
    },
    /// More steps than allowed.
    #[error(
        "{steps} steps were taken up to t = {time} s of {end} s, the most that is allowed; the largest error is that of joint \
         \"{joint}\": allow more steps, loosen the tolerance, or use {remedy}"
    )]
    TooManySteps {
        /// Time reached, s.
        time: f64,
        /// End of the run, s.
        end: f64,
        /// Steps taken.
        steps: u64,
        /// The joint with the largest error.
        joint: String,
        /// Which method or step to use instead.
        remedy: &'static str,
    },
    /// An implicit step whose equations were not solved.
    #[error(
        "at t = {time} s the equations of an implicit step of {step:.3e} s were not solved (joint \"{joint}\" changes most): \
         shorten the step, or use the method radau5 if springs, dampers or gains are stiff"
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
        "at t = {time} s joint \"{joint}\" turns by {angle:.3} rad in one step, more than half a turn: shorten the step or use \
         a method with error control"
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
    #[error("at t = {time} s the controller failed: {words}")]
    Controller {
        /// Time, s.
        time: f64,
        /// What it said.
        words: String,
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
    /// A number of a motion that makes no sense.
    #[error("motion \"{motion}\": {what} is {value}; {rule}")]
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
         or put a motion between them"
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
        "frame \"{frame}\" cannot follow the path at t = {time} s, at {position:?} m: {cause}; the nearest point found is \
         {nearest:?} m, {missed:.6} m away; move the path, or start from another branch"
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
    /// A target or an option of inverse kinematics that makes no sense.
    #[error("inverse kinematics of frame \"{frame}\": {what} is {value}; {rule}")]
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
    /// A frame that nothing moves.
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
        /// The joint or constraint that is farthest from closed.
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
    /// Speeds of held joints that the loops do not allow together.
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
    /// A loop that moves with its driven joints held, so that its assemblies cannot be counted.
    #[error(
        "the loop of \"{model}\" still has {freedoms} degrees of freedom with {held} held, so that it has no finite number of \
         assemblies: hold as many joints as it has degrees of freedom"
    )]
    LoopMoves {
        /// The mechanism.
        model: String,
        /// Degrees of freedom left.
        freedoms: usize,
        /// The held joints.
        held: String,
    },
    /// A joint where a loop is cut cannot be the input of a cycle.
    #[error(
        "joint \"{joint}\" is where its loop is cut, so that it has no coordinate of its own: cut the loop at another joint to \
         drive this one"
    )]
    DrivesCut {
        /// The joint.
        joint: String,
    },
    /// A joint that is driven in two ways.
    #[error("joint \"{joint}\" is driven twice: list it once, as the input or as a follower")]
    DrivenTwice {
        /// The joint.
        joint: String,
    },
    /// A rolling wheel in a cycle.
    #[error(
        "\"{closure}\" is a rolling wheel, whose pose does not follow from that of the input: simulate the mechanism instead"
    )]
    RollsInCycle {
        /// The closure.
        closure: String,
    },
    /// Inputs that do not determine the motion.
    #[error(
        "\"{model}\" has {freedoms} degrees of freedom besides the driven joints ({driven}): drive or hold as many joints more"
    )]
    Undriven {
        /// The mechanism.
        model: String,
        /// Degrees of freedom left.
        freedoms: usize,
        /// The driven joints.
        driven: String,
    },
    /// A start from which the way of the input is not clear.
    #[error(
        "the start of the cycle is a {what} of \"{joint}\" (coordinate {at}): start a little beside it, on the branch you mean"
    )]
    UnclearStart {
        /// The input.
        joint: String,
        /// Its coordinate.
        at: f64,
        /// "dead point" or "singular pose".
        what: &'static str,
    },
    /// An input that cannot go where it shall.
    #[error(
        "joint \"{joint}\" cannot go from {from} to {to}: the mechanism closes only while it is between {low} and {high} (dead \
         points); restrict the cycle to this range, or let it go back and forth"
    )]
    DeadPoint {
        /// The input.
        joint: String,
        /// Begin of the cycle.
        from: f64,
        /// Its end.
        to: f64,
        /// Begin of the range.
        low: f64,
        /// Its end.
        high: f64,
    },
    /// A branch that could not be followed.
    #[error(
        "the mechanism could not be followed from \"{joint}\" = {at} to {to}: it stays near to singular poses, or does not close \
         there; check its geometry, or choose a smaller range"
    )]
    BranchLost {
        /// The input.
        joint: String,
        /// How far it got.
        at: f64,
        /// Where it should go.
        to: f64,
    },
    /// An output that makes no sense.
    #[error("output at frame \"{frame}\": {what} is {value}; give a direction of the world such as [1, 0, 0]")]
    DeskFrame {
        /// The frame.
        frame: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A counterweight that makes no sense.
    #[error("counterweight on link \"{link}\": {what} is {value}; {rule}")]
    Counterweight {
        /// The link.
        link: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The rule and the remedy.
        rule: &'static str,
    },
    /// A model, or a part of it, that the statics of ropes do not know.
    #[error(
        "{part}: {rule} (a rope at rest is a single run of links that hangs in a plane, as `denoc rope new` makes it)"
    )]
    NotARope {
        /// The part.
        part: String,
        /// The rule and the remedy.
        rule: &'static str,
    },
    /// An optimisation that failed.
    #[error(
        "the counterweights could not be optimised: the solver ended with {status}; check bounds and masses for extreme numbers"
    )]
    Balancing {
        /// What the solver says.
        status: String,
    },
}

impl From<ModelError> for SimError {
    fn from(error: ModelError) -> Self {
        Self::Model(Box::new(error))
    }
}

fn choose(known: &[&str]) -> String {
    match known {
        [one] => format!("choose {one}"),
        all => format!("choose one of {}", all.join(", ")),
    }
}
