//! Rows of the results: one line of text for each point. No time stands in them: the same point gives the same line.

use std::fmt::Write;

use denoc_results::Column;

use super::Heading;

/// The heading of all rows.
#[derive(Clone, Debug)]
pub(super) struct Header {
    columns: Vec<Column>,
    metrics: usize,
}

/// One row that was read back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) point: usize,
    pub(super) metrics: Vec<f64>,
    pub(super) error: String,
}

impl Header {
    pub(super) fn new(parameters: &[Heading], metrics: &[Heading]) -> Self {
        let column = |h: &Heading| Column::new(h.name.clone(), h.unit.clone(), Vec::new());
        let columns = parameters.iter().chain(metrics).map(column).collect();
        Self { columns, metrics: metrics.len() }
    }

    /// The first line of a file.
    pub(super) fn line(&self) -> String {
        let names = self.columns.iter().map(|c| quoted(&c.heading())).collect::<Vec<_>>();
        format!("point,{},error\n", names.join(","))
    }

    /// The line of a point.
    pub(super) fn row(&self, point: usize, x: &[f64], done: &Result<Vec<f64>, String>) -> String {
        let mut line = point.to_string();
        let missing = vec![f64::NAN; self.metrics];
        for x in x.iter().chain(done.as_ref().unwrap_or(&missing)) {
            // Debug keeps exponents short and reads back exactly
            let number = format!("{x:?}");
            let _ = write!(line, ",{}", number.strip_suffix(".0").unwrap_or(&number));
        }
        let error = done.as_ref().err().map_or(String::new(), |words| quoted(&one_line(words)));
        line + "," + &error + "\n"
    }

    /// Reads a line; `None` if it is not whole.
    pub(super) fn read(&self, line: &str) -> Option<Row> {
        let cells = cells(line.strip_suffix('\n')?)?;
        let (point, error) = (cells.first()?.parse().ok()?, cells.last()?.clone());
        if cells.len() != self.columns.len() + 2 {
            return None;
        }
        let numbers = cells[1..cells.len() - 1].iter().map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>()?;
        Some(Row { point, metrics: numbers[numbers.len() - self.metrics..].to_vec(), error })
    }

    /// The numbers of whole lines as a table: all but the words of errors.
    #[cfg(feature = "parquet")]
    pub(super) fn table<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<denoc_results::Table, crate::Error> {
        let head = Column::new("point", "", Vec::new());
        let failed = Column::new("failed", "", Vec::new());
        let mut columns: Vec<Column> = [head].into_iter().chain(self.columns.clone()).chain([failed]).collect();
        for cells in lines.filter_map(|line| cells(line.trim_end())) {
            let last = columns.len() - 1;
            for (k, (column, cell)) in columns.iter_mut().zip(&cells).enumerate() {
                let failed = f64::from(u8::from(!cell.is_empty()));
                column.values.push(if k == last { failed } else { cell.parse().unwrap_or(f64::NAN) });
            }
        }
        Ok(denoc_results::Table::from_columns(columns)?)
    }
}

/// Words without line breaks.
fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// The cells of a line; `None` if a quote is not closed.
fn cells(line: &str) -> Option<Vec<String>> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(core::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    cells.push(cell);
    (!quoted).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let heading = |name: &str, unit: &str| Heading { name: name.into(), unit: unit.into() };
        Header::new(&[heading("links.a.length", "m")], &[heading("peak, all", "N m"), heading("n", "")])
    }

    // oracle: by hand
    #[test]
    fn rows_are_written_and_read() {
        let header = header();
        assert_eq!(header.line(), "point,links.a.length [m],\"peak, all [N m]\",n,error\n");
        let good = header.row(7, &[0.1], &Ok(vec![1e-300, 2.0]));
        assert_eq!(good, "7,0.1,1e-300,2,\n");
        assert_eq!(header.read(&good), Some(Row { point: 7, metrics: vec![1e-300, 2.0], error: String::new() }));
        let bad = header.row(8, &[-1.0], &Err("link \"a\": no,\nno".into()));
        assert_eq!(bad, "8,-1,NaN,NaN,\"link \"\"a\"\": no, no\"\n");
        let read = header.read(&bad).unwrap();
        assert!(read.metrics[0].is_nan() && read.error == "link \"a\": no, no");
    }

    // oracle: a file that a power cut left: no line that is cut short counts
    #[test]
    fn lines_cut_short_are_not_read() {
        let header = header();
        for whole in [header.row(7, &[0.1], &Ok(vec![1.5, 2.0])), header.row(8, &[1.0], &Err("a, \"b\"".into()))] {
            assert!(header.read(&whole).is_some());
            for end in 0..whole.len() {
                assert_eq!(header.read(&whole[..end]), None, "{}", &whole[..end]);
            }
        }
    }
}
