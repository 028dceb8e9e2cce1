//! Rows of the results: one line of CSV for each point. They contain no times: the same point gives the same line.

use denoc_base::csv::{cells, quoted};
use denoc_base::number::push_exact;
use denoc_results::Column;

use super::Heading;
use crate::checksum;

/// One finished point.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number, from 0.
    pub point: usize,
    /// Values of the parameters, in SI units.
    pub parameters: Vec<f64>,
    /// The metrics, in the order of the heading; NaN where there is none.
    pub metrics: Vec<f64>,
    /// Why it failed.
    pub error: Option<String>,
}

/// The heading of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) parameters: Vec<Heading>,
    pub(super) metrics: Vec<Heading>,
    /// Whether each row ends with a checksum of it.
    pub(super) summed: bool,
}

/// The column of the checksums.
const SUM: &str = "sum";

impl Header {
    /// The first line of a file.
    pub(super) fn line(&self) -> String {
        let mut line = "point,".to_owned();
        for heading in self.parameters.iter().chain(&self.metrics) {
            line += &quoted(&Column::new(&*heading.name, &*heading.unit, Vec::new()).heading());
            line.push(',');
        }
        line += "error";
        if self.summed {
            line.push(',');
            line += SUM;
        }
        line + "\n"
    }

    /// The heading of a file with these parameters; `None` if the line is incomplete or has other parameters.
    pub(super) fn read(line: &str, parameters: &[Heading]) -> Option<Self> {
        let line = line.strip_suffix('\n')?;
        let (line, summed) = match line.rsplit_once(',') {
            Some((line, SUM)) => (line, true),
            _ => (line, false),
        };
        let cells = cells(line, ',').ok()?;
        let [first, between @ .., last] = &cells[..] else { return None };
        if first.raw != "point" || last.raw != "error" || between.len() < parameters.len() {
            return None;
        }
        let headings = between.iter().map(|cell| {
            let column = Column::from_heading(&cell.text());
            Heading { name: column.name, unit: column.unit }
        });
        let mut headings: Vec<Heading> = headings.collect();
        let metrics = headings.split_off(parameters.len());
        (headings == parameters).then_some(Self { parameters: headings, metrics, summed })
    }

    /// The line of a point.
    pub(super) fn write(&self, row: &Row) -> String {
        let mut line = row.point.to_string();
        for &x in row.parameters.iter().chain(&row.metrics) {
            line.push(',');
            push_exact(&mut line, x);
        }
        line.push(',');
        line += &quoted(&row.error.as_deref().map_or(String::new(), one_line));
        if self.summed {
            let sum = sum(&line);
            line.push(',');
            line += &sum;
        }
        line + "\n"
    }

    /// Reads a line; `None` if it is incomplete or has been altered.
    pub(super) fn read_row(&self, line: &str) -> Option<Row> {
        let mut line = line.strip_suffix('\n')?;
        if self.summed {
            let (start, expected) = line.rsplit_once(',')?;
            line = (sum(start) == expected).then_some(start)?;
        }
        let cells = cells(line, ',').ok()?;
        let [point, numbers @ .., error] = &cells[..] else { return None };
        if numbers.len() != self.parameters.len() + self.metrics.len() {
            return None;
        }
        let mut parameters = numbers.iter().map(|cell| cell.raw.parse().ok()).collect::<Option<Vec<f64>>>()?;
        let metrics = parameters.split_off(self.parameters.len());
        let error = (!error.raw.is_empty()).then(|| error.text().into_owned());
        Some(Row { point: point.raw.parse().ok()?, parameters, metrics, error })
    }

