//! What can go wrong in dynamics.

use core::fmt;

use denoc_math::Real;
use denoc_model::{Model, StateError};

/// The numbers that memory for a model depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ModelSize {
    /// Moving links.
    pub links: usize,
    /// Degrees of freedom of the tree.
    pub speeds: usize,
    /// Places where loops are closed.
    pub closures: usize,
}

impl ModelSize {
    /// That of a model.
    pub fn of<T: Real>(model: &Model<T>) -> Self {
        Self { links: model.links().len(), speeds: model.nv(), closures: model.closures().len() }
    }

    /// Memory of this size fits the model.
    pub(crate) fn fits<T: Real>(self, model: &Model<T>) -> Result<(), DynamicsError> {
        let found = Self::of(model);
        if self == found {
            return Ok(());
        }
        Err(DynamicsError::Workspace { model: model.name().to_owned(), expected: self, found })
    }
}

impl fmt::Display for ModelSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} links, {} degrees of freedom and {} closures", self.links, self.speeds, self.closures)
    }
}

/// Why a computation was refused. Every message names the joint, the number, the cause and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DynamicsError {
    /// An argument does not fit the model.
    #[error(transparent)]
    State(#[from] StateError),
    /// Memory (a workspace, a method of forward dynamics) made for another model.
    #[error(
        "the memory in use was made for {expected}, model \"{model}\" has {found}: make it anew for this model, as \
         Workspace::new(&model) does"
    )]
    Workspace {
        /// The model.
        model: String,
        /// What the memory was made for.
        expected: ModelSize,
        /// What the model has.
        found: ModelSize,
    },
    /// The generalised inertia matrix is singular: a pivot m̂ of its UDUᵀ decomposition vanishes [SahaIR (9.39c)]. Inverse
    /// dynamics is not affected.
    #[error(
        "joint \"{joint}\" (link \"{link}\") can accelerate without resistance: its pivot m̂ = {pivot:.3e} is zero against \
         {scale:.3e}, so the generalised inertia matrix is singular and forward dynamics has no answer; {cause}"
    )]
    Singular {
        /// The joint.
        joint: String,
        /// The link it moves.
        link: String,
        /// m̂.
        pivot: f64,
        /// The size of the masses nearby, in the direction of the joint.
        scale: f64,
        /// Why, as far as it can be told, with a remedy.
        cause: SingularCause,
    },
    /// A batch in blocks that does not fill its blocks.
    #[error(
        "a batch of {states} states does not fill blocks of {lanes}: pad it to a multiple of {lanes}, or use Layout::Rows"
    )]
    Blocks {
        /// Number of states.
        states: usize,
        /// Lanes of a block.
        lanes: usize,
    },
    /// A computation on trees, with a model that has loops.
    #[error(
        "model \"{model}\" has loops (one is closed by \"{closure}\"), and this computation is for trees, as are derivatives and \
         the compiled layer: inverse and forward dynamics with loops are computed by `Mechanism::evaluate`"
    )]
    HasLoops {
        /// The model.
        model: String,
        /// A closure.
        closure: String,
    },
    /// One state of a batch.
    #[error("state {index} of the batch: {error}")]
    InBatch {
        /// The state, from zero.
        index: usize,
        /// What is wrong with it.
        error: Box<DynamicsError>,
    },
    /// A motion that the closures of the mechanism do not allow.
    #[error(
        "{what} does not fit the closure \"{closure}\": it is violated by {value:.3e} (SI), {relative:.1e} of the motion there, \
         and at most 1e-6 is allowed; close the loops first, and give speeds with J v = 0 and accelerations with \
         J a + J̇ v = 0"
    )]
    NotClosed {
        /// q, v or a.
        what: &'static str,
        /// The closure.
        closure: String,
        /// By how much.
        value: f64,
        /// The same, relative.
        relative: f64,
    },
    /// Forces that neither motors nor closures can exert.
    #[error(
        "nobody supplies the force {force:.6e} (N or N m) that joint \"{joint}\" lacks for this motion: motors control \
         {controlled} of {freedoms} degrees of freedom here; add a motor, or ask for a motion that needs no such force"
    )]
    Unactuated {
        /// The joint that lacks most.
        joint: String,
        /// What it lacks.
        force: f64,
        /// Degrees of freedom of the mechanism.
        freedoms: usize,
        /// Those that motors control.
        controlled: usize,
    },
    /// Motors at speeds that do not exist, or twice.
    #[error(
        "a motor at speed {speed} is not possible: speeds are 0 to {count} (exclusive), each has one motor at most"
    )]
    Motor {
        /// The speed.
        speed: usize,
        /// Number of speeds.
        count: usize,
    },
    /// A weight that is not positive.
    #[error("the weight of motor {index} is {value}: weights are positive and finite")]
    Weight {
        /// Which motor.
        index: usize,
        /// The weight.
        value: f64,
    },
    /// Finite input, result beyond the range of the numbers.
    #[error(
        "{what}[{index}] (joint \"{joint}\") came out as {value}: the numbers overflowed; check the units and the size of \
         speeds, accelerations and forces"
    )]
    NotFinite {
        /// Which result.
        what: &'static str,
        /// The entry.
        index: usize,
        /// The joint it belongs to.
        joint: String,
        /// The value.
        value: f64,
    },
}

impl DynamicsError {
    /// The same error, saying which state of a batch it is about.
    pub(crate) fn in_state(self, index: usize) -> Self {
        Self::InBatch { index, error: Box::new(self) }
    }
}

/// The likely cause of a vanishing pivot.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SingularCause {
    /// An Euler-angle joint whose first and third axis are parallel.
    GimbalLock {
        /// The sequence in letters.
        sequence: String,
        /// The second angle.
        angle: f64,
    },
    /// Neither the link nor anything outward of it has mass.
    NoMass,
    /// Mass, but no inertia in the direction of the joint.
    NoInertia,
}

impl fmt::Display for SingularCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GimbalLock { sequence, angle } => {
                let letters = sequence.as_bytes();
                let near = if letters.first() == letters.last() { "0 and ±π" } else { "±π/2" };
                write!(
                    f,
                    "it is in gimbal lock: its second angle is {angle:.6} rad and the sequence {sequence} locks near \
                     {near}; use a spherical joint (quaternion), another sequence, or rotor inertia"
                )
            }
            Self::NoMass => write!(
                f,
                "neither this link nor anything outward of it has mass; give it mass, lock the joint, or add rotor inertia \
                 to the joint"
            ),
            Self::NoInertia => write!(
                f,
                "there is no inertia in the direction of the joint: zero inertia about its axis with the mass centre on it, \
                 or the same motion is free through a joint outward; give the link inertia about the axis or add rotor \
                 inertia to the joint"
            ),
        }
    }
}
