//! States from the command line and from files.

mod closed;
mod flags;
mod json;
mod rows;

use std::io::{ErrorKind, Read};
use std::path::Path;

use clap::Args;
use denoc_base::number::six_beside;
use denoc_model::{LinkId, Model, names};

pub(crate) use closed::cut;

use crate::output::{Failure, Output};
use denoc_mechanism::quantity::{Entries, Quantity};

/// The state of the robot.
#[derive(Args, Debug)]
pub(crate) struct StateArgs {
    /// A JSON or CSV file with one or many states ("-": standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,

    /// Coordinates: all of them in order (0.1,0.2,…), or some by name (joint1=0.1,joint4=0.2) or number (q[3]=0.2)
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    pub(crate) q: Option<String>,
}

pub(crate) const FILES: &str = "\
Files with states:
  JSON   {\"q\": [0.1, 0.2, 0.3], \"v\": {\"joint2\": 1.0}}, or a list of such objects
  CSV    a header and one state per line; columns q[0], v[joint2], …, or a joint's name alone for q; t is copied to the results
Omitted coordinates are neutral, other omitted values zero. Names as in denoc info MODEL; SI units and radians.";

/// The quantity or time that a misspelt word may mean.
fn near(word: &str) -> Option<&'static str> {
    let known = Quantity::ALL.map(Quantity::symbol).into_iter().chain(["time"]);
    known.clone().find(|name| names::nearest(word, known.clone()).as_deref() == Some(*name))
}

/// Which entries of a quantity were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Entered {
    /// None: neutral, or zero.
    #[default]
    Nothing,
    /// All entries.
    All,
    /// These entries, by name.
    Named(Vec<usize>),
}

impl Entered {
    /// Whether an entry was given.
    fn has(&self, entry: usize) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Named(named) => named.contains(&entry),
        }
    }
}

/// All entries of a quantity, and which of them were given.
#[derive(Clone, Debug)]
struct Vector {
    values: Vec<f64>,
    entered: Entered,
    /// Entries given with a unit.
    with_unit: Vec<usize>,
}

/// The quantities of one state, as far as they are given.
type Given = [Option<Vector>; 4];

/// One state of a file.
#[derive(Debug, Default)]
struct Raw {
    /// Its place in the file, for messages.
    place: String,
    time: Option<f64>,
    given: Given,
}

/// States one after the other, checked.
#[derive(Debug)]
pub(crate) struct States {
    /// How many.
    pub(crate) count: usize,
    /// Whether they came as a list.
    pub(crate) many: bool,
    pub(crate) times: Option<Vec<f64>>,
    /// The requested quantities, each for all states; others are empty.
    values: [Vec<f64>; 4],
    /// Which entries of the requested quantities each state gives.
    entered: [Vec<Entered>; 4],
    /// The place of each state in its file.
    places: Vec<String>,
    /// Quantities of the file that the command does not use.
    unused: Vec<Quantity>,
    /// Entries of q that an option gives with a unit.
    with_unit: Vec<usize>,
}

impl States {
    pub(crate) fn of(&self, quantity: Quantity) -> &[f64] {
        &self.values[quantity as usize]
    }

    /// Notes on unused quantities and on coordinates outside their limits.
    pub(crate) fn remarks(&self, model: &Model, output: &mut Output) {
        if let Some(note) = self.outside(model) {
            output.note(note);
        }
        if let Some(note) = self.many_turns(model) {
            output.note(format!("note: {note}"));
        }
        for quantity in &self.unused {
            output.note(format!("note: {} in the file is not used here", quantity.symbol()));
        }
    }

    /// A note on angles of more than a turn in states given by hand; results of runs are long lists.
    fn many_turns(&self, model: &Model) -> Option<String> {
        const BY_HAND: usize = 20;
        let entries = Entries::new(model, Quantity::Q);
        let entered = self.entered[Quantity::Q as usize].iter().take(if self.count > BY_HAND { 0 } else { BY_HAND });
        let states = entered.zip(self.of(Quantity::Q).chunks_exact(model.nq().max(1)));
        let angles = states.flat_map(|(entered, q)| {
            let angles = (0..entries.len()).filter(|&i| entries.units[i] == "rad" && !self.with_unit.contains(&i));
            angles.filter(|&i| entered.has(i)).map(|i| (entries.labels[i].as_str(), q[i]))
        });
        denoc_mechanism::many_turns(angles)
    }

