//! Tables as CSV: a head line `name [unit]` per column, then numbers in the shortest form that reads back exactly.

use crate::table::{check_heading, split_heading};
use crate::{Column, Error, Table, write_whole};
use denoc_base::csv::{Cell, cells, quoted};
use denoc_base::number::push_exact;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

impl Table {
    /// The table as CSV text.
    pub fn to_csv(&self) -> String {
        let mut text = head_line(self.columns().iter().map(Column::heading));
        for row in 0..self.rows() {
            push_row(&mut text, self.columns().iter().map(|column| column.values[row]));
        }
        text
    }

    /// Writes the table as a CSV file, whole or not at all.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        write_whole(path, self.to_csv().as_bytes())
    }

    /// Reads a CSV file: a head line `name [unit]` per column (the unit may be missing), then one line of numbers per
    /// row. `NaN`, `inf` and `-inf` are numbers; empty lines and lines that begin with `#` are skipped.
    pub fn read_csv(path: impl AsRef<Path>) -> Result<Table, Error> {
        let path = path.as_ref();
        let file = File::open(path).map_err(Error::file("read", path))?;
        let mut columns: Vec<Column> = Vec::new();
        for (line, bytes) in (1..).zip(BufReader::new(file).split(b'\n')) {
            let bytes = bytes.map_err(Error::file("read", path))?;
            let refuse = |column, problem, remedy| Error::Csv { path: path.into(), line, column, problem, remedy };
            let text = std::str::from_utf8(&bytes).map_err(|error| {
                let column = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b',').count();
                refuse(
                    column,
                    "bytes that are not UTF-8 text".into(),
                    "save the file as UTF-8 text, not as a spreadsheet",
                )
            })?;
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if columns.is_empty() {
                columns = headings(text, &refuse)?;
            } else {
                push_numbers(&mut columns, text, &refuse)?;
            }
        }
        if columns.is_empty() {
            let (problem, remedy) = ("the file has no head line".into(), BEGIN);
            return Err(Error::Csv { path: path.into(), line: 1, column: 1, problem, remedy });
        }
        Table::from_columns(columns)
    }
}

const BEGIN: &str = "begin with a line such as time [s],q.elbow [rad]";

/// The head line, quoted where it must be.
pub(crate) fn head_line(headings: impl Iterator<Item = String>) -> String {
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

/// Makes the error of a column, from 1, in the line at hand.
type Refuse<'a> = &'a dyn Fn(usize, String, &'static str) -> Error;

/// Appends one row.
fn push_numbers(columns: &mut [Column], line: &str, refuse: Refuse<'_>) -> Result<(), Error> {
    let cells = split(line, refuse)?;
    let count = cells.len();
    if count != columns.len() {
        let problem = format!("{count} numbers, but the head line names {} columns", columns.len());
        let remedy = "give every row one number per column, and write NaN for a missing one";
        return Err(refuse(count.min(columns.len()) + 1, problem, remedy));
    }
    for (place, (cell, column)) in cells.iter().zip(columns).enumerate() {
        let value = cell.raw.parse().map_err(|_| {
            let problem = format!("{:?} in {} is not a number", cell.raw, column.heading());
            refuse(place + 1, problem, "write numbers like 0.25, -1e-3 or NaN")
        })?;
        column.values.push(value);
    }
    Ok(())
}

fn split<'a>(line: &'a str, refuse: Refuse<'_>) -> Result<Vec<Cell<'a>>, Error> {
    cells(line, ',').map_err(|open| {
        let column = 1 + line[..open.offset].matches(',').count();
        refuse(column, "a quote is opened and not closed".into(), "close it in the same line")
    })
}

/// Empty columns with the names and units of a head line.
fn headings(line: &str, refuse: Refuse<'_>) -> Result<Vec<Column>, Error> {
    let head = split(line, refuse)?;
    if head.len() == 1 && line.contains([';', '\t']) {
        let problem = "columns are separated by semicolons or tabs".into();
        return Err(refuse(1, problem, "separate them by commas, and write decimals with a point"));
    }
    if head.iter().all(|cell| cell.raw.parse::<f64>().is_ok()) {
        return Err(refuse(1, format!("the first line holds numbers ({} …), not names", head[0].raw), BEGIN));
    }
    let mut columns: Vec<Column> = Vec::new();
    for (place, cell) in head.iter().enumerate() {
        let (name, unit) = split_heading(&cell.text());
        check_heading(&name, &unit)
            .map_err(|error| refuse(place + 1, error.to_string(), "mend the first line of the file"))?;
        if columns.iter().any(|column| column.name == name) {
            let problem = format!("a second column has the name {name:?}");
            return Err(refuse(place + 1, problem, "give every column a name of its own"));
        }
        columns.push(Column::new(name, unit, Vec::new()));
    }
    Ok(columns)
}
