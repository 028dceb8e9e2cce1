//! Columns of one or several results over each other.

use std::collections::HashMap;

use denoc_base::plural;
use denoc_results::{Column, Panel, Plot, Style, XAxis};

use super::Results;
use super::columns::{select, union, unknown};
use crate::Error;
use crate::display_unit::{Shown, degrees, plain};
use crate::error::scenario_error;

/// More curves in one panel could not be told apart.
const MOST_CURVES: usize = 8;
/// Styles of the curves of the first results, the second, ….
const STYLES: [Style; 4] = [Style::Line, Style::Dashed, Style::Dotted, Style::DashDot];
/// Columns that are drawn unless others are chosen, as far as they change.
const USUAL: [&str; 3] = ["q", "v", "tau"];

/// What is plotted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotOptions {
    /// Columns by name, with `*` for any characters; empty for coordinates, speeds and forces that change.
    pub columns: Vec<String>,
    /// The column of the abscissa [default: time].
    pub against: Option<String>,
    /// Angles in degrees instead of radians.
    pub degrees: bool,
    /// Title [default: the names of the results].
    pub title: Option<String>,
}

/// A plot of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Plotted {
    /// The plot.
    pub plot: Plot,
    /// What it omits, in sentences.
    pub notes: Vec<String>,
}

/// Plots columns of results over each other: one panel for each quantity, with every result over its own abscissa.
///
/// # Errors
/// If there are no results or the same twice, or a column is unknown.
pub fn plot(all: &[Results], options: &PlotOptions) -> Result<Plotted, Error> {
    let Some(first) = all.first() else {
        return Err(scenario_error("", "there are no results to plot", "give at least one run"));
    };
    let names = names(all)?;
    let whole: Vec<&Results> = all.iter().collect();
    let shown: fn(&str) -> Shown<'_> = if options.degrees { degrees } else { plain };
    let against = abscissa(&whole, options.against.as_deref())?;
    let mut notes = Vec::new();
    let columns = match options.columns.is_empty() {
        true => usual(&whole, &against, &mut notes),
        false => select(&whole, &options.columns)?,
    };
    // the abscissa over itself is asked for by wildcards only
    let columns: Vec<String> = match columns.iter().filter(|name| **name != against).count() {
        0 => columns,
        _ => columns.into_iter().filter(|name| *name != against).collect(),
    };
    for results in all {
        let missing = columns.iter().filter(|name| results.table.column(name).is_none()).count();
        if missing > 0 {
            notes.push(format!("{} has no column for {missing} of {} curves", results.name, columns.len()));
        }
    }
    let unit = first.table.column(&against).map_or("", |column| column.unit.as_str());
    let label = if Some(against.as_str()) == first.time() { "time" } else { against.as_str() };
    let x = XAxis::new(label, shown(unit).unit, Vec::new());
    let mut plot = Plot::new(options.title.clone().unwrap_or_else(|| title(&names)), x);
    for group in groups(all, &columns) {
        let apart = all.len() > STYLES.len() && group.columns.len() > 1;
        let most = if apart { 1 } else { MOST_CURVES };
        for some in group.columns.chunks(most) {
            let curves = Curves { all, names: &names, against: &against, columns: some };
            plot.panels.push(curves.panel(&group, shown));
        }
    }
    Ok(Plotted { plot, notes })
}

