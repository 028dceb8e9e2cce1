//! An element: attributes with their locations, children, notes about unknown names.

use std::ops::Range;

use denoc_model::{Place, names};
use roxmltree::{Attribute, Node};

use super::document::Undeclared;
use super::vocabulary::{KnownElement, Vocabulary};
use crate::note::{NoteKind, Notes};
use crate::source::Source;
use crate::{FormatError, Spot};

#[derive(Copy, Clone)]
pub(crate) struct Element<'a, 'i> {
    node: Node<'a, 'i>,
    source: &'a Source<'a>,
    undeclared: &'a Undeclared,
    vocabulary: &'static Vocabulary,
}

/// The text of an attribute.
#[derive(Copy, Clone)]
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
    /// Byte offset of the text in the document, if the document contains it literally.
    start: Option<usize>,
    /// Byte offset of the name of the attribute.
    name: usize,
}

impl<'a, 'i> Element<'a, 'i> {
    pub(crate) fn new(
        node: Node<'a, 'i>,
        source: &'a Source<'a>,
        undeclared: &'a Undeclared,
        vocabulary: &'static Vocabulary,
    ) -> Self {
        Self { node, source, undeclared, vocabulary }
    }

    pub(crate) fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Its name including the prefix.
    fn full_name(&self) -> &'a str {
        let written = self.node.document().input_text().get(self.offset() + 1..).unwrap_or("");
        written.split(|c: char| c.is_whitespace() || c == '/' || c == '>').next().unwrap_or("")
    }

    /// Whether it has a prefix or otherwise belongs to another namespace than the root element.
    pub(crate) fn is_foreign(&self) -> bool {
        self.node.tag_name().namespace() != self.node.document().root_element().tag_name().namespace()
    }

    pub(crate) fn is_xacro(&self) -> bool {
        self.node.tag_name().namespace().is_some_and(|uri| uri.ends_with("xacro"))
    }

    /// Byte offset of its beginning.
    pub(crate) fn offset(&self) -> usize {
        self.node.range().start
    }

    pub(crate) fn place(&self) -> Place {
        self.place_at(self.offset())
    }
    pub(crate) fn place_at(&self, offset: usize) -> Place {
        self.source.place(self.undeclared.original(offset))
    }
    pub(crate) fn spot(&self) -> Box<Spot> {
        self.spot_at(self.offset())
    }
    pub(crate) fn spot_at(&self, offset: usize) -> Box<Spot> {
        self.source.spot(self.undeclared.original(offset))
    }

    /// The bytes of the element in the file.
    pub(crate) fn span(&self) -> Range<usize> {
        let Range { start, end } = self.node.range();
        self.undeclared.original(start)..self.undeclared.original(end)
    }

    /// The bytes between its tags in the file.
    pub(crate) fn inside(&self) -> Range<usize> {
        let first = self.node.first_child().map_or(0, |child| child.range().start);
        let last = self.node.last_child().map_or(0, |child| child.range().end);
        self.undeclared.original(first)..self.undeclared.original(last)
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = Element<'a, 'i>> + use<'a, 'i> {
        let Self { source, undeclared, vocabulary, .. } = *self;
        self.node.children().filter(Node::is_element).map(move |node| Element { node, source, undeclared, vocabulary })
    }

    /// The element itself and all elements in it.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = Element<'a, 'i>> + use<'a, 'i> {
        let Self { source, undeclared, vocabulary, .. } = *self;
        let elements = self.node.descendants().filter(Node::is_element);
        elements.map(move |node| Element { node, source, undeclared, vocabulary })
    }

    fn children_named(&self, name: &'static str) -> impl Iterator<Item = Element<'a, 'i>> {
        self.children().filter(move |c| c.name() == name && !c.is_foreign())
    }

    /// The child with this name, if any; two of them are an error. `owner` is the name of this element in messages.
    pub(crate) fn child(&self, name: &'static str, owner: &str) -> Result<Option<Self>, FormatError> {
        let mut found = self.children_named(name);
        let first = found.next();
        match (&first, found.next()) {
            (Some(first), Some(second)) => Err(FormatError::Repeated {
                owner: owner.to_owned(),
                element: name,
                first: first.place(),
                at: second.spot(),
            }),
            _ => Ok(first),
        }
    }

    /// The required child with this name.
    pub(crate) fn needed_child(
        &self,
        element: &'static str,
        owner: &str,
        example: &'static str,
    ) -> Result<Self, FormatError> {
        let missing = || FormatError::MissingElement { owner: owner.to_owned(), element, example, at: self.spot() };
        self.child(element, owner)?.ok_or_else(missing)
    }

    /// An attribute without prefix.
    pub(crate) fn attribute(&self, name: &str) -> Option<Text<'a>> {
        let found: Attribute<'a, 'i> =
            self.node.attributes().find(|a| a.name() == name && a.namespace().is_none_or(str::is_empty))?;
        let range = found.range_value();
        let raw = self.node.document().input_text().get(range.clone());
        // if an entity was expanded, the value differs from the text in the file
        let literal = raw.is_some_and(|raw| raw.len() == found.value().len() && !raw.contains('&'));
        let start = literal.then_some(range.start);
        Some(Text { text: found.value(), start, name: found.range().start })
    }

    /// The text between its tags, if it is not blank.
    pub(crate) fn content(&self) -> Option<Text<'a>> {
        let node = self.node.children().find(|child| child.text().is_some_and(|text| !text.trim().is_empty()))?;
        let value = node.text()?;
        let range = node.range();
        let raw = self.node.document().input_text().get(range.clone());
        let start = (raw == Some(value)).then_some(range.start);
        Some(Text { text: value, start, name: self.offset() })
    }

    /// The required child with this name, and the text between its tags.
    pub(crate) fn needed_content(
        &self,
        element: &'static str,
        owner: &str,
        example: &'static str,
    ) -> Result<(Self, Text<'a>), FormatError> {
        let child = self.needed_child(element, owner, example)?;
        let missing = || FormatError::MissingText { element: element.to_owned(), example, at: child.spot() };
        Ok((child, child.content().ok_or_else(missing)?))
    }

    /// A required attribute that is a name.
    pub(crate) fn needed_name(&self, attribute: &'static str) -> Result<&'a str, FormatError> {
        let text = self.needed_attribute(attribute)?;
        let name = text.text.trim();
        if name.is_empty() {
            let at = self.spot_at(text.name);
            return Err(FormatError::EmptyName { element: self.name().to_owned(), attribute, at });
        }
        if name.contains("${") || name.contains("$(") {
            return Err(FormatError::Xacro { what: format!("\"{name}\""), at: self.spot_at(text.at(name)) });
        }
        Ok(name)
    }

    pub(crate) fn needed_attribute(&self, attribute: &'static str) -> Result<Text<'a>, FormatError> {
        self.attribute(attribute).ok_or_else(|| {
            let known = self.vocabulary.find(self.name()).map_or(&[][..], |w| w.attributes);
            let strangers = self.node.attributes().map(|a| a.name()).filter(|n| !known.contains(n));
            FormatError::MissingAttribute {
                element: self.name().to_owned(),
                attribute,
                nearest: names::nearest(attribute, strangers),
                at: self.spot(),
            }
        })
    }

    /// Notes attributes and children that are not in the vocabulary; rejects macros.
    pub(crate) fn check_words(&self, notes: &mut Notes) -> Result<(), FormatError> {
        let Some(known) = self.vocabulary.find(self.name()) else { return Ok(()) };
        for attribute in self.node.attributes() {
            let name = attribute.name();
            if attribute.namespace().is_none_or(str::is_empty) && !known.attributes.contains(&name) {
                notes.add(NoteKind::UnknownAttribute, &format!("{} {name}", known.name), || {
                    let hint = hint(names::nearest(name, known.attributes.iter().copied()), "\"", "\"");
                    let message = format!("attribute \"{name}\" of <{}> is unknown and ignored{hint}", known.name);
                    (self.place_at(attribute.range().start), message)
                });
            }
        }
        for child in self.children() {
            if child.is_xacro() {
                return Err(FormatError::Xacro { what: format!("<{}>", child.full_name()), at: child.spot() });
            }
            child.check_known(known, notes);
        }
        Ok(())
    }

    fn check_known(&self, parent: &KnownElement, notes: &mut Notes) {
        let name = self.name();
        let extension = self.vocabulary.extensions.contains(&name);
        if parent.children.contains(&name) && !extension && !self.is_foreign() {
            return;
        }
        let subject = format!("{} {name}", parent.name);
        if self.is_foreign() || extension {
            notes.add(NoteKind::Extension, &subject, || (self.place(), format!("<{}> is ignored", self.full_name())));
            return;
        }
        notes.add(NoteKind::UnknownElement, &subject, || {
            let hint = hint(names::nearest(name, parent.children.iter().copied()), "<", ">");
            (self.place(), format!("<{name}> in <{}> is unknown and ignored{hint}", parent.name))
        });
    }
}

fn hint(nearest: Option<String>, open: &str, close: &str) -> String {
    nearest.map_or(String::new(), |n| format!("; did you mean {open}{n}{close}?"))
}

impl<'a> Text<'a> {
    /// Byte offset of a slice of the text, or of the attribute if it is unknown.
    pub(crate) fn at(&self, part: &str) -> usize {
        let inside = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        match self.start {
            Some(start) if inside <= self.text.len() => start + inside,
            _ => self.name,
        }
    }

    /// Byte offset of the name of the attribute.
    pub(crate) fn name(&self) -> usize {
        self.name
    }
}
