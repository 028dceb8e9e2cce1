//! CSV: the one parser of the workspace.
//!
//! A line holds cells between separators. A cell that contains the separator is enclosed in double quotes; a quote inside it is
//! doubled. A quoted cell ends on the line on which it begins. Blank lines, comments (`# …`), a byte order mark and both kinds of
//! line ends are accepted. What the cells mean is up to the caller; tables of numbers with units are `denoc_results::Table`.

use std::borrow::Cow;

/// A cell of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The source text without surrounding blanks and quotes; quotes inside are still doubled.
    pub raw: &'a str,
    /// Byte offset of `raw` in the text that was parsed.
    pub offset: usize,
}

impl<'a> Cell<'a> {
    /// The text of the cell, with doubled quotes resolved.
    pub fn text(&self) -> Cow<'a, str> {
        if self.raw.contains("\"\"") { self.raw.replace("\"\"", "\"").into() } else { self.raw.into() }
    }
}

/// A quote that is not closed: the line is truncated or is not CSV.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OpenQuote {
    /// Byte offset of the quote in the text that was parsed.
    pub offset: usize,
}

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// White space only.
    Blank,
    /// The text after the `#` that begins the line.
    Comment(Cell<'a>),
    /// Cells.
    Row(Vec<Cell<'a>>),
}

/// A line of a text, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedLine<'a> {
    /// Line number, from 1.
    pub number: usize,
    /// Byte offset in the text of the first character that is not blank.
    pub offset: usize,
    /// The content; byte offsets are counted from the beginning of the text.
    pub content: Result<Line<'a>, OpenQuote>,
}

/// Parses one line, with or without its line end.
///
/// ```
/// use denoc_base::csv::{Line, line};
///
/// assert!(matches!(line("# units: SI", ','), Ok(Line::Comment(text)) if text.raw == "units: SI"));
/// assert!(matches!(line("\u{feff}time,q\r\n", ','), Ok(Line::Row(cells)) if cells[1].raw == "q"));
/// ```
pub fn line(text: &str, separator: char) -> Result<Line<'_>, OpenQuote> {
    let (bare, offset) = bare(text);
    if bare.is_empty() {
        return Ok(Line::Blank);
    }
    if let Some(comment) = bare.strip_prefix('#') {
        let raw = comment.trim_start();
        return Ok(Line::Comment(Cell { raw, offset: offset + bare.len() - raw.len() }));
    }
    match cells(bare, separator) {
        Ok(mut cells) => {
            cells.iter_mut().for_each(|cell| cell.offset += offset);
            Ok(Line::Row(cells))
        }
        Err(quote) => Err(OpenQuote { offset: offset + quote.offset }),
    }
}

/// Parses a text line by line.
///
/// ```
/// use denoc_base::csv::{Line, lines};
///
/// let text = "# two states\nq,v\r\n\n0.5,1\n";
/// let rows = lines(text, ',').filter(|line| matches!(line.content, Ok(Line::Row(_))));
/// assert_eq!(rows.map(|line| (line.number, line.offset)).collect::<Vec<_>>(), [(2, 13), (4, 19)]);
/// ```
pub fn lines(text: &str, separator: char) -> impl Iterator<Item = NumberedLine<'_>> {
    let mut next = 0;
    (1..).zip(text.split_inclusive('\n')).map(move |(number, part)| {
        let start = next;
        next += part.len();
        let content = match line(part, separator) {
            Ok(Line::Row(mut cells)) => {
                cells.iter_mut().for_each(|cell| cell.offset += start);
                Ok(Line::Row(cells))
            }
            Ok(Line::Comment(text)) => Ok(Line::Comment(Cell { offset: start + text.offset, ..text })),
            Ok(Line::Blank) => Ok(Line::Blank),
            Err(quote) => Err(OpenQuote { offset: start + quote.offset }),
        };
        NumberedLine { number, offset: start + bare(part).1, content }
    })
}

/// The separator of a text, from its first row: a semicolon, as spreadsheets write it in many countries, if the row has semicolons
/// and no commas; otherwise a comma.
pub fn detect_separator(text: &str) -> char {
    let row = text.lines().map(|line| bare(line).0).find(|line| !line.is_empty() && !line.starts_with('#'));
    if row.is_some_and(|row| row.contains(';') && !row.contains(',')) { ';' } else { ',' }
}

