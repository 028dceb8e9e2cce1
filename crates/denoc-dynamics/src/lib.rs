//! Recursive dynamics of multibody systems, in the terms and order of the DeNOC literature.
//!
//! The *faithful* layer computes every physical quantity of every link, for every joint type and number type, on a
//! [`Model<T>`](denoc_model::Model). It has one module per algorithm: [`kinematics`], [`noc`], [`inverse`], [`gim`], [`convective`],
//! [`udut`], [`forward`], [`energy`], [`centroidal`], [`derivatives`], [`regressor`]. The [`compiled`] layer computes only joint forces, accelerations and the inertia
//! matrix, several times faster. [`loops`] treats closed loops, [`odca`] divide and conquer, [`modules`] kinematic modules.
//!
//! This crate is for programs that need single algorithms or their intermediate results. To evaluate a mechanism as a user describes
//! it, with loops, springs, friction and external forces, use `denoc-mechanism`; to simulate motion in time, use `denoc-sim`.
//!
//! The methods of [`Dynamics`] compute one quantity per call. To compute several quantities of one state, use the stages:
//!
//! ```
//! use denoc_dynamics::{Loads, Workspace};
//! use denoc_math::{Pose, Vec3};
//! use denoc_model::{Description, Joint, LinkId, MassProperties};
//!
//! let y = Vec3::new(0.0, 1.0, 0.0);
//! let rod = MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0));
//! let arm = Description::new("two rods")
//!     .link("upper", rod)
//!     .link("lower", rod)
//!     .joint("shoulder", "ground", "upper", Joint::revolute(y), Pose::identity())
//!     .joint("elbow", "upper", "lower", Joint::revolute(y), Pose::translation(Vec3::new(0.5, 0.0, 0.0)))
//!     .build()?;
//!
//! let mut ws = Workspace::new(&arm);
//! let mut position = ws.position(&arm, &[0.3, -0.5])?; // borrows q, which cannot change while the stage exists
//! let mut gim = [0.0; 4];
//! position.gim(&mut gim)?;
//! let mut velocity = position.velocity(&[1.0, 2.0])?;
//! let (mut bias, mut a) = ([0.0; 2], [0.0; 2]);
//! velocity.bias(&mut bias)?;
//! velocity.forward(&[0.0, 0.0], Loads::NONE, &mut a)?;
//! assert!((gim[0] * a[0] + gim[1] * a[1] + bias[0]).abs() < 1e-12); // I a + h = τ = 0
//! let shoulder = velocity.acceleration(&a, Loads::NONE)?.reaction_world(LinkId(0));
//! assert!(shoulder.moment.y.abs() < 1e-12); // a free joint carries no moment about its axis
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Twists and wrenches have the angular part first. Those of links are in link axes about the origin O of the link frame, which
//! is at the joint; results for frames are in world axes. All quantities are in SI units and radians.
//!
//! Large generic functions are `#[inline(never)]`: a crate that calls them with plain numbers links to an existing copy in one
//! of its dependencies instead of compiling another (ADR 0007).

#![forbid(unsafe_code)]

mod calls;
pub mod centroidal;
mod checks;
pub mod compiled;
pub mod convective;
mod couplings;
pub mod derivatives;
pub mod energy;
mod error;
pub mod forward;
pub mod gim;
pub mod inverse;
pub mod kinematics;
mod loads;
pub mod loops;
pub mod modules;
pub mod noc;
pub mod odca;
pub mod regressor;
mod stages;
mod state;
#[cfg(test)]
mod testing;
pub mod udut;
mod workspace;

pub use calls::Dynamics;
pub use couplings::CouplingForces;
pub use error::{DynamicsError, ModelSize, SingularCause};
pub use kinematics::{AccelerationKind, Reference};
pub use loads::{Loads, force_at_point, wrench_in_link};
pub use noc::{Complement, Matrix, Noc};
pub use stages::{Acceleration, Position, Velocity};
pub use state::{State, States};
pub use udut::{AddedInertia, Udut};
pub use workspace::Workspace;
