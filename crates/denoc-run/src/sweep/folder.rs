//! The folder of a sweep, the same from the program and from Python.
//!
//! `sweep.json` defines the sweep; `parts/part-NNNNNN.csv` contain finished rows, appended as points finish; `results.csv`, with all
//! rows in order, is written at the end; `running.lock` keeps other processes away. A killed process loses only the line that it
//! was writing: incomplete and altered lines are ignored, and no process writes to a part of another.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use denoc_base::files::{self, FileWriter, Lock};

use super::rows::Header;
use super::{Heading, Manifest, Row, SweepOptions};
use crate::error::folder_error;
use crate::{Error, checksum};

const MANIFEST: &str = "sweep.json";
const PARTS: &str = "parts";
const LOCK: &str = "running.lock";

/// Finished points of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finished {
    /// The metrics of all rows.
    pub metrics: Vec<Heading>,
    /// Rows by point.
    pub rows: BTreeMap<usize, Row>,
}

/// A sweep folder, locked for this process while the value lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
    part_rows: usize,
    /// The number of the next part.
    next: usize,
    part: Option<Part>,
    _locked: Lock,
}

/// The part that is being written.
#[derive(Debug)]
struct Part {
    file: FileWriter,
    header: Header,
    rows: usize,
    /// Lines not yet written.
    waiting: String,
}

impl Folder {
    /// Opens or creates the folder of a sweep; refused if it contains another sweep, unless the options replace that one or, where only
    /// the version of the program differs, accept it.
    pub fn open(path: &Path, manifest: &Manifest, options: &SweepOptions) -> Result<Self, Error> {
        if path.exists() && !path.is_dir() {
            return Err(folder_error(path, "this is a file", "give a folder for the results"));
        }
        let (known, parts) = (path.join(MANIFEST), path.join(PARTS));
        // a process that was killed before it wrote its first file leaves no more than this
        let is_trace = |e: &fs::DirEntry| {
            e.file_name() == LOCK
                || (e.file_name() == PARTS && is_empty(&e.path()))
                || files::is_leftover(&e.file_name())
        };
        if !known.exists() && fs::read_dir(path).is_ok_and(|all| all.flatten().any(|e| !is_trace(&e))) {
            let rule = "the folder is not empty and contains no sweep";
            return Err(folder_error(path, rule, "choose one that is empty or does not exist yet"));
        }
        files::create_folder(&parts).map_err(|e| cannot(path, "be created", &e))?;
        let locked = lock(path)?;
        files::remove_leftovers(path).map_err(|e| cannot(path, "be tidied up", &e))?;
        if known.exists() && options.force {
            files::remove(&path.join("results.csv"))
                .and_then(|()| files::remove(&path.join("results.parquet")))
                .and_then(|()| files::remove_folder(&parts))
                .and_then(|()| files::create_folder(&parts))
                .and_then(|()| files::remove(&known))
                .map_err(|e| cannot(path, "be emptied", &e))?;
        }
        if known.exists() {
            manifest.check(path, &Manifest::read(&known)?, options.any_version)?;
        } else {
            replace(&known, manifest.text().as_bytes())?;
        }
        let next = numbers(&parts).last().map_or(0, |(number, _)| number + 1);
        let (path, manifest) = (path.to_owned(), manifest.clone());
        Ok(Self { path, manifest, part_rows: options.part_rows.max(1), next, part: None, _locked: locked })
    }

    /// All finished points.
    pub fn finished(&self) -> Result<Finished, Error> {
        finished(&self.path, &self.manifest)
    }

    /// Adds finished points with these metrics; passed on to the operating system before this returns.
    pub fn append(&mut self, metrics: &[Heading], rows: &[Row]) -> Result<(), Error> {
        for row in rows {
            if self.part.as_ref().is_none_or(|part| part.rows >= self.part_rows || part.header.metrics != metrics) {
                self.begin_part(metrics)?;
            }
            if let Some(part) = &mut self.part {
                part.waiting += &part.header.write(row);
                part.rows += 1;
            }
        }
        let done = self.part.as_mut().map_or(Ok(()), Part::flush);
        if done.is_err() {
            // it may end within a line: whatever comes later goes to another part
            self.part = None;
        }
        done
    }

    fn begin_part(&mut self, metrics: &[Heading]) -> Result<(), Error> {
        self.part.take().map_or(Ok(()), |mut part| part.flush())?;
        let path = self.path.join(PARTS).join(format!("part-{:06}.csv", self.next));
        let file = FileWriter::create_new(&path).map_err(|e| cannot(&path, "be created", &e))?;
        let header = Header { parameters: self.manifest.parameters.clone(), metrics: metrics.to_vec(), summed: true };
        self.next += 1;
        let waiting = header.line();
        self.part = Some(Part { file, header, rows: 0, waiting });
        Ok(())
    }

