//! Multibody dynamics of robots and mechanisms, including closed loops.
//!
//! From a robot file, or an arm of the catalogue, to joint forces, accelerations and energies:
//!
//! ```
//! use denoc::prelude::*;
//!
//! let arm = denoc::load("planar_3r")?.model; // or a file: denoc::load("robot.urdf")
//! let (q, v, a) = ([0.3, -0.5, 0.2], [1.0, 0.0, -1.0], [0.1, 0.2, 0.3]);
//!
//! let mut fast = arm.compile(); // compiled layer: joint forces, accelerations and inertia matrices, fast
//! let (mut tau, mut back) = ([0.0; 3], [0.0; 3]);
//! fast.inverse_dynamics(&q, &v, &a, &mut tau)?;
//! fast.forward_dynamics(&q, &v, &tau, &mut back)?;
//! assert!(back.iter().zip(a).all(|(x, y)| (x - y).abs() < 1e-10));
//!
//! let mut ws = Workspace::new(&arm); // faithful layer: every physical quantity of every link
//! let state = ws.position(&arm, &q)?.velocity(&v)?;
//! let energy = state.kinetic_energy() + state.potential_energy();
//! assert!(energy > 0.0);
//! # Ok::<(), denoc::Error>(())
//! ```
//!
//! Conventions: SI units and radians; gravity 9.81 m/s² along −z unless the description says otherwise; quaternions
//! `[x, y, z, w]`; six-vectors angular part first; a floating base has q = position, quaternion and v = twist of the base link
//! in body axes; a = time derivatives of these components (the origin accelerates at a_linear + ω × v); tau = [moment; force] on
//! the base about its origin, in base axes.
//!
//! Every error converts into [`Error`], which says what kind it is ([`Error::is_singular`] and others) and has a stable
//! [`Error::code`].

#![forbid(unsafe_code)]

#[cfg(any(doctest, test))]
mod pages;

pub use denoc_dynamics::compiled::{Compile, Compiled, Layout, Threads};
pub use denoc_dynamics::{Dynamics, Loads, Udut, Workspace};
pub use denoc_formats::catalogue;
pub use denoc_machines::rope::Hanging;
pub use denoc_math::{Pose, Real, Sym3, Twist, Vec3, Wrench};
pub use denoc_model::{Description, FrameId, Joint, JointProperties, LinkId, MassProperties, Model, Warning};
pub use denoc_run::{CONVENTIONS, Error, Loaded, load, load_floating, load_text};

/// All of it but the functions, which are clearer with the name of the crate: `denoc::load`.
pub mod prelude {
    pub use crate::{Compile, Compiled, Layout, Threads};
    pub use crate::{Description, FrameId, Joint, JointProperties, LinkId, MassProperties, Model, Warning};
    pub use crate::{Dynamics, Loads, Udut, Workspace};
    pub use crate::{Error, Loaded, catalogue};
    pub use crate::{Pose, Real, Sym3, Twist, Vec3, Wrench};
}
