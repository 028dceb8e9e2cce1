//! Tables that a scenario names: trajectories and forces over time. Joints may be left out.

use std::path::Path;

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model, names};
use denoc_results::Table;
use denoc_sim::controllers::{ForceTable, Interpolation};
use denoc_sim::motion::TableMotion;

use super::prepare::BoxedMotion;
use crate::Error;
use crate::error::scenario_error;

/// A trajectory from a file with the columns t, q[…] and optionally v[…], a[…]; joints without a column stay at `start`.
pub(super) fn motion<'m>(
    model: &'m Model,
    path: &Path,
    start: &[f64],
    notes: &mut Vec<String>,
) -> Result<BoxedMotion<'m>, Error> {
    let file = read_table(path)?;
    let times = column(&file, "t", path)?;
    let entries = Quantity::ALL.map(|quantity| Entries::new(model, quantity));
    let [q_entries, v_entries, a_entries, _] = &entries;
    let part = rows(&file, q_entries, path, start)?.ok_or_else(|| no_quantity(&file, q_entries, path))?;
    part.note(model, q_entries, "keep their start value", path, notes);
    let rest = vec![0.0; model.nv()];
    let rates = |entries: &Entries| -> Result<Option<Vec<Vec<f64>>>, Error> {
        let Some(rates) = rows(&file, entries, path, &rest)? else { return Ok(None) };
        // the joints of q and no others
        let differs = |link: &LinkId| part.joints.contains(link) != rates.joints.contains(link);
        match (0..model.links().len()).map(LinkId).find(differs) {
            None => Ok(Some(rates.rows)),
            Some(link) => {
                let (with, without) =
                    if part.joints.contains(&link) { (q_entries, entries) } else { (entries, q_entries) };
                let at = |entries: &Entries| {
                    let links = &model.links()[link.0];
                    entries.column(if entries.quantity == Quantity::Q { links.q } else { links.v })
                };
                let rule = format!("there is a column \"{}\", but no column \"{}\"", at(with), at(without));
                Err(scenario_error(&path.display().to_string(), rule, "give both, or leave both out"))
            }
        }
    };
    let (v, a) = (rates(v_entries)?, rates(a_entries)?);
    Ok(Box::new(TableMotion::new(model, &times, &part.rows, v.as_deref(), a.as_deref())?))
}

/// Forces from a file with the columns t and tau[…]; joints without a column have none.
pub(super) fn forces(
    model: &Model,
    path: &Path,
    interpolation: Interpolation,
    notes: &mut Vec<String>,
) -> Result<ForceTable, Error> {
    let table = read_table(path)?;
    let entries = Entries::new(model, Quantity::Tau);
    let part = rows(&table, &entries, path, &vec![0.0; model.nv()])?;
    let part = part.ok_or_else(|| no_quantity(&table, &entries, path))?;
    if !model.lists_motors() {
        part.note(model, &entries, "have no force", path, notes);
    }
    Ok(ForceTable { times: column(&table, "t", path)?, rows: part.rows, interpolation })
}

/// The rows of one quantity of a table.
struct Part {
    /// One row for each line, with all entries.
    rows: Vec<Vec<f64>>,
    /// The joints that have columns.
    joints: Vec<LinkId>,
}

impl Part {
    /// Adds a note on joints without columns.
    fn note(&self, model: &Model, entries: &Entries, what: &str, path: &Path, notes: &mut Vec<String>) {
        const MOST: usize = 5;
        let moving = (0..model.links().len()).map(LinkId).filter(|link| model.links()[link.0].nv > 0);
        let absent: Vec<&str> =
            moving.filter(|link| !self.joints.contains(link)).map(|link| &*model.joint_names()[link.0]).collect();
        let (shown, more) = (absent[..absent.len().min(MOST)].join(", "), absent.len().saturating_sub(MOST));
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !absent.is_empty() {
            let symbol = entries.quantity.symbol();
            notes.push(format!("{}: joints without a column {symbol}[…] {what}: {shown}{more}", path.display()));
        }
    }
}

