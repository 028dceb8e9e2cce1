//! A mechanism at a state: the one place where it is evaluated.
//!
//! [`Mechanism`] is a model with everything that is found once about it: the compiled program, the ranks of its loops, its motors.
//! [`Mechanism::evaluate`] answers what it does at one or many states; every front end asks there, so that all get the same
//! numbers for the same state, bit for bit.
//!
//! ```
//! use denoc_mechanism::evaluate::{Ask, States};
//! use denoc_mechanism::{Draft, Mechanism};
//! # use denoc_formats::catalogue;
//!
//! let linkage = Mechanism::new(catalogue::describe("fourbar")?.build()?);
//! let start = Draft::usual(linkage.model()).close(linkage.model())?; // a drawing, its loop closed
//! let states = States { q: &start.q, v: &start.v };
//! let rest = vec![0.0; linkage.model().nv()];
//! let holding = linkage.evaluate(states, &Ask { reactions: true, ..Ask::inverse(&rest) })?;
//! assert_eq!(holding.reactions[0].len(), 4); // three joints of the tree and the cut one
//! let released = linkage.evaluate(states, &Ask::forward(&rest))?;
//! assert!(released.a[0].abs() > 0.1); // rad/s²: it falls
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Module | What it answers |
//! |---|---|
//! | [`evaluate`] | joint forces, accelerations and reactions at a state, with everything that acts |
//! | [`passive`] | springs and friction of joints, springs between points, drag |
//! | [`fk`], [`ik`] | poses and Jacobians; coordinates that reach a pose |
//! | [`assembly`] and [`Draft`] | poses, speeds and accelerations that satisfy loop closures |
//! | [`mobility`] | degrees of freedom, redundant constraints, actuation, singular configurations |
//! | [`diagnosis`] | what may keep a model from being used as intended: open loops, missing motors, singular inertia |
//! | [`closed`] | states in independent coordinates, through singular configurations |
//! | [`quantity`] | names and units of the entries of q, v, a and tau |
//!
//! Not here: motion in time (`denoc-sim`), cycles and balancing (`denoc-machines`), files (`denoc-formats`).
//!
//! Conventions: SI units and radians; quaternions `[x, y, z, w]`; six-vectors angular part first.

#![forbid(unsafe_code)]

pub mod assembly;
pub mod closed;
mod closing;
pub mod diagnosis;
mod error;
pub mod evaluate;
pub mod fk;
pub mod ik;
mod long_loops;
mod manifold;
mod mechanism;
pub mod mobility;
pub mod passive;
pub mod quantity;
mod scaled_jacobian;
mod svd;

pub use closing::{ClosedState, Draft, usual_start};
pub use error::MechanismError;
pub use long_loops::{LONG_LOOP, LongestLoop, has_long_loops, longest_loop};
pub use manifold::Manifold;
pub use mechanism::Mechanism;
pub use scaled_jacobian::scaled_rows;
pub use svd::{RANK_TOLERANCE, Svd};
