//! The last state of a finished run.

use std::io::{BufRead, BufReader};

use denoc_base::csv::cells;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_results::Column;

use super::RunFolder;
use crate::error::Kind;
use crate::{Error, Loaded};

impl RunFolder {
    /// The coordinates q in the last row of `results.csv`.
    ///
    /// # Errors
    /// If the run is one of another model, or has not finished, or its results cannot be read.
    pub fn last_coordinates(&self, loaded: &Loaded) -> Result<Vec<f64>, Error> {
        let folder = self.path().display();
        if !self.is_of(&loaded.description)? {
            let message = format!(
                "{folder}: this is a run of another model than \"{}\", or of this model before it was changed (model_sha256 in run.json): \
                 name the model of the run, or run it again",
                loaded.model.name()
            );
            return Err(Kind::Folder(message).into());
        }
        let path = self.file("results.csv");
        if !path.exists() {
            let message = format!(
                "{folder}: the run was stopped before its end, or is still in progress, and has no results yet; continue it with: denoc \
                 simulate --resume {folder}"
            );
            return Err(Kind::Folder(message).into());
        }
        let fail = |message: String| Error::from(Kind::Folder(format!("{}: {message}", path.display())));
        let unreadable = |error: std::io::Error| fail(format!("cannot be read ({})", error.kind()));
        let mut lines = BufReader::new(std::fs::File::open(&path).map_err(unreadable)?).lines();
        let header = lines.next().transpose().map_err(unreadable)?.unwrap_or_default();
        let mut last = None;
        for line in lines {
            last = Some(line.map_err(unreadable)?).filter(|line| !line.trim().is_empty()).or(last);
        }
        let last = last.ok_or_else(|| fail("has no rows".into()))?;
        let split = |line: &str| -> Result<Vec<String>, Error> {
            let cells = cells(line, ',').map_err(|_| fail("has a quoted cell that does not end".into()))?;
            Ok(cells.iter().map(|cell| cell.text().into_owned()).collect())
        };
        let names: Vec<String> = split(&header)?.iter().map(|heading| Column::from_heading(heading).name).collect();
        let (numbers, entries) = (split(&last)?, Entries::new(&loaded.model, Quantity::Q));
        let places: std::collections::HashMap<&str, usize> =
            names.iter().enumerate().map(|(k, name)| (name.as_str(), k)).collect();
        let entry = |i: usize| {
            let column = entries.column(i);
            let cell = places.get(column.as_str()).and_then(|&k| numbers.get(k));
            let number = cell.and_then(|cell| cell.trim().parse().ok());
            number.ok_or_else(|| fail(format!("has no number in column {column}: this is a run of another model")))
        };
        (0..entries.len()).map(entry).collect()
    }
}
