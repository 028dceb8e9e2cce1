//! The folder of a sweep: what it is of, and the rows that are finished.
//!
//! `sweep.json` says what the sweep is; `parts/part-NNNNNN.csv` hold finished rows, each file written whole or not at all;
//! `results.csv` comes at the end.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use denoc_results::write_whole;
use serde_json::{Map, Value, json};

use super::rows::{Header, Row};
use crate::Error;
use crate::error::Kind;

/// A folder that this program alone writes while the value lives.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    header: Header,
    /// The number of the next part.
    next: usize,
    _locked: File,
}

impl Folder {
    /// Opens or makes the folder of a sweep; refused if it holds another one. `force` removes that one.
    pub(super) fn open(path: &Path, manifest: &Value, header: Header, force: bool) -> Result<Self, Error> {
        let fail = |words: String| folder_error(path, words);
        if path.exists() && !path.is_dir() {
            return Err(fail("this is a file; name a folder for the results".into()));
        }
        let known = path.join("sweep.json");
        let is_ours = |e: &fs::DirEntry| e.file_name() == LOCK || (e.file_name() == "parts" && is_empty(&e.path()));
        let strange = !known.exists() && fs::read_dir(path).is_ok_and(|all| all.flatten().any(|e| !is_ours(&e)));
        if strange {
            return Err(fail(
                "this folder is not empty and holds no sweep; name one that is empty or does not exist yet".into(),
            ));
        }
        let parts = path.join("parts");
        fs::create_dir_all(&parts).map_err(|e| fail(format!("the folder cannot be made ({})", e.kind())))?;
        let locked = lock(path)?;
        if known.exists() && force {
            let _ = fs::remove_file(path.join("results.csv"));
            let _ = fs::remove_file(path.join("results.parquet"));
            fs::remove_dir_all(&parts)
                .and_then(|()| fs::create_dir_all(&parts))
                .and_then(|()| fs::remove_file(&known))
                .map_err(|e| fail(format!("the old sweep cannot be removed ({})", e.kind())))?;
        }
        if known.exists() {
            check_same(path, manifest)?;
        } else {
            let text = serde_json::to_string_pretty(manifest).unwrap_or_default() + "\n";
            write_whole(&known, text.as_bytes())?;
        }
        Ok(Self { path: path.to_owned(), header, next: 0, _locked: locked })
    }

    /// The lines of all finished points. What a file holds of a line that was cut short does not count.
    pub(super) fn finished(&mut self, points: usize) -> Result<BTreeMap<usize, String>, Error> {
        let parts = self.path.join("parts");
        let fail = |e: std::io::Error| folder_error(&parts, format!("cannot be read ({})", e.kind()));
        let mut rows = BTreeMap::new();
        let mut files: Vec<PathBuf> = fs::read_dir(&parts).map_err(fail)?.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(number) = name.strip_prefix("part-").and_then(|n| n.strip_suffix(".csv")) else {
                // what was written aside when the program died
                if name.starts_with('.') && name.ends_with(".aside") {
                    let _ = fs::remove_file(&file);
                }
                continue;
            };
            self.next = self.next.max(number.parse::<usize>().map_or(0, |n| n + 1));
            let bytes = fs::read(&file).map_err(fail)?;
            let text = String::from_utf8_lossy(&bytes);
            let mut lines = text.split_inclusive('\n');
            if lines.next() != Some(self.header.line().as_str()) {
                continue;
            }
            for line in lines {
                if let Some(row) = self.header.read(line).filter(|row| row.point < points) {
                    rows.insert(row.point, line.to_owned());
                }
            }
        }
        Ok(rows)
    }

    /// Writes finished rows.
    pub(super) fn write_part(&mut self, lines: &[String]) -> Result<(), Error> {
        let file = self.path.join("parts").join(format!("part-{:06}", self.next));
        self.write(&file, lines.iter().map(String::as_str))?;
        self.next += 1;
        Ok(())
    }

    /// Writes all rows; the path of the file.
    pub(super) fn write_results(&self, rows: &BTreeMap<usize, String>) -> Result<PathBuf, Error> {
        let file = self.path.join("results");
        self.write(&file, rows.values().map(String::as_str))?;
        Ok(file.with_extension("csv"))
    }

    fn write<'a>(&self, file: &Path, lines: impl Iterator<Item = &'a str> + Clone) -> Result<(), Error> {
        // first what nobody reads back: a part counts as soon as its CSV file is there
        #[cfg(feature = "parquet")]
        self.header.table(lines.clone())?.write_parquet(file.with_extension("parquet"))?;
        let text = self.header.line() + &lines.collect::<String>();
        Ok(write_whole(file.with_extension("csv"), text.as_bytes())?)
    }

    /// A line as numbers.
    pub(super) fn read(&self, line: &str) -> Option<Row> {
        self.header.read(line)
    }
}

