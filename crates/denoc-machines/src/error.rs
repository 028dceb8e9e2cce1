//! Errors of this crate.

use denoc_base::number::{six, six_beside};
use denoc_dynamics::DynamicsError;
use denoc_mechanism::MechanismError;
use denoc_model::{ModelError, StateError};
use denoc_sim::SimError;

/// Why a cycle, a balance or the statics of a rope was refused or ended early. Every message names the part, the value, the rule and
/// a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// An argument or a setting that does not fit, or a mechanism that cannot be assembled, analysed or evaluated.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// A motion or a simulation that cannot be computed.
    #[error(transparent)]
    Simulation(#[from] SimError),
    /// A joint where a loop is cut cannot be the input of a cycle.
    #[error(
        "joint \"{joint}\" cuts its loop, so it has no coordinate of the tree: cut the loop at another joint to drive this \
         one"
    )]
    DrivesCut {
        /// The joint.
        joint: String,
    },
    /// A joint that is driven twice.
    #[error("joint \"{joint}\" is driven twice: list it once, as the input or as a follower")]
    DrivenTwice {
        /// The joint.
        joint: String,
    },
    /// A rolling wheel in a cycle.
    #[error(
        "\"{closure}\" is a rolling wheel, whose coordinates do not follow from the input: simulate the mechanism instead"
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
    /// A start at which the motion of the input is ambiguous.
    #[error(
        "the start of the cycle is a {what} of \"{joint}\" (coordinate {at}): start a little beside it, on the branch you mean",
        at = six(*.at)
    )]
    UnclearStart {
        /// The input.
        joint: String,
        /// Its coordinate.
        at: f64,
        /// "dead point" or "singular configuration".
        what: &'static str,
    },
    /// An input that meets a dead point.
    #[error(
        "joint \"{joint}\" cannot go from {from} to {to}: the mechanism closes only while it is between {low} and {high} (dead \
         points); restrict the cycle to this range, or let it go back and forth",
        from = six_beside(*.from, *.to), high = six(*.high), low = six(*.low), to = six_beside(*.to, *.from)
    )]
    DeadPoint {
        /// The input.
        joint: String,
        /// Start of the cycle.
        from: f64,
        /// Its end.
        to: f64,
        /// Low end of the range.
        low: f64,
        /// Its end.
        high: f64,
    },
    /// A cycle that does not end where it began.
    #[error(
        "the cycle is not closed: {end} after a turn of \"{input}\", and the links do not come back within {most} turns either; state \
         the end of the cycle"
    )]
    OpenCycle {
        /// The input.
        input: String,
        /// The joint that ends farthest from its start.
        end: crate::cycle::OpenEnd,
        /// How many turns were tried.
        most: usize,
    },
    /// A branch that could not be followed.
    #[error(
        "the mechanism could not be followed from \"{joint}\" = {at} to {to}: it stays near to singular configurations, or does not close \
         there; check its geometry, or choose a smaller range",
        at = six(*.at), to = six(*.to)
    )]
    BranchLost {
        /// The input.
        joint: String,
        /// How far it got.
        at: f64,
        /// Where it should go.
        to: f64,
    },
    /// An output with an invalid direction.
    #[error("output at frame \"{frame}\": {what} is {value}; give a direction of the world such as [1, 0, 0]",
        value = six(*.value)
    )]
    OutputDirection {
        /// The frame.
        frame: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// An invalid counterweight.
    #[error("counterweight on link \"{link}\": {what} is {value}; {rule}",
        value = six(*.value)
    )]
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
    /// A model, or a part of it, that is not a rope.
    #[error(
        "{part}: {rule} (a rope at rest is a single run of links that hangs in a plane, as `denoc rope new` makes it)"
    )]
    NotARope {
        /// The part.
        part: String,
        /// The rule and the remedy.
        rule: &'static str,
    },
    /// A rope without slack, which has no equilibrium with finite forces.
    #[error(
        "\"{model}\" is taut: it is {length} m long and its ends are {distance} m apart, so no finite tension can carry its weight; make \
         it longer, or move its ends together",
        distance = six_beside(*.distance, *.length), length = six_beside(*.length, *.distance)
    )]
    TautRope {
        /// The model.
        model: String,
        /// Its length, m.
        length: f64,
        /// The distance of its ends, m.
        distance: f64,
    },
    /// An optimization that failed.
    #[error(
        "the counterweights could not be optimised: the solver ended with {status}; check bounds and masses for extreme numbers"
    )]
    Balancing {
        /// Status of the solver.
        status: String,
    },
}

impl From<DynamicsError> for MachineError {
    fn from(error: DynamicsError) -> Self {
        Self::Mechanism(error.into())
    }
}

impl From<StateError> for MachineError {
    fn from(error: StateError) -> Self {
        Self::Mechanism(error.into())
    }
}

impl From<ModelError> for MachineError {
    fn from(error: ModelError) -> Self {
        Self::Mechanism(error.into())
    }
}
