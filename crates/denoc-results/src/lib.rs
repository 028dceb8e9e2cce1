//! Results for people and programs: tables with units, files, plots, the report page. Knows nothing of mechanisms.
//!
//! * [`Table`]: columns with units; CSV, npz and (feature `parquet`) Parquet files; [`StreamWriter`] for long runs.
//! * [`Plot`]: curves in stacked panels, as SVG and PNG.
//! * [`Report`]: a page in one file, with a moving [`Scene`], plots, tables and the audit.

#![forbid(unsafe_code)]

mod csv_file;
mod error;
mod escape;
mod npy;
mod npz;
#[cfg(feature = "parquet")]
mod parquet_file;
mod plot;
mod report;
mod stream;
mod table;
mod whole;

pub use error::Error;
pub use plot::{Panel, Plot, Series, Style, XAxis};
pub use report::{
    AuditRow, Body, Download, Ground, PlotGroup, Pose, Report, Scene, Section, Shape, ShapeKind, TextTable, Trail,
    Verdict,
};
pub use stream::StreamWriter;
pub use table::{Column, Table};
pub use whole::write_whole;
