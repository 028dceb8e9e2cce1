//! Simulates mechanisms in time, under controllers, external loads, springs and friction, and defines trajectories for them to follow.
//!
//! [`Simulation`] integrates the equations of motion ([`Integrator`]) and passes samples, events and checkpoints to a [`Sink`].
//! [`Audit`] reports how accurate a run was: energy balance, conserved momentum, closure errors. [`motion`] contains trajectories,
//! [`controllers`] the control laws that follow them.
//!
//! ```
//! use denoc_sim::Simulation;
//! # use denoc_formats::catalogue;
//!
//! let pendulum = catalogue::describe("one_r")?.build()?;
//! let (samples, summary) = Simulation::new(&pendulum).start(&[0.5], &[0.0]).duration(1.0).output_step(0.1).run_collect()?;
//! assert_eq!((samples.len(), summary.t()), (11, 1.0));
//! assert!(samples[10].q[0] < samples[0].q[0]); // it fell
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is not for single states, kinematics and assembly (`denoc-mechanism`), cycles, balancing and ropes
//! (`denoc-machines`), scenario files and run folders (`denoc-run`), or reports (`denoc-results`).
//!
//! Conventions: SI units and radians; quaternions `[x, y, z, w]`; six-vectors angular part first.

#![forbid(unsafe_code)]

mod audit;
mod chebyshev;
pub mod controllers;
mod error;
mod fixed_step;
mod integrators;
pub mod motion;
mod simulation;
mod verification;

pub use audit::Audit;
pub use denoc_base::{AuditRow, Verdict};
pub use error::SimError;
pub use fixed_step::FixedStep;
pub use integrators::{Integrator, IntegratorInfo, LinearisedAt};
pub use simulation::{
    Action, Automatic, Checkpoint, ClosureUse, Counters, Direction, DryFriction, Energies, Event, EventQuantity, Flow,
    FrictionMode, FrictionState, GimbalLock, Impact, Limits, Load, LoadAxes, LoadProfile, LoopClosure, LoopSettings,
    Momentum, Observations, Occurrence, OutsideLimits, Passage, Plant, Progress, Sample, Side, Simulation, Sink,
    Status, StopState, Summary, TrackingErrors, Works,
};
pub use verification::{Difference, Recording, Verification};
