//! Tables and plots of cycles and of ropes at rest.
//!
//! ```
//! use denoc_machines::rope::Equilibrium;
//! use denoc_run::machine_files;
//!
//! let chain = denoc_run::load("chain_between")?.model;
//! let equilibrium = Equilibrium::find(&chain, None)?;
//! let table = machine_files::rope_table(&equilibrium)?;
//! assert_eq!(table.columns()[0].heading(), "way [m]");
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod cycle;
mod rope;

pub use cycle::{PinPeak, cycle_plot, cycle_table, path_plot, pin_peaks};
pub use rope::{rope_plot, rope_table};
