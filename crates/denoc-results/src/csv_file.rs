//! Tables as CSV: a header with `name [unit]` per column, then numbers in the shortest form that reads back exactly.

use crate::table::{check_heading, split_heading};
use crate::{Column, ResultsError, Table, write_atomically};
use denoc_base::csv::{self, Cell, Line, OpenQuote, quoted};
use denoc_base::number::push_exact;
use denoc_base::plural;
use std::io::{BufRead, BufReader};
use std::path::Path;

impl Table {
    /// The table as CSV text.
    pub fn to_csv(&self) -> String {
        let mut text = header_line(self.columns().iter().map(Column::heading));
        for row in 0..self.rows() {
            push_row(&mut text, self.columns().iter().map(|column| column.values[row]));
        }
        text
    }

    /// Writes the table as a CSV file, completely or not at all.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> Result<(), ResultsError> {
        write_atomically(path, self.to_csv().as_bytes())
    }

    /// Reads a CSV file: a header with `name [unit]` per column (the unit is optional), then one line of numbers per
    /// row. `NaN`, `inf` and `-inf` are numbers; blank lines and comments (`# …`) are skipped.
    pub fn read_csv(path: impl AsRef<Path>) -> Result<Table, ResultsError> {
        let path = path.as_ref();
        let file = denoc_base::input::open(path).map_err(ResultsError::file("read", path))?;
        Self::read_lines(BufReader::new(file), path)
    }

    /// Reads CSV text as [`Table::read_csv`] does; `file` is the name that error messages carry.
    ///
    /// ```
    /// use denoc_results::Table;
    /// let broken = Table::parse_csv("time [s],q [rad]\n0,a\n", "states.csv").unwrap_err();
    /// assert!(broken.to_string().starts_with("states.csv, line 2, column 2: \"a\" in q [rad] is not a number"));
    /// ```
    pub fn parse_csv(text: &str, file: impl AsRef<Path>) -> Result<Table, ResultsError> {
        Self::read_lines(text.as_bytes(), file.as_ref())
    }

    fn read_lines(reader: impl BufRead, path: &Path) -> Result<Table, ResultsError> {
        let mut columns: Vec<Column> = Vec::new();
        for (line, bytes) in (1..).zip(reader.split(b'\n')) {
            let bytes = bytes.map_err(ResultsError::file("read", path))?;
            let refuse =
                |column, problem, remedy| ResultsError::Csv { path: path.into(), line, column, problem, remedy };
            let text = std::str::from_utf8(&bytes).map_err(|error| {
                let column = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b',').count();
                refuse(
                    column,
                    "the bytes are not UTF-8 text".into(),
                    "save the file as UTF-8 text, not as a spreadsheet",
                )
            })?;
            match csv::line(text, ',') {
                Ok(Line::Row(cells)) if columns.is_empty() => columns = headings(&cells, &refuse)?,
                Ok(Line::Row(cells)) => push_numbers(&mut columns, &cells, &refuse)?,
                Ok(Line::Blank | Line::Comment(_)) => {}
                Err(OpenQuote { offset }) => {
                    let column = 1 + text[..offset].matches(',').count();
                    return Err(refuse(column, "a quote is not closed".into(), "close it on the same line"));
                }
            }
        }
        if columns.is_empty() {
            let (problem, remedy) = ("the file has no header".into(), BEGIN);
            return Err(ResultsError::Csv { path: path.into(), line: 1, column: 1, problem, remedy });
        }
        Table::from_columns(columns)
    }
}

const BEGIN: &str = "begin with a line such as time [s],q.elbow [rad]";

/// The header line, quoted where necessary.
pub(crate) fn header_line(headings: impl Iterator<Item = String>) -> String {
    headings.map(|heading| quoted(&heading).into_owned()).collect::<Vec<_>>().join(",") + "\n"
}

/// Appends one line of numbers.
pub(crate) fn push_row(text: &mut String, values: impl Iterator<Item = f64>) {
    for (place, value) in values.enumerate() {
        if place > 0 {
            text.push(',');
        }
        push_exact(text, value);
    }
    text.push('\n');
}

/// Creates the error for a column (counted from 1) of the current line.
type Refuse<'a> = &'a dyn Fn(usize, String, &'static str) -> ResultsError;

/// Appends one row.
fn push_numbers(columns: &mut [Column], cells: &[Cell<'_>], refuse: Refuse<'_>) -> Result<(), ResultsError> {
    let count = cells.len();
    if count != columns.len() {
        let problem = format!("the row has {count} cell{}, but the header has {}", plural(count), columns.len());
        let remedy = "write one number per column, and NaN for missing values";
        return Err(refuse(count.min(columns.len()) + 1, problem, remedy));
    }
    for (place, (cell, column)) in cells.iter().zip(columns).enumerate() {
        let value = cell.raw.parse().map_err(|_| {
            let problem = format!("{:?} in {} is not a number", cell.raw, column.heading());
            refuse(place + 1, problem, "write a number such as 0.25, -1e-3 or NaN")
        })?;
        column.values.push(value);
    }
    Ok(())
}

/// Empty columns with the names and units of a header.
fn headings(header: &[Cell<'_>], refuse: Refuse<'_>) -> Result<Vec<Column>, ResultsError> {
    if let [cell] = header
        && cell.raw.contains([';', '\t'])
    {
        let problem = "the columns are separated by semicolons or tabs".into();
        return Err(refuse(1, problem, "separate them by commas, and use a decimal point"));
    }
    if header.iter().all(|cell| cell.raw.parse::<f64>().is_ok()) {
        let problem = format!("the first line contains numbers ({} …) instead of column names", header[0].raw);
        return Err(refuse(1, problem, BEGIN));
    }
    let mut columns: Vec<Column> = Vec::new();
    for (place, cell) in header.iter().enumerate() {
        let (name, unit) = split_heading(&cell.text());
        check_heading(&name, &unit)
            .map_err(|error| refuse(place + 1, error.to_string(), "correct the first line of the file"))?;
        if columns.iter().any(|column| column.name == name) {
            let problem = format!("another column is already named {name:?}");
            return Err(refuse(place + 1, problem, "give each column a unique name"));
        }
        columns.push(Column::new(name, unit, Vec::new()));
    }
    Ok(columns)
}
