//! Errors of dynamics.

use core::fmt;

use denoc_base::number::six;
use denoc_math::Real;
use denoc_model::{Model, StateError};

/// The sizes of a model that its buffers depend on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ModelSize {
    /// Moving links.
    pub links: usize,
    /// Degrees of freedom of the tree.
    pub speeds: usize,
    /// Closures: cut joints and other constraints.
    pub closures: usize,
}

impl ModelSize {
    /// The sizes of a model.
    pub fn of<T: Real>(model: &Model<T>) -> Self {
        Self { links: model.links().len(), speeds: model.nv(), closures: model.closures().len() }
    }

    /// Checks that buffers of this size fit the model.
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

/// Why a computation was refused. Every message names the joint, the value, the cause and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DynamicsError {
    /// An argument does not fit the model.
    #[error(transparent)]
    State(#[from] StateError),
    /// Buffers (of a workspace or of an algorithm) that were allocated for another model.
    #[error(
        "the buffers were allocated for {expected}, but model \"{model}\" has {found}: allocate them for this model, for \
         example with Workspace::new(&model)"
    )]
    Workspace {
        /// The model.
        model: String,
        /// The sizes the buffers were allocated for.
        expected: ModelSize,
        /// The sizes of the model.
        found: ModelSize,
    },
    /// The generalised inertia matrix is singular: a pivot m̂ of its UDUᵀ decomposition vanishes [SahaIR (9.39c)]. Inverse
    /// dynamics is not affected.
    #[error(
        "joint \"{joint}\" (link \"{link}\") can accelerate without resistance: {}, so the generalised inertia matrix is singular and forward dynamics has no solution; {cause}",
        no_inertia(*.pivot, *.scale)
    )]
    Singular {
        /// The joint.
        joint: String,
        /// The link it moves.
        link: String,
        /// The pivot m̂: kg m² or kg.
        pivot: f64,
        /// The inertia nearby in the direction of the joint, against which the pivot is judged: kg m² or kg.
        scale: f64,
        /// The likely cause, with a remedy.
        cause: SingularCause,
    },
    /// A batch in [`Layout::Blocks`](crate::compiled::Layout::Blocks) whose last block is incomplete.
    #[error(
        "a batch of {states} states does not fill blocks of {lanes}: pad it to a multiple of {lanes}, or use Layout::Rows"
    )]
    Blocks {
        /// Number of states.
        states: usize,
        /// States per block.
        lanes: usize,
    },
    /// A computation for trees, called with a model that has closed loops.
    #[error(
        "model \"{model}\" has closed loops (one is closed by \"{closure}\"), but this computation, like derivatives and the \
         compiled layer, supports trees only: use `Mechanism::evaluate` for inverse and forward dynamics with loops"
    )]
    HasLoops {
        /// The model.
        model: String,
        /// The first closure.
        closure: String,
    },
    /// An error in one state of a batch.
    #[error("state {index} of the batch: {error}")]
    InBatch {
        /// Number of the state, from 0.
        index: usize,
        /// The error.
        error: Box<DynamicsError>,
    },
    /// A configuration so near a singular one that divide and conquer cannot tell how many constraints are independent.
    #[error(
        "model \"{model}\" is too near a singular configuration of the loop at \"{closure}\" for the algorithm odca: it works with \
         J I⁻¹ Jᵀ, and the smallest pivot of J, {pivot:.1e} of the largest, is squared there, so rounding decides how many \
         constraints are independent; use another algorithm, such as recursive, or a configuration farther away"
    )]
    Unresolved {
        /// The model.
        model: String,
        /// A closure of the loops that are nearly singular.
        closure: String,
        /// The smallest pivot of J, relative to the largest.
        pivot: f64,
    },
    /// A motion that violates a closure of the mechanism.
    #[error(
        "{what} violates the closure \"{closure}\" by {value:.3e} (SI), {relative:.1e} of the motion there; at most 1e-6 is \
         allowed: close the loops first, and use speeds with J v = 0 and accelerations with J a + J̇ v = 0"
    )]
    NotClosed {
        /// q, v or a.
        what: &'static str,
        /// The closure.
        closure: String,
        /// The violation: rad or m, per s for speeds, per s² for accelerations.
        value: f64,
        /// The violation relative to the motion at the closure.
        relative: f64,
    },
    /// A force that neither motors nor closures can exert.
    #[error(
        "no motor supplies the force {force:.5e} (N or N m) that joint \"{joint}\" needs for this motion: motors control \
         {controlled} of {freedoms} degrees of freedom in this configuration; add a motor, or choose a motion that does not \
         need this force"
    )]
    Unactuated {
        /// The joint with the largest missing force.
        joint: String,
        /// The missing force, N or N m.
        force: f64,
        /// Degrees of freedom of the mechanism.
        freedoms: usize,
        /// Degrees of freedom that motors control.
        controlled: usize,
    },
    /// A motor at a speed that does not exist or already has one.
    #[error(
        "speed {speed} cannot be actuated: speeds are numbered from 0, there are {count}, and each has at most one motor"
    )]
    Motor {
        /// The speed.
        speed: usize,
        /// Number of speeds.
        count: usize,
    },
    /// A weight that is not positive.
    #[error("the weight of motor {index} is {value}: weights must be positive, finite numbers", value = six(*.value))]
    Weight {
        /// Which motor.
        index: usize,
        /// The weight.
        value: f64,
    },
    /// A result beyond the range of the number type, from finite input.
    #[error(
        "{what}[{index}] (joint \"{joint}\") is {value}: the computation overflowed; check the units and the magnitude of \
         coordinates, speeds, accelerations and forces"
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
    /// Adds the number of the state to the error.
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
        /// The sequence of axes in letters, such as `zyx`.
        sequence: String,
        /// The second angle, rad.
        angle: f64,
    },
    /// Neither the link nor anything outward of it has mass.
    NoMass,
    /// There is mass, but no inertia in the direction of the joint.
    NoInertia,
}

/// Why a pivot counts as zero.
fn no_inertia(pivot: f64, scale: f64) -> String {
    if scale == 0.0 {
        return "the links that it moves have no inertia in its direction".into();
    }
    if pivot == 0.0 {
        return "its pivot m̂ is zero".into();
    }
    format!("its pivot m̂ = {} is zero compared with {}", six(pivot), six(scale))
}

impl fmt::Display for SingularCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GimbalLock { sequence, angle } => {
                let letters = sequence.as_bytes();
                let near = if letters.first() == letters.last() { "0 and ±π" } else { "±π/2" };
                write!(
                    f,
                    "it is in gimbal lock: its second angle is {} rad and the sequence {sequence} locks near \
                     {near}; use a spherical joint (quaternion), another sequence, or rotor inertia",
                    six(*angle)
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
