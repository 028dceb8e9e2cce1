//! What a path of a sweep names: a number of the model, or one of the scenario.

use denoc_model::Model;
use toml::Value;

use super::refuse;
use crate::parameters::{self, path};
use crate::scenario::Scenario;
use crate::{Error, Loaded};
use denoc_mechanism::quantity::{Entries, Quantity};

/// Keys of a scenario that hold numbers. None of them is a section of a model.
const ROOTS: [&str; 6] = ["start", "simulate", "motion", "controller", "load", "event"];

/// One parameter of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub(super) path: String,
    /// SI unit; empty if it is a plain number.
    pub(super) unit: &'static str,
    target: Target,
}

#[derive(Clone, Debug, PartialEq)]
enum Target {
    /// A path of the model.
    Model(String),
    /// A rotor inertia as felt at its joint.
    Rotor(String),
    /// Words of the scenario.
    Scenario(Vec<String>),
}

impl Setting {
    /// Finds what a path names.
    pub(super) fn new(said: &str, loaded: &Loaded) -> Result<Self, Error> {
        let words = path::split(said).map_err(|rule| refuse(format!("{said}: {rule}")))?;
        let first = words.first().map_or("", String::as_str);
        let (unit, target) = match (first, &words[..]) {
            // these two change the model
            ("gravity", [_, rest @ ..]) => {
                let there = format!("model.gravity.{}", path::join(rest));
                (parameters::unit(loaded, &there)?, Target::Model(there))
            }
            ("rotor_inertia", [_, joint]) => {
                let there = path::join(&["joints", joint, "rotor_inertia"]);
                (parameters::unit(loaded, &there)?, Target::Rotor(joint.clone()))
            }
            _ => match ROOTS.iter().find(|root| **root == first || first.strip_suffix('s') == Some(root)) {
                Some(root) => {
                    let mut words = words.clone();
                    words[0] = (*root).to_owned();
                    (unit(&words, &loaded.model).map_err(|e| refuse(format!("{said}: {e}")))?, Target::Scenario(words))
                }
                None => (parameters::unit(loaded, said)?, Target::Model(said.to_owned())),
            },
        };
        Ok(Self { path: said.to_owned(), unit, target })
    }

    /// The unit to read texts by.
    pub(super) fn unit_of_texts(&self) -> &'static str {
        if self.unit.is_empty() { "1" } else { self.unit }
    }

    /// What it changes of the model.
    pub(super) fn model(&self, value: f64) -> Vec<(String, f64)> {
        match &self.target {
            Target::Model(path) => vec![(path.clone(), value)],
            Target::Rotor(joint) => {
                let key = |key| path::join(&["joints", joint.as_str(), key]);
                vec![(key("gear_ratio"), 1.0), (key("rotor_inertia"), value)]
            }
            Target::Scenario(_) => Vec::new(),
        }
    }

    /// Whether it changes the scenario.
    pub(super) fn is_of_scenario(&self) -> bool {
        matches!(self.target, Target::Scenario(_))
    }

    /// Sets it in the tree of a scenario, if it is of a scenario.
    pub(super) fn set(&self, tree: &mut Value, value: f64) -> Result<(), Error> {
        let Target::Scenario(words) = &self.target else { return Ok(()) };
        let mut here = tree;
        for (depth, word) in words.iter().enumerate() {
            let before = path::join(&words[..depth]);
            here = match here {
                Value::Table(table) => {
                    let deeper = depth + 1 < words.len();
                    let empty = || if deeper { Value::Table(toml::Table::new()) } else { Value::Float(value) };
                    table.entry(word.clone()).or_insert_with(empty)
                }
                Value::Array(list) => {
                    let n = list.len();
                    let place = word.parse::<usize>().ok().filter(|i| *i < n);
                    let Some(place) = place else {
                        return Err(refuse(format!(
                            "{}: {before} is a list of {n}: write a number below {n} in place of \"{word}\"",
                            self.path
                        )));
                    };
                    &mut list[place]
                }
                _ => return Err(refuse(format!("{}: {before} has nothing inside: remove \"{word}\"", self.path))),
            };
        }
        // the one number of a joint is kept as a list
        let here = match here {
            Value::Array(list) if list.len() == 1 => &mut list[0],
            other => other,
        };
        *here = match here {
            Value::Integer(_) if value.fract() == 0.0 && value.abs() < 1e15 => Value::Integer(value as i64),
            Value::Table(_) | Value::Array(_) => {
                return Err(refuse(format!("{}: this is no number: name one inside it", self.path)));
            }
            _ => Value::Float(value),
        };
        Ok(())
    }
}

/// The scenario of a tree.
pub(super) fn scenario(tree: Value) -> Result<Scenario, Error> {
    tree.try_into()
        .map_err(|e: toml::de::Error| refuse(format!("the scenario does not hold together: {}", e.message())))
}

/// The SI unit of a number of a scenario.
fn unit(words: &[String], model: &Model) -> Result<&'static str, Error> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match &words[..] {
        ["start", "q", rest @ ..] | ["motion", "to", rest @ ..] | ["controller", "hold", rest @ ..] => {
            of_entry(Entries::new(model, Quantity::Q), rest)
        }
        ["start", "v", rest @ ..] => of_entry(Entries::new(model, Quantity::V), rest),
        ["controller", "tau", rest @ ..] => of_entry(Entries::new(model, Quantity::Tau), rest),
        ["simulate", "duration" | "output_step" | "step"] | ["motion", "duration"] | ["motion", "times", _] => Ok("s"),
        ["motion", "point" | "through", _] | ["load", _, "point", _] => Ok("m"),
        ["load", _, "force", _] => Ok("N"),
        ["load", _, "moment", _] => Ok("N m"),
        ["load", _, "from" | "until"] => Ok("s"),
        _ => Ok(""),
    }
}

/// The unit of an entry of q, v or tau: a joint, its component, or a number.
fn of_entry(entries: Entries, words: &[&str]) -> Result<&'static str, Error> {
    let (name, within) = match words {
        [name] => (*name, 0),
        [name, number] => (*name, number.parse().unwrap_or(usize::MAX)),
        _ => return Err(refuse("say which joint, and of several coordinates which: start.q.elbow")),
    };
    if let Ok(i) = name.parse::<usize>()
        && words.len() == 1
        && i < entries.len()
    {
        return Ok(entries.units[i]);
    }
    let Some(range) = entries.find(name) else {
        let near = entries.nearest(name).map_or(String::new(), |n| format!("; did you mean \"{n}\"?"));
        let cut = if entries.is_cut(name) { " (a loop is cut there, it follows from the others)" } else { "" };
        return Err(refuse(format!(
            "there is no joint \"{name}\" to set{cut}{near}; there are {}",
            entries.in_order()
        )));
    };
    match range.clone().nth(within) {
        Some(i) if range.len() == 1 || words.len() == 2 => Ok(entries.units[i]),
        _ => Err(refuse(format!("joint \"{name}\" has {} numbers: write {name}.0 for the first", range.len()))),
    }
}
