//! The report page: one HTML file with everything in it, for people to open, read and send on.

mod body;
mod bytes;
mod data;
mod page;
mod scene;
mod scene_data;

pub use denoc_base::{AuditRow, Verdict};
pub use scene::{Body, Ground, Pose, Scene, Shape, ShapeKind, Trail};

use crate::{Error, Plot, write_whole};
use std::path::Path;

/// Plots that belong together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlotGroup {
    /// Head line.
    pub title: String,
    /// A few words below it; may be empty.
    pub text: String,
    /// The plots.
    pub plots: Vec<Plot>,
}

/// A table of words and formatted numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextTable {
    /// Head line.
    pub title: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
    /// A few words below; may be empty.
    pub note: String,
}

/// A chapter of a long report; chapters are listed in the table of contents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// Head line.
    pub title: String,
    /// Paragraphs, separated by empty lines; `code` in backticks.
    pub text: String,
    /// Plots of the chapter.
    pub plots: Vec<Plot>,
    /// Tables of the chapter.
    pub tables: Vec<TextTable>,
    /// Outcome of the chapter, if it has one.
    pub verdict: Option<Verdict>,
}

/// A file beside the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Words of the link.
    pub label: String,
    /// Path relative to the page: `states.csv`.
    pub file: String,
}

/// Everything a report can have; what is empty does not appear.
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
/// # Ok::<(), denoc_results::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Head line.
    pub title: String,
    /// The line below it.
    pub subtitle: String,
    /// A word for the kind of report: `simulation`, `inverse dynamics`.
    pub kind: String,
    /// The moving picture.
    pub scene: Option<Scene>,
    /// Plots.
    pub plots: Vec<PlotGroup>,
    /// Tables: model, masses ….
    pub tables: Vec<TextTable>,
    /// Checks of the run.
    pub audit: Vec<AuditRow>,
    /// What the reader must know before believing the rest.
    pub warnings: Vec<String>,
    /// What else is worth a sentence.
    pub notes: Vec<String>,
    /// Axes, units and signs: name and meaning.
    pub conventions: Vec<(String, String)>,
    /// Where it comes from: versions, input files with sums, machine; name and value.
    pub provenance: Vec<(String, String)>,
    /// The command line that makes this report again.
    pub command: String,
    /// Files beside the page.
    pub downloads: Vec<Download>,
    /// Chapters.
    pub sections: Vec<Section>,
}

impl Report {
    /// The outcome of all checks and chapters together: missed if one is missed, `None` if nothing was judged.
    pub fn verdict(&self) -> Option<Verdict> {
        let (passed, judged) = self.tally();
        match judged {
            0 => None,
            _ if passed == judged => Some(Verdict::Passed),
            _ => Some(Verdict::Missed),
        }
    }

    /// Checks passed, and checks judged.
    pub(crate) fn tally(&self) -> (usize, usize) {
        let audit = self.audit.iter().map(|row| row.verdict);
        let all = audit.chain(self.sections.iter().filter_map(|section| section.verdict));
        let judged: Vec<Verdict> = all.filter(|verdict| *verdict != Verdict::Unjudged).collect();
        (judged.iter().filter(|verdict| **verdict == Verdict::Passed).count(), judged.len())
    }

    /// The page as text. It needs nothing from outside: no network, no files.
    pub fn to_html(&self) -> Result<String, Error> {
        page::render(self)
    }

    /// Writes the page, whole or not at all.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        write_whole(path, self.to_html()?.as_bytes())
    }
}
