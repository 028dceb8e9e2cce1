//! The JSON Schema of scenario files and the tables of the docs come from the registry of settings.
//!
//! `cargo xtask generate` writes them.

use denoc_testkit::{check_generated, check_generated_part, repository};
use serde_json::{Map, Value, json};

use super::{Form, Preset, SECTIONS, Section, Setting, section};

/// `simulate` of the top level, `sweep.parameter` of `sweep`.
fn path_of(parent: &str, key: &str) -> String {
    if parent.is_empty() { key.to_owned() } else { format!("{parent}.{key}") }
}

fn object(section: &Section) -> Value {
    let mut properties = Map::new();
    for setting in section.settings {
        let mut schema = match section_of(section, setting) {
            Some(inner) if inner.repeated => json!({"type": "array", "items": object(inner)}),
            Some(inner) => object(inner),
            None => of_form(setting),
        };
        schema["description"] = json!(description(setting));
        if let Preset::Value(default) = setting.default {
            schema["default"] = serde_json::from_str(default).unwrap();
        }
        properties.insert(setting.key.to_owned(), schema);
    }
    let required = section.settings.iter().filter(|setting| setting.default == Preset::Required);
    let required: Vec<&str> = required.map(|setting| setting.key).collect();
    json!({"type": "object", "additionalProperties": false, "required": required, "properties": properties})
}

fn section_of(parent: &Section, setting: &Setting) -> Option<&'static Section> {
    matches!(setting.form, Form::Table).then(|| section(&path_of(parent.path, setting.key)).expect("a section"))
}

fn description(setting: &Setting) -> String {
    let unit = if setting.unit.is_empty() { String::new() } else { format!(", {}", setting.unit) };
    let default = match setting.default {
        Preset::Described(text) => format!(" Default: {text}."),
        _ => String::new(),
    };
    format!("{}{unit}.{default}", setting.help)
}

fn of_form(setting: &Setting) -> Value {
    let quantity = json!({"type": ["number", "string"]});
    let numbers = |n: usize| json!({"type": "array", "items": {"type": "number"}, "minItems": n, "maxItems": n});
    let of_joint = json!({"type": ["number", "string", "array"], "items": quantity});
    let joints = json!({"type": ["array", "object"], "items": quantity, "additionalProperties": of_joint});
    let keywords: Vec<&str> = setting.choices().iter().map(|choice| choice.keyword).collect();
    match setting.form {
        Form::Text => json!({"type": "string"}),
        Form::Number => json!({"type": "number"}),
        Form::Quantity => quantity,
        Form::Quantities => json!({"type": "array", "items": quantity}),
        Form::Count => json!({"type": "integer", "minimum": 0}),
        Form::Switch => json!({"type": "boolean"}),
        Form::Keyword(_) => json!({"enum": keywords}),
        Form::KeywordOrTable { .. } => json!({"anyOf": [{"enum": keywords}, {"type": "object"}]}),
        Form::Vector(n) => numbers(n),
        Form::Numbers => json!({"type": "array", "items": {"type": "number"}}),
        Form::JointValuesList => json!({"type": "array", "items": joints}),
        Form::JointValues => joints,
        Form::Gains => {
            json!({"type": ["number", "array", "object"], "items": quantity, "additionalProperties": of_joint})
        }
        Form::NumbersByJoint => json!({"type": "object", "additionalProperties": {"type": "number"}}),
        Form::TextsByName => json!({"type": "object", "additionalProperties": {"type": "string"}}),
        Form::Table => unreachable!("a section"),
    }
}

fn schema() -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".into(), json!("denoc scenario file"));
    let top = &SECTIONS[0];
    let description =
        format!("{}. Numbers are in SI units and radians; a string carries its unit, such as \"90 deg\".", top.help);
    schema.insert("description".into(), json!(description));
    if let Value::Object(table) = object(top) {
        schema.extend(table);
    }
    Value::Object(schema)
}

// oracle: the registry of settings
#[test]
fn the_schema_is_that_of_the_registry() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    check_generated("docs/scenario.schema.json", &text);
}

