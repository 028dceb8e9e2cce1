//! Aligned text tables.

pub(crate) use denoc_base::number::{decimals as number, short};
pub(crate) use denoc_base::plural;

/// Alignment of a column.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// A table with a header.
#[derive(Debug)]
pub(crate) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<S: Into<String>>(header: impl IntoIterator<Item = (S, Side)>) -> Self {
        let (head, sides) = header.into_iter().map(|(text, side)| (text.into(), side)).unzip();
        Self { sides, rows: vec![head] }
    }

    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table with an indent of two spaces.
    pub(crate) fn text(&self) -> String {
        let width = |k: usize| self.rows.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.sides.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::from(" ");
            for ((cell, &w), side) in row.iter().zip(&widths).zip(&self.sides) {
                line += " ";
                line += &match side {
                    Side::Left => format!("{cell:<w$} "),
                    Side::Right => format!("{cell:>w$} "),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// Replaces numbers that are rounding errors compared with the largest one by zero.
pub(crate) fn without_noise(numbers: &[f64]) -> Vec<f64> {
    let largest = numbers.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    numbers.iter().map(|&x| if x.abs() < 1e-12 * largest { 0.0 } else { x }).collect()
}

/// Numbers with units, padded so that the numbers stay aligned in a right-aligned column.
pub(crate) fn with_units(numbers: &[f64], units: &[&str]) -> Vec<String> {
    let width = units.iter().map(|u| u.chars().count()).max().unwrap_or(0);
    numbers.iter().zip(units).map(|(&x, unit)| format!("{} {unit:<width$}", number(x))).collect()
}
