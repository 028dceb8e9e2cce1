//! A text put together from several files, whose locations remain those in the files.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{Element, Undeclared, Vocabulary, with_document};
use crate::FormatError;
use crate::source::{Part, Source};

/// A model file or an included one.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) path: PathBuf,
}

/// A piece of the complete text.
struct Piece {
    /// Its first byte in the complete text.
    start: usize,
    /// Index of its file, and its first byte there.
    file: usize,
    offset: usize,
}

/// A file and all that it includes. The model file is the first.
pub(crate) struct Assembly {
    pub(crate) files: Vec<File>,
    text: String,
    pieces: Vec<Piece>,
}

impl Assembly {
    /// Only the model file, of which nothing has been appended.
    pub(crate) fn new(text: &str, name: &str, path: &Path) -> Self {
        let model = File { name: name.to_owned(), text: text.to_owned(), path: path.to_owned() };
        Self { files: vec![model], text: String::new(), pieces: Vec::new() }
    }

    /// Appends a part of a file to the complete text.
    pub(crate) fn append(&mut self, file: usize, span: Range<usize>) {
        let Some(text) = self.files[file].text.get(span.clone()) else { return };
        self.pieces.push(Piece { start: self.text.len(), file, offset: span.start });
        self.text.push_str(text);
    }

    /// Number of bytes of the complete text.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Parses one of the files and passes its root element to `read`.
    pub(crate) fn read_file<T>(
        &self,
        file: usize,
        vocabulary: &'static Vocabulary,
        read: impl FnOnce(Element) -> Result<T, FormatError>,
    ) -> Result<T, FormatError> {
        let source = Source::new(&self.files[file].name, &self.files[file].text);
        with_document(&source, vocabulary, |root, _| read(root))
    }

    /// Parses the complete text and passes its root element to `read`.
    pub(crate) fn read<T>(
        &self,
        vocabulary: &'static Vocabulary,
        read: impl FnOnce(Element, &Undeclared) -> Result<T, FormatError>,
    ) -> Result<T, FormatError> {
        let sources: Vec<Source> = self.files.iter().map(|file| Source::new(&file.name, &file.text)).collect();
        let part = |piece: &Piece| Part { start: piece.start, source: &sources[piece.file], offset: piece.offset };
        let parts = self.pieces.iter().map(part).collect();
        let source = Source::assembled(&self.files[0].name, &self.text, parts);
        with_document(&source, vocabulary, read)
    }
}
