//! The JSON Schema agrees with the reader: the same keys, and the same files are accepted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use denoc_model::closures::CONSTRAINTS;
use serde_json::Value;

use super::{MODEL_SCHEMA, keys};

fn schema() -> Value {
    serde_json::from_str(MODEL_SCHEMA).unwrap()
}

fn set<'a>(keys: impl IntoIterator<Item = &'a &'static [&'static str]>) -> BTreeSet<String> {
    keys.into_iter().copied().flatten().map(|k| (*k).to_owned()).collect()
}

fn strings<'a>(keys: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    keys.into_iter().map(str::to_owned).collect()
}

fn properties(table: &Value) -> BTreeSet<String> {
    assert_eq!(table["additionalProperties"], Value::Bool(false), "unknown keys are rejected");
    table["properties"].as_object().unwrap().keys().cloned().collect()
}

// oracle: the keys that the reader accepts
#[test]
fn the_schema_has_the_keys_of_the_reader() {
    let schema = schema();
    let defs = &schema["$defs"];
    assert_eq!(properties(&schema), strings(keys::file_keys()));
    let tables = [
        ("model", keys::MODEL),
        ("link", keys::LINK),
        ("inertia", keys::INERTIA),
        ("origin", keys::ORIGIN),
        ("axis_angle", keys::AXIS_ANGLE),
        ("spring", keys::SPRING),
        ("rotation_spring", keys::ROTATION_SPRING),
        ("drag", keys::DRAG),
        ("rope", keys::ROPE),
        ("rope_end", keys::ROPE_END),
        ("planar", keys::PLANAR),
        ("planar_bar", keys::PLANAR_BAR),
        ("planar_slider", keys::PLANAR_SLIDER),
        ("planar_wheel", keys::PLANAR_WHEEL),
        ("planar_cylinder", keys::PLANAR_CYLINDER),
        ("planar_spring", keys::PLANAR_SPRING),
        ("planar_joint", keys::PLANAR_JOINT),
        ("frame", keys::FRAME),
        ("contact", keys::CONTACT),
        ("coupling", keys::COUPLING),
        ("point_spring", keys::POINT_SPRING),
        ("actuator", keys::ACTUATOR),
        ("dh", keys::DH),
    ];
    for (name, keys) in tables {
        assert_eq!(properties(&defs[name]), set(keys), "{name}");
    }
    for kind in CONSTRAINTS {
        assert_eq!(properties(&defs[kind.keyword]), strings(keys::constraint_keys(kind)), "{}", kind.keyword);
    }
    assert_eq!(properties(&defs["joint"]), strings(keys::joints().flat_map(keys::joint_keys)));
    assert_eq!(properties(&defs["shape"]), set(keys::SHAPES.iter().flat_map(|(_, keys)| *keys)));
    let mut named: BTreeSet<&str> = tables.iter().map(|(name, _)| *name).collect();
    named.extend(["joint", "shape", "configuration"]);
    named.extend(CONSTRAINTS.iter().map(|kind| kind.keyword));
    assert_eq!(defs.as_object().unwrap().keys().map(String::as_str).collect::<BTreeSet<_>>(), named);

    let strings = |value: &Value| -> Vec<String> {
        value["enum"].as_array().unwrap().iter().map(|w| w.as_str().unwrap().to_owned()).collect()
    };
    let kinds = |list: &[(&str, keys::Keys)]| -> Vec<String> { list.iter().map(|(w, _)| (*w).to_owned()).collect() };
    let joints: Vec<&str> = keys::joints().map(|kind| kind.keyword).collect();
    assert_eq!(strings(&defs["joint"]["properties"]["type"]), joints);
    assert_eq!(strings(&defs["shape"]["properties"]["type"]), kinds(keys::SHAPES));
    assert_eq!(strings(&defs["shape"]["properties"]["purpose"]), keys::PURPOSES);
    assert_eq!(strings(&defs["dh"]["properties"]["type"]), keys::DH_TYPES);
    assert_eq!(strings(&defs["rope"]["properties"]["type"]), keys::ROPE_TYPES);
    assert_eq!(strings(&defs["rope"]["properties"]["joints"]), keys::ROPE_JOINTS);
    assert_eq!(strings(&defs["rope"]["properties"]["start"]), keys::ROPE_STARTS);
    assert_eq!(strings(&defs["planar"]["properties"]["plane"]), keys::PLANES);
}

#[test]
fn every_key_is_described() {
    fn walk(value: &Value, path: &str) {
        let Some(object) = value.as_object() else { return };
        if let Some(properties) = object.get("properties").and_then(Value::as_object).filter(|_| !path.contains("/if"))
        {
            for (key, property) in properties {
                assert!(property["description"].as_str().is_some_and(|d| d.len() > 4), "{path}/{key}");
            }
        }
        for (key, inner) in object {
            walk(inner, &format!("{path}/{key}"));
        }
    }
    walk(&schema(), "");
}

