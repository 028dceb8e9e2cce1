//! From the numbers of a scenario to vectors of a model.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::{ClosedState, Draft, usual_start};
use denoc_model::{LinkId, Model};

use super::{Gains, Number, Scenario, Start, Values};
use crate::Error;
use crate::error::scenario_error;

impl Number {
    /// In SI units; `unit` is the SI unit that the quantity has, such as `rad/s`.
    pub fn in_si(&self, unit: &str) -> Result<f64, Error> {
        match self {
            Self::Plain(x) if x.is_finite() => Ok(*x),
            Self::Plain(x) => Err(scenario_error("", format!("{x} is not a finite number"), "")),
            Self::WithUnit(text) => denoc_formats::in_si(text, unit).map_err(|message| scenario_error("", message, "")),
        }
    }
}

impl Number {
    /// A frequency in Hz: a plain number, or a text such as `50 Hz`, `90 rpm` or `2 turn/s`.
    pub fn in_hertz(&self) -> Result<f64, Error> {
        let text = match self {
            Self::WithUnit(text) => text,
            Self::Plain(_) => return self.in_si("Hz"),
        };
        match text.strip_suffix("Hz") {
            Some(digits) => {
                let (digits, factor) = match digits.strip_suffix('k') {
                    Some(digits) => (digits, 1e3),
                    None => (digits, 1.0),
                };
                let number = digits.trim().parse::<f64>().ok().filter(|x| x.is_finite());
                let wrong = || scenario_error("", format!("\"{text}\" is not a number with a unit"), "write \"2 Hz\"");
                number.map(|x| factor * x).ok_or_else(wrong)
            }
            None => Ok(self.in_si("rad/s")? / core::f64::consts::TAU),
        }
    }
}

impl Values {
    /// All entries of a quantity; entries that are not named come from `others`.
    pub fn resolve(&self, entries: &Entries, others: Vec<f64>) -> Result<Vec<f64>, Error> {
        let symbol = entries.quantity.symbol();
        let mut values = others;
        match self {
            Self::All(numbers) if numbers.len() != entries.len() => {
                let (count, s) = (numbers.len(), denoc_base::plural(numbers.len()));
                let rule = format!("{count} number{s}, but the model has {}", entries.len());
                let some = entries.labels.first().map_or("joint1", String::as_str);
                let remedy = format!("give {}, or name the joints, such as {some}=0.5", entries.in_order());
                return Err(scenario_error(symbol, rule, remedy));
            }
            Self::All(numbers) => {
                for (i, number) in numbers.iter().enumerate() {
                    values[i] = of_entry(number.in_si(entries.units[i]), entries, i)?;
                }
            }
            Self::Named(named) => {
                for (name, numbers) in named {
                    let range = entries.find(name).ok_or_else(|| unknown_joint(entries, name))?;
                    if range.len() != numbers.len() {
                        let (needed, found) = (range.len(), numbers.len());
                        return Err(scenario_error(
                            symbol,
                            format!("joint \"{name}\" has {found} numbers"),
                            format!("give {needed}"),
                        ));
                    }
                    for (i, number) in range.zip(numbers) {
                        values[i] = of_entry(number.in_si(entries.units[i]), entries, i)?;
                    }
                }
            }
        }
        Ok(values)
    }
}

/// The same error about this entry.
fn of_entry(number: Result<f64, Error>, entries: &Entries, i: usize) -> Result<f64, Error> {
    number.map_err(|error| error.at_key(&entries.column(i)))
}

fn unknown_joint(entries: &Entries, name: &str) -> Error {
    let symbol = entries.quantity.symbol();
    if entries.is_cut(name) {
        let rule = format!("the loop is cut at joint \"{name}\", which follows from the others");
        return scenario_error(symbol, rule, "mark another joint of the loop with `cut = true` to name this one");
    }
    let remedy = match entries.nearest(name) {
        Some(nearest) => format!("did you mean \"{nearest}\"?"),
        None => format!("the joints are {}", entries.in_order()),
    };
    scenario_error(symbol, format!("there is no joint called \"{name}\""), remedy)
}

