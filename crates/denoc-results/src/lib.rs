//! Tables with units, plots and the report page: results in the form in which people and programs read them.
//!
//! * [`Table`]: named columns of numbers with units. Reads and writes CSV, npz and, with the feature `parquet`, Parquet files.
//! * [`StreamWriter`]: writes a long table row by row; an interrupted run leaves a readable file and can be resumed.
//! * [`Plot`]: curves in stacked panels, as SVG and PNG.
//! * [`Report`]: an HTML page in a single file, with an animated [`Scene`], plots, tables and the audit.
//!
//! This crate does not compute anything and knows nothing about mechanisms. `denoc-run` decides which tables, plots and pages a
//! run produces; `denoc-formats` reads robots and meshes.
//!
//! ```
//! use denoc_results::{Panel, Plot, PlotGroup, Report, Table, XAxis};
//!
//! let table = Table::parse_csv("time [s],q.elbow [rad]\n0,0.5\n0.1,0.6\n", "states.csv")?;
//! let time = table.column("time").map(|column| column.values.clone()).unwrap_or_default();
//! let elbow = table.column("q.elbow").map(|column| column.values.clone()).unwrap_or_default();
//! let plot = Plot::new("Elbow", XAxis::time(time)).panel(Panel::new("angle", "rad").series("elbow", elbow));
//! assert!(plot.to_svg()?.starts_with("<svg"));
//!
//! let plots = vec![PlotGroup { title: "Joints".into(), plots: vec![plot], ..PlotGroup::default() }];
//! let page = Report { title: "Arm".into(), plots, ..Report::default() };
//! assert!(page.to_html()?.contains("<h1>Arm</h1>"));
//! # Ok::<(), denoc_results::ResultsError>(())
//! ```

#![forbid(unsafe_code)]

mod animation;
mod atomic;
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

pub use animation::{Animated, Background, Follow, Pace, RenderOptions, View};
pub use atomic::write_atomically;
pub use error::ResultsError;
pub use plot::{Panel, Plot, Series, Style, XAxis};
pub use report::{
    Arrow, ArrowKind, AuditOutcome, AuditRow, Body, Download, Followed, Ground, Marker, MarkerKind, PlotGroup, Report,
    Scene, ScenePose, SceneShape, Section, ShapeKind, TextTable, Trail, Verdict, solids,
};
pub use stream::{StreamExtent, StreamWriter};
pub use table::{Column, Table};
