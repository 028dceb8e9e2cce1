//! From a file to results on disk: loads mechanisms, runs scenarios and parameter sweeps, writes their folders and report pages.
//!
//! The program, the Python package and the browser studio are built on this crate; other programs use the crate `denoc`, which
//! re-exports what they need.
//!
//! ```
//! use denoc_run::run::{Silent, simulate};
//! use denoc_run::scenario::{Scenario, Simulate};
//!
//! let mut scenario = Scenario::new("planar_3r");
//! scenario.simulate = Some(Simulate::new(1.0));
//! let loaded = denoc_run::load(&scenario.model)?;
//! let fall = simulate(&loaded, &scenario, "", None, &mut Silent)?;
//! assert!(fall.passed()); // energies add up: see `audit`
//! # Ok::<(), denoc_run::Error>(())
//! ```
//!
//! | Module | Contents |
//! |---|---|
//! | [`load()`] | reads a file or an entry of the catalogue |
//! | [`scenario`] | definition of a computation, as a TOML file or built in code |
//! | [`settings`] | the keys of scenarios with their values, units, defaults and help |
//! | [`run`] | one scenario: inverse dynamics along a trajectory, or a simulation; run folders, resume, report page |
//! | [`sweep`] | one scenario at many values of its parameters, in a resumable folder |
//! | [`parameters`] | the numbers of a mechanism by their path, such as `links.crank.length` |
//! | [`animate`] | pictures and films of runs and models: PNG, GIF, glTF |
//! | [`compare`] | results of finished runs: plots over one another, differences |
//! | [`machine_files`], [`Record`] | tables and plots of cycles and ropes; named columns with units |
//! | [`ik_tasks`] | tasks of inverse kinematics by name |
//! | [`looks`] | the shapes by which links are drawn |
//!
//! Not here: computations (`denoc-mechanism`, `denoc-sim`) and file formats (`denoc-formats`, `denoc-results`).
//!
//! Every error of the library converts into [`Error`], which has predicates for its kind ([`Error::is_singular`] and others) and has a
//! stable [`Error::code`].

#![forbid(unsafe_code)]

pub mod animate;
mod checksum;
pub mod compare;
mod conventions;
mod differences;
mod display_unit;
mod error;
pub mod ik_tasks;
mod inputs;
mod load;
pub mod looks;
pub mod machine_files;
pub mod parameters;
mod record;
pub mod run;
pub mod scenario;
pub mod settings;
mod stamp;
pub mod sweep;

pub use checksum::model_checksum;
pub use conventions::CONVENTIONS;
pub use error::Error;
pub use load::{Base, LoadOptions, Loaded, Mimic, load, load_on, load_text};
pub use record::Record;
