//! The words of a format: which elements may stand where, and their attributes.

/// A format written in XML.
pub(crate) struct Vocabulary {
    /// How a message calls a file of it.
    pub(crate) file: &'static str,
    /// How a file begins.
    pub(crate) begins: &'static str,
    /// How it ends.
    pub(crate) ends: &'static str,
    /// The elements that are looked into.
    pub(crate) words: &'static [Word],
    /// Elements for other programs or purposes: known, not ours.
    pub(crate) extensions: &'static [&'static str],
}

/// One element.
pub(crate) struct Word {
    pub(crate) name: &'static str,
    pub(crate) attributes: &'static [&'static str],
    pub(crate) children: &'static [&'static str],
}

impl Vocabulary {
    /// What is known about an element; `None` for those that are not looked into.
    pub(crate) fn find(&self, name: &str) -> Option<&'static Word> {
        self.words.iter().find(|w| w.name == name)
    }
}
