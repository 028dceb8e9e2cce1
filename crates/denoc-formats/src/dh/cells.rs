//! A CSV text as lines of cells with places.

use crate::source::Source;

/// A cell and where its text begins.
#[derive(Copy, Clone)]
pub(super) struct Cell<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

/// A line that is not empty.
pub(super) enum Line<'a> {
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

pub(super) fn lines<'a>(source: &Source<'a>) -> Vec<Line<'a>> {
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
                lines.push(Line::Said { word: word.trim(), value: cell(text, value) });
            }
        } else if !bare.is_empty() {
            let cells = bare.split(separator).map(|part| cell(text, part)).collect();
            lines.push(Line::Cells { cells, offset: start });
        }
    }
    lines
}

/// A part of the text without white space and quotation marks around it.
fn cell<'a>(text: &str, part: &'a str) -> Cell<'a> {
    let bare = part.trim();
    let bare = bare.strip_prefix('"').and_then(|b| b.strip_suffix('"')).map_or(bare, str::trim);
    Cell { text: bare, offset: position(text, bare) }
}

/// Where a part of a text begins in it.
fn position(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize).min(text.len())
}
