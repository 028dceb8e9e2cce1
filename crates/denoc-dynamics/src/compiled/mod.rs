//! The compiled layer: fast joint forces, accelerations and generalised inertia matrices.
//!
//! [`Compile::compile`] analyses a model once. It eliminates fixed joints and aligns joint axes with z; along serial runs of links
//! (the kinematic modules of [Saha13 section 3]) it introduces modified Denavit-Hartenberg frames, in which a joint is two
//! screws; it moves three of the ten mass parameters of a revolute link to its parent, and selects the kernel of each joint by its
//! class (twist 0, 90° or any; vanishing lengths). Joints of other types, and axes so nearly parallel that their common normal is
//! far away, keep a general placement. Limbs of one tree share the SIMD lanes; batches put one state into each lane.
//!
//! Regrouped masses give exact forces, accelerations, inertia matrices and pivots, but not wrenches or energies of single
//! links; use the faithful layer ([`crate::Workspace`]) for those.

mod batch;
mod class;
mod closed;
mod compile;
mod count;
mod coupled;
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
pub use coupled::{CoupledInertia, supports};

/// A pivot smaller than this times its scale is rounding noise.
pub(crate) const PIVOT_TOLERANCE: f64 = 1e-13;

#[cfg(test)]
mod tests;