    /// Rows as a table of numbers: all but the texts of errors.
    #[cfg(feature = "parquet")]
    pub(super) fn table<'a>(&self, rows: impl Iterator<Item = &'a Row>) -> Result<denoc_results::Table, crate::Error> {
        let heads = self.parameters.iter().chain(&self.metrics).map(|h| (h.name.as_str(), h.unit.as_str()));
        let heads = [("point", "")].into_iter().chain(heads).chain([("failed", "")]);
        let mut columns: Vec<Column> = heads.map(|(name, unit)| Column::new(name, unit, Vec::new())).collect();
        for row in rows {
            let failed = f64::from(u8::from(row.error.is_some()));
            let numbers = row.parameters.iter().chain(&row.metrics).copied();
            let numbers = [row.point as f64].into_iter().chain(numbers).chain([failed]);
            columns.iter_mut().zip(numbers).for_each(|(column, x)| column.values.push(x));
        }
        Ok(denoc_results::Table::from_columns(columns)?)
    }
}

/// The checksum of a line: the first half of the digits is enough to tell it from any other.
fn sum(line: &str) -> String {
    let mut sum = checksum::of_bytes(line.as_bytes());
    sum.truncate(16);
    sum
}

/// A text without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let heading = |name: &str, unit: &str| Heading { name: name.into(), unit: unit.into() };
        Header {
            parameters: vec![heading("links.a.length", "m")],
            metrics: vec![heading("peak, all", "N m"), heading("n", "")],
            summed: false,
        }
    }

    fn row(point: usize, x: f64, metrics: [f64; 2], error: Option<&str>) -> Row {
        Row { point, parameters: vec![x], metrics: metrics.to_vec(), error: error.map(str::to_owned) }
    }

    // oracle: by hand
    #[test]
    fn rows_are_written_and_read() {
        let header = header();
        assert_eq!(header.line(), "point,links.a.length [m],\"peak, all [N m]\",n,error\n");
        assert_eq!(Header::read(&header.line(), &header.parameters), Some(header.clone()));
        assert_eq!(Header::read(&header.line(), &header.metrics), None);
        let good = row(7, 0.1, [1e-300, 2.0], None);
        assert_eq!(header.write(&good), "7,0.1,1e-300,2,\n");
        assert_eq!(header.read_row(&header.write(&good)), Some(good));
        let bad = header.write(&row(8, -1.0, [f64::NAN; 2], Some("link \"a\": no,\nno")));
        assert_eq!(bad, "8,-1,NaN,NaN,\"link \"\"a\"\": no, no\"\n");
        let read = header.read_row(&bad).unwrap();
        assert!(read.metrics[0].is_nan() && read.error.as_deref() == Some("link \"a\": no, no"));
    }

    // oracle: no byte of a line can be replaced unnoticed
    #[test]
    fn altered_lines_are_not_read() {
        let header = Header { summed: true, ..header() };
        assert_eq!(header.line(), "point,links.a.length [m],\"peak, all [N m]\",n,error,sum\n");
        assert_eq!(Header::read(&header.line(), &header.parameters), Some(header.clone()));
        for row in [row(7, 0.1, [1.5, 2.0], None), row(8, 1.0, [2.0, -3.0], Some("a, \"b\""))] {
            let line = header.write(&row);
            assert_eq!(header.read_row(&line), Some(row));
            for place in 0..line.len() - 1 {
                for digit in ["0", "7", ",", "x"].into_iter().filter(|digit| line[place..=place] != **digit) {
                    let mut altered = line.clone();
                    altered.replace_range(place..=place, digit);
                    assert_eq!(header.read_row(&altered), None, "{altered}");
                }
            }
        }
    }

    // oracle: a file that a power cut left: no line that is cut short counts
    #[test]
    fn lines_cut_short_are_not_read() {
        let header = header();
        for row in [row(7, 0.1, [1.5, 2.0], None), row(8, 1.0, [f64::NAN; 2], Some("a, \"b\""))] {
            let complete = header.write(&row);
            assert!(header.read_row(&complete).is_some());
            for end in 0..complete.len() {
                assert_eq!(header.read_row(&complete[..end]), None, "{}", &complete[..end]);
            }
        }
        let summed = Header { summed: true, ..header.clone() };
        let line = summed.write(&row(7, 0.1, [1.5, 2.0], None));
        assert!((0..line.len()).all(|end| summed.read_row(&line[..end]).is_none()));
        let line = header.line();
        assert!((0..line.len()).all(|end| Header::read(&line[..end], &header.parameters).is_none()));
    }
}
