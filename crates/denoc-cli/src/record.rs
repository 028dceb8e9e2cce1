//! Named columns with units, as CSV.

use denoc_mechanism::quantity::Entries;
use denoc_results::{Column, Table};

use crate::output::Failure;

/// Columns of equal length.
#[derive(Debug, Default)]
pub(crate) struct Record {
    columns: Vec<Column>,
}

impl Record {
    pub(crate) fn column(&mut self, name: String, unit: &str, values: Vec<f64>) {
        // plain ASCII: not every program reads a header as UTF-8
        self.columns.push(Column::new(name, unit.replace('²', "^2"), values));
    }

    pub(crate) fn time(&mut self, times: &[f64]) {
        self.column("t".into(), "s", times.to_vec());
    }

    /// One column for each entry; `values` holds state after state.
    pub(crate) fn entries(&mut self, entries: &Entries, values: &[f64]) {
        let n = entries.len();
        for (i, unit) in entries.units.iter().enumerate() {
            self.column(entries.column(i), unit, values.iter().skip(i).step_by(n).copied().collect());
        }
    }

    /// With a header, and every number so that it can be read back exactly.
    pub(crate) fn csv(self) -> Result<String, Failure> {
        Ok(Table::from_columns(self.columns).map_err(denoc_run::Error::from)?.to_csv())
    }
}
