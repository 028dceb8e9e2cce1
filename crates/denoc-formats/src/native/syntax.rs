//! Errors of the TOML parser.

use crate::FormatError;
use crate::source::Source;

/// Beginnings of messages of the parser, with rule and remedy.
const REMEDIES: &[(&str, &str, &str)] = &[
    (
        "duplicate key",
        "the same key occurs twice",
        "keep one of them; several links are written as several [[link]] tables",
    ),
    ("invalid basic string", "a string is not closed on its line", "write a \" at its end"),
    ("invalid literal string", "a string is not closed on its line", "write a ' at its end"),
    ("invalid multi-line", "a multi-line string is not closed", "write three quotes at its end"),
    ("string values must be quoted", "a string has no quotes", "write it as \"…\""),
    ("key with no value", "a key has no value", "write KEY = VALUE"),
    ("missing value", "a key has no value", "write a value after the ="),
    ("missing assignment", "there is no = between key and value", "write KEY = VALUE"),
    ("extra `=`", "there is an extra =", "write KEY = VALUE"),
    ("extra assignment", "there is an extra =", "write KEY = VALUE"),
    ("unclosed table", "the header of a table is not closed", "write [NAME], or [[NAME]] for an array of tables"),
    ("unclosed array table", "the header of a table is not closed", "write [[NAME]] with two brackets at its end"),
    ("unclosed array", "an array is not closed", "write a ] at its end"),
    ("unclosed inline table", "a table in braces is not closed", "write a } at its end"),
    ("missing comma", "there is no comma between two entries", "separate entries by commas"),
    ("extra comma", "there is an extra comma", "remove it"),
    ("invalid unquoted key", "this is not a valid key", "use letters, digits, _ and -, or put the key in quotes"),
    ("unexpected leading zero", "a number has leading zeros", "remove the leading zeros"),
    ("unexpected key or value", "there is more on the line than KEY = VALUE", "begin a new line"),
    ("cannot recurse", "tables or arrays are nested too deeply", "reduce the nesting"),
    ("recursion limit", "tables or arrays are nested too deeply", "reduce the nesting"),
];

pub(super) fn error(error: &toml::de::Error, source: &Source) -> FormatError {
    let at = floor(source.text, error.span().map_or(source.end(), |span| span.start).min(source.text.len()));
    let start = source.text.len() - source.text.trim_start().len();
    let ((rule, remedy), at) = match source.text[start..].chars().next() {
        Some('<') => (("this is not TOML; it looks like XML".into(), "rename the file, for example to .urdf"), start),
        Some('{') => (("this is not TOML; it looks like JSON".into(), "write a model file in TOML"), start),
        _ => (plainer(error.message(), source.text, at), at),
    };
    FormatError::Toml { rule, remedy: remedy.to_owned(), at: source.spot(at) }
}

/// Rule and remedy for a message, from the text at the location.
fn plainer(message: &str, text: &str, at: usize) -> (String, &'static str) {
    let here = &text[at..];
    let line_before = text[..at].rsplit('\n').next().unwrap_or("");
    let number = here.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let found = |rule: &str, remedy| (rule.to_owned(), remedy);
    if message.starts_with("string values must be quoted") {
        if here.trim_start_matches([' ', '\t', '\r']).starts_with('\n') || here.trim().is_empty() {
            return found("a key has no value", "write a value after the =");
        }
        if number {
            return found("this is not a number", "separate numbers by commas, and write units in quotes: \"5 mm\"");
        }
    }
    if here.starts_with(',') && !line_before.contains(['[', '{']) {
        return found("a number ends before the comma", "use a decimal point, as in 0.5");
    }
    if message.starts_with("missing comma") && here.starts_with('[') && line_before.trim().is_empty() {
        return found("an array before this line is not closed", "write a ] at its end");
    }
    match REMEDIES.iter().find(|(start, ..)| message.starts_with(start)) {
        Some((_, rule, remedy)) => found(rule, remedy),
        None => (format!("this is not TOML: {message}"), "correct it; the documentation has examples"),
    }
}

/// Byte offset of the character that contains a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