/// Stays when the sweep has ended: a file that is removed and made anew could be locked twice.
const LOCK: &str = "running.lock";

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut all| all.next().is_none())
}

/// Keeps other programs away, also if this one dies.
fn lock(path: &Path) -> Result<File, Error> {
    let file =
        File::create(path.join(LOCK)).map_err(|e| folder_error(path, format!("cannot be locked ({})", e.kind())))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(folder_error(path, "another program is writing this sweep: wait until it has ended, or stop it".into()))
        }
        // some file systems have no locks: better without than not at all
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Refuses a folder whose manifest says something else.
fn check_same(path: &Path, manifest: &Value) -> Result<(), Error> {
    let file = path.join("sweep.json");
    let broken = |words: String| {
        folder_error(&file, format!("is not what this program wrote ({words}); use another folder, or --force"))
    };
    let text = fs::read_to_string(&file).map_err(|e| broken(e.kind().to_string()))?;
    let there: Value = serde_json::from_str(&text).map_err(|e| broken(e.to_string()))?;
    // through text, as the other was: numbers compare as they are written
    let here: Value = serde_json::from_str(&manifest.to_string()).unwrap_or_default();
    let mut differences = Vec::new();
    compare("", &there, &here, &mut differences);
    if differences.is_empty() {
        return Ok(());
    }
    let more = if differences.len() > 4 { format!("\n  and {} more", differences.len() - 4) } else { String::new() };
    let shown = differences[..differences.len().min(4)].join("\n  ");
    Err(folder_error(
        path,
        format!(
            "another sweep is in this folder:\n  {shown}{more}\nuse another folder, or --force to remove the old one"
        ),
    ))
}

/// What differs, in words.
fn compare(at: &str, there: &Value, here: &Value, differences: &mut Vec<String>) {
    match (there, here) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                let (x, y) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                compare(&if at.is_empty() { key.clone() } else { format!("{at}.{key}") }, x, y, differences);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (x, y)) in a.iter().zip(b).enumerate() {
                compare(&format!("{at}.{i}"), x, y, differences);
            }
        }
        (a, b) if a != b => {
            let word = |x: &Value| match x {
                Value::Null => "nothing".to_owned(),
                other => other.to_string().chars().take(80).collect(),
            };
            differences.push(format!("{at}: {} there, {} here", word(a), word(b)));
        }
        _ => {}
    }
}

/// What a sweep is of: it may only be continued as the same one.
pub(super) fn manifest(
    scenario: &impl serde::Serialize,
    model_sum: &str,
    files: Map<String, Value>,
    points: usize,
) -> Value {
    json!({
        "program": format!("denoc {}", env!("CARGO_PKG_VERSION")),
        "scenario": scenario,
        "model_sum": model_sum,
        "file_sums": files,
        "points": points,
    })
}

fn folder_error(path: &Path, words: String) -> Error {
    Kind::Folder(format!("{}: {words}", path.display())).into()
}