/// The subset of JSON Schema that the schema uses.
fn check(schema: &Value, root: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().ok_or("a schema is an object")? {
        match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().and_then(|r| r.strip_prefix("#/$defs/")).ok_or("a reference")?;
                check(&root["$defs"][name], root, value, at)?;
            }
            "type" => {
                let one = |t: &Value| match t.as_str() {
                    Some("object") => value.is_object(),
                    Some("array") => value.is_array(),
                    Some("string") => value.is_string(),
                    Some("number") => value.is_number(),
                    Some("boolean") => value.is_boolean(),
                    _ => false,
                };
                let fits = rule.as_array().map_or_else(|| one(rule), |all| all.iter().any(one));
                fits.then_some(()).ok_or(format!("{at}: type {rule}"))?;
            }
            "enum" => {
                rule.as_array().is_some_and(|all| all.contains(value)).then_some(()).ok_or(format!("{at}: {rule}"))?
            }
            "required" => {
                for key in rule.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    if value.is_object() && value.get(key).is_none() {
                        return Err(format!("{at}: needs {key}"));
                    }
                }
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = rule.get(key) {
                        check(schema, root, inner, &format!("{at}.{key}"))?;
                    }
                }
            }
            "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if schema.get("properties").is_some_and(|p| p.get(key).is_some()) {
                        continue;
                    }
                    if rule == &Value::Bool(false) {
                        return Err(format!("{at}: unknown key {key}"));
                    }
                    check(rule, root, inner, &format!("{at}.{key}"))?;
                }
            }
            "items" => {
                for inner in value.as_array().into_iter().flatten() {
                    check(rule, root, inner, &format!("{at}[]"))?;
                }
            }
            "minItems" | "maxItems" => {
                if let (Some(array), Some(limit)) = (value.as_array(), rule.as_u64()) {
                    let fits =
                        if keyword == "minItems" { array.len() as u64 >= limit } else { array.len() as u64 <= limit };
                    fits.then_some(()).ok_or(format!("{at}: {} entries", array.len()))?;
                }
            }
            "minLength" => {
                if value.as_str().is_some_and(str::is_empty) {
                    return Err(format!("{at}: empty"));
                }
            }
            "minimum" | "maximum" => {
                if let (Some(x), Some(limit)) = (value.as_f64(), rule.as_f64()) {
                    let fits = if keyword == "minimum" { x >= limit } else { x <= limit };
                    fits.then_some(()).ok_or(format!("{at}: {x}"))?;
                }
            }
            "allOf" => {
                for part in rule.as_array().into_iter().flatten() {
                    if check(&part["if"], root, value, at).is_ok() {
                        check(&part["then"], root, value, at)?;
                    }
                }
            }
            // colours: not checked here
            "pattern" => {}
            "$schema" | "$defs" | "title" | "description" | "examples" => {}
            other => return Err(format!("the schema uses {other}, which this check does not support")),
        }
    }
    Ok(())
}

fn validate(text: &str) -> Result<(), String> {
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
    let value = serde_json::to_value(table).map_err(|e| e.to_string())?;
    let schema = schema();
    check(&schema, &schema, &value, "")
}

/// All model files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "toml") {
            found.push(path);
        }
    }
}

// oracle: the examples of the specification, the files of the catalogue, files that were written
#[test]
fn good_files_fit_the_schema() {
    let page = include_str!("../../../../docs/model-file.md");
    let examples: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|part| part.split("```").next()).take(3).collect();
    validate(examples[0]).unwrap();
    validate(examples[2]).unwrap();
    validate(&format!("[model]\nname = \"arm\"\n{}", examples[1])).unwrap();
    for entry in crate::catalogue::ENTRIES {
        validate(&super::write_native(&entry.describe().unwrap(), &super::NativeExtra::default()).unwrap()).unwrap();
    }
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models"), &mut found);
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(error) = validate(&text) {
            panic!("{}: {error}", path.display());
        }
        super::read_native(&path).unwrap_or_else(|e| panic!("{e}"));
    }
}

// oracle: the messages of the reader about keys, types and counts
#[test]
fn broken_files_do_not_fit_the_schema() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken_native"), &mut found);
    let mut refused = 0;
    for path in found {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        // keys of other joint or shape types are checked by the reader only
        if !["key_", "type_", "count_"].iter().any(|start| name.starts_with(start))
            || name.starts_with("key_of_another")
        {
            continue;
        }
        // so are keys that are required only with others
        if name == "key_missing_mass" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(validate(&text).is_err(), "{name} fits");
        refused += 1;
    }
    assert!(refused > 20, "{refused}");
}
