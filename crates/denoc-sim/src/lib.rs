//! Motion over time: what happens to a [`Model`](denoc_model::Model) when time passes, and how to lead it where it shall go.
//!
//! [`Simulation`] integrates the equations of motion ([`Method`]) under [`controllers`], [`Load`]s, springs and friction, and
//! gives samples, events and checkpoints to a [`Sink`]; [`Audit`] says how far its result can be trusted. [`motion`] holds
//! prescribed motions, [`ik`] finds coordinates for poses, [`assembly`] closes loops, [`mobility`] says how they can move.
//!
//! Conventions: SI units and radians; quaternions `[x, y, z, w]`; six-vectors angular part first.

#![forbid(unsafe_code)]

mod audit;
pub mod controllers;
mod error;
mod fixed_step;
mod integrators;
pub mod motion;
mod simulation;

pub use audit::Audit;
pub use denoc_base::{AuditRow, Verdict};
pub use error::SimError;
pub use fixed_step::FixedStep;
pub use integrators::{Method, MethodInfo};
pub use simulation::{
    Action, Axes, Checkpoint, Counters, Direction, Energies, Event, Flow, Limits, Load, LoopClosure, LoopSettings,
    Momentum, Observations, Occurrence, Plant, Profile, Progress, Quantity, Sample, Simulation, Sink, Status, Summary,
    Tracking, Works,
};
