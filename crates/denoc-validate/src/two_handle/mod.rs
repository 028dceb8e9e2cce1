//! Divide and conquer in its published form, corrected: bodies with two handles are assembled in pairs, and disassembled
//! again [MukAnd06 (1)-(2)].
//!
//! For study and teaching, and as an oracle for faster forms; the theory is in `docs/theory/odca.md`. It is
//! generic over its numbers and over the dimension `N`: 6 in space, 3 in the plane, where bodies may be without inertia in
//! other directions. Nothing is allocated.
//!
//! 1. Every body becomes a [`TwoHandle`]: [`TwoHandle::rigid`], [`TwoHandle::planar`].
//! 2. [`assemble`] joins two pieces by a [`HandleJoint`] to one, until one is left; [`close_on_body`] closes loops within.
//! 3. [`close_on_ground`] gives the forces on the last piece.
//! 4. [`Assembly::disassemble`] and [`OnBody::disassemble`] give forces and accelerations of all joints, in reverse.
//!
//! Pairs that do not share a piece are independent: n bodies take about log₂ n steps on n processors. Motors with rotor
//! inertia are not part of this form.
//!
//! ```
//! use denoc_validate::two_handle::{HandleJoint, PlanarMass, TwoHandle, assemble, close_on_ground};
//!
//! // two slender rods of 1 kg and 1 m along x, on a pivot, at rest: the moment of gravity about handle 1, and the force
//! let rod = PlanarMass { mass: 1.0, first_moment: [0.5, 0.0], inertia: 1.0 / 3.0 };
//! let rod = TwoHandle::planar(rod, [1.0, 0.0], 0.0, [-0.5 * 9.81, 0.0, -9.81])?;
//! let pin = HandleJoint::new(&[[1.0_f64, 0.0, 0.0]])?; // turns, about the normal
//! let both = assemble(&rod, &rod, &pin)?;
//! let ends = close_on_ground(&both.handles, &pin, &HandleJoint::free());
//! let elbow = both.disassemble(&rod, &rod, &ends.forces[0], &ends.forces[1]);
//! // known: −9/7 g/l and 3/7 g/l for the absolute angles
//! assert!((ends.accelerations[0][0] + 9.0 / 7.0 * 9.81).abs() < 1e-12);
//! assert!((elbow.acceleration[0] - 12.0 / 7.0 * 9.81).abs() < 1e-12);
//! # Ok::<(), denoc_validate::two_handle::TwoHandleError<3>>(())
//! ```

mod assembly;
mod complement;
mod count;
mod ends;
mod error;
mod handle;
mod joint;
mod on_body;
mod on_ground;
mod printed;
mod semidefinite;
mod small;
#[cfg(test)]
mod tests;

pub use assembly::{Assembly, JointMotion, assemble};
pub use count::{JointCounts, TwoHandleCounts, count_steps};
pub use ends::ClosureRank;
pub use error::TwoHandleError;
pub use handle::{PlanarMass, TwoHandle};
pub use joint::HandleJoint;
pub use on_body::{LoopMotion, OnBody, close_on_body};
pub use on_ground::{OnGround, close_on_ground};
