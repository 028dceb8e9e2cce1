//! TOML files that are deserialized into a Rust type.

use serde::de::DeserializeOwned;

use super::syntax;
use crate::FormatError;
use crate::source::Source;

/// Reads TOML text as a value of a type; `file` is the name used in messages. The type should reject unknown keys
/// (`#[serde(deny_unknown_fields)]`).
pub fn from_toml<T: DeserializeOwned>(text: &str, file: &str) -> Result<T, FormatError> {
    let source = Source::new(file, text);
    let table = toml::de::DeTable::parse(text).map_err(|e| syntax::error(&e, &source))?;
    T::deserialize(toml::de::Deserializer::from(table)).map_err(|e| {
        let at = e.span().map_or(source.end(), |span| span.start).min(text.len());
        let (rule, remedy) = plainer(e.message());
        FormatError::Toml { rule, remedy, at: source.spot(at) }
    })
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
            return (format!("\"{found}\" is not a valid value here"), format!("choose one of {}", known.join(", ")));
        }
    }
    match message.split_once(", expected ") {
        Some((found, expected)) => (found.replace('`', ""), format!("write {}", expected.replace('`', ""))),
        None => (message.replace('`', "\""), "correct it; the documentation has examples".to_owned()),
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
        from_toml::<Point>(text, "p.toml").unwrap_err().to_string()
    }

    #[test]
    fn messages_have_a_place_and_a_remedy() {
        assert_eq!(
            message("x = 1\nheigth = 2\n"),
            "p.toml:2:1: there is no key \"heigth\" here\n    2 | heigth = 2\n      | ^ did you mean \"height\"?"
        );
        assert_eq!(
            message("x = \"one\"\n"),
            "p.toml:1:5: invalid type: string \"one\"\n    1 | x = \"one\"\n      |     ^ write f64"
        );
        assert!(message("height = 1\n").contains("the key \"x\" is missing"), "{}", message("height = 1\n"));
        assert!(message("x = [1\n").contains("not closed"), "{}", message("x = [1\n"));
    }
}
