//! The compiled layer: joint forces, accelerations and the generalised inertia matrix, as fast as we know how.
//!
//! [`Compile::compile`] studies a model once. Fixed joints disappear; joint axes turn to z; along serial runs of links (the
//! kinematic modules of [Saha13 section 3]) frames become modified Denavit-Hartenberg frames, in which a joint is two
//! screws; three of the ten mass parameters of a revolute link move to its parent; every joint gets the kernel of its class
//! (twist 0, 90° or any; vanishing lengths). Joints of other kinds, and axes so nearly parallel that their common normal is
//! far away, keep a general placement. Limbs of one tree share the SIMD lanes; batches put one state into each lane.
//!
//! Regrouped masses give exact forces, accelerations, inertia matrices and pivots, but not wrenches or energies of single
//! links: those come from the faithful layer ([`crate::Workspace`]).

mod batch;
mod class;
mod compile;
mod count;
mod engine;
mod forward;
mod frames;
mod free;
mod general;
mod gim;
mod inverse;
mod limbs;
mod lower;
mod outward;
mod program;
mod turn;
mod work;

pub use compile::{Compile, Compiled, Layout, Threads};
pub use count::{Linear, OperationCounts, Quadratic, operation_counts};

/// A pivot smaller than this times its scale is rounding noise.
pub(crate) const PIVOT_TOLERANCE: f64 = 1e-13;

#[cfg(test)]
mod tests;
