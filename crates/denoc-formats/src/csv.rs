//! Tables (CSV): lines of cells with places, units in the header.

use denoc_base::csv::cells;

use crate::source::Source;

pub(crate) use denoc_base::csv::Cell;

/// A line that is not empty.
pub(crate) enum Line<'a> {
    /// `# word: value`; other comments are not kept.
    Said {
        word: &'a str,
        value: Cell<'a>,
    },
    Cells {
        cells: Vec<Cell<'a>>,
        offset: usize,
    },
}

pub(crate) fn lines<'a>(source: &Source<'a>) -> Vec<Line<'a>> {
    let text = source.text;
    let first_row = text.lines().find(|l| !l.trim().is_empty() && !l.trim_start().starts_with('#')).unwrap_or("");
    // spreadsheets of some countries separate by semicolons
    let separator = if first_row.contains(';') && !first_row.contains(',') { ';' } else { ',' };
    let mut lines = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let here = offset;
        offset += line.len();
        // a byte order mark is no part of the first word
        let bare = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let start = here + position(line, bare);
        if let Some(comment) = bare.strip_prefix('#') {
            if let Some((word, value)) = comment.split_once(':') {
                let value = value.trim();
                lines.push(Line::Said { word: word.trim(), value: Cell { raw: value, offset: position(text, value) } });
            }
        } else if !bare.is_empty() {
            // a line with an open quote is one cell too few, which is said where the quote is
            let cells = cells(bare, separator)
                .unwrap_or_else(|open| vec![Cell { raw: &bare[open.offset..], offset: open.offset }])
                .into_iter()
                .map(|cell| Cell { offset: start + cell.offset, ..cell })
                .collect();
            lines.push(Line::Cells { cells, offset: start });
        }
    }
    lines
}

/// Where a part of a text begins in it.
fn position(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize).min(text.len())
}

/// A cell of the header as its word and what stands behind it in brackets, as in `alpha [deg]`.
pub(crate) fn word_and_unit(header: &str) -> (&str, Option<&str>) {
    match header.split_once(['[', '(']) {
        Some((word, unit)) => (word.trim(), Some(unit.trim_end_matches([']', ')']).trim())),
        None => (header, None),
    }
}

/// The unit of a column if its numbers have to be converted to `si`; for a unit of another kind the rule and a remedy.
pub(crate) fn unit_of(column: &str, unit: Option<&str>, si: &str) -> Result<Option<String>, [String; 2]> {
    let Some(unit) = unit.filter(|u| *u != si) else { return Ok(None) };
    match crate::native::in_si(&format!("1 {unit}"), si) {
        Ok(_) => Ok(Some(unit.to_owned())),
        Err(_) => Err([
            format!("column \"{column}\" is in \"{unit}\", but it needs {si} or a unit of the same kind"),
            format!("write {column} [{si}]"),
        ]),
    }
}
