//! Lines of CSV: cells separated by a sign, in double quotes where they hold that sign; a quote inside is written twice.

use std::borrow::Cow;

/// A cell of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// What stands in the line, without blanks and quotes around it; quotes inside are still doubled.
    pub raw: &'a str,
    /// Where it begins in the line, in bytes.
    pub offset: usize,
}

impl<'a> Cell<'a> {
    /// Its text.
    pub fn text(&self) -> Cow<'a, str> {
        if self.raw.contains("\"\"") { self.raw.replace("\"\"", "\"").into() } else { self.raw.into() }
    }
}

/// A quote that is not closed: the line was cut short, or is not CSV.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OpenQuote {
    /// Where the quote is in the line, in bytes.
    pub offset: usize,
}

/// The cells of a line.
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
    for (at, sign) in line.char_indices() {
        match sign {
            // a doubled quote closes and opens again: nothing changes
            '"' => open = if open.is_some() { None } else { Some(at) },
            sign if sign == separator && open.is_none() => {
                cells.push(cell(line, start, at));
                start = at + sign.len_utf8();
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

/// A cell as it is written: in quotes where it must be.
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
}
