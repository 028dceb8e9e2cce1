//! Multibody dynamics of mechanisms, with or without loops: what other programs depend on.
//!
//! From a robot file, or an arm of the catalogue, to joint forces, accelerations and energies:
//!
//! ```
//! use denoc::prelude::*;
//!
//! let arm = denoc::load("planar_3r")?.model; // or a file: denoc::load("robot.urdf")
//! let (q, v, a) = ([0.3, -0.5, 0.2], [1.0, 0.0, -1.0], [0.1, 0.2, 0.3]);
//!
//! let mut fast = arm.compile(); // joint forces, accelerations and inertia matrices, as fast as we know how
//! let (mut tau, mut back) = ([0.0; 3], [0.0; 3]);
//! fast.inverse_dynamics(&q, &v, &a, &mut tau)?;
//! fast.forward_dynamics(&q, &v, &tau, &mut back)?;
//! assert!(back.iter().zip(a).all(|(x, y)| (x - y).abs() < 1e-10));
//!
//! let mut ws = Workspace::new(&arm); // every physical quantity of every link
//! let state = ws.position(&arm, &q)?.velocity(&v)?;
//! let energy = state.kinetic_energy() + state.potential_energy();
//! assert!(energy > 0.0);
//! # Ok::<(), denoc::Error>(())
//! ```
//!
//! | Module | What is in it |
//! |---|---|
//! | [`model`] | descriptions, joints, the numbered model, the catalogue |
//! | [`dynamics`] | kinematics, inverse and forward dynamics, inertia matrices, energies; the compiled layer |
//! | [`formats`] | readers of robot files |
//! | [`math`] | numbers, vectors, rotations, twists, wrenches, masses |
//! | [`mechanism`] | a mechanism at a state: dynamics with everything that acts, kinematics, assembly, mobility |
//! | [`parameters`] | numbers of a mechanism by their path |
//! | [`sweep`] | one scenario at many values of its parameters |
//! | [`prelude`] | the names that most programs need |
//!
//! Conventions: SI units and radians; gravity 9.81 m/s² along −z unless the description says otherwise; quaternions
//! `[x, y, z, w]`; six-vectors angular part first; a floating base has q = position, quaternion and v = twist of the base link
//! in its own axes; its a = rate of the components of that twist (not the acceleration of the origin, which is
//! a_linear + ω × v); its tau = [moment; force] on the base about its origin, in base axes.
//!
//! Every error of these modules converts into [`Error`], which says what kind it is ([`Error::is_singular`] and others) and
//! has a stable [`Error::code`].

#![forbid(unsafe_code)]

mod checksum;
mod conventions;
mod error;
mod load;
pub mod looks;
#[cfg(any(doctest, test))]
mod pages;
pub mod parameters;
pub mod run;
pub mod scenario;
mod stamp;
pub mod sweep;

pub use denoc_base as base;
pub use denoc_dynamics as dynamics;
pub use denoc_formats as formats;
pub use denoc_machines as machines;
pub use denoc_math as math;
pub use denoc_mechanism as mechanism;
pub use denoc_mechanism::{evaluate, quantity};
pub use denoc_model as model;
pub use denoc_results as results;
pub use denoc_sim as sim;

pub use checksum::model_checksum;
pub use conventions::CONVENTIONS;
pub use error::Error;
pub use load::{Loaded, load, load_floating, load_text};

/// The names that most programs need.
pub mod prelude {
    pub use crate::dynamics::compiled::{Compile, Compiled, Layout, Threads};
    pub use crate::dynamics::{Dynamics, Loads, Udut, Workspace};
    pub use crate::formats::catalogue;
    pub use crate::math::{Pose, Real, Sym3, Twist, Vec3, Wrench};
    pub use crate::model::{Description, FrameId, Joint, JointProperties, LinkId, MassProperties, Model, Warning};
    pub use crate::{Error, Loaded, load, load_floating};
}