/// A line without surrounding white space and byte order mark, and its byte offset.
fn bare(line: &str) -> (&str, usize) {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let rest = line.trim_start_matches(blank);
    (rest.trim_end_matches(blank), line.len() - rest.len())
}

/// Splits a line into cells.
///
/// ```
/// use denoc_base::csv::cells;
///
/// let texts = |line| cells(line, ',').map(|all| all.iter().map(|cell| cell.text().into_owned()).collect::<Vec<_>>());
/// assert_eq!(texts(r#"7, "a, b" ,"say ""no""","#).unwrap(), ["7", "a, b", "say \"no\"", ""]);
/// assert!(texts(r#"8,"cut sho"#).is_err());
/// ```
pub fn cells(line: &str, separator: char) -> Result<Vec<Cell<'_>>, OpenQuote> {
    if !line.contains('"') {
        let mut start = 0;
        let cell = |part: &str| {
            let (here, end) = (start, start + part.len());
            start = end + separator.len_utf8();
            cell(line, here, end)
        };
        return Ok(line.split(separator).map(cell).collect());
    }
    let mut cells = Vec::new();
    let (mut start, mut open) = (0, None);
    for (at, character) in line.char_indices() {
        match character {
            // a doubled quote closes and reopens: the state is unchanged
            '"' => open = if open.is_some() { None } else { Some(at) },
            _ if character == separator && open.is_none() => {
                cells.push(cell(line, start, at));
                start = at + separator.len_utf8();
            }
            _ => {}
        }
    }
    if let Some(offset) = open {
        return Err(OpenQuote { offset });
    }
    cells.push(cell(line, start, line.len()));
    Ok(cells)
}

fn cell(line: &str, start: usize, end: usize) -> Cell<'_> {
    let part = &line[start..end];
    let bare = part.trim();
    let offset = start + (part.len() - part.trim_start().len());
    match bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => Cell { raw: inside, offset: offset + 1 },
        None => Cell { raw: bare, offset },
    }
}

/// A cell as it is written to a file: quoted where necessary.
///
/// ```
/// assert_eq!(denoc_base::csv::quoted("plain"), "plain");
/// assert_eq!(denoc_base::csv::quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
/// ```
pub fn quoted(cell: &str) -> Cow<'_, str> {
    let blank = cell.starts_with(char::is_whitespace) || cell.ends_with(char::is_whitespace);
    if blank || cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")).into() } else { cell.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the cells that were written
    #[test]
    fn cells_come_back_as_they_were_written() {
        let written = ["", "plain", "a,b", "\"", "\"\"", " blank ", "q\"q", "größer, \"ß\"", "\","];
        let line = written.map(|cell| quoted(cell).into_owned()).join(",");
        let read = cells(&line, ',').unwrap();
        assert_eq!(read.iter().map(Cell::text).collect::<Vec<_>>(), written);
    }

    // oracle: the text at the offset
    #[test]
    fn offsets_point_at_the_text() {
        let line = "a ; \"b\";ü;  c";
        for cell in cells(line, ';').unwrap() {
            assert!(line[cell.offset..].starts_with(cell.raw), "{cell:?}");
        }
        assert_eq!(cells("x,\"y", ','), Err(OpenQuote { offset: 2 }));
    }

    // oracle: the text at the offset, and counting line ends
    #[test]
    fn lines_know_where_they_are() {
        let text = "\u{feff} # note\r\n\n  a ;\"b\" \r\n\t\n1;\"x\n";
        assert_eq!(detect_separator(text), ';');
        let all: Vec<NumberedLine> = lines(text, ';').filter(|line| line.content != Ok(Line::Blank)).collect();
        assert_eq!(all.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3, 5]);
        let Ok(Line::Comment(note)) = &all[0].content else { panic!("{all:?}") };
        assert!(note.raw == "note" && text[note.offset..].starts_with("note"));
        let Ok(Line::Row(cells)) = &all[1].content else { panic!("{all:?}") };
        assert_eq!(cells.iter().map(|cell| cell.raw).collect::<Vec<_>>(), ["a", "b"]);
        assert!(cells.iter().all(|cell| text[cell.offset..].starts_with(cell.raw)));
        assert!(text[all[1].offset..].starts_with("a ;"));
        let Err(quote) = all[2].content else { panic!("{all:?}") };
        assert!(text[quote.offset..].starts_with("\"x"));
    }
}
