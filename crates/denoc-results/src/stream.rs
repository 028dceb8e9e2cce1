use crate::Error;
use crate::csv_file::{head_line, push_row};
use crate::table::{check_heading, heading};
use denoc_base::csv::cells;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Rows leave for the operating system when the last ones left this long ago …
const PATIENCE: Duration = Duration::from_millis(400);
/// … or when so many bytes wait.
const ROOM: usize = 1 << 16;

/// Writes a long table row by row into `NAME.partial.csv`, and gives it its name `NAME.csv` at the end.
///
/// Rows are handed to the operating system in whole lines, at the first row after 0.4 s at the latest. A run that is
/// killed leaves a readable file, from which [`StreamWriter::resume`] continues.
///
/// ```
/// use denoc_results::{StreamWriter, Table};
/// let path = std::env::temp_dir().join(format!("denoc-stream-{}.csv", std::process::id()));
/// let mut rows = StreamWriter::create(&path, &[("time", "s"), ("q", "rad")])?;
/// rows.append(&[0.0, 0.5])?;
/// drop(rows); // the run ends early
/// let mut rows = StreamWriter::resume(&path, 1)?;
/// rows.append(&[0.1, 0.6])?;
/// rows.finish()?;
/// assert_eq!(Table::read_csv(&path)?.rows(), 2);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), denoc_results::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamWriter {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    width: usize,
    rows: usize,
    waiting: String,
    flushed: Instant,
}

impl StreamWriter {
    /// Begins the file of `path` (its final name) with columns of these names and units. An older partial file is lost.
    pub fn create(path: impl AsRef<Path>, columns: &[(&str, &str)]) -> Result<Self, Error> {
        let path = path.as_ref();
        let partial = Self::partial_path(path);
        for (name, unit) in columns {
            check_heading(name, unit)?;
        }
        let file = File::create(&partial).map_err(Error::file("write", &partial))?;
        let mut writer = StreamWriter::new(path, file, columns.len(), 0);
        writer.waiting = head_line(columns.iter().map(|(name, unit)| heading(name, unit)));
        writer.flush()?;
        Ok(writer)
    }

    /// Continues after the first `keep_rows` rows of a partial file; later rows and a broken last line are cut off.
    /// `path` is the final name.
    pub fn resume(path: impl AsRef<Path>, keep_rows: usize) -> Result<Self, Error> {
        let path = path.as_ref();
        let partial = Self::partial_path(path);
        let refuse = |problem, remedy| Error::Stream { path: partial.clone(), problem, remedy };
        if !partial.exists() && path.exists() {
            return Err(refuse(
                "there is none, and the finished file exists".into(),
                "the run is over: start a new one",
            ));
        }
        let mut file =
            OpenOptions::new().read(true).write(true).open(&partial).map_err(Error::file("read", &partial))?;
        let (mut reader, mut line) = (BufReader::new(&file), Vec::new());
        let (mut lines, mut length, mut width) = (0, 0, 0);
        while lines < keep_rows + 1 {
            line.clear();
            let bytes = reader.read_until(b'\n', &mut line).map_err(Error::file("read", &partial))?;
            if line.last() != Some(&b'\n') {
                let problem = format!("{} whole rows, but {keep_rows} shall be kept", lines.max(1) - 1);
                return Err(refuse(problem, "resume from an earlier state or start anew"));
            }
            if lines == 0 {
                width = cells(&String::from_utf8_lossy(&line), ',').map_or(0, |cells| cells.len());
            }
            lines += 1;
            length += bytes as u64;
        }
        file.set_len(length).map_err(Error::file("write", &partial))?;
        file.seek(SeekFrom::End(0)).map_err(Error::file("write", &partial))?;
        Ok(StreamWriter::new(path, file, width, keep_rows))
    }

    /// Where rows are kept until the end: `run/states.partial.csv` for `run/states.csv`.
    pub fn partial_path(path: impl AsRef<Path>) -> PathBuf {
        path.as_ref().with_extension("partial.csv")
    }

    fn new(path: &Path, file: File, width: usize, rows: usize) -> Self {
        let partial = Self::partial_path(path);
        let (waiting, flushed) = (String::new(), Instant::now());
        StreamWriter { path: path.into(), partial, file, width, rows, waiting, flushed }
    }

    /// Appends one row, a number per column.
    pub fn append(&mut self, row: &[f64]) -> Result<(), Error> {
        if row.len() != self.width {
            return Err(Error::Stream {
                path: self.partial.clone(),
                problem: format!("a row of {} numbers for {} columns", row.len(), self.width),
                remedy: "give one number per column",
            });
        }
        push_row(&mut self.waiting, row.iter().copied());
        self.rows += 1;
        if self.waiting.len() >= ROOM || self.flushed.elapsed() >= PATIENCE {
            self.flush()?;
        }
        Ok(())
    }

    /// Rows so far, those kept by [`StreamWriter::resume`] included.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Hands all rows to the operating system, for example before a checkpoint is written.
    pub fn flush(&mut self) -> Result<(), Error> {
        // One write of whole lines, so that a kill cannot leave half a line behind in the buffer.
        let written = self.file.write_all(self.waiting.as_bytes());
        self.waiting.clear();
        self.flushed = Instant::now();
        written.map_err(Error::file("write", &self.partial))
    }

    /// Writes what is left and renames the file to its final name.
    pub fn finish(mut self) -> Result<(), Error> {
        self.flush()?;
        self.file.sync_data().map_err(Error::file("write", &self.partial))?;
        fs::rename(&self.partial, &self.path).map_err(Error::file("rename to its final name", &self.partial))
    }
}

impl Drop for StreamWriter {
    fn drop(&mut self) {
        // Nobody is left to tell; what could be written is written.
        let _ = self.flush();
    }
}