/// Whether a value fits a schema, as far as ours use the language.
fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(all) = schema["enum"].as_array()
        && !all.contains(value)
    {
        return Err(format!("{value} is not one of {all:?}"));
    }
    if let Some(all) = schema["anyOf"].as_array() {
        let errors: Vec<String> = all.iter().filter_map(|one| fits(one, value).err()).collect();
        return if errors.len() < all.len() { Ok(()) } else { Err(errors.join("; ")) };
    }
    let is = |name: &Value| match name.as_str().unwrap() {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("type {other}"),
    };
    let of_type = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    if !of_type {
        return Err(format!("{value} is not of type {}", schema["type"]));
    }
    for entry in value.as_array().into_iter().flatten() {
        fits(&schema["items"], entry)?;
    }
    for (key, entry) in value.as_object().into_iter().flatten() {
        match (&schema["properties"][key], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => return Err(format!("the key {key} is unknown")),
            (Value::Null, other) => fits(other, entry).map_err(|e| format!("{key}: {e}"))?,
            (known, _) => fits(known, entry).map_err(|e| format!("{key}: {e}"))?,
        }
    }
    match schema["required"].as_array().into_iter().flatten().find(|key| value.get(key.as_str().unwrap()).is_none()) {
        Some(key) => Err(format!("{key} is missing")),
        None => Ok(()),
    }
}

// oracle: the files that the program reads
#[test]
fn example_scenarios_fit_the_schema() {
    let schema = schema();
    let folders = ["examples/scenarios", "examples/sweeps"].map(|folder| repository().join(folder));
    let mut count = 0;
    for file in folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap()) {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let table: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
            let value = serde_json::to_value(table).unwrap();
            fits(&schema, &value).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            crate::scenario::Scenario::read(&path).unwrap();
            count += 1;
        }
    }
    assert!(count >= 10);
    assert!(fits(&schema, &json!({"model": "puma", "floating": true})).is_err());
    assert!(fits(&schema, &json!({"model": "puma", "simulate": {"duration": 1, "integrator": "euler"}})).is_err());
}

fn values(setting: &Setting) -> String {
    let keywords: Vec<String> = setting.choices().iter().map(|choice| format!("`{}`", choice.keyword)).collect();
    match setting.form {
        Form::Text => "text".into(),
        Form::Number => "number".into(),
        Form::Quantity => "number, or text with a unit".into(),
        Form::Quantities => "list of numbers or texts with units".into(),
        Form::Count => "whole number".into(),
        Form::Switch => "`true`, `false`".into(),
        Form::Keyword(_) => keywords.join(", "),
        Form::KeywordOrTable { tables, .. } => {
            let tables = tables.iter().map(|table| format!("`{table}`"));
            keywords.into_iter().chain(tables).collect::<Vec<_>>().join(", ")
        }
        Form::Vector(n) => format!("list of {n} numbers"),
        Form::Numbers => "list of numbers".into(),
        Form::JointValues => "list, or `{ JOINT = VALUE }`".into(),
        Form::JointValuesList => "list of lists or of `{ JOINT = VALUE }`".into(),
        Form::Gains => "number, list, or `{ JOINT = NUMBER }`".into(),
        Form::NumbersByJoint => "`{ JOINT = NUMBER }`".into(),
        Form::TextsByName => "`NAME = TEXT`".into(),
        Form::Table => "section, below".into(),
    }
}

fn row(setting: &Setting) -> String {
    let default = match setting.default {
        Preset::Required => "required".to_owned(),
        Preset::Value(json) => format!("`{}`", json.replace(".0", "").replace(',', ", ")),
        Preset::Described(text) => text.to_owned(),
        Preset::Unused => "—".to_owned(),
    };
    let unit = if setting.unit.is_empty() { String::new() } else { format!(", {}", setting.unit) };
    format!("| `{}` | {}{unit} | {} | {default} |\n", setting.key, setting.help, values(setting))
}

/// The table of a section, and what its keywords mean.
fn table(section: &Section) -> String {
    let rows: String = section.settings.iter().map(row).collect();
    let mut text = format!("{}.\n\n| Key | Meaning | Values | Default |\n|---|---|---|---|\n{rows}", section.help);
    let explained = section.settings.iter().filter(|setting| setting.choices().iter().any(|c| !c.summary.is_empty()));
    let mut lists = String::new();
    for setting in explained {
        lists += &format!("\n`{}`:\n\n", setting.key);
        for choice in setting.choices().iter().filter(|choice| !choice.summary.is_empty()) {
            lists += &format!("* `{}`: {}\n", choice.keyword, choice.summary);
        }
    }
    text += &lists;
    text
}

// oracle: the registry of settings
#[test]
fn the_pages_have_the_settings_of_the_registry() {
    for section in SECTIONS {
        let page = if section.path.starts_with("sweep") { "docs/sweep.md" } else { "docs/scenario-file.md" };
        let title = if section.path.is_empty() { "the top level" } else { section.path };
        check_generated_part(page, &format!("settings of {title}"), &table(section));
    }
}
