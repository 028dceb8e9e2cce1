//! Operation counts: multiplications and additions of the algorithms, compared with the literature.
//!
//! Counts of denoc are measured by running the kernels with counting numbers, for a chain of n revolute joints with general lengths,
//! angles and masses. Sines and cosines are not counted.
//!
//! ```
//! use denoc_validate::opcount::{self, INVERSE};
//!
//! let ours = opcount::count().inverse.multiplications.at(6);
//! let published = INVERSE.iter().map(|row| row.operations.multiplications.at(6));
//! assert!(published.fold(f64::INFINITY, f64::min) > ours);
//! ```

mod formula;
mod published;

use denoc_dynamics::compiled::{Linear, Quadratic, operation_counts};
use denoc_dynamics::odca::{GRAIN, PieceCounts, piece_counts};
use serde::Serialize;

pub use formula::Formula;
pub(crate) use published::linear;
pub use published::{FORWARD, INVERSE, Published};

use crate::two_handle::{TwoHandleCounts, count_steps};

/// Links of the chain for which [`OperationCount::break_even_cores`] is computed.
const LONG_CHAIN: f64 = 1e5;

/// OperationFormulas of one algorithm as functions of the number of joints.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct OperationFormulas<const K: usize> {
    /// Multiplications and divisions.
    #[serde(rename = "M")]
    pub multiplications: Formula<K>,
    /// Additions and subtractions.
    #[serde(rename = "A")]
    pub additions: Formula<K>,
}

/// OperationFormulas of the algorithms of denoc. Serialises to the JSON object of `denoc opcount --json`.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct OperationCount {
    /// Inverse dynamics.
    pub inverse: OperationFormulas<2>,
    /// Forward dynamics from given bias wrenches, which is what the literature counts.
    pub forward_without_bias: OperationFormulas<2>,
    /// Forward dynamics, complete.
    pub forward: OperationFormulas<2>,
    /// The generalised inertia matrix, both triangles.
    pub gim: OperationFormulas<3>,
    /// Divide and conquer, by pieces.
    pub odca: PieceOperations,
    /// Divide and conquer in the two-handle form of the paper.
    #[serde(skip)]
    pub two_handle: TwoHandleCounts,
    /// The least number of cores with which divide and conquer needs fewer operations per core than the recursion in the same
    /// frames, for 10⁵ links in pieces of [`GRAIN`] links.
    #[serde(skip)]
    pub break_even_cores: Option<u32>,
}

/// OperationFormulas of divide and conquer: `[multiplications and divisions, additions and subtractions]`.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct PieceOperations {
    /// For each link of the outermost piece, which is the recursion.
    pub outermost_link: [f64; 2],
    /// For each link of a piece with an outer handle.
    pub inner_link: [f64; 2],
    /// For each pair of pieces that are assembled and disassembled.
    pub join: [f64; 2],
}

/// Counts the operations of all algorithms.
pub fn count() -> OperationCount {
    let (compiled, pieces) = (operation_counts(), piece_counts());
    let faster = |&cores: &u32| pieces.relative_time(LONG_CHAIN, GRAIN as f64, f64::from(cores)) < 1.0;
    OperationCount {
        inverse: compiled.inverse.into(),
        forward_without_bias: compiled.forward_without_bias.into(),
        forward: compiled.forward.into(),
        gim: compiled.gim.into(),
        odca: pieces.into(),
        two_handle: count_steps(),
        break_even_cores: (1..100).find(faster),
    }
}

impl From<Linear> for OperationFormulas<2> {
    fn from(count: Linear) -> Self {
        Self { multiplications: count.multiplications.into(), additions: count.additions.into() }
    }
}

impl From<Quadratic> for OperationFormulas<3> {
    fn from(count: Quadratic) -> Self {
        Self { multiplications: Formula(count.multiplications), additions: Formula(count.additions) }
    }
}

impl From<PieceCounts> for PieceOperations {
    fn from(count: PieceCounts) -> Self {
        Self { outermost_link: count.outermost, inner_link: count.inner, join: count.join }
    }
}
