//! The report page: a single HTML file with all its data.

mod body;
mod bytes;
mod data;
mod page;
mod scene;
mod scene_data;
pub mod solids;

pub use denoc_base::{AuditOutcome, AuditRow, Verdict};
pub use scene::{
    Arrow, ArrowKind, Body, Followed, Ground, Marker, MarkerKind, Scene, ScenePose, SceneShape, ShapeKind, Trail,
};

use crate::{Plot, ResultsError, write_atomically};
use std::path::Path;

/// A group of plots.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlotGroup {
    /// Title.
    pub title: String,
    /// Name in the navigation bar, which has room for a word or two; empty for the title.
    pub short: String,
    /// Text below the title; may be empty.
    pub text: String,
    /// The plots.
    pub plots: Vec<Plot>,
    /// Tables below the plots, such as peak values.
    pub tables: Vec<TextTable>,
}

/// A table of text and formatted numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextTable {
    /// Title.
    pub title: String,
    /// Column headings.
    pub columns: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
    /// Text below the table; may be empty.
    pub note: String,
}

/// A chapter of a long report; chapters are listed in the table of contents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// Title.
    pub title: String,
    /// Paragraphs, separated by empty lines; `code` in backticks.
    pub text: String,
    /// Plots of the chapter.
    pub plots: Vec<Plot>,
    /// Tables of the chapter.
    pub tables: Vec<TextTable>,
    /// Outcome of the checks of this chapter, if there are any.
    pub verdict: Option<Verdict>,
}

/// A file in the folder of the page, offered for download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Text of the link.
    pub label: String,
    /// Path relative to the page: `states.csv`.
    pub file: String,
}

/// The content of a report page; empty parts are omitted.
///
/// ```
/// use denoc_results::{Report, TextTable};
/// let report = Report {
///     title: "Two rods".into(),
///     kind: "simulation".into(),
///     tables: vec![TextTable {
///         title: "Links".into(),
///         columns: vec!["link".into(), "mass [kg]".into()],
///         rows: vec![vec!["upper".into(), "1.0".into()]],
///         note: String::new(),
///     }],
///     ..Report::default()
/// };
/// assert!(report.to_html()?.contains("<h1>Two rods</h1>"));
/// # Ok::<(), denoc_results::ResultsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Title.
    pub title: String,
    /// Text below the title.
    pub subtitle: String,
    /// Kind of report, shown in the top bar: `simulation`, `inverse dynamics`.
    pub kind: String,
    /// The animation.
    pub scene: Option<Scene>,
    /// Plots.
    pub plots: Vec<PlotGroup>,
    /// Tables, such as links and masses.
    pub tables: Vec<TextTable>,
    /// Checks of the run (SI units; computed by the caller).
    pub audit: Vec<AuditRow>,
    /// Warnings, shown first.
    pub warnings: Vec<String>,
    /// Further remarks.
    pub notes: Vec<String>,
    /// Conventions (axes, units, signs) as pairs of name and meaning.
    pub conventions: Vec<(String, String)>,
    /// Origin of the results (versions, input files with checksums) as pairs of name and value.
    pub provenance: Vec<(String, String)>,
    /// The command line that reproduces this report.
    pub command: String,
    /// Files in the folder of the page.
    pub downloads: Vec<Download>,
    /// Chapters.
    pub sections: Vec<Section>,
}

/// Number of checks of a report.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Tally {
    /// All checks.
    pub(crate) checks: usize,
    /// Checks that exceed their tolerance.
    pub(crate) missed: usize,
    /// Checks that could not be made.
    pub(crate) unchecked: usize,
}

impl Report {
    /// The overall outcome of all checks and chapters; `None` if there is no check.
    pub fn outcome(&self) -> Option<AuditOutcome> {
        AuditOutcome::of_verdicts(self.verdicts())
    }

    fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        let audit = self.audit.iter().map(|row| row.verdict);
        audit.chain(self.sections.iter().filter_map(|section| section.verdict))
    }

    /// Counts the checks.
    pub(crate) fn tally(&self) -> Tally {
        let count = |verdict| self.verdicts().filter(|&v| v == verdict).count();
        let [passed, missed, unchecked] = [Verdict::Passed, Verdict::Missed, Verdict::Unchecked].map(count);
        Tally { checks: passed + missed + unchecked, missed, unchecked }
    }

    /// The page as HTML text. It is self-contained: it loads nothing from the network or from other files.
    pub fn to_html(&self) -> Result<String, ResultsError> {
        page::render(self)
    }

    /// Writes the page, completely or not at all.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), ResultsError> {
        write_atomically(path, self.to_html()?.as_bytes())
    }
}