    /// The first coordinate outside its limits, and how many there are.
    fn outside(&self, model: &Model) -> Option<String> {
        let entries = Entries::new(model, Quantity::Q);
        let mut found = Vec::new();
        for (k, q) in self.of(Quantity::Q).chunks_exact(model.nq().max(1)).enumerate() {
            for (i, link) in model.links().iter().enumerate().filter(|(_, link)| link.nq == 1) {
                let limits = model.properties(LinkId(i)).limits;
                found.extend(limits.filter(|[low, high]| !(*low..=*high).contains(&q[link.q])).map(|l| (k, link.q, l)));
            }
        }
        let &(k, i, [low, high]) = found.first()?;
        let place = if self.places[k].is_empty() { String::new() } else { format!("{}: ", self.places[k]) };
        let (x, unit) = (self.of(Quantity::Q)[k * model.nq() + i], entries.units[i]);
        let radians = if unit == "rad" { "; angles are in radians" } else { "" };
        let more = if found.len() > 1 { format!(" (and {} more)", found.len() - 1) } else { String::new() };
        let passed = if x < low { low } else { high };
        let (label, x, low, high) =
            (&entries.labels[i], six_beside(x, passed), six_beside(low, x), six_beside(high, x));
        Some(format!("note: {place}{label} = {x} {unit} is outside its limits {low} … {high}{radians}{more}"))
    }

    /// An error of a computation with these states, with the place of the state in question.
    pub(crate) fn explain(&self, error: impl Into<denoc_run::Error>) -> Failure {
        let error = error.into();
        match error.in_batch() {
            Some((k, alone)) => Failure::from(alone).at(&self.places[k]),
            None if self.count == 1 => Failure::from(error).at(&self.places[0]),
            None => error.into(),
        }
    }
}

/// Reads states from options (quantities with the text of their options) and from a file. Quantities that are not among `flags` are
/// not read.
pub(crate) fn read(model: &Model, file: Option<&str>, flags: &[(Quantity, Option<&str>)]) -> Result<States, Failure> {
    let entries = Quantity::ALL.map(|quantity| Entries::new(model, quantity));
    let (raws, many) = match file {
        None => (vec![Raw::default()], false),
        Some(path) => {
            let (name, text) = text(path)?;
            parse(model, &entries, &name, &text)?
        }
    };
    if let Some(raw) = raws.iter().find(|raw| raw.time.is_some_and(|t| !t.is_finite())) {
        return Err(Failure::new("the time t must be a finite number").at(&raw.place));
    }
    let count = raws.len();
    let mut values: [Vec<f64>; 4] = Default::default();
    let mut entered: [Vec<Entered>; 4] = Default::default();
    let mut with_unit = Vec::new();
    for &(quantity, option) in flags {
        let entries = &entries[quantity as usize];
        let flag = format!("--{}", quantity.symbol());
        let from_flag = |text| {
            let vector = flags::parse(model, entries, text)?;
            check(model, quantity, &vector.values)?;
            Ok(vector)
        };
        let from_flag = option.map(from_flag).transpose().map_err(|e: Failure| e.at(&flag))?;
        if let (Quantity::Q, Some(vector)) = (quantity, &from_flag) {
            with_unit.clone_from(&vector.with_unit);
        }
        let all = &mut values[quantity as usize];
        for raw in &raws {
            match (&from_flag, &raw.given[quantity as usize]) {
                (Some(_), Some(_)) => {
                    let symbol = quantity.symbol();
                    return Err(Failure::new(format!(
                        "{symbol} is given twice: by {flag} and in the file; keep one of them"
                    ))
                    .at(&raw.place));
                }
                (Some(vector), None) | (None, Some(vector)) => {
                    all.extend(&vector.values);
                    entered[quantity as usize].push(vector.entered.clone());
                }
                (None, None) => {
                    all.extend(default(model, quantity));
                    entered[quantity as usize].push(Entered::Nothing);
                }
            }
            check(model, quantity, &all[all.len() - entries.len()..]).map_err(|e| Failure::from(e).at(&raw.place))?;
        }
    }
    let times: Option<Vec<f64>> = raws.iter().map(|raw| raw.time).collect();
    let requested = |quantity: &Quantity| flags.iter().any(|(q, _)| q == quantity);
    let given = |quantity: &Quantity| raws.iter().any(|raw| raw.given[*quantity as usize].is_some());
    let unused = Quantity::ALL.into_iter().filter(|q| !requested(q) && given(q)).collect();
    let places = raws.into_iter().map(|raw| raw.place).collect();
    Ok(States { count, many, times, values, entered, places, unused, with_unit })
}

/// Accelerations that an option gives, by speed; `None` for those that it does not name.
pub(crate) fn given(model: &Model, flag: &str, text: &str) -> Result<Vec<Option<f64>>, Failure> {
    let read = || {
        let vector = flags::parse(model, &Entries::new(model, Quantity::A), text)?;
        check(model, Quantity::A, &vector.values)?;
        Ok(vector)
    };
    let Vector { values, entered, .. } = read().map_err(|e: Failure| e.at(flag))?;
    Ok(values.into_iter().enumerate().map(|(i, x)| entered.has(i).then_some(x)).collect())
}

