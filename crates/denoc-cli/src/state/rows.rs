//! CSV: a header and one state per line.

use denoc_base::csv::{self, Cell, Line};
use denoc_base::excerpt;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;

use super::flags::number;
use super::{Entered, Filling, Given, Raw, Vector, default, near};
use crate::output::Failure;

/// What a column holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Column {
    Time,
    Entry(Quantity, usize),
    /// Energies, positions of frames and the like, which `results.csv` also holds.
    Other,
}

/// Prefixes of columns that are not part of a state: of runs, and of cycles.
const OTHER_NAMES: [&str; 3] = ["reference ", "shaking ", "transmission angle"];
/// Symbols of such columns before the brackets: positions, reactions, outputs of cycles.
const OTHER_SYMBOLS: [&str; 13] = [
    "x",
    "y",
    "z",
    "fx",
    "fy",
    "fz",
    "mx",
    "my",
    "mz",
    "output",
    "output rate",
    "velocity ratio",
    "mechanical advantage",
];

pub(super) fn parse(model: &Model, entries: &[Entries; 4], file: &str, text: &str) -> Result<Vec<Raw>, Failure> {
    let mut columns: Option<Vec<Column>> = None;
    let mut raws = Vec::new();
    for line in csv::lines(text, ',') {
        let place = format!("{file}:{}", line.number);
        match (line.content, &columns) {
            (Ok(Line::Blank | Line::Comment(_)), _) => {}
            (Ok(Line::Row(cells)), None) => columns = Some(header(model, entries, &cells).map_err(|e| e.at(&place))?),
            (Ok(Line::Row(cells)), Some(columns)) => raws.push(row(model, columns, &cells, place)?),
            (Err(_), _) => return Err(Failure::new("a quote is not closed; close it on the same line").at(&place)),
        }
    }
    match raws.is_empty() {
        true => {
            Err(Failure::new("there is a header but no state below it; write one line of numbers for each state")
                .at(file))
        }
        false => Ok(raws),
    }
}

fn header(model: &Model, entries: &[Entries; 4], cells: &[Cell]) -> Result<Vec<Column>, Failure> {
    let mut fillings = entries.each_ref().map(|entries| Filling::new(model, entries));
    let mut columns = Vec::with_capacity(cells.len());
    for cell in cells.iter().take(filled(cells)) {
        let cell = &*cell.text();
        let at = |e: Failure| match cell.contains([';', '\t']) {
            true => Failure::new("columns must be separated by commas"),
            false => e.at(&format!("column \"{}\"", excerpt(cell))),
        };
        let column = column(&mut fillings, cell).map_err(at)?;
        if column == Column::Time && columns.contains(&column) {
            return Err(at(Failure::new("the time is given twice; keep one of them")));
        }
        columns.push(column);
    }
    Ok(columns)
}

/// The number of cells without empty ones at the end.
fn filled(cells: &[Cell]) -> usize {
    cells.iter().rposition(|cell| !cell.raw.is_empty()).map_or(0, |last| last + 1)
}

/// `t`, `q[0]`, `tau[joint1] [N m]`, or a joint's name alone.
fn column(fillings: &mut [Filling<'_>; 4], cell: &str) -> Result<Column, Failure> {
    let brackets = cell.strip_suffix(']').and_then(|c| c.rsplit_once(" ["));
    let (name, unit) = match brackets.or_else(|| cell.strip_suffix(')').and_then(|c| c.rsplit_once('('))) {
        Some((name, unit)) => (name.trim_end(), Some(unit)),
        None => (cell, None),
    };
    if name == "t" || name == "time" {
        return Ok(Column::Time);
    }
    if name.parse::<f64>().is_ok() {
        return Err(Failure::new("the first line must name the columns, such as q[0],q[1],v[0],v[1]"));
    }
    let bracket = name.strip_suffix(']').and_then(|n| n.split_once('['));
    if OTHER_NAMES.iter().any(|other| name.starts_with(other))
        || unit.is_some_and(|unit| ["J", "W"].contains(&unit))
        || bracket.is_some_and(|(symbol, _)| OTHER_SYMBOLS.contains(&symbol))
    {
        return Ok(Column::Other);
    }
    let (quantity, label) = match bracket.and_then(|(symbol, label)| Some((Quantity::of(symbol)?, label))) {
        Some((quantity, label)) => (quantity, label),
        None => (Quantity::Q, name),
    };
    let filling = &mut fillings[quantity as usize];
    let (symbol, n) = (quantity.symbol(), filling.values.len());
    if label.parse::<usize>().is_ok_and(|i| i >= n) {
        return Err(Failure::new(format!(
            "the model has {n} numbers {symbol}, the last is {symbol}[{}]",
            n.max(1) - 1
        )));
    }
    let numbered = bracket.is_some() && label.parse::<usize>().is_ok();
    // a misspelt quantity looks like an unknown joint
    let strange = |e: Failure| match bracket {
        Some((symbol, label)) if Quantity::of(symbol).is_none() => match near(symbol) {
            Some(near) => {
                Failure::new(format!("there is no quantity \"{symbol}\"; did you mean \"{near}[{}]\"?", excerpt(label)))
            }
            None => e,
        },
        None if near(name) == Some("time") => Failure::new("there is no such column; did you mean \"time\"?"),
        _ => e,
    };
    let entry = filling.take(if numbered { name } else { label }, 1).map_err(strange)?.start;
    let expected = filling.entries.units[entry];
    match unit {
        Some(unit) if unit != expected && unit != expected.replace('²', "^2") => Err(Failure::new(format!(
            "the unit is \"{}\", but {symbol} of \"{label}\" is read in {expected}; convert the numbers",
            excerpt(unit)
        ))),
        _ => Ok(Column::Entry(quantity, entry)),
    }
}

fn row(model: &Model, columns: &[Column], cells: &[Cell], place: String) -> Result<Raw, Failure> {
    let (found, needed) = (cells.len(), columns.len());
    // a comma at the end of a line makes an empty cell
    if found < needed || filled(cells) > needed {
        return Err(Failure::new(format!(
            "{found} cells, but the header has {needed}; give every line one cell per column"
        ))
        .at(&place));
    }
    let (mut given, mut time) = (Given::default(), None);
    for (k, (column, cell)) in columns.iter().zip(cells).enumerate() {
        let value = number(cell.raw).map_err(|e| e.at(&format!("{place}: cell {}", k + 1)))?;
        match *column {
            Column::Time => time = Some(value),
            Column::Other => {}
            Column::Entry(quantity, i) => {
                let vector = given[quantity as usize].get_or_insert_with(|| Vector {
                    values: default(model, quantity),
                    entered: Entered::Named(Vec::new()),
                    with_unit: Vec::new(),
                });
                vector.values[i] = value;
                if let Entered::Named(named) = &mut vector.entered {
                    named.push(i);
                }
            }
        }
    }
    for vector in given.iter_mut().flatten() {
        if matches!(&vector.entered, Entered::Named(named) if named.len() == vector.values.len()) {
            vector.entered = Entered::All;
        }
    }
    Ok(Raw { place, time, given })
}
