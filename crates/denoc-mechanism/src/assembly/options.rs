//! What is asked of an assembly, and what comes out.

use denoc_model::LinkId;
use serde::Serialize;

use crate::MechanismError;

/// How to close the loops of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct AssemblyOptions {
    /// Joints whose coordinates stay as given, such as the crank's, by the links they move.
    pub hold: Vec<LinkId>,
    /// Whether the limits of joints must be kept. Drawn coordinates beyond them are moved into them first.
    pub limits: bool,
    /// Errors up to which a loop counts as closed: rad, and lengths relative to the mechanism's.
    pub tolerance: f64,
    /// Most iterations of one descent.
    pub iterations: usize,
    /// Random starts when nothing else closes a loop.
    pub restarts: usize,
    /// Seed of the random starts: equal seeds give equal results.
    pub random_seed: u64,
}

impl Default for AssemblyOptions {
    fn default() -> Self {
        Self { hold: Vec::new(), limits: true, tolerance: 1e-13, iterations: 200, restarts: 40, random_seed: 1 }
    }
}

impl AssemblyOptions {
    /// The defaults, with joints whose coordinates stay as given.
    pub fn holding(hold: &[LinkId]) -> Self {
        Self { hold: hold.to_vec(), ..Self::default() }
    }

    pub(super) fn check(&self) -> Result<(), MechanismError> {
        let (what, value) = ("the tolerance of the assembly", self.tolerance);
        let fine = value > 0.0 && value <= 1e-3;
        let rule = "it must be positive and at most 1e-3";
        if fine { Ok(()) } else { Err(MechanismError::Setting { what, value, rule }) }
    }
}

/// How the loops were closed. Of several clusters of loops: the longest way that one of them needed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssemblyMethod {
    /// They were closed.
    Drawn,
    /// By going down from the drawing.
    Descent,
    /// By letting the gaps of the drawing shrink step by step.
    Continuation,
    /// From random starts: the pose may be on another branch than the drawing suggests.
    Restarts {
        /// Starts that were tried.
        tried: usize,
    },
}

/// A coordinate of a cut joint beyond the limits of that joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeyondLimits {
    /// The joint.
    pub joint: String,
    /// Its coordinate, rad or m.
    pub value: f64,
    /// Its limits.
    pub limits: [f64; 2],
}

/// A closed pose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assembled {
    /// Coordinates of the tree.
    pub q: Vec<f64>,
    /// The largest gap that is left, m.
    pub closure_error_length: f64,
    /// The largest angle that is left, rad.
    pub closure_error_angle: f64,
    /// How far it is from the drawing: the norm of all steps, rad, with lengths relative to the size of the mechanism.
    pub distance: f64,
    /// Iterations of all descents.
    pub iterations: usize,
    /// How it was found.
    pub path: AssemblyMethod,
    /// Cut joints beyond their limits (those of the tree's joints are kept).
    pub beyond_limits: Vec<BeyondLimits>,
}
