//! The descriptions of joint types in the JSON Schema and in the documentation are generated from the registry of joints.
//!
//! `DENOC_WRITE_REFERENCE=1 cargo test -p denoc-formats --lib reference` updates both.

use std::path::{Path, PathBuf};

use denoc_model::joints::{Form, KindInfo, Parameter};
use serde_json::{Map, Value, json};

use super::{keys, quantity};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a generated text with the file, or updates the file.
fn check(path: &Path, text: &str) {
    if std::env::var_os("DENOC_WRITE_REFERENCE").is_some() {
        std::fs::write(path, text).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap();
    let differs = found.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(found.lines().count().min(text.lines().count())) + 1;
    let remedy = "cargo xtask generate";
    assert!(found == text, "{} differs from the registry from line {line} on: run `{remedy}`", path.display());
}

/// Formats a value: on one line if it fits into 120 columns.
fn laid_out(value: &Value, indent: usize, before: usize) -> String {
    let line = one_line(value);
    let short = indent > 0 && indent + before + line.chars().count() < 120;
    let (open, close, entries): (_, _, Vec<String>) = match value {
        Value::Object(all) if !short => {
            let entry = |(key, value): (&String, &Value)| {
                let key = format!("{}: ", Value::from(key.as_str()));
                let value = laid_out(value, indent + 2, key.chars().count());
                key + &value
            };
            ("{", "}", all.iter().map(entry).collect())
        }
        Value::Array(all) if !short => ("[", "]", all.iter().map(|value| laid_out(value, indent + 2, 0)).collect()),
        _ => return line,
    };
    let pad = " ".repeat(indent + 2);
    let entries: Vec<String> = entries.into_iter().map(|entry| pad.clone() + &entry).collect();
    format!("{open}\n{}\n{}{close}", entries.join(",\n"), " ".repeat(indent))
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Object(all) => {
            let entries: Vec<String> =
                all.iter().map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), one_line(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Array(all) => format!("[{}]", all.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The schema of a parameter.
fn of_form(parameter: &Parameter) -> (String, Map<String, Value>) {
    let example: toml::Table = parameter.line().parse().unwrap();
    let example = serde_json::to_value(&example[parameter.key]).unwrap();
    let direction = json!({"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3});
    let (units, mut schema) = match parameter.form {
        Form::Direction => (String::new(), direction),
        Form::Directions(n) => {
            (String::new(), json!({"type": "array", "items": direction, "minItems": n, "maxItems": n}))
        }
        Form::Number { measure, default } => {
            let units = quantity::of_measure(measure).units;
            let default = default.map_or(String::new(), |x| format!(" Default: {x}."));
            match units {
                "" => (default, json!({"type": "number"})),
                units => {
                    let units = units.replace(" or ", ", ");
                    let description = format!("{default} A plain number is in SI units; a string has a unit: {units}.");
                    (description, json!({"type": ["number", "string"]}))
                }
            }
        }
        Form::Word { words, .. } => return (String::new(), json!({"enum": words}).as_object().unwrap().clone()),
    };
    schema["examples"] = json!([example]);
    (units, schema.as_object().unwrap().clone())
}

/// A key that some joint types have.
struct Property {
    key: &'static str,
    /// Its meaning for each group of types.
    meanings: Vec<(String, Vec<&'static str>)>,
    units: String,
    schema: Map<String, Value>,
}

impl Property {
    fn add(&mut self, kind: &KindInfo, parameter: &Parameter) {
        let form = of_form(parameter).1;
        assert_eq!(form.get("type"), self.schema.get("type"), "key {} of {} joints", self.key, kind.keyword);
        let meaning = match self.key == parameter.key {
            true => parameter.meaning.to_owned(),
            false => format!("Instead of {}", parameter.key),
        };
        match self.meanings.iter_mut().find(|(text, _)| *text == meaning) {
            Some((_, kinds)) => kinds.push(kind.keyword),
            None => self.meanings.push((meaning, vec![kind.keyword])),
        }
    }

    fn entry(self) -> (String, Value) {
        let phrase = |(i, (text, kinds)): (usize, &(String, Vec<&str>))| {
            let text = if i == 0 { text.clone() } else { lower_first(text) };
            format!("{text} ({})", kinds.join(", "))
        };
        let all: Vec<String> = self.meanings.iter().enumerate().map(phrase).collect();
        let description = format!("{}.{}", all.join("; "), self.units);
        let mut schema = Map::from_iter([("description".to_owned(), json!(description))]);
        schema.extend(self.schema);
        (self.key.to_owned(), Value::Object(schema))
    }
}

/// The properties that only some joint types have. Types that share a key share its schema.
fn properties_of_kinds() -> Map<String, Value> {
    let mut found: Vec<Property> = Vec::new();
    for kind in keys::joints() {
        for parameter in kind.parameters {
            for key in [parameter.key].into_iter().chain(parameter.alternatives.iter().copied()) {
                let at = found.iter().position(|property| property.key == key).unwrap_or_else(|| {
                    let (units, schema) = of_form(parameter);
                    found.push(Property { key, meanings: Vec::new(), units, schema });
                    found.len() - 1
                });
                found[at].add(kind, parameter);
            }
        }
    }
    found.into_iter().map(Property::entry).collect()
}

/// The required keys of each type; types with the same requirements share an entry.
fn requirements() -> Vec<Value> {
    let mut found: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for kind in keys::joints() {
        // the reader requires one of the alternatives
        let required = kind.parameters.iter().filter(|p| p.required() && p.alternatives.is_empty());
        let keys: Vec<&str> = required.map(|p| p.key).collect();
        match found.iter_mut().find(|(k, _)| *k == keys) {
            _ if keys.is_empty() => {}
            Some((_, kinds)) => kinds.push(kind.keyword),
            None => found.push((keys, vec![kind.keyword])),
        }
    }
    let entry = |(keys, kinds): (Vec<&str>, Vec<&str>)| {
        json!({
            "if": {"properties": {"type": {"enum": kinds}}, "required": ["type"]},
            "then": {"required": keys}
        })
    };
    found.into_iter().map(entry).collect()
}

// oracle: the registry of joints
#[test]
fn the_schema_has_the_joints_of_the_registry() {
    let path = root().join("crates/denoc-formats/schema/model.schema.json");
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let joint = &mut schema["$defs"]["joint"];
    let kinds: Vec<&str> = keys::joints().map(|kind| kind.keyword).collect();
    joint["properties"]["type"]["enum"] = json!(kinds);
    let common =
        keys::joint_keys(&KindInfo { parameters: &[], rotation_spring: true, ..denoc_model::joints::KINDS[0] });
    let mut properties = Map::new();
    for (key, value) in joint["properties"].as_object().unwrap() {
        if common.contains(&key.as_str()) {
            properties.insert(key.clone(), value.clone());
        }
        if key == "child" {
            properties.extend(properties_of_kinds());
        }
    }
    joint["properties"] = Value::Object(properties);
    joint["allOf"] = json!(requirements());
    check(&path, &(laid_out(&schema, 0, 0) + "\n"));
}

fn keys(kind: &KindInfo) -> String {
    let of = |parameter: &Parameter| {
        let others: String = parameter.alternatives.iter().map(|key| format!(" (or `{key}`)")).collect();
        let default = match parameter.form {
            Form::Number { default: Some(x), .. } => format!(" (default {x})"),
            _ => String::new(),
        };
        format!("`{}`{others}{default}: {}", parameter.line(), lower_first(parameter.meaning))
    };
    let mut all: Vec<String> = kind.parameters.iter().map(of).collect();
    all.extend(kind.rotation_spring.then(|| "may have `rotation_spring`, below".to_owned()));
    if all.is_empty() { "—".to_owned() } else { all.join("; ") }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

// oracle: the registry of joints
#[test]
fn the_specification_has_the_joints_of_the_registry() {
    const BEGIN: &str = "<!-- joints: made by `cargo xtask generate` -->\n";
    const END: &str = "<!-- end of joints -->\n";
    let path = root().join("docs/model-file.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has a marker for the joints");
    let (_, after) = rest.split_once(END).expect("the page has a marker for the end of the joints");
    let row = |kind: &KindInfo| format!("| `{}` | {} | {} |\n", kind.keyword, kind.summary, keys(kind));
    let rows: String = keys::joints().map(row).collect();
    let table = format!("| Type | Motion and coordinates | Keys |\n|---|---|---|\n{rows}");
    check(&path, &format!("{before}{BEGIN}{table}{END}{after}"));
}