fn parse(model: &Model, entries: &[Entries; 4], name: &str, text: &str) -> Result<(Vec<Raw>, bool), Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None if name.to_lowercase().ends_with(".csv") => {
            Err(Failure::new("there is nothing in it; give a header such as q[0],q[1] and a state per line").at(name))
        }
        None => Err(Failure::new("there is nothing in it; give a state such as {\"q\": [0.1, 0.2]}").at(name)),
        Some('{' | '[') => json::parse(model, entries, name, text),
        Some(_) => Ok((rows::parse(model, entries, name, text)?, true)),
    }
}

/// The name for messages and the text of a file.
fn text(path: &str) -> Result<(String, String), Failure> {
    let name = if path == "-" { "standard input" } else { path };
    let mut bytes = Vec::new();
    let read = match path {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        path => denoc_base::input::read(Path::new(path)).map(|content| bytes = content),
    };
    read.map_err(|e| match e.kind() {
        ErrorKind::NotFound => {
            let near = denoc_formats::similar_file(Path::new(path));
            let remedy = near.map_or("check the path".to_owned(), |near| format!("did you mean \"{near}\"?"));
            Failure::new(format!("there is no such file; {remedy}")).at(name)
        }
        _ => {
            let reason = denoc_base::input::reason(&e);
            Failure::new(format!("cannot be read ({reason}); give a regular file, or - for standard input")).at(name)
        }
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name.to_owned(), text)),
        Err(_) => Err(Failure::new("is not UTF-8 text; save it with the encoding UTF-8").at(name)),
    }
}

fn default(model: &Model, quantity: Quantity) -> Vec<f64> {
    if quantity == Quantity::Q { denoc_run::scenario::usual_start(model) } else { vec![0.0; model.nv()] }
}

fn check(model: &Model, quantity: Quantity, values: &[f64]) -> Result<(), denoc_run::Error> {
    match quantity {
        Quantity::Q => model.check_coordinates(values)?,
        other => model.check_speeds(other.symbol(), values)?,
    }
    Ok(())
}

/// All entries in order.
fn all(model: &Model, entries: &Entries, values: Vec<f64>) -> Result<Vector, Failure> {
    let symbol = entries.quantity.symbol();
    model.check_length(symbol, values.len(), entries.len()).map_err(|e| {
        let order = entries.in_order();
        Failure::new(format!("{e}; in order: {order}; to give some of them only, name them"))
    })?;
    Ok(Vector { values, entered: Entered::All, with_unit: Vec::new() })
}

/// Entries that are filled one after the other, by name.
struct Filling<'a> {
    model: &'a Model,
    entries: &'a Entries,
    values: Vec<f64>,
    /// The name by which each entry was given.
    names: Vec<Option<String>>,
}

impl<'a> Filling<'a> {
    fn new(model: &'a Model, entries: &'a Entries) -> Self {
        let values = default(model, entries.quantity);
        Self { model, entries, names: vec![None; values.len()], values }
    }

    /// The entries of a name, marked as given.
    fn take(&mut self, name: &str, count: usize) -> Result<std::ops::Range<usize>, Failure> {
        let symbol = self.entries.quantity.symbol();
        let range = self.entries.find(name).ok_or_else(|| {
            let shown = denoc_base::excerpt(name);
            if name.parse::<usize>().is_ok() {
                return Failure::new(format!("\"{shown}\" is not a name; write a joint's name or {symbol}[{shown}]"));
            }
            if let Some(message) = closed::cut(self.model, name) {
                return Failure::new(message);
            }
            let hint = self.entries.nearest(name).map(|n| format!("; did you mean \"{n}\"?"));
            let hint = hint.unwrap_or_else(|| format!("; joints are {}", self.entries.in_order()));
            Failure::new(format!("there is no joint called \"{shown}\"{hint}"))
        })?;
        if range.len() != count {
            let parts = self.entries.labels[range.clone()].join(", ");
            let message = match range.len() {
                0 => format!("joint \"{name}\" is fixed: it has no {symbol}"),
                1 => format!("joint \"{name}\" has one number {symbol}, not {count}"),
                n => format!("joint \"{name}\" has {n} numbers {symbol}, not {count}: {parts}"),
            };
            return Err(Failure::new(message));
        }
        for i in range.clone() {
            if let Some(before) = self.names[i].replace(name.to_owned()) {
                let label = &self.entries.labels[i];
                let names = if before == name { String::new() } else { format!(", as \"{before}\" and as \"{name}\"") };
                return Err(Failure::new(format!("{symbol} of \"{label}\" is given twice{names}; keep one of them")));
            }
        }
        Ok(range)
    }

    fn set(&mut self, name: &str, values: &[f64]) -> Result<(), Failure> {
        let range = self.take(name, values.len())?;
        self.values[range].copy_from_slice(values);
        Ok(())
    }

    fn vector(self) -> Vector {
        let named = (0..self.names.len()).filter(|&i| self.names[i].is_some()).collect();
        Vector { values: self.values, entered: Entered::Named(named), with_unit: Vec::new() }
    }
}
