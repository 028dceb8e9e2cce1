use std::path::{Path, PathBuf};

/// What can go wrong with results. Every message says where, what and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused to read or write a file.
    #[error("cannot {action} {path}: {source}; check that the folder exists, may be written to and has room")]
    File {
        /// What was tried: `read`, `write` ….
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the operating system said.
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
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
    /// An npz or Parquet file is not a table of numbers.
    #[error("{path}, array {array}: {problem}; {remedy}")]
    Array {
        /// The file.
        path: PathBuf,
        /// The array or column in the file.
        array: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A stream of rows cannot be started, continued or ended.
    #[error("{path}: {problem}; {remedy}")]
    Stream {
        /// The partial file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A column does not fit into its table.
    #[error("column {column:?}: {problem}; {remedy}")]
    Column {
        /// Name of the column.
        column: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A plot cannot be drawn.
    #[error("plot {plot:?}: {problem}; {remedy}")]
    Plot {
        /// Title of the plot.
        plot: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A scene cannot be shown.
    #[error("scene, {part}: {problem}; {remedy}")]
    Scene {
        /// The body or list in the scene.
        part: String,
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: &'static str,
    },
}

impl Error {
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_path_buf();
        move |source| Error::File { action, path, source }
    }
}
