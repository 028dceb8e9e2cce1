//! Lines of CSV: cells separated by a sign, in double quotes where they hold that sign; a quote inside is written twice.

use std::borrow::Cow;

/// A cell of a line, without blanks and quotes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Its text.
    pub text: Cow<'a, str>,
    /// Where the text begins in the line, in bytes.
    pub offset: usize,
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
/// let texts = |line| cells(line, ',').map(|all| all.into_iter().map(|cell| cell.text.into_owned()).collect::<Vec<_>>());
/// assert_eq!(texts(r#"7, "a, b" ,"say ""no""","#).unwrap(), ["7", "a, b", "say \"no\"", ""]);
/// assert!(texts(r#"8,"cut sho"#).is_err());
/// ```
pub fn cells(line: &str, separator: char) -> Result<Vec<Cell<'_>>, OpenQuote> {
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
        Some(inside) if inside.contains("\"\"") => {
            Cell { text: inside.replace("\"\"", "\"").into(), offset: offset + 1 }
        }
        Some(inside) => Cell { text: inside.into(), offset: offset + 1 },
        None => Cell { text: bare.into(), offset },
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
        assert_eq!(read.iter().map(|cell| &*cell.text).collect::<Vec<_>>(), written);
    }

    // oracle: the text at the offset
    #[test]
    fn offsets_point_at_the_text() {
        let line = "a ; \"b\";ü;  c";
        for cell in cells(line, ';').unwrap() {
            assert!(line[cell.offset..].starts_with(&*cell.text), "{cell:?}");
        }
        assert_eq!(cells("x,\"y", ','), Err(OpenQuote { offset: 2 }));
    }
}
