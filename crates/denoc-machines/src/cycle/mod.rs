//! One cycle of a driven mechanism.
//!
//! [`Cycle::compute`] moves one joint (and others coupled to it) along a prescribed motion. For every sample it computes coordinates,
//! speeds and accelerations that satisfy the closures, coupler curves, input torque, mechanical advantage, transmission angle,
//! shaking force and shaking moment. [`Cycle::summary`] computes means and extremes, [`straightness`] evaluates a coupler curve, and
//! [`crate::balance`] computes counterweights.
//!
//! | File | Contents |
//! |---|---|
//! | `system.rs`, `curve.rs`, `geometry.rs` | closures and driven joints; continuation along one branch; derivatives |
//! | `range.rs`, `turns.rs` | dead points, and the input in time; after how many turns everything repeats |
//! | `result.rs`, `run.rs`, `sample.rs`, `forces.rs` | the cycle, its computation, one sample, forces |
//! | `input.rs`, `output.rs`, `questions.rs` | units of input and outputs; dead points, transmission angles, mechanical advantage |
//! | `measure.rs`, `transmission.rs` | outputs; transmission angles |
//! | `summary.rs`, `straight.rs` | statistics of a cycle; straight lines |
//! | `balance/` | counterweights |
//!
//! ```
//! use denoc_math::{Pose, Vec3};
//! use denoc_model::{Description, Joint, MassProperties};
//! use denoc_machines::cycle::{Cycle, CycleOptions, Output};
//!
//! let (x, z) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
//! let along = |length: f64| Pose::translation(Vec3::new(length, 0.0, 0.0));
//! let engine = Description::new("engine")
//!     .link("crank", MassProperties::rod(1.0, 0.1, x))
//!     .link("rod", MassProperties::rod(0.5, 0.3, x))
//!     .link("piston", MassProperties::sphere(0.4, 0.04))
//!     .joint("shaft", "ground", "crank", Joint::revolute(z), Pose::identity())
//!     .joint("crank_pin", "crank", "rod", Joint::revolute(z), along(0.1))
//!     .joint("cylinder", "ground", "piston", Joint::prismatic(x), Pose::identity())
//!     .joint("piston_pin", "rod", "piston", Joint::revolute(z), along(0.3))
//!     .cut()
//!     .build()?;
//! let mut options = CycleOptions::new("shaft", 100.0);
//! let mut start = engine.neutral();
//! start[engine.links()[engine.joint("shaft")?.0].q] = 1.0;
//! start[engine.links()[engine.joint("cylinder")?.0].q] = 0.35;
//! options.start = Some(start);
//! options.outputs = vec![Output::Joint("cylinder".into())];
//! options.samples = 36;
//! let summary = Cycle::compute(&engine, &options)?.summary();
//! assert!((summary.outputs[0].stroke - 0.2).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod curve;
pub(crate) mod forces;
mod geometry;
mod input;
mod measure;
mod options;
mod output;
mod questions;
mod range;
mod result;
mod run;
mod sample;
mod straight;
pub(crate) mod summary;
mod system;
mod transmission;
mod turns;

pub use input::InputUnits;
pub use options::{AtDeadPoint, CycleOptions, Follower, InputLaw, Output};
pub use range::InputRange;
pub use result::Cycle;
pub use sample::{CycleSample, OutputSample, PinForce};
pub use straight::{Straightness, straightness};
pub use summary::{CycleSummary, OutputSummary, Statistics};
pub use transmission::TransmissionKind;
pub use turns::OpenEnd;
