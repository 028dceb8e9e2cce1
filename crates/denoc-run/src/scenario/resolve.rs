//! From the numbers of a scenario to vectors of a model.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::{ClosedState, Draft, usual_start};
use denoc_model::{LinkId, Model};

use super::{Gains, Number, Start, Values};
use crate::Error;
use crate::error::Kind;

impl Number {
    /// In SI units; `unit` is the SI unit that the quantity has, such as `rad/s`.
    pub fn in_si(&self, unit: &str) -> Result<f64, Error> {
        match self {
            Self::Plain(x) if x.is_finite() => Ok(*x),
            Self::Plain(x) => Err(Kind::Scenario(format!("{x} is not a finite number")).into()),
            Self::WithUnit(text) => denoc_formats::in_si(text, unit).map_err(|words| Kind::Scenario(words).into()),
        }
    }
}

impl Values {
    /// All entries of a quantity; those that are not named are taken from `others`.
    pub fn resolve(&self, entries: &Entries, others: Vec<f64>) -> Result<Vec<f64>, Error> {
        let symbol = entries.quantity.symbol();
        let scenario = |words: String| Error::from(Kind::Scenario(words));
        let mut values = others;
        match self {
            Self::All(numbers) if numbers.len() != entries.len() => {
                return Err(scenario(format!(
                    "{symbol} has {} numbers, the model needs {}: {}; to give some of them only, name them",
                    numbers.len(),
                    entries.len(),
                    entries.in_order()
                )));
            }
            Self::All(numbers) => {
                for (i, number) in numbers.iter().enumerate() {
                    values[i] = of_entry(number.in_si(entries.units[i]), entries, i)?;
                }
            }
            Self::Named(named) => {
                for (name, numbers) in named {
                    let Some(range) = entries.find(name) else {
                        let hint = entries.nearest(name).map(|n| format!("; did you mean \"{n}\"?"));
                        let hint = hint.unwrap_or_else(|| format!("; joints are {}", entries.in_order()));
                        let words = match entries.is_cut(name) {
                            true => format!(
                                "{symbol}: joint \"{name}\" is where a loop is cut, it follows from the others; mark another joint \
                                 of the loop with `cut = true` to name this one"
                            ),
                            false => format!("{symbol}: there is no joint called \"{name}\"{hint}"),
                        };
                        return Err(scenario(words));
                    };
                    if range.len() != numbers.len() {
                        let (needed, found) = (range.len(), numbers.len());
                        return Err(scenario(format!(
                            "{symbol} of joint \"{name}\" has {needed} numbers, not {found}"
                        )));
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

/// The same error, saying which entry it is about.
fn of_entry(number: Result<f64, Error>, entries: &Entries, i: usize) -> Result<f64, Error> {
    number.map_err(|error| Kind::Scenario(format!("{}: {error}", entries.column(i))).into())
}

impl Gains {
    /// One number for each speed.
    pub fn resolve(&self, model: &Model) -> Result<Vec<f64>, Error> {
        let entries = Entries::new(model, Quantity::Tau);
        let zero = vec![0.0; entries.len()];
        match self {
            Self::Same(x) => Ok(vec![*x; entries.len()]),
            // gains have units of their own: plain numbers only
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

impl Start {
    /// Coordinates and speeds. Loops are closed: coordinates and speeds given by name are kept, the others follow.
    pub fn close(&self, model: &Model) -> Result<ClosedState, Error> {
        let base = match &self.configuration {
            Some(name) => model.configuration(name)?.to_vec(),
            None => usual_start(model),
        };
        let (q_entries, v_entries) = (Entries::new(model, Quantity::Q), Entries::new(model, Quantity::V));
        let q = self.q.as_ref().map_or(Ok(base.clone()), |q| q.resolve(&q_entries, base))?;
        let rest = vec![0.0; model.nv()];
        let v = self.v.as_ref().map_or(Ok(rest.clone()), |v| v.resolve(&v_entries, rest))?;
        model.check_coordinates(&q)?;
        model.check_speeds("v", &v)?;
        let held = self.q.as_ref().map_or_else(Vec::new, |values| values.named_joints(model, &q_entries));
        let driven = match &self.v {
            Some(values @ Values::Named(_)) => Some(values.named_joints(model, &v_entries)),
            _ => None,
        };
        Ok(Draft { q, held, v, driven }.close(model)?)
    }
}
