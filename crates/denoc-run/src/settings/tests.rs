//! The registry against the types that files are read into.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Form, Preset, SECTIONS, Section, Setting, find, section};
use crate::scenario::{ControllerSpec, EventSpec, Load, MotionSpec, Scenario, Simulate, Start};
use crate::sweep::{Sweep, SweepParameter};

fn read<T: DeserializeOwned + serde::Serialize>(value: Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value).map_err(|e| e.to_string())?;
    Ok(json!(read))
}

/// Reads a table of a section as its type, and writes it again.
fn read_section(path: &str, value: Value) -> Result<Value, String> {
    match path {
        "" => read::<Scenario>(value),
        "start" => read::<Start>(value),
        "simulate" => read::<Simulate>(value),
        "motion" => read::<MotionSpec>(value),
        "controller" => read::<ControllerSpec>(value),
        "load" => read::<Load>(value),
        "event" => read::<EventSpec>(value),
        "sweep" => read::<Sweep>(value),
        "sweep.parameter" => read::<SweepParameter>(value),
        other => panic!("no type for the section \"{other}\""),
    }
}

fn example(setting: &Setting) -> Value {
    match setting.form {
        Form::Number => json!(1.0),
        Form::Quantity if setting.unit == "s" => json!("1 s"),
        Form::Quantity => json!("1 m"),
        Form::Keyword(choices) => json!(choices()[0].keyword),
        Form::Text => json!("text"),
        _ => panic!("no example for the required key \"{}\"", setting.key),
    }
}

/// A table with the required keys only.
fn smallest(section: &Section) -> Map<String, Value> {
    let required = section.settings.iter().filter(|setting| setting.default == Preset::Required);
    required.map(|setting| (setting.key.to_owned(), example(setting))).collect()
}

// oracle: the fields that serde lists when it refuses an unknown one
#[test]
fn every_field_is_registered_and_every_key_is_a_field() {
    for section in SECTIONS {
        let message = read_section(section.path, json!({"no such key": 1})).unwrap_err();
        let fields: BTreeSet<&str> = message.split('`').skip(1).step_by(2).skip(1).collect();
        let keys: BTreeSet<&str> = section.settings.iter().map(|setting| setting.key).collect();
        assert_eq!(keys, fields, "[{}]", section.path);
        assert_eq!(keys.len(), section.settings.len(), "[{}] lists a key twice", section.path);
    }
}

// oracle: what a table with the required keys only is read as
#[test]
fn required_keys_and_defaults_are_those_of_the_types() {
    for section in SECTIONS {
        let smallest = smallest(section);
        let found = read_section(section.path, Value::Object(smallest.clone())).unwrap();
        for key in smallest.keys() {
            let mut without = smallest.clone();
            without.remove(key);
            let message = read_section(section.path, Value::Object(without)).unwrap_err();
            assert!(message.contains(&format!("missing field `{key}`")), "[{}] {key}: {message}", section.path);
        }
        for setting in section.settings {
            let (default, at) = (&found[setting.key], format!("[{}] {}", section.path, setting.key));
            match setting.default {
                Preset::Value(json) => assert_eq!(default, &serde_json::from_str::<Value>(json).unwrap(), "{at}"),
                Preset::Required => {}
                _ if matches!(setting.form, Form::Table | Form::TextsByName) => {}
                _ => assert!(default.is_null(), "{at} has the default {default}, which the registry does not list"),
            }
        }
    }
}

// oracle: the types refuse keywords that they do not know
#[test]
fn every_keyword_is_read() {
    for section in SECTIONS {
        for setting in section.settings {
            let choices = setting.choices();
            for choice in &choices {
                let mut table = smallest(section);
                table.insert(setting.key.to_owned(), json!(choice.keyword));
                read_section(section.path, Value::Object(table)).unwrap_or_else(|e| panic!("{}: {e}", setting.key));
            }
            if let Preset::Described(text) = setting.default
                && !choices.is_empty()
            {
                let first = text.split([' ', ';']).next().unwrap();
                assert!(choices.iter().any(|choice| choice.keyword == first), "{}: {text}", setting.key);
            }
        }
    }
}

#[test]
fn defaults_in_words_are_those_of_the_program() {
    use denoc_sim::Integrator;
    let default = |section, key| find(section, key).unwrap().default_text().unwrap();
    assert_eq!(default("simulate", "integrator"), Integrator::default().info().keyword);
}

// oracle: the table of renamed keys in the changelog
#[test]
fn renamed_keys_are_refused_with_the_new_one() {
    let model = "model = \"planar_3r\"\n";
    for (text, message) in [
        ("floating = true", "s.toml:2:1: the key \"floating\" is now called \"base\""),
        ("name = \"x\"", "the key \"name\" is now called \"title\""),
        ("[simulate]\nduration = 1\nmethod = \"rk4\"", "s.toml:4:1: the key \"method\" is now called \"integrator\""),
        ("[simulate]\nloop_method = \"odca\"", "the key \"loop_method\" is now called \"algorithm\""),
        ("[sweep]\nmethod = \"grid\"", "the key \"method\" is now called \"sampling\""),
        ("[simulate]\nduraton = 1", "there is no key \"duraton\" here"),
        ("[simulate]\nduraton = 1", "did you mean \"duration\"?"),
        ("[[sweep.parameter]]\npth = 1", "did you mean \"path\"?"),
    ] {
        let found = Scenario::parse(&format!("{model}{text}\n"), "s.toml").unwrap_err().to_string();
        assert!(found.contains(message), "{text}: {found}");
    }
    let changelog = std::fs::read_to_string(denoc_testkit::repository().join("CHANGELOG.md")).unwrap();
    for setting in SECTIONS.iter().flat_map(|section| section.settings) {
        for older in setting.replaces {
            let row = changelog.lines().filter(|line| line.starts_with('|')).any(|line| {
                let has = |cell: Option<&str>, key: &str| cell.is_some_and(|cell| cell.contains(key));
                let mut cells = line.split('|').skip(1);
                has(cells.next(), older) && has(cells.next(), setting.key)
            });
            assert!(row, "the changelog has no row for \"{older}\", now \"{}\"", setting.key);
        }
    }
}

#[test]
fn keys_inside_values_are_not_keys_of_sections() {
    // a joint may be called like an older key
    let text =
        "model = \"x\"\n[start]\nq = { method = 1 }\n[sweep]\nsampling = \"grid\"\n[sweep.metrics]\nname = \"max t\"\n";
    Scenario::parse(text, "s.toml").unwrap();
    assert!(section("sweep.metrics").is_none());
}
