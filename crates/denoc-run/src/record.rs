//! Named columns with units, for tables of states and results.

use denoc_mechanism::quantity::Entries;
use denoc_results::{Column, Table};

use crate::Error;

/// Columns of equal length, in the order in which they are added.
///
/// ```
/// let mut record = denoc_run::Record::default();
/// record.time(&[0.0, 0.1]);
/// record.column("a[elbow]", "rad/s²", vec![1.5, 2.0]);
/// assert_eq!(record.csv()?, "t [s],a[elbow] [rad/s^2]\n0,1.5\n0.1,2\n");
/// # Ok::<(), denoc_run::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Record {
    columns: Vec<Column>,
}

impl Record {
    /// Adds a column.
    pub fn column(&mut self, name: impl Into<String>, unit: &str, values: Vec<f64>) {
        // plain ASCII: not every program reads a header as UTF-8
        self.columns.push(Column::new(name, unit.replace('²', "^2"), values));
    }

    /// Adds the column `t` of times, s.
    pub fn time(&mut self, times: &[f64]) {
        self.column("t", "s", times.to_vec());
    }

    /// Adds a column for each entry of a quantity; `values` holds state after state.
    pub fn entries(&mut self, entries: &Entries, values: &[f64]) {
        let n = entries.len();
        for (i, unit) in entries.units.iter().enumerate() {
            self.column(entries.column(i), unit, values.iter().skip(i).step_by(n).copied().collect());
        }
    }

    /// The columns as a table.
    ///
    /// # Errors
    /// If columns have equal names or different lengths.
    pub fn table(self) -> Result<Table, Error> {
        Ok(Table::from_columns(self.columns)?)
    }

    /// The table as CSV, with a header; numbers are written so that they are read back exactly.
    ///
    /// # Errors
    /// As for [`Self::table`].
    pub fn csv(self) -> Result<String, Error> {
        Ok(self.table()?.to_csv())
    }
}
