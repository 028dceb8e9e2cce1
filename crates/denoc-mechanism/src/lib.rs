//! Evaluates mechanisms at given states: forces, accelerations, reactions, kinematics, mobility.
//!
//! [`Mechanism`] holds a model and what is computed once for it: the compiled program, the ranks of its loops, its motors.
//! [`Mechanism::evaluate`] computes inverse or forward dynamics of one or many states. The program, the Python package, runs and
//! sweeps all call it, so the same state gives the same numbers everywhere, bit for bit.
//!
//! ```
//! use denoc_mechanism::evaluate::{Ask, States};
//! use denoc_mechanism::{Draft, Mechanism};
//! # use denoc_formats::catalogue;
//!
//! let linkage = Mechanism::new(catalogue::describe("fourbar")?.build()?);
//! let start = Draft::usual(linkage.model()).close(linkage.model())?; // initial guess of the file, loop closed
//! let states = States { q: &start.q, v: &start.v };
//! let rest = vec![0.0; linkage.model().nv()];
//! let holding = linkage.evaluate(states, &Ask { reactions: true, ..Ask::inverse(&rest) })?;
//! assert_eq!(holding.reactions[0].len(), 4); // three tree joints and the cut joint
//! let released = linkage.evaluate(states, &Ask::forward(&rest))?;
//! assert!(released.a[0].abs() > 0.1); // rad/s²: it falls
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Module | Purpose |
//! |---|---|
//! | [`evaluate`] | inverse and forward dynamics at a state, with external wrenches, springs and friction; joint reactions |
//! | [`passive`] | joint springs and friction, point-to-point springs, drag |
//! | [`fk`], [`ik`] | forward and inverse kinematics, Jacobians, Denavit-Hartenberg parameters |
//! | [`assembly`] and [`Draft`] | coordinates, speeds and accelerations that satisfy loop closures |
//! | [`mobility`] | degrees of freedom, redundant constraints, actuation, singular configurations |
//! | [`diagnosis`] | what may keep a model from being used as intended: open loops, missing motors, singular inertia |
//! | [`gimbal_lock`] | what precision is left near gimbal lock of Euler-angle joints |
//! | [`closed`] | states in independent coordinates, through singular configurations |
//! | [`quantity`] | names and units of the entries of q, v, a and tau |
//!
//! This crate is not for motion in time (`denoc-sim`), cycles, balancing and ropes (`denoc-machines`), or reading files
//! (`denoc-formats`). For a single recursion on a tree, `denoc-dynamics` alone is enough.
//!
//! Conventions: SI units and radians; quaternions `[x, y, z, w]`; six-vectors angular part first.

#![forbid(unsafe_code)]

pub mod assembly;
pub mod closed;
mod closing;
mod cut_angle;
pub mod diagnosis;
mod error;
pub mod evaluate;
pub mod fk;
pub mod gimbal_lock;
pub mod ik;
mod long_loops;
mod manifold;
mod many_turns;
mod mechanism;
pub mod mobility;
pub mod passive;
pub mod quantity;
mod scaled_jacobian;
mod svd;

pub use closing::{ClosedState, Draft, usual_start};
pub use cut_angle::CutAngle;
pub use error::MechanismError;
pub use gimbal_lock::GimbalLockDistance;
pub use long_loops::{LONG_LOOP, LongestLoop, has_long_loops, has_many_freedoms, longest_loop};
pub use manifold::Manifold;
pub use many_turns::many_turns;
pub use mechanism::Mechanism;
pub use scaled_jacobian::scaled_rows;
pub use svd::{RANK_TOLERANCE, Svd};
