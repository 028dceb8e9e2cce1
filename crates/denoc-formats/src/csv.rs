//! CSV tables of model files: settings in comments, units in the header.

use denoc_base::csv::{self, detect_separator};

use crate::source::Source;

pub(crate) use denoc_base::csv::Cell;

/// A line that carries data.
pub(crate) enum Line<'a> {
    /// `# key: value`; other comments are dropped.
    Setting {
        key: &'a str,
        value: Cell<'a>,
    },
    Cells {
        cells: Vec<Cell<'a>>,
        offset: usize,
    },
}

pub(crate) fn lines<'a>(source: &Source<'a>) -> impl Iterator<Item = Line<'a>> {
    let text = source.text;
    csv::lines(text, detect_separator(text)).filter_map(move |line| match line.content {
        Ok(csv::Line::Row(cells)) => Some(Line::Cells { cells, offset: line.offset }),
        Ok(csv::Line::Comment(comment)) => setting(comment),
        Ok(csv::Line::Blank) => None,
        // the rest of the line is one cell: the row is reported as too short, at the quote
        Err(quote) => {
            let cell = Cell { raw: text[quote.offset..].lines().next().unwrap_or(""), offset: quote.offset };
            Some(Line::Cells { cells: vec![cell], offset: line.offset })
        }
    })
}

fn setting(comment: Cell<'_>) -> Option<Line<'_>> {
    let (key, rest) = comment.raw.split_once(':')?;
    let raw = rest.trim_start();
    let value = Cell { raw, offset: comment.offset + comment.raw.len() - raw.len() };
    Some(Line::Setting { key: key.trim_end(), value })
}

/// Splits a cell of the header, such as `alpha [deg]`, into the name of the column and its unit.
pub(crate) fn name_and_unit(header: &str) -> (&str, Option<&str>) {
    match header.split_once(['[', '(']) {
        Some((name, unit)) => (name.trim(), Some(unit.trim_end_matches([']', ')']).trim())),
        None => (header, None),
    }
}

/// A unit that a column cannot have.
pub(crate) struct UnitError {
    pub(crate) rule: String,
    pub(crate) remedy: String,
}

/// The unit of a column if its numbers have to be converted to `si`.
pub(crate) fn unit_of(column: &str, unit: Option<&str>, si: &str) -> Result<Option<String>, UnitError> {
    let Some(unit) = unit.filter(|u| *u != si) else { return Ok(None) };
    match crate::native::in_si(&format!("1 {unit}"), si) {
        Ok(_) => Ok(Some(unit.to_owned())),
        Err(_) => Err(UnitError {
            rule: format!(
                "the unit of column \"{column}\" is \"{unit}\", but it must be {si} or a unit of the same quantity"
            ),
            remedy: format!("write {column} [{si}]"),
        }),
    }
}