pub(crate) fn read_table(path: &Path) -> Result<Table, Error> {
    if !path.exists() {
        let remedy = denoc_formats::similar_file(path).map(|near| format!("did you mean \"{near}\"?"));
        let path = path.display().to_string();
        return Err(scenario_error(&path, "there is no such file", remedy.unwrap_or("check the path".into())));
    }
    let npz = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("npz"));
    Ok(if npz { Table::read_npz(path)? } else { Table::read_csv(path)? })
}

fn column(table: &Table, name: &str, path: &Path) -> Result<Vec<f64>, Error> {
    table.column(name).map(|c| c.values.clone()).ok_or_else(|| no_column(table, name, [name].into_iter(), path))
}

/// The error about a missing column, with one that may be meant to be it or another one of `needed`.
fn no_column<'a>(table: &Table, name: &str, needed: impl Iterator<Item = &'a str> + Clone, path: &Path) -> Error {
    let all = || table.columns().iter().map(|c| c.name.as_str());
    let spare = || all().filter(|column| !needed.clone().any(|name| name == *column));
    let pairs = |name: &'a str| names::nearest(name, spare()).map(|found| (name, found));
    let meant = needed.clone().find_map(pairs);
    let meant = meant.map(|(name, found)| format!("did you mean \"{name}\" instead of \"{found}\"? "));
    let remedy = meant.unwrap_or_default() + "the columns are " + &all().take(12).collect::<Vec<_>>().join(", ");
    scenario_error(&path.display().to_string(), format!("there is no column \"{name}\""), remedy)
}

/// The error about a table without any column of a quantity.
fn no_quantity(table: &Table, entries: &Entries, path: &Path) -> Error {
    let needed: Vec<String> = (0..entries.len()).map(|i| entries.column(i)).collect();
    no_column(table, entries.quantity.symbol(), needed.iter().map(String::as_str), path)
}

/// The rows of a quantity; entries without a column have the values of `others`. `None` if the table has no column of the quantity. Columns
/// of the quantity that belong to no joint are errors, and so are joints with some of their columns.
fn rows(table: &Table, entries: &Entries, path: &Path, others: &[f64]) -> Result<Option<Part>, Error> {
    let columns: Vec<_> = (0..entries.len()).map(|i| table.column(&entries.column(i))).collect();
    let of_quantity = format!("{}[", entries.quantity.symbol());
    let known = |name: &str| columns.iter().flatten().any(|column| column.name == name);
    let stranger = table.columns().iter().find(|c| c.name.starts_with(&of_quantity) && !known(&c.name));
    if columns.iter().all(Option::is_none) {
        return if stranger.is_some() { Err(no_quantity(table, entries, path)) } else { Ok(None) };
    }
    if let Some(stranger) = stranger {
        let label = stranger.name[of_quantity.len()..].trim_end_matches(']');
        let rule = format!("column \"{}\" belongs to no joint", stranger.name);
        let remedy = match entries.nearest(label).and_then(|near| entries.find(&near)) {
            Some(range) => format!("did you mean \"{}\"?", entries.column(range.start)),
            None => format!("the joints are {}", entries.in_order()),
        };
        return Err(scenario_error(&path.display().to_string(), rule, remedy));
    }
    let mut rows = vec![others.to_vec(); table.rows()];
    let mut joints = Vec::new();
    for (link, range) in entries.joints() {
        let given = range.clone().filter(|&i| columns[i].is_some()).count();
        if given == 0 {
            continue;
        }
        joints.push(link);
        for i in range {
            let column = columns[i].ok_or_else(|| {
                let name = entries.column(i);
                no_column(table, &name, [name.as_str()].into_iter(), path)
            })?;
            let factor = match (column.unit.as_str(), entries.units[i]) {
                ("", _) => 1.0,
                (unit, needed) if unit == needed || unit == needed.replace('²', "^2") => 1.0,
                (unit, needed) => denoc_formats::in_si(&format!("1 {unit}"), needed).map_err(|message| {
                    let path = path.display().to_string();
                    scenario_error(&path, format!("column \"{}\": {message}", column.name), "")
                })?,
            };
            rows.iter_mut().zip(&column.values).for_each(|(row, &x)| row[i] = factor * x);
        }
    }
    Ok(Some(Part { rows, joints }))
}
