//! Options and result of an assembly.

use denoc_model::LinkId;
use serde::Serialize;

use crate::MechanismError;

/// Options of [`assemble`](super::assemble).
///
/// ```
/// use denoc_mechanism::assembly::AssemblyOptions;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let hold = [fourbar.joint("crank_pivot")?];
/// let options = AssemblyOptions { limits: false, ..AssemblyOptions::holding(&hold) };
/// assert_eq!(options.tolerance, 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AssemblyOptions {
    /// Joints whose coordinates are held, such as the crank's, by the links they move.
    pub hold: Vec<LinkId>,
    /// Whether joint limits must be respected. Coordinates of the guess beyond them are clamped first.
    pub limits: bool,
    /// Error up to which a loop counts as closed: rad, and lengths relative to the size of the mechanism.
    pub tolerance: f64,
    /// Largest number of iterations of one descent.
    pub iterations: usize,
    /// Number of random restarts if nothing else closes a loop.
    pub restarts: usize,
    /// Seed of the random restarts: equal seeds give equal results.
    pub random_seed: u64,
}

impl Default for AssemblyOptions {
    fn default() -> Self {
        Self { hold: Vec::new(), limits: true, tolerance: 1e-13, iterations: 200, restarts: 40, random_seed: 1 }
    }
}

impl AssemblyOptions {
    /// The defaults, with these joints held.
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

/// How the loops were closed. For several clusters of loops: the last resort that one of them needed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssemblyMethod {
    /// They were closed already.
    Drawn,
    /// By damped least squares from the initial guess.
    Descent,
    /// By continuation: the gaps of the initial guess were reduced step by step.
    Continuation,
    /// From random starts: the result may be on another branch than the guess suggests.
    Restarts {
        /// Number of starts tried.
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
    /// Its limits, in the same unit.
    pub limits: [f64; 2],
}

/// A closed configuration, computed by [`assemble`](super::assemble).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assembled {
    /// Coordinates of the tree, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// The largest remaining gap, m.
    pub closure_error_length: f64,
    /// The largest remaining angle, rad.
    pub closure_error_angle: f64,
    /// Distance from the initial guess: norm of the change of coordinates, rad, lengths relative to the size of the mechanism.
    pub distance: f64,
    /// Number of iterations of all descents.
    pub iterations: usize,
    /// How the loops were closed.
    pub path: AssemblyMethod,
    /// Cut joints beyond their limits. Tree joints are within theirs.
    pub beyond_limits: Vec<BeyondLimits>,
}
