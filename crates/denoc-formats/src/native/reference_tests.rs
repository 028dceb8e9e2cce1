//! What the JSON Schema and the specification contain about kinds of joints and constraints comes from their registries.
//!
//! `DENOC_WRITE_REFERENCE=1 cargo test -p denoc-formats --lib reference -- --test-threads=1` writes both.

use denoc_model::closures::{CONSTRAINTS, ConstraintInfo};
use denoc_model::joints::KindInfo;
use denoc_model::parameters::{Form, Parameter};
use denoc_testkit::{check_generated, check_generated_part, repository};
use serde_json::{Map, Value, json};

use super::{quantity, words};

const SCHEMA: &str = "crates/denoc-formats/schema/model.schema.json";
const PAGE: &str = "docs/model-file.md";

/// The schema file as it is.
fn schema() -> Value {
    serde_json::from_str(&std::fs::read_to_string(repository().join(SCHEMA)).unwrap()).unwrap()
}

/// A value as the schema file is laid out: in one line where 120 columns suffice.
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

/// The schema of the values of a parameter, and what its description adds: default and units.
fn of_form(parameter: &Parameter) -> (String, Map<String, Value>) {
    let direction = json!({"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3});
    let name = json!({"type": "string", "minLength": 1});
    let in_units = |measure| {
        let units = quantity::of_measure(measure).units.replace(" or ", ", ");
        match units.is_empty() {
            true => (String::new(), json!({"type": "number"})),
            false => {
                let text = format!(" A bare number is in SI units; or a string with a unit: {units}.");
                (text, json!({"type": ["number", "string"]}))
            }
        }
    };
    let (text, mut schema) = match parameter.form {
        Form::Direction => (String::new(), direction),
        Form::DirectionOr([x, y, z]) => (format!(" Default: [{x}, {y}, {z}]."), direction),
        Form::Directions(n) => {
            (String::new(), json!({"type": "array", "items": direction, "minItems": n, "maxItems": n}))
        }
        Form::Number { measure, default } => {
            let default = default.map_or(String::new(), |x| format!(" Default: {x}."));
            let (units, schema) = in_units(measure);
            (default + &units, schema)
        }
        Form::Positive(measure) => in_units(measure),
        Form::Choice { choices, .. } => return (String::new(), json!({"enum": choices}).as_object().unwrap().clone()),
        Form::Point => {
            let units = quantity::LENGTH.units.replace(" or ", ", ");
            let text = format!(" Default: zero. Numbers in SI units, or strings with units: {units}.");
            let number = json!({"type": ["number", "string"]});
            (text, json!({"type": "array", "items": number, "minItems": 3, "maxItems": 3}))
        }
        Form::Flag { default } => {
            let schema = json!({"type": "boolean"});
            return (format!(" Default: {default}."), schema.as_object().unwrap().clone());
        }
        Form::Link(_) | Form::Joint { .. } => return (String::new(), name.as_object().unwrap().clone()),
        Form::Curve { .. } => {
            let number = json!({"type": ["number", "string"]});
            let point = json!({"type": "array", "items": number, "minItems": 2, "maxItems": 2});
            (String::new(), json!({"type": "array", "items": point, "minItems": 3}))
        }
        Form::Table(parameters) => {
            let mut schema = table(parameters);
            let properties = schema["properties"].as_object().unwrap();
            let names: Vec<&str> = properties.keys().map(String::as_str).collect();
            let text = format!(" Default: those of its keys, {}.", names.join(" and "));
            schema["type"] = json!("object");
            return (text, schema.as_object().unwrap().clone());
        }
    };
    let example: toml::Table = parameter.line().parse().unwrap();
    schema["examples"] = json!([serde_json::to_value(&example[parameter.key]).unwrap()]);
    (text, schema.as_object().unwrap().clone())
}

/// The schema of a table with these parameters.
fn table(parameters: &[Parameter]) -> Value {
    let mut properties = Map::new();
    let mut add = |key: &str, description: String, schema: Map<String, Value>| {
        let described = Map::from_iter([("description".to_owned(), Value::from(description))]);
        properties.insert(key.to_owned(), Value::Object(described.into_iter().chain(schema).collect()));
    };
    for parameter in parameters {
        let (text, schema) = of_form(parameter);
        add(parameter.key, format!("{}.{text}", parameter.meaning), schema);
        if let Form::Curve { over, periodic, .. } = parameter.form {
            let text = "a table (CSV) with a header line and two columns in SI units, or in the units of the header";
            for key in parameter.alternatives {
                let text = format!("Instead of {}: {text}; its path is relative to the model file.", parameter.key);
                add(key, text, json!({"type": "string", "minLength": 1}).as_object().unwrap().clone());
            }
            let text = "Whether the curve repeats; its last value is then its first";
            let text = format!("{text}. Default: true if {over} turns, false if it slides.");
            add(periodic, text, json!({"type": "boolean"}).as_object().unwrap().clone());
        }
    }
    // of alternatives the reader requires one
    let required = parameters.iter().filter(|p| p.required() && p.alternatives.is_empty()).map(|p| p.key);
    json!({
        "type": "object", "properties": properties, "required": required.collect::<Vec<_>>(), "additionalProperties": false
    })
}

/// A key that some kinds of joints have.
struct Property {
    key: &'static str,
    /// What it means, and to which kinds.
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

/// The properties that only some kinds of joints have. Kinds that share a key share its form.
fn properties_of_kinds() -> Map<String, Value> {
    let mut found: Vec<Property> = Vec::new();
    for kind in words::joints() {
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

/// What every kind requires; kinds that require the same share an entry.
fn requirements() -> Vec<Value> {
    let mut found: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for kind in words::joints() {
        // of alternatives the reader requires one
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
    let mut schema = schema();
    let joint = &mut schema["$defs"]["joint"];
    let kinds: Vec<&str> = words::joints().map(|kind| kind.keyword).collect();
    joint["properties"]["type"]["enum"] = json!(kinds);
    let common =
        words::joint_keys(&KindInfo { parameters: &[], rotation_spring: true, ..denoc_model::joints::KINDS[0] });
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
    check_generated(SCHEMA, &(laid_out(&schema, 0, 0) + "\n"));
}

// oracle: the registry of constraints
#[test]
fn the_schema_has_the_constraints_of_the_registry() {
    let mut schema = schema();
    let is_table = |key: &str| words::file_keys().contains(&key);
    let mut tables = Map::new();
    for (key, value) in schema["properties"].as_object().unwrap() {
        if is_table(key) && ConstraintInfo::find(key).is_none() {
            tables.insert(key.clone(), value.clone());
        }
        if key == "coupling" {
            tables.extend(CONSTRAINTS.iter().map(|kind| {
                let items = json!({"$ref": format!("#/$defs/{}", kind.keyword)});
                let array = json!({"description": format!("{}.", kind.summary), "type": "array", "items": items});
                (kind.keyword.to_owned(), array)
            }));
        }
    }
    schema["properties"] = Value::Object(tables);
    let mut defs = Map::new();
    for (key, value) in schema["$defs"].as_object().unwrap() {
        if ConstraintInfo::find(key).is_none() {
            defs.insert(key.clone(), value.clone());
        }
        if key == "coupling" {
            defs.extend(CONSTRAINTS.iter().map(|kind| (kind.keyword.to_owned(), definition(kind))));
        }
    }
    schema["$defs"] = Value::Object(defs);
    check_generated(SCHEMA, &(laid_out(&schema, 0, 0) + "\n"));
}

fn definition(kind: &ConstraintInfo) -> Value {
    let name = json!({"description": "Unique name, also among joints.", "type": "string", "minLength": 1});
    let of_kind = table(kind.parameters);
    let properties = of_kind["properties"].as_object().unwrap().clone();
    let properties: Map<String, Value> = [("name".to_owned(), name)].into_iter().chain(properties).collect();
    let mut required = vec![json!("name")];
    required.extend(of_kind["required"].as_array().unwrap().iter().cloned());
    json!({
        "description": format!("{}.", kind.summary), "type": "object", "properties": properties,
        "required": required, "additionalProperties": false
    })
}

/// The keys of a kind, for the specification.
fn keys(parameters: &[Parameter]) -> Vec<String> {
    let of = |parameter: &Parameter| {
        let others: String = parameter.alternatives.iter().map(|key| format!(" (or `{key}`)")).collect();
        let default = match parameter.form {
            Form::Number { default: Some(x), .. } => format!(" (default {x})"),
            Form::DirectionOr([x, y, z]) => format!(" (default [{x}, {y}, {z}])"),
            Form::Point => " (default zero)".to_owned(),
            Form::Flag { default } => format!(" (default {default})"),
            Form::Table(_) => " (optional)".to_owned(),
            Form::Curve { periodic, .. } => format!(", and `{periodic}`"),
            Form::Direction
            | Form::Directions(_)
            | Form::Number { default: None, .. }
            | Form::Positive(_)
            | Form::Choice { .. }
            | Form::Link(_)
            | Form::Joint { .. } => String::new(),
        };
        format!("`{}`{others}{default}: {}", parameter.line(), lower_first(parameter.meaning))
    };
    parameters.iter().map(of).collect()
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

// oracle: the registry of joints
#[test]
fn the_specification_has_the_joints_of_the_registry() {
    let row = |kind: &KindInfo| {
        let mut keys = keys(kind.parameters);
        keys.extend(kind.rotation_spring.then(|| "may have `rotation_spring`, below".to_owned()));
        let keys = if keys.is_empty() { "—".to_owned() } else { keys.join("; ") };
        format!("| `{}` | {} | {keys} |\n", kind.keyword, kind.summary)
    };
    let rows: String = words::joints().map(row).collect();
    check_generated_part(PAGE, "joints", &format!("| Type | Motion and coordinates | Keys |\n|---|---|---|\n{rows}"));
}

// oracle: the registry of constraints
#[test]
fn the_specification_has_the_constraints_of_the_registry() {
    let row = |kind: &ConstraintInfo| {
        let keys = keys(kind.parameters).join("; ");
        format!("| `[[{}]]` | {} | `name`; {keys} |\n", kind.keyword, kind.summary)
    };
    let rows: String = CONSTRAINTS.iter().map(row).collect();
    check_generated_part(PAGE, "constraints", &format!("| Table | Constraint | Keys |\n|---|---|---|\n{rows}"));
}
