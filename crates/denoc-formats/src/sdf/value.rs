//! Values between tags: names, truth values.

use denoc_model::names;

use crate::FormatError;
use crate::xml::{Element, Text};

/// The name between the tags of a required child, and its location.
pub(super) fn needed_name<'a, 'i>(
    parent: Element<'a, 'i>,
    name: &'static str,
    owner: &str,
    example: &'static str,
) -> Result<Named<'a, 'i>, FormatError> {
    let (element, text) = parent.needed_content(name, owner, example)?;
    Ok(Named::new(element, text))
}

/// A name, and where it is written.
#[derive(Copy, Clone)]
pub(super) struct Named<'a, 'i> {
    pub(super) name: &'a str,
    pub(super) element: Element<'a, 'i>,
    /// Byte offset of the name.
    pub(super) at: usize,
}

impl<'a, 'i> Named<'a, 'i> {
    fn new(element: Element<'a, 'i>, text: Text<'a>) -> Self {
        let name = text.text.trim();
        Self { name, element, at: text.at(name) }
    }

    /// The name in an attribute; `None` if it is missing or empty.
    pub(super) fn attribute(element: Element<'a, 'i>, attribute: &str) -> Option<Self> {
        let text = element.attribute(attribute)?;
        Some(Self::new(element, text)).filter(|named| !named.name.is_empty())
    }

    /// The name between the tags of a child; `None` if it is missing or empty.
    pub(super) fn child(parent: Element<'a, 'i>, name: &'static str, owner: &str) -> Result<Option<Self>, FormatError> {
        let Some(element) = parent.child(name, owner)? else { return Ok(None) };
        Ok(element.content().map(|text| Self::new(element, text)))
    }
}

/// The truth value between the tags of an optional child.
pub(super) fn flag(parent: Element, name: &'static str, owner: &str) -> Result<Option<bool>, FormatError> {
    parent
        .child(name, owner)?
        .and_then(|child| Some((child, child.content()?)))
        .map(|(child, text)| truth(child, text, &format!("<{name}>")))
        .transpose()
}

/// The truth value of an optional attribute.
pub(super) fn flag_attribute(element: Element, name: &str) -> Result<Option<bool>, FormatError> {
    let what = format!("attribute \"{name}\" of <{}>", element.name());
    element.attribute(name).map(|text| truth(element, text, &what)).transpose()
}

fn truth(element: Element, text: Text, what: &str) -> Result<bool, FormatError> {
    let known = ["true", "false", "1", "0"];
    let found = text.text.trim();
    match found.to_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        other => Err(FormatError::UnknownKeyword {
            what: what.to_owned(),
            found: found.to_owned(),
            nearest: names::nearest(other, known.into_iter()),
            known: known.to_vec(),
            at: element.spot_at(text.at(found)),
        }),
    }
}
