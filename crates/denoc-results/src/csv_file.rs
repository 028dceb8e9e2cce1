//! Tables as CSV: a head line `name [unit]` per column, then numbers in the shortest form that reads back exactly.

use crate::table::{check_heading, split_heading};
use crate::{Column, Error, Table, write_whole};
use std::fmt::Write;
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
    let quoted = headings.map(|heading| match heading.contains([',', '"']) {
        true => format!("\"{}\"", heading.replace('"', "\"\"")),
        false => heading,
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

/// Appends one line of numbers.
pub(crate) fn push_row(text: &mut String, values: impl Iterator<Item = f64>) {
    for (place, value) in values.enumerate() {
        if place > 0 {
            text.push(',');
        }
        let start = text.len();
        // Debug keeps exponents short (1e-300) and reads back exactly, as Display does. Writing to a String cannot fail.
        let _ = write!(text, "{value:?}");
        if text[start..].ends_with(".0") {
            text.truncate(text.len() - 2);
        }
    }
    text.push('\n');
}

/// Fields of a line; commas between double quotes do not separate.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, fields.last_mut()) {
            (',', _) if !quoted => fields.push(String::new()),
            ('"', Some(field)) if quoted && signs.peek() == Some(&'"') => {
                signs.next();
                field.push('"');
            }
            ('"', _) => quoted = !quoted,
            (other, Some(field)) => field.push(other),
            (_, None) => {}
        }
    }
    fields
}

/// Makes the error of a column, from 1, in the line at hand.
type Refuse<'a> = &'a dyn Fn(usize, String, &'static str) -> Error;

/// Appends one row.
fn push_numbers(columns: &mut [Column], line: &str, refuse: Refuse<'_>) -> Result<(), Error> {
    let count = line.split(',').count();
    if count != columns.len() {
        let problem = format!("{count} numbers, but the head line names {} columns", columns.len());
        let remedy = "give every row one number per column, and write NaN for a missing one";
        return Err(refuse(count.min(columns.len()) + 1, problem, remedy));
    }
    for (place, (field, column)) in line.split(',').zip(columns).enumerate() {
        let field = field.trim().trim_matches('"');
        let value = field.parse().map_err(|_| {
            let problem = format!("{field:?} in {} is not a number", column.heading());
            refuse(place + 1, problem, "write numbers like 0.25, -1e-3 or NaN")
        })?;
        column.values.push(value);
    }
    Ok(())
}

/// Empty columns with the names and units of a head line.
fn headings(line: &str, refuse: Refuse<'_>) -> Result<Vec<Column>, Error> {
    let head = fields(line);
    if head.len() == 1 && line.contains([';', '\t']) {
        let problem = "columns are separated by semicolons or tabs".into();
        return Err(refuse(1, problem, "separate them by commas, and write decimals with a point"));
    }
    if head.iter().all(|field| field.trim().parse::<f64>().is_ok()) {
        return Err(refuse(1, format!("the first line holds numbers ({} …), not names", head[0]), BEGIN));
    }
    let mut columns: Vec<Column> = Vec::new();
    for (place, field) in head.iter().enumerate() {
        let (name, unit) = split_heading(field);
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
