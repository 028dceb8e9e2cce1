//! Tasks from a line of text, and from a file.

use std::collections::BTreeMap;
use std::path::Path;

use denoc_model::names::nearest;
use serde::Deserialize;

use super::{KEYS, Posture, TaskSpec};
use crate::Error;
use crate::error::scenario_error;
use crate::scenario::{Number, Values};

/// A file of tasks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    task: Vec<TaskSpec>,
}

impl TaskSpec {
    /// From a line such as `frame=l_hand position=0.3,0.2,1 weight=2 priority=1`.
    ///
    /// # Errors
    /// If a key is unknown or given twice, or a value is not of its kind.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for word in text.split_whitespace() {
            match (word.split_once('='), pairs.last_mut()) {
                (Some((key, value)), _) => pairs.push((key.to_owned(), value.to_owned())),
                // numbers with units: `rpy=0,90 deg,0`
                (None, Some((_, value))) => *value += &format!(" {word}"),
                (None, None) => return Err(not_a_pair(text, word)),
            }
        }
        let mut spec = Self::default();
        let mut seen = Vec::new();
        for (key, value) in pairs {
            if seen.contains(&key) {
                return Err(in_text(text, format!("{key} is given twice"), "keep one of them"));
            }
            spec.set(text, &key, &value)?;
            seen.push(key);
        }
        Ok(spec)
    }

    fn set(&mut self, text: &str, key: &str, value: &str) -> Result<(), Error> {
        let numbers = || Some(value.split(',').map(|part| number(part.trim())).collect::<Vec<_>>());
        match key {
            "frame" => self.frame = Some(value.to_owned()),
            "in" => self.base = Some(value.to_owned()),
            "position" => self.position = numbers(),
            "rpy" => self.rpy = numbers(),
            "quaternion" => self.quaternion = numbers(),
            "rotation" => self.rotation = numbers(),
            "pointing" => self.pointing = numbers(),
            "look_at" => self.look_at = numbers(),
            "axis" => self.axis = numbers(),
            "com" => self.com = numbers(),
            "posture" => self.posture = Some(posture(text, value)?),
            "weight" => self.weight = Some(plain(text, key, value)?),
            "priority" => {
                let whole = "1 is the highest, 2 the next";
                self.priority = Some(value.parse().map_err(|_| in_text(text, format!("priority is {value}"), whole))?);
            }
            "tolerance" => self.tolerance = Some(plain(text, key, value)?),
            _ => {
                let remedy = match nearest(key, KEYS.into_iter()) {
                    Some(known) => format!("did you mean {known}?"),
                    None => format!("a task has {}", KEYS.join(", ")),
                };
                return Err(in_text(text, format!("there is no key {key}"), &remedy));
            }
        }
        Ok(())
    }

    /// The tasks of a TOML file with tables `[[task]]`, or of a JSON file with a list `task`.
    ///
    /// # Errors
    /// If the file cannot be read, with the place in it.
    pub fn read(path: &Path) -> Result<Vec<Self>, Error> {
        let name = path.display().to_string();
        let text = denoc_formats::read_text(path)?;
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let file: File = if is_json {
            serde_json::from_str(&text).map_err(|error| scenario_error(&name, error.to_string(), ""))?
        } else {
            denoc_formats::from_toml(&text, &name, &|_, _, _| Ok(()))?
        };
        Ok(file.task)
    }
}

fn number(text: &str) -> Number {
    text.parse().map_or_else(|_| Number::WithUnit(text.to_owned()), Number::Plain)
}

fn plain(text: &str, key: &str, value: &str) -> Result<f64, Error> {
    value.parse().map_err(|_| in_text(text, format!("{key} is {value}"), "give a number"))
}

/// `start`, `0.1,0.2`, or `joint1=0.1,joint4=30 deg`.
fn posture(text: &str, value: &str) -> Result<Posture, Error> {
    let parts: Vec<&str> = value.split(',').map(str::trim).collect();
    if parts.iter().all(|part| part.contains('=')) {
        let mut named: BTreeMap<String, Vec<Number>> = BTreeMap::new();
        for (name, value) in parts.iter().filter_map(|part| part.split_once('=')) {
            if named.insert(name.to_owned(), vec![number(value)]).is_some() {
                return Err(in_text(text, format!("joint {name} is given twice"), "keep one of them"));
            }
        }
        return Ok(Posture::Values(Values::Named(named)));
    }
    if let [name] = parts[..]
        && name.parse::<f64>().is_err()
        && name.starts_with(|c: char| c.is_alphabetic())
    {
        return Ok(Posture::Configuration(name.to_owned()));
    }
    Ok(Posture::Values(Values::All(parts.into_iter().map(number).collect())))
}

fn not_a_pair(text: &str, word: &str) -> Error {
    in_text(text, format!("{word} is not of the form key=value"), "write, for example, frame=tool position=0.3,0.2,1")
}

fn in_text(text: &str, rule: String, remedy: &str) -> Error {
    scenario_error(&format!("task \"{text}\""), rule, remedy)
}
