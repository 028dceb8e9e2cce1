use crate::ResultsError;
use crate::csv_file::{header_line, push_row};
use crate::table::{check_heading, heading};
use denoc_base::csv::cells;
use denoc_base::files::{self, FileWriter};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufRead, BufReader};
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
    file: FileWriter,
    width: usize,
    written: Written,
    rows: usize,
    buffer: String,
    flushed: Instant,
}

/// The rows of a stream up to a point, with a checksum: a checkpoint contains it, so that altered rows are not continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamExtent {
    /// Number of rows.
    pub rows: usize,
    /// Length of the file, header included.
    pub bytes: u64,
    /// SHA-256 of these bytes, in hexadecimal digits.
    pub sha256: String,
}

impl StreamExtent {
    /// The extent of a complete file.
    pub fn of(rows: usize, bytes: &[u8]) -> Self {
        let mut written = Written::default();
        written.add(bytes);
        written.extent(rows)
    }

    /// Refuses a file that does not start with these rows.
    pub fn check(&self, file: impl AsRef<Path>) -> Result<(), ResultsError> {
        self.compare(&Kept::read(file.as_ref(), self.rows)?, file.as_ref())
    }

    fn compare(&self, kept: &Kept, file: &Path) -> Result<(), ResultsError> {
        if *self == kept.written.extent(self.rows) {
            return Ok(());
        }
        Err(ResultsError::Stream {
            path: file.into(),
            problem: "the rows have been altered since they were written (their checksum differs)".into(),
            remedy: "restore the file, or run the scenario again in another folder",
        })
    }
}

/// The first rows of a file.
struct Kept {
    /// Number of columns.
    width: usize,
    written: Written,
}

impl Kept {
    fn read(path: &Path, rows: usize) -> Result<Self, ResultsError> {
        let file = File::open(path).map_err(ResultsError::file("read", path))?;
        let (mut reader, mut line) = (BufReader::new(file), Vec::new());
        let (mut width, mut written) = (0, Written::default());
        for number in 0..=rows {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(ResultsError::file("read", path))?;
            if line.last() != Some(&b'\n') {
                let problem = format!("the file has {} complete rows, but {rows} are to be kept", number.max(1) - 1);
                let remedy = "resume from an earlier checkpoint or start a new run";
                return Err(ResultsError::Stream { path: path.into(), problem, remedy });
            }
            if number == 0 {
                width = cells(&String::from_utf8_lossy(&line), ',').map_or(0, |cells| cells.len());
            }
            written.add(&line);
        }
        Ok(Self { width, written })
    }
}

/// The bytes that have been passed to the operating system.
#[derive(Clone, Debug, Default)]
struct Written {
    bytes: u64,
    sum: Sha256,
}

impl Written {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.sum.update(bytes);
    }

    fn extent(&self, rows: usize) -> StreamExtent {
        let sha256 = self.sum.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        StreamExtent { rows, bytes: self.bytes, sha256 }
    }
}

impl StreamWriter {
    /// Starts a table with columns of these names and units. `path` is the final name; an existing partial file is overwritten.
    pub fn create(path: impl AsRef<Path>, columns: &[(&str, &str)]) -> Result<Self, ResultsError> {
        let path = path.as_ref();
        let partial = Self::partial_path(path);
        for (name, unit) in columns {
            check_heading(name, unit)?;
        }
        let file = FileWriter::create(&partial).map_err(ResultsError::file("write", &partial))?;
        let mut writer = StreamWriter::new(path, file, columns.len(), 0, Written::default());
        writer.buffer = header_line(columns.iter().map(|(name, unit)| heading(name, unit)));
        writer.flush()?;
        Ok(writer)
    }

    /// Continues after the first `keep_rows` rows of a partial file; later rows and an incomplete last line are removed.
    /// `path` is the final name.
    pub fn resume(path: impl AsRef<Path>, keep_rows: usize) -> Result<Self, ResultsError> {
        Self::reopen(path.as_ref(), keep_rows, None)
    }

    /// As [`StreamWriter::resume`]; refused, without any change, if the rows to be kept are not those of `extent`.
    pub fn resume_at(path: impl AsRef<Path>, extent: &StreamExtent) -> Result<Self, ResultsError> {
        Self::reopen(path.as_ref(), extent.rows, Some(extent))
    }

    fn reopen(path: &Path, keep_rows: usize, expected: Option<&StreamExtent>) -> Result<Self, ResultsError> {
        let partial = Self::partial_path(path);
        let refuse = |problem, remedy| ResultsError::Stream { path: partial.clone(), problem, remedy };
        if !partial.exists() && path.exists() {
            return Err(refuse(
                "there is no partial file, and the complete file exists".into(),
                "the run has finished: start a new one",
            ));
        }
        let kept = Kept::read(&partial, keep_rows)?;
        if let Some(expected) = expected {
            expected.compare(&kept, &partial)?;
        }
        let file = FileWriter::reopen(&partial, kept.written.bytes).map_err(ResultsError::file("write", &partial))?;
        Ok(StreamWriter::new(path, file, kept.width, keep_rows, kept.written))
    }

    /// The file that holds the rows until the end: `run/states.partial.csv` for `run/states.csv`.
    pub fn partial_path(path: impl AsRef<Path>) -> PathBuf {
        path.as_ref().with_extension("partial.csv")
    }

    fn new(path: &Path, file: FileWriter, width: usize, rows: usize, written: Written) -> Self {
        let partial = Self::partial_path(path);
        let (buffer, flushed) = (String::new(), Instant::now());
        StreamWriter { path: path.into(), partial, file, width, written, rows, buffer, flushed }
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
        if self.buffer.len() >= FLUSH_BYTES || self.flushed.elapsed() >= files::interval(FLUSH_INTERVAL) {
            self.flush()?;
        }
        Ok(())
    }

    /// Number of rows so far, including those kept by [`StreamWriter::resume`].
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Passes all rows to the operating system. After a failure, all further calls fail: rows are missing.
    pub fn flush(&mut self) -> Result<(), ResultsError> {
        // One write of complete lines, so that a killed process does not leave half a line.
        let done = self.file.write(self.buffer.as_bytes());
        self.written.add(self.buffer.as_bytes());
        self.buffer.clear();
        self.flushed = Instant::now();
        done.map_err(ResultsError::file("write", &self.partial))
    }

    /// Waits until all rows are on disk, before a checkpoint that refers to them is written.
    pub fn sync(&mut self) -> Result<StreamExtent, ResultsError> {
        self.flush()?;
        self.file.sync().map_err(ResultsError::file("write", &self.partial))?;
        Ok(self.written.extent(self.rows))
    }

    /// Writes the remaining rows and renames the file to its final name.
    pub fn finish(mut self) -> Result<StreamExtent, ResultsError> {
        let extent = self.sync()?;
        files::rename(&self.partial, &self.path)
            .map_err(ResultsError::file("rename to its final name", &self.partial))?;
        Ok(extent)
    }
}

impl Drop for StreamWriter {
    fn drop(&mut self) {
        // An error cannot be reported here.
        let _ = self.flush();
    }
}
