//! Named columns with units, as CSV.

use crate::output::Failure;
use denoc::quantity::Entries;

/// Columns of equal length.
#[derive(Debug, Default)]
pub(crate) struct Record {
    header: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl Record {
    pub(crate) fn column(&mut self, name: String, unit: &str, values: Vec<f64>) {
        // plain ASCII: not every program reads a header as UTF-8
        let unit = unit.replace('²', "^2");
        self.header.push(if unit.is_empty() { name } else { format!("{name} ({unit})") });
        self.columns.push(values);
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
    pub(crate) fn csv(&self) -> Result<String, Failure> {
        let fail = |e: &dyn std::fmt::Display| Failure::new(format!("cannot make the CSV text: {e}"));
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.header).map_err(|e| fail(&e))?;
        for k in 0..self.columns.first().map_or(0, Vec::len) {
            let cells = self.columns.iter().map(|column| format!("{:?}", column[k]));
            writer.write_record(cells).map_err(|e| fail(&e))?;
        }
        let bytes = writer.into_inner().map_err(|e| fail(&e))?;
        String::from_utf8(bytes).map_err(|e| fail(&e))
    }
}
