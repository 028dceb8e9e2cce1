//! Results of finished runs: plots of several over one another, and differences between two.
//!
//! ```
//! use denoc_results::{Column, Table};
//! use denoc_run::compare::{DiffOptions, Results, diff};
//!
//! let swing = |angle: f64| {
//!     let columns = [Column::new("t", "s", vec![0.0, 1.0]), Column::new("q[arm]", "rad", vec![0.0, angle])];
//!     Table::from_columns(columns).map(|table| Results::from_table("swing", table))
//! };
//! let found = diff(&swing(2.0)?, &swing(2.5)?, &DiffOptions::default())?;
//! assert!(!found.equal);
//! let angle = &found.columns[0];
//! assert_eq!((angle.name.as_str(), angle.max_abs, angle.max_rel, angle.at), ("q[arm]", 0.5, 0.2, Some(1.0)));
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod columns;
mod diff;
mod grid;
mod inputs;
mod plot;
mod source;
#[cfg(test)]
mod tests;

pub use diff::{ColumnDifference, Diff, DiffOptions, diff};
pub use grid::Grid;
pub use inputs::InputDifference;
pub use plot::{PlotOptions, Plotted, plot};
pub use source::Results;
