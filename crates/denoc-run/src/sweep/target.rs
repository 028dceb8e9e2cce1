//! The number that a parameter path names, in the model or in the scenario.

use denoc_model::{Model, names};
use toml::Value;

use crate::error::scenario_error;
use crate::parameters::{self, path};
use crate::scenario::Scenario;
use crate::settings::key_rule;
use crate::{Error, Loaded};
use denoc_mechanism::quantity::{Entries, Quantity};

/// Sections of a scenario with numbers. None of them is a section of a model.
const ROOTS: [&str; 6] = ["start", "simulate", "motion", "controller", "load", "event"];

/// What a parameter of a sweep changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParameterTarget {
    pub(super) path: String,
    /// SI unit; empty if it is a plain number.
    pub(super) unit: &'static str,
    target: Target,
}

#[derive(Clone, Debug, PartialEq)]
enum Target {
    /// A path of the model.
    Model(String),
    /// A rotor inertia, reflected to its joint.
    Rotor(String),
    /// Keys of the scenario, from the outermost on.
    Scenario(Vec<String>),
}

impl ParameterTarget {
    /// Finds what a path names.
    pub(super) fn new(path: &str, loaded: &Loaded) -> Result<Self, Error> {
        let keys = path::split(path).map_err(|rule| scenario_error(path, rule, ""))?;
        let first = keys.first().map_or("", String::as_str);
        let (unit, target) = match (first, &keys[..]) {
            // these two change the model
            ("gravity", [_, rest @ ..]) => {
                let in_model = format!("model.gravity.{}", path::join(rest));
                (parameters::unit(loaded, &in_model)?, Target::Model(in_model))
            }
            ("rotor_inertia", [_, joint]) => {
                let in_model = path::join(&["joints", joint, "rotor_inertia"]);
                (parameters::unit(loaded, &in_model)?, Target::Rotor(joint.clone()))
            }
            _ => match ROOTS.iter().find(|root| **root == first || first.strip_suffix('s') == Some(root)) {
                Some(root) => {
                    let mut keys = keys.clone();
                    keys[0] = (*root).to_owned();
                    // lists have a number before the key
                    if let Some(key) = keys[1..].iter().find(|key| key.parse::<usize>().is_err()) {
                        key_rule(root, key, None)
                            .map_err(|problem| scenario_error(path, problem.rule, problem.remedy))?;
                    }
                    (unit(&keys, &loaded.model).map_err(|e| e.at_key(path))?, Target::Scenario(keys))
                }
                None => {
                    let roots = ROOTS.into_iter().chain(["gravity", "rotor_inertia"]);
                    if let (false, Some(near)) = (parameters::is_section(first), names::nearest(first, roots)) {
                        let rule = format!("there is no section \"{first}\"");
                        return Err(scenario_error(path, rule, format!("did you mean \"{near}\"?")));
                    }
                    (parameters::unit(loaded, path)?, Target::Model(path.to_owned()))
                }
            },
        };
        Ok(Self { path: path.to_owned(), unit, target })
    }

    /// The unit in which texts are read.
    pub(super) fn unit_of_texts(&self) -> &'static str {
        if self.unit.is_empty() { "1" } else { self.unit }
    }

    /// Paths and values of the model that it changes.
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
        let Target::Scenario(keys) = &self.target else { return Ok(()) };
        let mut here = tree;
        for (depth, key) in keys.iter().enumerate() {
            let before = path::join(&keys[..depth]);
            here = match here {
                Value::Table(table) => {
                    let deeper = depth + 1 < keys.len();
                    let empty = || if deeper { Value::Table(toml::Table::new()) } else { Value::Float(value) };
                    table.entry(key.clone()).or_insert_with(empty)
                }
                Value::Array(list) => {
                    let n = list.len();
                    let index = key.parse::<usize>().ok().filter(|i| *i < n);
                    let Some(index) = index else {
                        let rule = format!("{before} is a list with {n} entries");
                        let remedy = format!("write a number below {n} in place of \"{key}\"");
                        return Err(scenario_error(&self.path, rule, remedy));
                    };
                    &mut list[index]
                }
                _ => {
                    let rule = format!("{before} is a single value");
                    return Err(scenario_error(&self.path, rule, format!("remove \"{key}\"")));
                }
            };
        }
        // the single number of a joint is stored as a list
        let here = match here {
            Value::Array(list) if list.len() == 1 => &mut list[0],
            other => other,
        };
        *here = match here {
            Value::Integer(_) if value.fract() == 0.0 && value.abs() < 1e15 => Value::Integer(value as i64),
            Value::Table(_) | Value::Array(_) => {
                return Err(scenario_error(&self.path, "this is not a number", "name a number inside it"));
            }
            _ => Value::Float(value),
        };
        Ok(())
    }
}

/// The scenario of a tree.
pub(super) fn scenario(tree: Value) -> Result<Scenario, Error> {
    tree.try_into().map_err(|e: toml::de::Error| {
        scenario_error("", format!("the parameters do not fit the scenario: {}", e.message()), "")
    })
}

/// The SI unit of a number of a scenario.
fn unit(keys: &[String], model: &Model) -> Result<&'static str, Error> {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    match &keys[..] {
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
fn of_entry(entries: Entries, keys: &[&str]) -> Result<&'static str, Error> {
    let (name, within) = match keys {
        [name] => (*name, 0),
        [name, number] => (*name, number.parse().unwrap_or(usize::MAX)),
        _ => {
            return Err(scenario_error(
                "",
                "the joint is missing",
                "name it (start.q.elbow), and its coordinate if it has several",
            ));
        }
    };
    if let Ok(i) = name.parse::<usize>()
        && keys.len() == 1
        && i < entries.len()
    {
        return Ok(entries.units[i]);
    }
    let Some(range) = entries.find(name) else {
        if entries.is_cut(name) {
            let rule = format!("the loop is cut at joint \"{name}\", which follows from the others");
            return Err(scenario_error("", rule, format!("name one of {}", entries.in_order())));
        }
        let remedy = match entries.nearest(name) {
            Some(nearest) => format!("did you mean \"{nearest}\"?"),
            None => format!("name one of {}", entries.in_order()),
        };
        return Err(scenario_error("", format!("there is no joint called \"{name}\""), remedy));
    };
    match range.clone().nth(within) {
        Some(i) if range.len() == 1 || keys.len() == 2 => Ok(entries.units[i]),
        _ => {
            let rule = format!("joint \"{name}\" has {} numbers", range.len());
            Err(scenario_error("", rule, format!("write {name}.0 for the first")))
        }
    }
}
