//! The vocabulary of an XML format: its elements, their attributes and children.

/// An XML format.
pub(crate) struct Vocabulary {
    /// Name of a file of this format in messages.
    pub(crate) file: &'static str,
    /// Start of a file.
    pub(crate) begins: &'static str,
    /// End of a file.
    pub(crate) ends: &'static str,
    /// The elements that are read.
    pub(crate) elements: &'static [KnownElement],
    /// Elements that are known but ignored.
    pub(crate) extensions: &'static [&'static str],
}

/// An element that is read.
pub(crate) struct KnownElement {
    pub(crate) name: &'static str,
    pub(crate) attributes: &'static [&'static str],
    pub(crate) children: &'static [&'static str],
}

impl Vocabulary {
    /// The entry of an element; `None` for elements that are not read.
    pub(crate) fn find(&self, name: &str) -> Option<&'static KnownElement> {
        self.elements.iter().find(|known| known.name == name)
    }
}
