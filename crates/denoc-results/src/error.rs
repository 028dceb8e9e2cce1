use std::path::{Path, PathBuf};

/// Errors of tables, files, plots and reports. Each message states where the problem is, what it is, and a remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// The operating system refused to read or write a file.
    #[error("cannot {action} {path}: {source}; check that the folder exists, is writable and has free space")]
    File {
        /// The attempted action: `read`, `write` ….
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A CSV file is not a table of numbers.
    #[error("{path}, line {line}, column {column}: {problem}; {remedy}")]
    Csv {
        /// The file.
        path: PathBuf,
        /// Line in the file, from 1.
        line: u64,
        /// Column of the table, from 1.
        column: usize,
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// An npz or Parquet file is not a table of numbers.
    #[error("{path}, array {array}: {problem}; {remedy}")]
    Array {
        /// The file.
        path: PathBuf,
        /// The array or column in the file.
        array: String,
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A stream of rows cannot be started, continued or finished.
    #[error("{path}: {problem}; {remedy}")]
    Stream {
        /// The partial file.
        path: PathBuf,
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A column cannot be added to a table.
    #[error("column {column:?}: {problem}; {remedy}")]
    Column {
        /// Name of the column.
        column: String,
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A plot cannot be drawn.
    #[error("plot {plot:?}: {problem}; {remedy}")]
    Plot {
        /// Title of the plot.
        plot: String,
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A scene cannot be shown.
    #[error("scene, {part}: {problem}; {remedy}")]
    Scene {
        /// The body or list in the scene.
        part: String,
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
}

impl ResultsError {
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> ResultsError {
        let path = path.to_path_buf();
        move |source| ResultsError::File { action, path, source }
    }
}
