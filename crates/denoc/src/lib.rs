//! Multibody dynamics of robots and mechanisms, including closed loops.
//!
//! This crate is for programs that compute with denoc: about eighty names, each with an example. It is not for people who extend
//! denoc itself; they use the crates behind it (`denoc-dynamics`, `denoc-mechanism`, `denoc-sim`, …), which hold everything else.
//!
//! From a robot file, or a model of the catalogue, to joint forces, accelerations and energies:
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
//! | To … | use |
//! |---|---|
//! | load a mechanism from a file or the catalogue | [`load()`], [`load_text`], [`Loaded`], [`catalogue`] |
//! | describe a mechanism in code | [`Description`], [`Joint`], [`MassProperties`], [`JointProperties`] |
//! | evaluate a tree quickly, or many states at once | [`Compile`], [`Compiled`], [`Threads`] |
//! | compute every quantity of every link of a tree | [`Workspace`], [`Loads`], [`Udut`] |
//! | evaluate any mechanism, with closed loops, friction, external wrenches, reactions | [`Mechanism`], [`Ask`], [`Evaluation`] |
//! | close loops, count degrees of freedom, reach a pose | [`Draft`], [`assemble`], [`Mobility`], [`inverse_kinematics`] |
//! | simulate | [`Simulation`], [`Integrator`], [`Controller`], [`Motion`], [`Load`], [`Event`] |
//! | run scenario files, write folders with report pages | [`Scenario`], [`run()`], [`RunFolder`], [`sweep`] |
//! | analyse machines | [`Cycle`], [`balance`], [`Hanging`] |
//!
//! Conventions: SI units and radians; gravity 9.81 m/s² along −z unless the description says otherwise; quaternions
//! `[x, y, z, w]`; six-vectors angular part first; a floating base has q = position, quaternion and v = twist of the base link
//! in body axes; a = time derivatives of these components (the origin accelerates at a_linear + ω × v); tau = [moment; force] on
//! the base about its origin, in base axes.
//!
//! Every error converts into [`Error`], which says what kind it is ([`Error::is_singular`] and others) and has a stable
//! [`Error::code`].

#![forbid(unsafe_code)]

mod description;
mod dynamics;
mod files;
mod machines;
mod mechanism;
mod numbers;
#[cfg(any(doctest, test))]
mod pages;
mod scenarios;
mod simulation;

pub use description::*;
pub use dynamics::*;
pub use files::*;
pub use machines::*;
pub use mechanism::*;
pub use numbers::*;
pub use scenarios::*;
pub use simulation::*;

/// Types and traits. Functions are left out: `denoc::load` and `denoc::assemble` are clearer with the name of the crate.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm: Loaded = denoc::load("puma")?;
/// assert_eq!(arm.model.compile().model().nv(), 6);
/// # Ok::<(), Error>(())
/// ```
pub mod prelude {
    pub use crate::description::*;
    pub use crate::dynamics::*;
    pub use crate::files::{Base, Error, Loaded};
    pub use crate::machines::{BalanceOptions, Candidate, Cycle, CycleOptions, Goals, Hanging};
    pub use crate::mechanism::{
        Algorithm, Ask, AssemblyOptions, ClosedState, Draft, Evaluation, ExternalWrench, ExternalWrenches, IkOptions,
        JointForces, Mechanism, Metric, Mobility, States, Target,
    };
    pub use crate::numbers::*;
    pub use crate::scenarios::{RunFolder, Scenario, Silent, Simulate, Watch};
    pub use crate::simulation::*;
}