    /// Writes `results.csv` with all rows and returns its path.
    pub fn write_results(&self, all: &Finished) -> Result<PathBuf, Error> {
        let header =
            Header { parameters: self.manifest.parameters.clone(), metrics: all.metrics.clone(), summed: false };
        let file = self.path.join("results.csv");
        #[cfg(feature = "parquet")]
        header.table(all.rows.values())?.write_parquet(file.with_extension("parquet"))?;
        let text: String = [header.line()].into_iter().chain(all.rows.values().map(|row| header.write(row))).collect();
        replace(&file, text.as_bytes())?;
        let results_sha256 = Some(checksum::of_bytes(text.as_bytes()));
        let complete = Manifest { results_sha256, ..self.manifest.clone() };
        replace(&self.path.join(MANIFEST), complete.text().as_bytes())?;
        Ok(file)
    }
}

impl Part {
    /// Writes complete lines in one call.
    fn flush(&mut self) -> Result<(), Error> {
        let written = self.file.write(self.waiting.as_bytes());
        self.waiting.clear();
        written.map_err(|e| cannot(self.file.path(), "be written", &e))
    }
}

/// Reads the sweep in a folder, running or finished, and its points so far.
pub fn read(path: &Path) -> Result<(Manifest, Finished), Error> {
    let file = path.join(MANIFEST);
    if !file.exists() {
        let rule = format!("this is not the folder of a sweep (no {MANIFEST})");
        return Err(folder_error(path, rule, "check the path"));
    }
    let manifest = Manifest::read(&file)?;
    let found = finished(path, &manifest)?;
    Ok((manifest, found))
}

/// Rows of all files.
fn finished(path: &Path, manifest: &Manifest) -> Result<Finished, Error> {
    let mut found = Finished { metrics: manifest.metrics.clone().unwrap_or_default(), rows: BTreeMap::new() };
    let results = path.join("results.csv");
    let parts = numbers(&path.join(PARTS)).into_iter().map(|(_, file)| file);
    for file in results.exists().then_some(results.clone()).into_iter().chain(parts) {
        let bytes = fs::read(&file).map_err(|e| cannot(&file, "be read", &e))?;
        // its rows have no checksums of their own; without it, the parts are enough
        if file == results && manifest.results_sha256.as_ref() != Some(&checksum::of_bytes(&bytes)) {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.split_inclusive('\n');
        // a part may end within its first line
        let Some(header) = lines.next().and_then(|line| Header::read(line, &manifest.parameters)) else { continue };
        let places = found.places(&header.metrics, manifest.metrics.is_some());
        for mut row in lines.filter_map(|line| header.read_row(line)).filter(|row| row.point < manifest.points.count) {
            let mut metrics = vec![f64::NAN; found.metrics.len()];
            for (place, x) in places.iter().zip(&row.metrics) {
                if let Some(place) = place {
                    metrics[*place] = *x;
                }
            }
            row.metrics = metrics;
            found.rows.insert(row.point, row);
        }
    }
    let width = found.metrics.len();
    found.rows.values_mut().for_each(|row| row.metrics.resize(width, f64::NAN));
    Ok(found)
}

impl Finished {
    /// Indices of the metrics of a file; new metrics are added unless all are known.
    fn places(&mut self, metrics: &[Heading], known: bool) -> Vec<Option<usize>> {
        let mut place = |heading: &Heading| {
            let found = self.metrics.iter().position(|other| other.name == heading.name);
            if found.is_none() && !known {
                self.metrics.push(heading.clone());
                return Some(self.metrics.len() - 1);
            }
            found
        };
        metrics.iter().map(&mut place).collect()
    }
}

/// Numbers and paths of the parts in a folder, in order.
fn numbers(parts: &Path) -> Vec<(usize, PathBuf)> {
    let Ok(entries) = fs::read_dir(parts) else { return Vec::new() };
    let number = |path: &Path| {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix("part-")?.strip_suffix(".csv")?.parse().ok()
    };
    let mut found: Vec<(usize, PathBuf)> =
        entries.flatten().filter_map(|entry| Some((number(&entry.path())?, entry.path()))).collect();
    found.sort();
    found
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut all| all.next().is_none())
}

/// Keeps other processes away; released if this process dies.
fn lock(path: &Path) -> Result<Lock, Error> {
    Lock::acquire(&path.join(LOCK))
        .map_err(|e| cannot(path, "be locked", &e))?
        .ok_or_else(|| folder_error(path, "another process is writing this sweep", "wait until it ends, or stop it"))
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::replace(path, bytes).map_err(|e| cannot(path, "be written", &e))
}

fn cannot(path: &Path, action: &str, error: &std::io::Error) -> Error {
    folder_error(path, format!("cannot {action} ({})", error.kind()), "")
}
