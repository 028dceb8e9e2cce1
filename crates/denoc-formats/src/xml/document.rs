//! From text to a tree of elements, and what can go wrong there.

use std::borrow::Cow;

use roxmltree::{Document, Error, TextPos};

use super::element::Element;
use super::vocabulary::Vocabulary;
use crate::source::Source;
use crate::{FormatError, Spot};

/// Prefixes that files use without declaring them. Other programs accept that; we declare them behind the name of the
/// outermost element and remember by how much everything after it is shifted.
#[derive(Default)]
pub(crate) struct Undeclared {
    pub(crate) prefixes: Vec<String>,
    at: usize,
    length: usize,
}

/// More undeclared prefixes than this are not accepted.
const MOST_PREFIXES: usize = 16;

impl Undeclared {
    /// The offset in the text as it was written.
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

/// Parses the text and hands the outermost element to `read`.
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

/// Where the name of the outermost element ends.
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
            rule: format!("</{found}> stands where <{open}> is still open"),
            remedy: format!("write </{open}> before it, or correct the name"),
            at: at_position(),
        },
        Error::UnknownEntityReference(name, _) => {
            xml(format!("\"&{name};\" is not defined"), "write the character itself, or &amp; for &", at_position())
        }
        Error::MalformedEntityReference(_) => xml("a single \"&\" is not XML".into(), "write &amp;", at_position()),
        Error::InvalidAttributeValue(_) => {
            xml("\"<\" inside an attribute".into(), "close the quotation mark before it", at_position())
        }
        Error::DuplicatedAttribute(name, _) => {
            xml(format!("attribute \"{name}\" is written twice"), "keep one of them", at_position())
        }
        Error::NoRootNode => xml("the file is empty".into(), &begins, at_end()),
        Error::UnclosedRootNode => xml(
            "the file ends before every element is closed".into(),
            &format!("close it: is {} missing?", vocabulary.ends),
            at_end(),
        ),
        Error::UnexpectedEndOfStream => {
            xml("the file ends in the middle of an element".into(), "is the file complete?", at_end())
        }
        Error::DtdDetected => {
            let at = source.text.find("<!DOCTYPE").unwrap_or(0);
            xml("document types are not read".into(), "remove <!DOCTYPE …>", source.spot(at))
        }
        Error::UnexpectedDeclaration(_) => {
            xml("<?xml …?> must stand at the very beginning".into(), "remove what stands before it", at_position())
        }
        Error::InvalidComment(_) => {
            xml("\"--\" inside a comment".into(), "write something else, such as a single dash", at_position())
        }
        Error::InvalidChar(b'"' | b'\'', ..) => {
            xml("a quotation mark was opened and not closed".into(), "close it before this place", at_position())
        }
        Error::InvalidChar2("a quote", ..) => {
            xml("the value of an attribute has no quotation marks".into(), "put it in quotation marks", at_position())
        }
        Error::InvalidChar(expected, ..) => {
            let rule = format!("\"{}\" must stand here", char::from(*expected));
            xml(rule, "check brackets and quotation marks", at_position())
        }
        Error::UnknownToken(position) if text[..offset(text, *position)].trim_end().ends_with('>') => {
            xml("something stands behind the end of the outermost element".into(), "remove it", at_position())
        }
        Error::UnknownToken(_) => xml("this is not XML".into(), &begins, at_position()),
        other => {
            let reason = other.to_string().replace(&format!(" at {}", other.pos()), "");
            xml(format!("this is not XML: {reason}"), "check brackets and quotation marks", at_position())
        }
    }
}

/// The byte at a line and column.
fn offset(text: &str, position: TextPos) -> usize {
    let rows = position.row.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(rows).map(str::len).sum();
    let columns = position.col.saturating_sub(1) as usize;
    text[start..].char_indices().nth(columns).map_or(text.len(), |(i, _)| start + i)
}
