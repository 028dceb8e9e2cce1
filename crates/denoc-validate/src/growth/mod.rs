//! Growth of closure errors with time for several closure schemes: the study of section 4 of the O-DCA paper.
//!
//! | File | What is in it |
//! |---|---|
//! | `specimen.rs` | [`Specimen`]: a mechanism and its initial state; those of the paper |
//! | `scheme.rs` | [`ClosureScheme`]: a method of forward dynamics and what keeps the loops closed |
//! | `history.rs` | [`ErrorHistory`]: the closure error of one run, and the power of time it grows with |
//! | `study.rs` | [`Study`]: all schemes with one mechanism; its numbers as table, plot and JSON |
//! | `watch.rs` | [`StudyWatch`]: progress and interruption |
//!
//! ```
//! use denoc_validate::growth::{ClosureScheme, GrowthSettings, Specimen, Study};
//!
//! let schemes = ClosureScheme::select(&["multipliers".to_owned(), "projected".to_owned()])?;
//! let settings = GrowthSettings { duration: Some(0.5), fit_from: 0.1, ..GrowthSettings::default() };
//! let study = Study::run(Specimen::load("fourbar")?, &schemes, settings)?;
//! let [drifting, projected] = ["multipliers", "projected"].map(|scheme| study.history(scheme).expect("a run").largest());
//! assert!(projected < 1e-12 && drifting > projected);
//! # Ok::<(), denoc_validate::ValidationError>(())
//! ```

mod history;
mod scheme;
mod specimen;
mod study;
mod watch;

pub use history::{ErrorHistory, GrowthLaw, GrowthSettings};
pub use scheme::{ClosureScheme, SCHEMES};
pub use specimen::Specimen;
pub use study::{COLUMNS, PRINTED_COLUMN, SchemeRun, Study};
pub use watch::StudyWatch;
use watch::Unwatched;
