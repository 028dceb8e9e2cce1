use crate::ResultsError;
use crate::csv_file::{header_line, push_row};
use crate::table::{check_heading, heading};
use denoc_base::csv::cells;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Rows are flushed when the last flush was this long ago …
const FLUSH_INTERVAL: Duration = Duration::from_millis(400);
/// … or when this many bytes are buffered.
const FLUSH_BYTES: usize = 1 << 16;

/// Writes a long table row by row to `NAME.partial.csv`, and renames it to `NAME.csv` at the end.
///
/// Rows are flushed to the operating system in complete lines, at least with the first row after 0.4 s. A run that is
/// killed leaves a readable file, which [`StreamWriter::resume`] continues.
///
/// ```
/// use denoc_results::{StreamWriter, Table};
/// let path = std::env::temp_dir().join(format!("denoc-stream-{}.csv", std::process::id()));
/// let mut rows = StreamWriter::create(&path, &[("time", "s"), ("q", "rad")])?;
/// rows.append(&[0.0, 0.5])?;
/// drop(rows); // the run is interrupted
/// let mut rows = StreamWriter::resume(&path, 1)?;
/// rows.append(&[0.1, 0.6])?;
/// rows.finish()?;
/// assert_eq!(Table::read_csv(&path)?.rows(), 2);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), denoc_results::ResultsError>(())
/// ```
#[derive(Debug)]
pub struct StreamWriter {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    width: usize,
    rows: usize,
    buffer: String,
    flushed: Instant,
}

impl StreamWriter {
    /// Starts a table with columns of these names and units. `path` is the final name; an existing partial file is overwritten.
    pub fn create(path: impl AsRef<Path>, columns: &[(&str, &str)]) -> Result<Self, ResultsError> {
        let path = path.as_ref();
        let partial = Self::partial_path(path);
        for (name, unit) in columns {
            check_heading(name, unit)?;
        }
        let file = File::create(&partial).map_err(ResultsError::file("write", &partial))?;
        let mut writer = StreamWriter::new(path, file, columns.len(), 0);
        writer.buffer = header_line(columns.iter().map(|(name, unit)| heading(name, unit)));
        writer.flush()?;
        Ok(writer)
    }

    /// Continues after the first `keep_rows` rows of a partial file; later rows and an incomplete last line are removed.
    /// `path` is the final name.
    pub fn resume(path: impl AsRef<Path>, keep_rows: usize) -> Result<Self, ResultsError> {
        let path = path.as_ref();
        let partial = Self::partial_path(path);
        let refuse = |problem, remedy| ResultsError::Stream { path: partial.clone(), problem, remedy };
        if !partial.exists() && path.exists() {
            return Err(refuse(
                "there is no partial file, and the complete file exists".into(),
                "the run has finished: start a new one",
            ));
        }
        let mut file =
            OpenOptions::new().read(true).write(true).open(&partial).map_err(ResultsError::file("read", &partial))?;
        let (mut reader, mut line) = (BufReader::new(&file), Vec::new());
        let (mut lines, mut length, mut width) = (0, 0, 0);
        while lines < keep_rows + 1 {
            line.clear();
            let bytes = reader.read_until(b'\n', &mut line).map_err(ResultsError::file("read", &partial))?;
            if line.last() != Some(&b'\n') {
                let problem =
                    format!("the file has {} complete rows, but {keep_rows} are to be kept", lines.max(1) - 1);
                return Err(refuse(problem, "resume from an earlier checkpoint or start a new run"));
            }
            if lines == 0 {
                width = cells(&String::from_utf8_lossy(&line), ',').map_or(0, |cells| cells.len());
            }
            lines += 1;
            length += bytes as u64;
        }
        file.set_len(length).map_err(ResultsError::file("write", &partial))?;
        file.seek(SeekFrom::End(0)).map_err(ResultsError::file("write", &partial))?;
        Ok(StreamWriter::new(path, file, width, keep_rows))
    }

    /// The file that holds the rows until the end: `run/states.partial.csv` for `run/states.csv`.
    pub fn partial_path(path: impl AsRef<Path>) -> PathBuf {
        path.as_ref().with_extension("partial.csv")
    }

    fn new(path: &Path, file: File, width: usize, rows: usize) -> Self {
        let partial = Self::partial_path(path);
        let (buffer, flushed) = (String::new(), Instant::now());
        StreamWriter { path: path.into(), partial, file, width, rows, buffer, flushed }
    }

    /// Appends one row, with one number per column.
    pub fn append(&mut self, row: &[f64]) -> Result<(), ResultsError> {
        if row.len() != self.width {
            return Err(ResultsError::Stream {
                path: self.partial.clone(),
                problem: format!("the row has {} numbers, but the table has {} columns", row.len(), self.width),
                remedy: "pass one number per column",
            });
        }
        push_row(&mut self.buffer, row.iter().copied());
        self.rows += 1;
        if self.buffer.len() >= FLUSH_BYTES || self.flushed.elapsed() >= FLUSH_INTERVAL {
            self.flush()?;
        }
        Ok(())
    }

    /// Number of rows so far, including those kept by [`StreamWriter::resume`].
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Flushes all rows to the operating system, for example before a checkpoint is written.
    pub fn flush(&mut self) -> Result<(), ResultsError> {
        // One write of complete lines, so that a killed process does not leave half a line.
        let written = self.file.write_all(self.buffer.as_bytes());
        self.buffer.clear();
        self.flushed = Instant::now();
        written.map_err(ResultsError::file("write", &self.partial))
    }

    /// Writes the remaining rows and renames the file to its final name.
    pub fn finish(mut self) -> Result<(), ResultsError> {
        self.flush()?;
        self.file.sync_data().map_err(ResultsError::file("write", &self.partial))?;
        fs::rename(&self.partial, &self.path).map_err(ResultsError::file("rename to its final name", &self.partial))
    }
}

impl Drop for StreamWriter {
    fn drop(&mut self) {
        // An error cannot be reported here.
        let _ = self.flush();
    }
}
