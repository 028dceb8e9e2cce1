//! The last state of a finished run.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_results::{StreamExtent, Table};

use super::RunFolder;
use crate::error::folder_error;
use crate::{Error, Loaded};

impl RunFolder {
    /// Refuses a model whose run this is not.
    pub(crate) fn check_model(&self, loaded: &Loaded) -> Result<(), Error> {
        if self.is_of(&loaded.description)? {
            return Ok(());
        }
        let rule = format!(
            "this is a run of another model than \"{}\", or of this model before it was changed (model_sha256 in run.json)",
            loaded.model.name()
        );
        Err(folder_error(self.path(), rule, "name the model of the run, or run it again"))
    }

    /// The coordinates q in the last row of `results.csv`.
    ///
    /// # Errors
    /// If the run is one of another model, or has not finished, or its results cannot be read.
    pub fn last_coordinates(&self, loaded: &Loaded) -> Result<Vec<f64>, Error> {
        self.check_model(loaded)?;
        let path = self.file("results.csv");
        if !path.exists() {
            let rule = "the run was stopped before its end, or is still in progress, and has no results yet";
            let remedy = format!("continue it with: denoc simulate --resume {}", self.path().display());
            return Err(folder_error(self.path(), rule, remedy));
        }
        if let Ok(rows) = serde_json::from_value::<StreamExtent>(self.read_record()?["results"].take()) {
            rows.check(&path)?;
        }
        let (results, entries) = (Table::read_csv(&path)?, Entries::new(&loaded.model, Quantity::Q));
        let last = |i: usize| {
            let name = entries.column(i);
            let value = results.column(&name).and_then(|column| column.values.last().copied());
            let rule = || format!("there is no value of {name}: the run has no rows or is one of another model");
            value.ok_or_else(|| folder_error(&path, rule(), ""))
        };
        (0..entries.len()).map(last).collect()
    }
}
