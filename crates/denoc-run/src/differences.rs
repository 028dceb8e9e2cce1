//! Lists the differences between the inputs of two runs or sweeps.

use denoc_base::number::six_beside;
use serde_json::Value;

use crate::sweep::Manifest;

/// One line for each difference between the sweep in a folder (`there`) and the requested one (`here`). Another version of the program is
/// one unless `any_version`.
pub(crate) fn differences(there: &Manifest, here: &Manifest, any_version: bool) -> Vec<String> {
    let (a, b) = (swept(&there.subject), swept(&here.subject));
    if a.0 != b.0 {
        return vec![format!("the folder sweeps the {} {}, not the {} {}", a.0, a.1, b.0, b.1)];
    }
    let mut found = Vec::new();
    if there.program != here.program && !any_version {
        found.push(format!("{} there, {} here", there.program, here.program));
    }
    compare("", &there.subject, &here.subject, &mut found);
    compare("sweep", &there.sweep, &here.sweep, &mut found);
    if found.is_empty() && there.points != here.points {
        found.push("the points differ".into());
    }
    found
}

/// Kind and name of what is swept.
fn swept(subject: &Value) -> (&'static str, String) {
    let kind = if subject.get("function").is_some() { "function" } else { "model" };
    (kind, subject[kind]["name"].as_str().unwrap_or_default().to_owned())
}

/// Adds one line for each difference between two JSON values at a path.
pub(crate) fn compare(at: &str, there: &Value, here: &Value, found: &mut Vec<String>) {
    found.extend(entries(at, there, here).into_iter().map(|Entry { at, there, here }| {
        match at.strip_prefix("files.") {
            Some(file) => format!("the file {file} has changed since"),
            None => changed(&at, there, here)
                .unwrap_or_else(|| format!("{at}: {} there, {} here", shown(there, here), shown(here, there))),
        }
    }));
}

/// An entry in which two JSON values differ; null where one of them lacks it.
pub(crate) struct Entry<'a> {
    /// Its path.
    pub(crate) at: String,
    pub(crate) there: &'a Value,
    pub(crate) here: &'a Value,
}

/// The innermost entries in which two JSON values at a path differ; models and functions with the same name count as one entry.
pub(crate) fn entries<'a>(at: &str, there: &'a Value, here: &'a Value) -> Vec<Entry<'a>> {
    let mut found = Vec::new();
    walk(at.to_owned(), there, here, &mut found);
    found
}

fn walk<'a>(at: String, there: &'a Value, here: &'a Value, found: &mut Vec<Entry<'a>>) {
    if there == here {
        return;
    }
    match (there, here) {
        (Value::Object(a), Value::Object(b)) if changed(&at, there, here).is_none() => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                let (x, y) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                walk(joined(&at, key), x, y, found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (x, y)) in a.iter().zip(b).enumerate() {
                let path = x.get("path").filter(|path| Some(*path) == y.get("path")).and_then(Value::as_str);
                walk(joined(&at, path.unwrap_or(&i.to_string())), x, y, found);
            }
        }
        _ => found.push(Entry { at, there, here }),
    }
}

/// A model or function with the same name and another checksum.
fn changed(at: &str, there: &Value, here: &Value) -> Option<String> {
    let (old, new) = (there.get("sha256")?, here.get("sha256")?);
    let name = here.get("name").filter(|name| Some(*name) == there.get("name"))?.as_str()?;
    let whose = at.strip_prefix("sweep.metrics.").map_or(String::new(), |metric| format!(" of the metric {metric}"));
    let version = |of: &Value| of.get("python").and_then(Value::as_str).unwrap_or("–").to_owned();
    let (before, now) = (version(there), version(here));
    if before != now {
        return Some(format!("the function {name}{whose} ran with Python {before} there, {now} here"));
    }
    (old != new).then(|| match at {
        "model" => format!("the model {name} has changed since (its numbers)"),
        _ => format!("the function {name}{whose} has changed since (its code, or values and functions that it uses)"),
    })
}

fn joined(at: &str, key: &str) -> String {
    if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") }
}

/// A value that differs from another one.
pub(crate) fn shown(x: &Value, other: &Value) -> String {
    let text = match x {
        Value::Null => "nothing".to_owned(),
        Value::Object(function) if function.contains_key("sha256") => {
            format!("the function {}", function.get("name").and_then(Value::as_str).unwrap_or_default())
        }
        Value::Number(number) if number.is_f64() => {
            six_beside(number.as_f64().unwrap_or(f64::NAN), other.as_f64().unwrap_or(f64::NAN))
        }
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(|x| shown(x, &Value::Null)).collect();
            format!("[{}]", all.join(","))
        }
        Value::Object(_) => "a table".to_owned(),
        x => x.to_string(),
    };
    if text.chars().count() > 80 { text.chars().take(60).chain(" …".chars()).collect() } else { text }
}