/// Names that tell results apart; those of folders, or their paths where names are equal.
fn names(all: &[Results]) -> Result<Vec<String>, Error> {
    for (i, results) in all.iter().enumerate() {
        let same = |other: &&Results| !results.path.as_os_str().is_empty() && is_same(other, results);
        if all[..i].iter().any(|other| same(&other)) {
            return Err(scenario_error("", format!("{} is given twice", results.place()), "give each run once"));
        }
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    all.iter().for_each(|results| *counts.entry(&results.name).or_default() += 1);
    Ok(all.iter().map(|r| if counts[r.name.as_str()] > 1 { r.place() } else { r.name.clone() }).collect())
}

/// Whether both were read from the same place.
fn is_same(a: &Results, b: &Results) -> bool {
    match (a.path.canonicalize(), b.path.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a.path == b.path,
    }
}

fn title(names: &[String]) -> String {
    const MOST: usize = 3;
    match names.len() {
        ..=MOST => names.join(", "),
        n => format!("{} and {} more runs", names[0], n - 1),
    }
}

/// The column of the abscissa: the given one, or that of times, or the first of the table. All results must have it, in one unit.
fn abscissa(all: &[&Results], given: Option<&str>) -> Result<String, Error> {
    let first = all[0];
    let usual = || first.time().unwrap_or(first.table.columns()[0].name.as_str());
    let name = match given {
        None | Some("t" | "time") => first.time().or(given).unwrap_or_else(usual),
        Some(name) => name,
    };
    let mut units = Vec::new();
    for results in all {
        match results.table.column(name) {
            Some(column) => units.push(column.unit.as_str()),
            None => {
                let error = unknown(name, &union(&[results]));
                return Err(scenario_error(&results.place(), error.to_string(), ""));
            }
        }
    }
    if let Some(other) = units.iter().position(|unit| *unit != units[0]) {
        let rule = format!("the unit of {name} is \"{}\", that of {} \"{}\"", units[other], first.place(), units[0]);
        return Err(scenario_error(&all[other].place(), rule, "choose another column with --against"));
    }
    Ok(name.to_owned())
}

/// Coordinates, speeds and forces that change, of the joints that move most if there are many; else all columns that change.
fn usual(all: &[&Results], against: &str, notes: &mut Vec<String>) -> Vec<String> {
    let names = union(all);
    let swing = |name: &str| all.iter().filter_map(|r| r.table.column(name)).map(range).fold(0.0, f64::max);
    let symbol = |name: &str| name.split_once('[').map_or("", |(symbol, _)| symbol).to_owned();
    let is_state = names.iter().any(|name| symbol(name) == USUAL[0]);
    let known = names.into_iter().filter(|name| *name != against && swing(name) > 1e-12);
    let mut by_group: Vec<(String, Vec<&str>)> = Vec::new();
    for name in known.filter(|name| !is_state || USUAL.contains(&&*symbol(name))) {
        let unit = all.iter().find_map(|r| r.table.column(name)).map_or("", |column| &column.unit);
        let key = format!("{} {unit}", quantity(name));
        match by_group.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(name),
            None => by_group.push((key, vec![name])),
        }
    }
    let mut chosen = Vec::new();
    for (_, members) in by_group {
        let mut largest: Vec<&str> = members.clone();
        largest.sort_by(|a, b| swing(b).total_cmp(&swing(a)));
        largest.truncate(MOST_CURVES);
        if members.len() > MOST_CURVES {
            let what = quantity(members[0]);
            notes.push(format!(
                "{MOST_CURVES} of {} columns of {what} are drawn, those that change most",
                members.len()
            ));
        }
        chosen.extend(members.into_iter().filter(|name| largest.contains(name)).map(str::to_owned));
    }
    if chosen.is_empty() {
        // nothing changes: show that
        let rest = union(all).into_iter().filter(|name| *name != against && (!is_state || symbol(name) == USUAL[0]));
        chosen = rest.take(MOST_CURVES).map(str::to_owned).collect();
    }
    chosen
}

/// Largest minus smallest value.
fn range(column: &Column) -> f64 {
    let finite = || column.values.iter().copied().filter(|x| x.is_finite());
    finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min)
}

/// What a column measures: the symbol in front of the brackets, or a word of its name.
fn quantity(name: &str) -> &str {
    let words = ["energy", "work", "shaking force", "shaking moment"];
    match name.split_once('[') {
        Some((symbol, _)) => symbol,
        None => words.into_iter().find(|word| name.contains(word)).unwrap_or(name),
    }
}

/// Columns of one quantity and unit.
struct Group<'a> {
    quantity: &'a str,
    unit: &'a str,
    columns: Vec<&'a str>,
}

/// The columns by quantity and unit, in the order of their first members.
fn groups<'a>(all: &'a [Results], columns: &'a [String]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for name in columns {
        let mut units: Vec<&str> = Vec::new();
        for column in all.iter().filter_map(|results| results.table.column(name)) {
            if !units.contains(&column.unit.as_str()) {
                units.push(&column.unit);
            }
        }
        for unit in units {
            let quantity = quantity(name);
            match groups.iter_mut().find(|group| group.quantity == quantity && group.unit == unit) {
                Some(group) => group.columns.push(name),
                None => groups.push(Group { quantity, unit, columns: vec![name] }),
            }
        }
    }
    groups
}

/// The curves of a panel.
struct Curves<'a> {
    all: &'a [Results],
    /// Of the results.
    names: &'a [String],
    against: &'a str,
    columns: &'a [&'a str],
}

impl Curves<'_> {
    fn panel(&self, group: &Group<'_>, shown: fn(&str) -> Shown<'_>) -> Panel {
        let Self { all, names, against, columns } = *self;
        let single = columns.len() == 1;
        let label = if single { columns[0] } else { group.quantity };
        let mut panel = Panel::new(label, shown(group.unit).unit);
        for (place, name) in columns.iter().enumerate() {
            for (run, results) in all.iter().enumerate() {
                let column = results.table.column(name).filter(|column| column.unit == group.unit);
                let (Some(x), Some(y)) = (results.table.column(against), column) else { continue };
                let (legend, style, color) = match (all.len(), single) {
                    (1, _) => (inner(name).to_owned(), Style::Line, place),
                    (_, true) => (names[run].clone(), Style::Line, run),
                    _ => (format!("{}, {}", inner(name), names[run]), STYLES[run % STYLES.len()], place),
                };
                panel = panel.over(legend, shown(&x.unit).all(&x.values), shown(&y.unit).all(&y.values), style);
                panel = panel.colored(color);
            }
        }
        panel
    }
}

/// The name of a joint in the name of a column, or the whole name.
fn inner(name: &str) -> &str {
    name.split_once('[').and_then(|(_, rest)| rest.strip_suffix(']')).unwrap_or(name)
}

impl Plotted {
    /// The number of curves and panels, in words.
    pub fn summary(&self) -> String {
        let panels = self.plot.panels.len();
        let curves: usize = self.plot.panels.iter().map(|panel| panel.series.len()).sum();
        format!("{curves} curve{} in {panels} panel{}", plural(curves), plural(panels))
    }
}
