//! TOML files that are deserialized into a Rust type.

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::syntax;
use crate::FormatError;
use crate::source::Source;

/// Why a key of a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyProblem {
    /// The rule that is broken.
    pub rule: String,
    /// What to do.
    pub remedy: String,
}

/// Checks a key: arguments are the path of its table (`sweep.parameter`, empty at the top), the key, and the number of entries if
/// its value is a list.
pub type KeyRule<'a> = &'a dyn Fn(&str, &str, Option<usize>) -> Result<(), KeyProblem>;

/// Reads TOML text as a value of a type; `file` is the name in messages. All keys are checked by `rule`; the type should refuse
/// unknown keys too (`#[serde(deny_unknown_fields)]`).
pub fn from_toml<T: DeserializeOwned>(text: &str, file: &str, rule: KeyRule<'_>) -> Result<T, FormatError> {
    let source = Source::new(file, text);
    let table = DeTable::parse(text).map_err(|e| syntax::error(&e, &source))?;
    check_keys(table.get_ref(), "", rule, &source)?;
    T::deserialize(toml::de::Deserializer::from(table)).map_err(|e| {
        let at = e.span().map_or(source.end(), |span| span.start).min(text.len());
        let (rule, remedy) = plainer(e.message());
        FormatError::Toml { rule, remedy, at: source.spot(at) }
    })
}

/// Checks the keys of a table and of the tables in it.
fn check_keys(table: &DeTable<'_>, path: &str, rule: KeyRule<'_>, source: &Source) -> Result<(), FormatError> {
    for (key, value) in table {
        let name = key.get_ref();
        let entries = value.get_ref().as_array().map(|list| list.len());
        rule(path, name, entries).map_err(|KeyProblem { rule, remedy }| {
            let at = source.spot(key.span().start);
            FormatError::Toml { rule, remedy, at }
        })?;
        let deeper = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        match value.get_ref() {
            DeValue::Table(inner) => check_keys(inner, &deeper, rule, source)?,
            DeValue::Array(list) => {
                let tables = list.iter().filter_map(|entry| match entry.get_ref() {
                    DeValue::Table(inner) => Some(inner),
                    _ => None,
                });
                tables.into_iter().try_for_each(|inner| check_keys(inner, &deeper, rule, source))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Rule and remedy for a message of the deserializer.
fn plainer(message: &str) -> (String, String) {
    let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let names = quoted(rest);
        if let Some((found, known)) = names.split_first() {
            let remedy = match denoc_model::names::nearest(found, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("valid keys are {}", known.join(", ")),
            };
            return (format!("there is no key \"{found}\" here"), remedy);
        }
    }
    if let Some(rest) = message.strip_prefix("missing field ") {
        let key = quoted(rest).concat();
        return (format!("the key \"{key}\" is missing"), format!("write {key} = …"));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        let names = quoted(rest);
        if let Some((found, known)) = names.split_first() {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            return (format!("\"{found}\" is not a valid value here"), denoc_model::names::choose(found, &known));
        }
    }
    match message.split_once(", expected ") {
        Some((found, expected)) => (unexpected(found), format!("write {}", wanted(expected))),
        None => (message.replace('`', "\""), "correct it; the documentation has examples".to_owned()),
    }
}

/// What stands in the file, in the words of TOML; the line that is shown has its value.
fn unexpected(found: &str) -> String {
    const KINDS: [(&str, &str); 6] = [
        ("string", "a text"),
        ("floating point", "a number that is not whole"),
        ("integer", "this whole number"),
        ("boolean", "true or false"),
        ("sequence", "a list"),
        ("map", "a table"),
    ];
    let (_, kind) = found.split_once(": ").unwrap_or(("", found));
    match KINDS.iter().find(|(name, _)| kind.starts_with(name)) {
        Some((_, plain)) => format!("{plain} is not valid here"),
        None => found.replace('`', ""),
    }
}

/// What should stand there, without names of Rust types.
fn wanted(expected: &str) -> String {
    match expected {
        "f64" | "f32" => "a number".to_owned(),
        "usize" | "u64" | "u32" => "a whole number, not negative".to_owned(),
        "i64" | "i32" => "a whole number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a sequence" => "a list in square brackets".to_owned(),
        "a map" => "a table".to_owned(),
        other => other.replace('`', ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Point {
        #[allow(dead_code)]
        x: f64,
        #[allow(dead_code)]
        height: Option<f64>,
    }

    fn message(text: &str) -> String {
        let rule = |_: &str, key: &str, _: Option<usize>| match key {
            "tall" => Err(KeyProblem { rule: "tall is now height".into(), remedy: "write height".into() }),
            _ => Ok(()),
        };
        from_toml::<Point>(text, "p.toml", &rule).unwrap_err().to_string()
    }

    #[test]
    fn messages_have_a_place_and_a_remedy() {
        assert_eq!(
            message("x = 1\nheigth = 2\n"),
            "p.toml:2:1: there is no key \"heigth\" here\n    2 | heigth = 2\n      | ^ did you mean \"height\"?"
        );
        assert_eq!(
            message("x = \"one\"\n"),
            "p.toml:1:5: a text is not valid here\n    1 | x = \"one\"\n      |     ^ write a number"
        );
        assert_eq!(
            message("x = 1\ntall = 2\n"),
            "p.toml:2:1: tall is now height\n    2 | tall = 2\n      | ^ write height"
        );
        assert!(message("height = 1\n").contains("the key \"x\" is missing"), "{}", message("height = 1\n"));
        assert!(message("x = [1\n").contains("not closed"), "{}", message("x = [1\n"));
    }
}