impl Gains {
    /// One number for each speed.
    pub fn resolve(&self, model: &Model) -> Result<Vec<f64>, Error> {
        let entries = Entries::new(model, Quantity::Tau);
        let zero = vec![0.0; entries.len()];
        match self {
            Self::Same(x) => Ok(vec![*x; entries.len()]),
            // the units of gains are not those of forces: plain numbers only
            Self::Each(values) => values.resolve(&entries, zero),
        }
    }
}

impl Values {
    /// The joints whose numbers are given by name.
    pub fn named_joints(&self, model: &Model, entries: &Entries) -> Vec<LinkId> {
        let Self::Named(named) = self else { return Vec::new() };
        let owner = |name: &String| entries.owner(model, entries.find(name)?.start);
        let mut links: Vec<LinkId> = named.keys().filter_map(owner).collect();
        links.sort();
        links.dedup();
        links
    }
}

impl Scenario {
    /// A note on plain numbers for angles of joints that are more than a turn: they may be meant in degrees.
    pub fn many_turns(&self, model: &Model) -> Option<String> {
        let entries = Entries::new(model, Quantity::Q);
        let motion = self.motion.iter().flat_map(|motion| motion.via.iter().chain(&motion.to));
        let hold = self.controller.iter().filter_map(|controller| controller.hold.as_ref());
        many_turns(self.start.q.iter().chain(motion).chain(hold), &entries)
    }
}

/// A note on plain numbers for angles that are more than a turn.
fn many_turns<'a>(given: impl IntoIterator<Item = &'a Values>, entries: &Entries) -> Option<String> {
    let plain = given.into_iter().flat_map(|values| values.plain(entries));
    let angles: Vec<(usize, f64)> = plain.filter(|&(i, _)| entries.units.get(i) == Some(&"rad")).collect();
    denoc_mechanism::many_turns(angles.into_iter().map(|(i, angle)| (entries.labels[i].as_str(), angle)))
}

impl Values {
    /// A note on plain numbers among coordinates for angles of joints that are more than a turn: they may be meant in degrees.
    pub fn many_turns(&self, model: &Model) -> Option<String> {
        many_turns([self], &Entries::new(model, Quantity::Q))
    }

    /// The plain numbers among them, with their entries.
    fn plain(&self, entries: &Entries) -> Vec<(usize, f64)> {
        let plain = |(i, number): (usize, &Number)| match number {
            Number::Plain(x) => Some((i, *x)),
            Number::WithUnit(_) => None,
        };
        match self {
            Self::All(numbers) => numbers.iter().enumerate().filter_map(plain).collect(),
            Self::Named(named) => {
                let numbers = named.iter().filter_map(|(name, numbers)| Some((entries.find(name)?, numbers)));
                numbers.flat_map(|(range, numbers)| range.zip(numbers)).filter_map(plain).collect()
            }
        }
    }
}

impl Start {
    /// The initial state. Loops are closed: coordinates and speeds given by name keep their values, the others follow.
    pub fn close(&self, model: &Model) -> Result<ClosedState, Error> {
        let base = match &self.configuration {
            Some(name) => model.configuration(name)?.to_vec(),
            None => usual_start(model),
        };
        let given = |values: &Option<Values>, quantity| values.is_some().then(|| Entries::new(model, quantity));
        let (q_entries, v_entries) = (given(&self.q, Quantity::Q), given(&self.v, Quantity::V));
        let resolve = |values: &Option<Values>, entries: &Option<Entries>, others: Vec<f64>| match (values, entries) {
            (Some(values), Some(entries)) => values.resolve(entries, others),
            _ => Ok(others),
        };
        let q = resolve(&self.q, &q_entries, base)?;
        let v = resolve(&self.v, &v_entries, vec![0.0; model.nv()])?;
        model.check_coordinates(&q)?;
        model.check_speeds("v", &v)?;
        let joints = |(values, entries): (&Values, &Entries)| values.named_joints(model, entries);
        let held = self.q.as_ref().zip(q_entries.as_ref()).map_or_else(Vec::new, joints);
        let named = self.v.as_ref().filter(|values| matches!(values, Values::Named(_)));
        let driven = named.zip(v_entries.as_ref()).map(joints);
        Ok(Draft { q, held, v, driven }.close(model)?)
    }
}
