//! Differences between the results of two runs.

use denoc_base::number::six;
use denoc_base::plural;
use denoc_results::Column;
use serde::Serialize;

use super::Results;
use super::columns::{select, union};
use super::grid::Grid;
use super::inputs::{InputDifference, differences};
use crate::Error;
use crate::error::{folder_error, scenario_error};

/// The error of the energy balance is judged in proportion to the energies, not to itself.
const UNEXPLAINED: &str = "unexplained energy";

/// What is compared, and how closely.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffOptions {
    /// The largest difference of a column that counts as equal, relative to the largest absolute value of the column in both tables.
    pub tolerance: f64,
    /// Differences up to this, in the unit of the column, count as equal, too: rounding of numbers that are zero.
    pub absolute: f64,
    /// Columns by name, with `*` for any characters; empty for all.
    pub columns: Vec<String>,
}

impl Default for DiffOptions {
    /// All columns, to a millionth.
    fn default() -> Self {
        Self { tolerance: 1e-6, absolute: 1e-12, columns: Vec::new() }
    }
}

/// How a column differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnDifference {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The largest absolute difference, in `unit`.
    pub max_abs: f64,
    /// The same, relative to the largest absolute value of the column in both tables.
    pub max_rel: f64,
    /// The time of the largest difference, s, or the number of the row if there are no times; `None` if there is no difference.
    pub at: Option<f64>,
    /// Rows in which one table has a number and the other none, or an infinite one.
    pub not_finite: usize,
    /// Whether the column is equal within the tolerance.
    pub equal: bool,
}

/// Differences between two tables of results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diff {
    /// Whether all columns of both exist in the other one, cover the same time and are equal within the tolerance.
    pub equal: bool,
    /// The columns of both, the largest relative difference first.
    pub columns: Vec<ColumnDifference>,
    /// Differences between the inputs, which do not count; `None` if one of the results is not a run folder.
    pub inputs: Option<Vec<InputDifference>>,
    /// The relative tolerance.
    pub tolerance: f64,
    /// The absolute tolerance.
    pub absolute: f64,
    /// The rows that were compared.
    pub grid: Grid,
    /// Columns of the first table that the second one lacks.
    pub only_in_a: Vec<String>,
    /// Columns of the second table that the first one lacks.
    pub only_in_b: Vec<String>,
    /// Differences other than of numbers, such as of lengths and units, in sentences.
    pub others: Vec<String>,
}

/// Compares two tables of results: columns by name, at equal times if there are enough, otherwise interpolated.
///
/// # Errors
/// If a tolerance is not a number, a column does not exist in either table, or the times do not overlap.
pub fn diff(a: &Results, b: &Results, options: &DiffOptions) -> Result<Diff, Error> {
    for (key, value) in [("tolerance", options.tolerance), ("absolute", options.absolute)] {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(scenario_error(key, format!("the tolerance is {value}"), "give a number from 0"));
        }
    }
    let both = [a, b];
    let names = match options.columns.is_empty() {
        true => union(&both).into_iter().map(str::to_owned).collect(),
        false => select(&both, &options.columns)?,
    };
    let mut others = Vec::new();
    let (grid, time) = rows(both, &mut others)?;
    let lacking = |which: &Results, other: &Results| -> Vec<String> {
        let lacks = |name: &&String| other.table.column(name).is_none() && which.table.column(name).is_some();
        names.iter().filter(lacks).filter(|name| Some(name.as_str()) != time).cloned().collect()
    };
    let (only_in_a, only_in_b) = (lacking(a, b), lacking(b, a));
    let mut columns = Vec::new();
    for name in names.iter().filter(|name| Some(name.as_str()) != time) {
        let (Some(x), Some(y)) = (a.table.column(name), b.table.column(name)) else { continue };
        if x.unit != y.unit {
            others.push(format!("the unit of {name} is \"{}\" in {}, \"{}\" in {}", x.unit, a.name, y.unit, b.name));
            continue;
        }
        let scale = if name == UNEXPLAINED { Some(energy(both)) } else { None };
        columns.push(compare([x, y], &grid, scale, options));
    }
    columns.sort_by(|x, y| {
        let order = |c: &ColumnDifference| (c.equal, c.not_finite == 0);
        order(x).cmp(&order(y)).then(y.max_rel.total_cmp(&x.max_rel))
    });
    let equal =
        others.is_empty() && only_in_a.is_empty() && only_in_b.is_empty() && columns.iter().all(|column| column.equal);
    let (tolerance, absolute) = (options.tolerance, options.absolute);
    let inputs = differences(a, b);
    Ok(Diff { equal, columns, inputs, tolerance, absolute, grid, only_in_a, only_in_b, others })
}

