//! Parsing of XML text into a tree of elements, and its errors.

use std::borrow::Cow;

use roxmltree::{Document, Error, TextPos};

use super::element::Element;
use super::vocabulary::Vocabulary;
use crate::source::Source;
use crate::{FormatError, Spot};

/// Namespace prefixes that a file uses without declaring them. Other programs accept this; here, declarations are inserted after the
/// name of the root element, and the resulting shift of all later text is stored.
#[derive(Default)]
pub(crate) struct Undeclared {
    pub(crate) prefixes: Vec<String>,
    at: usize,
    length: usize,
}

/// Maximum number of undeclared prefixes.
const MOST_PREFIXES: usize = 16;

impl Undeclared {
    /// The offset in the original text.
    pub(crate) fn original(&self, offset: usize) -> usize {
        if offset < self.at { offset } else { offset.saturating_sub(self.length).max(self.at) }
    }

    fn declare<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        if self.prefixes.is_empty() {
            return Cow::Borrowed(text);
        }
        let inserted: String = self.prefixes.iter().map(|p| format!(" xmlns:{p}=\"undeclared:{p}\"")).collect();
        self.at = end_of_first_name(text);
        self.length = inserted.len();
        Cow::Owned([&text[..self.at], &inserted, &text[self.at..]].concat())
    }
}

/// Parses the text and passes the root element to `read`.
pub(crate) fn with_document<T>(
    source: &Source,
    vocabulary: &'static Vocabulary,
    read: impl FnOnce(Element, &Undeclared) -> Result<T, FormatError>,
) -> Result<T, FormatError> {
    let mut undeclared = Undeclared::default();
    loop {
        let text = undeclared.declare(source.text);
        match Document::parse(&text) {
            Ok(document) => {
                let root = Element::new(document.root_element(), source, &undeclared, vocabulary);
                return read(root, &undeclared);
            }
            Err(Error::UnknownNamespace(prefix, _))
                if prefix != "xacro"
                    && undeclared.prefixes.len() < MOST_PREFIXES
                    && !undeclared.prefixes.contains(&prefix) =>
            {
                undeclared.prefixes.push(prefix);
            }
            Err(error) => return Err(explain(&error, &text, source, &undeclared, vocabulary)),
        }
    }
}

/// Byte offset of the end of the name of the root element.
fn end_of_first_name(text: &str) -> usize {
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        at += found;
        let rest = &text[at..];
        let skip = if rest.starts_with("<!--") {
            rest.find("-->").map(|i| i + 3)
        } else if rest.starts_with("<?") {
            rest.find("?>").map(|i| i + 2)
        } else {
            let name = rest[1..].find(|c: char| c.is_whitespace() || c == '/' || c == '>');
            return at + name.map_or(rest.len(), |i| i + 1);
        };
        at += skip.unwrap_or(rest.len());
    }
    text.len()
}

fn explain(
    error: &Error,
    text: &str,
    source: &Source,
    undeclared: &Undeclared,
    vocabulary: &Vocabulary,
) -> FormatError {
    let begins = format!("{} begins with {}", vocabulary.file, vocabulary.begins);
    let at_position = || source.spot(undeclared.original(offset(text, error.pos())));
    let at_end = || source.spot(source.end());
    let xml = |rule: String, remedy: &str, at: Box<Spot>| FormatError::Xml { rule, remedy: remedy.to_owned(), at };
    match error {
        Error::UnknownNamespace(prefix, _) if prefix == "xacro" => {
            FormatError::Xacro { what: "an element \"xacro:…\"".into(), at: at_position() }
        }
        Error::UnexpectedCloseTag(open, found, _) => FormatError::Xml {
            rule: format!("</{found}> is found where <{open}> is still open"),
            remedy: format!("write </{open}> before it, or correct the name"),
            at: at_position(),
        },
        Error::UnknownEntityReference(name, _) => {
            xml(format!("\"&{name};\" is not defined"), "write the character itself, or &amp; for &", at_position())
        }
        Error::MalformedEntityReference(_) => xml("a single \"&\" is not XML".into(), "write &amp;", at_position()),
        Error::InvalidAttributeValue(_) => {
            xml("\"<\" is not allowed inside an attribute".into(), "close the quotation mark before it", at_position())
        }
        Error::DuplicatedAttribute(name, _) => {
            xml(format!("attribute \"{name}\" occurs twice"), "keep one of them", at_position())
        }
        Error::NoRootNode => xml("the file is empty".into(), &begins, at_end()),
        Error::UnclosedRootNode => xml(
            "the file ends before all elements are closed".into(),
            &format!("is {} missing?", vocabulary.ends),
            at_end(),
        ),
        Error::UnexpectedEndOfStream => {
            xml("the file ends in the middle of an element".into(), "is the file complete?", at_end())
        }
        Error::DtdDetected => {
            let at = source.text.find("<!DOCTYPE").unwrap_or(0);
            xml("document types are not supported".into(), "remove <!DOCTYPE …>", source.spot(at))
        }
        Error::UnexpectedDeclaration(_) => {
            xml("<?xml …?> must be at the very beginning".into(), "remove the text before it", at_position())
        }
        Error::InvalidComment(_) => xml(
            "\"--\" is not allowed inside a comment".into(),
            "write something else, such as a single dash",
            at_position(),
        ),
        Error::InvalidChar(b'"' | b'\'', ..) => {
            xml("a quotation mark is not closed".into(), "close it before this position", at_position())
        }
        Error::InvalidChar2("a quote", ..) => {
            xml("the value of an attribute has no quotation marks".into(), "put it in quotation marks", at_position())
        }
        Error::InvalidChar(expected, ..) => {
            let rule = format!("\"{}\" is expected here", char::from(*expected));
            xml(rule, "check brackets and quotation marks", at_position())
        }
        Error::UnknownToken(position) if text[..offset(text, *position)].trim_end().ends_with('>') => {
            xml("there is text after the end of the root element".into(), "remove it", at_position())
        }
        Error::UnknownToken(_) => xml("this is not XML".into(), &begins, at_position()),
        other => {
            let reason = other.to_string().replace(&format!(" at {}", other.pos()), "");
            xml(format!("this is not XML: {reason}"), "check brackets and quotation marks", at_position())
        }
    }
}

/// Byte offset of a line and column.
fn offset(text: &str, position: TextPos) -> usize {
    let rows = position.row.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(rows).map(str::len).sum();
    let columns = position.col.saturating_sub(1) as usize;
    text[start..].char_indices().nth(columns).map_or(text.len(), |(i, _)| start + i)
}
