//! Refuses unknown and renamed keys, with the key to use instead.

use denoc_formats::KeyProblem;
use denoc_model::names;
use serde_json::Value;

use super::{Form, Preset, Section, section};
use crate::Error;
use crate::error::scenario_error;

/// Checks a key of the section with this path, and the number of entries of a vector; keys of tables that are not sections are not
/// checked.
pub(crate) fn key_rule(path: &str, key: &str, entries: Option<usize>) -> Result<(), KeyProblem> {
    let Some(section) = section(path) else { return Ok(()) };
    let settings = section.settings;
    if let Some(setting) = settings.iter().find(|setting| setting.key == key) {
        return match (setting.form, entries) {
            (Form::Vector(length), Some(found)) if found != length => Err(KeyProblem {
                rule: format!("{key} has {found} entr{}", if found == 1 { "y" } else { "ies" }),
                remedy: format!("write {length} numbers"),
            }),
            _ => Ok(()),
        };
    }
    if let Some(setting) = settings.iter().find(|setting| setting.replaces.contains(&key)) {
        let remedy = match (key, setting.default) {
            // true or false became a keyword
            ("floating", Preset::Value(_)) => {
                format!("write {} = \"floating\" instead of floating = true", setting.key)
            }
            _ => format!("write {} = …", setting.key),
        };
        return Err(KeyProblem { rule: format!("the key \"{key}\" is now called \"{}\"", setting.key), remedy });
    }
    let remedy = match names::nearest(key, settings.iter().map(|setting| setting.key)) {
        Some(nearest) => format!("did you mean \"{nearest}\"?"),
        None => format!("the keys are {}", keys(section)),
    };
    Err(KeyProblem { rule: format!("there is no key \"{key}\" here"), remedy })
}

fn keys(section: &Section) -> String {
    section.settings.iter().map(|setting| setting.key).collect::<Vec<_>>().join(", ")
}

/// Checks all keys of a scenario in JSON.
pub(crate) fn check_json(scenario: &Value) -> Result<(), Error> {
    check_table("", scenario)
}

fn check_table(path: &str, value: &Value) -> Result<(), Error> {
    match value {
        Value::Array(tables) => tables.iter().try_for_each(|table| check_table(path, table)),
        Value::Object(table) if section(path).is_some() => table.iter().try_for_each(|(key, value)| {
            let deeper = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let entries = value.as_array().map(Vec::len);
            key_rule(path, key, entries).map_err(|problem| scenario_error(&deeper, problem.rule, problem.remedy))?;
            check_table(&deeper, value)
        }),
        _ => Ok(()),
    }
}