/// The rows to compare, and the column of times; different lengths are named.
fn rows([a, b]: [&Results; 2], others: &mut Vec<String>) -> Result<(Grid, Option<&'static str>), Error> {
    let time = a.time().filter(|name| b.time() == Some(name));
    let values = |results: &Results, name| results.table.column(name).map(|column| column.values.clone());
    let Some((name, s, t)) = time.and_then(|name| Some((name, values(a, name)?, values(b, name)?))) else {
        let rows = [a, b].map(|results| results.table.rows());
        if rows[0] != rows[1] {
            others.push(format!("{} has {} rows, {} has {}", a.name, rows[0], b.name, rows[1]));
        }
        return Ok((Grid::by_number(rows), None));
    };
    for (results, times) in [(a, &s), (b, &t)] {
        if !times.iter().all(|t| t.is_finite()) || times.windows(2).any(|pair| pair[1] < pair[0]) {
            let place = results.place();
            let rule = format!("the column {name} is not ascending");
            return Err(folder_error(place.as_ref(), rule, "sort the rows by time"));
        }
    }
    let grid = Grid::by_time([&s, &t], [&a.name, &b.name]).ok_or_else(|| {
        let span = |times: &[f64]| format!("{} to {} s", six(times[0]), six(times[times.len() - 1]));
        let rule = format!("the times do not overlap: {} and {}", span(&s), span(&t));
        scenario_error("", rule, "compare runs that cover the same time")
    })?;
    let span = s[s.len() - 1].abs().max(t[t.len() - 1].abs());
    for (what, [x, y]) in [("begins", [s[0], t[0]]), ("ends", [s[s.len() - 1], t[t.len() - 1]])] {
        if (x - y).abs() > 1e-9 * span {
            others.push(format!("{} {what} at {} s, {} at {} s", a.name, six(x), b.name, six(y)));
        }
    }
    Ok((grid, Some(name)))
}

/// The largest energy in both tables, J.
fn energy(both: [&Results; 2]) -> f64 {
    let columns = both.into_iter().flat_map(|results| results.table.columns());
    let energies = columns.filter(|column| column.unit == "J" && column.name != UNEXPLAINED);
    energies.flat_map(|column| &column.values).fold(0.0, |most, x| if x.is_finite() { most.max(x.abs()) } else { most })
}

/// Compares a column; `scale`: what differences are relative to, if not the largest absolute value of both.
fn compare([x, y]: [&Column; 2], grid: &Grid, scale: Option<f64>, options: &DiffOptions) -> ColumnDifference {
    let (mut max_abs, mut at, mut largest, mut not_finite) = (0.0_f64, None, 0.0_f64, 0);
    for (places, &t) in grid.places.iter().zip(&grid.at) {
        let (x, y) = (places[0].of(&x.values), places[1].of(&y.values));
        if x.is_finite() && y.is_finite() {
            largest = largest.max(x.abs()).max(y.abs());
            if (x - y).abs() > max_abs {
                (max_abs, at) = ((x - y).abs(), Some(t));
            }
        } else if !(x == y || x.is_nan() && y.is_nan()) {
            not_finite += 1;
        }
    }
    let scale = scale.unwrap_or(largest);
    let max_rel = if max_abs == 0.0 { 0.0 } else { max_abs / scale };
    let equal = not_finite == 0 && max_abs <= options.tolerance * scale + options.absolute;
    ColumnDifference { name: x.name.clone(), unit: x.unit.clone(), max_abs, max_rel, at, not_finite, equal }
}

impl Diff {
    /// The outcome in a sentence.
    pub fn summary(&self) -> String {
        let differing = self.columns.iter().filter(|column| !column.equal).count();
        let count = self.columns.len();
        let missing = self.only_in_a.len() + self.only_in_b.len();
        let mut parts = Vec::new();
        if differing > 0 {
            let differ = if differing == 1 { "differs" } else { "differ" };
            parts.push(format!("{differing} of {count} column{} {differ}", plural(count)));
        }
        if missing > 0 {
            let only = if missing == 1 { "is" } else { "are" };
            parts.push(format!("{missing} column{} {only} in one of them only", plural(missing)));
        }
        parts.extend(self.others.iter().cloned());
        match parts.is_empty() {
            true => format!("equal: {count} column{} within the tolerance", plural(count)),
            false => format!("different: {}", parts.join("; ")),
        }
    }
}
