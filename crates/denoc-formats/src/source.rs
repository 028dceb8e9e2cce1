//! Source text: converts byte offsets to lines and columns, fast even in very large files.

use std::path::Path;

use denoc_model::{Place, names};

use crate::FormatError;
use crate::excerpt::Spot;

/// Distance between checkpoints, in bytes.
const STEP: usize = 256;

/// A text with its file name.
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    /// Line and column at every `STEP`-th byte.
    checkpoints: Vec<(u32, u32)>,
    /// The sources that the text was put together from, in order; empty for the text of a single file.
    parts: Vec<Part<'a>>,
}

/// A part of a text that comes from another source.
pub(crate) struct Part<'a> {
    /// Its first byte in the text.
    pub(crate) start: usize,
    pub(crate) source: &'a Source<'a>,
    /// Its first byte in the source.
    pub(crate) offset: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        let mut checkpoints = Vec::with_capacity(text.len() / STEP + 1);
        let mut at = (1, 1);
        for chunk in text.as_bytes().chunks(STEP) {
            checkpoints.push(at);
            at = advance(at, chunk);
        }
        checkpoints.push(at);
        Self { file, text, checkpoints, parts: Vec::new() }
    }

    /// A text put together from parts of other sources: locations are those in the sources.
    pub(crate) fn assembled(file: &'a str, text: &'a str, parts: Vec<Part<'a>>) -> Self {
        Self { parts, ..Self::new(file, text) }
    }

    /// The source of a byte, and the byte in it.
    fn origin(&self, offset: usize) -> Option<(&Source<'a>, usize)> {
        let after = self.parts.partition_point(|part| part.start <= offset);
        let part = self.parts.get(after.checked_sub(1)?)?;
        Some((part.source, part.offset + offset - part.start))
    }

    /// Line and column (in characters) of a byte.
    pub(crate) fn place(&self, offset: usize) -> Place {
        if let Some((source, offset)) = self.origin(offset) {
            return source.place(offset);
        }
        let offset = offset.min(self.text.len());
        let block = offset / STEP;
        let (line, column) = advance(self.checkpoints[block], &self.text.as_bytes()[block * STEP..offset]);
        Place { file: self.file.to_owned(), line, column }
    }

    /// The location with its source line.
    pub(crate) fn spot(&self, offset: usize) -> Box<Spot> {
        if let Some((source, offset)) = self.origin(offset) {
            return source.spot(offset);
        }
        let offset = offset.min(self.text.len());
        let bytes = self.text.as_bytes();
        let start = bytes[..offset].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let end = bytes[offset..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| offset + i);
        Spot::new(self.place(offset), &self.text[start..end])
    }

    /// A stored location with its source line.
    pub(crate) fn spot_at(&self, place: &Place) -> Box<Spot> {
        let line = self.text.split('\n').nth((place.line as usize).saturating_sub(1)).unwrap_or("");
        Spot::new(place.clone(), line)
    }

    /// Byte offset of the end of the text, without trailing white space.
    pub(crate) fn end(&self) -> usize {
        self.text.trim_end().len()
    }
}

/// Reads the text of a file.
pub fn read_text(path: &Path) -> Result<String, FormatError> {
    let file = path.display().to_string();
    let bytes = denoc_base::input::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => FormatError::NotFound { nearest: similar_file(path), file: file.clone() },
        _ => FormatError::Unreadable { file: file.clone(), reason: denoc_base::input::reason(&e) },
    })?;
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(e.as_bytes());
        FormatError::NotUtf8 { byte: e.as_bytes()[valid], at: Source::new(&file, &text).spot(valid) }
    })
}

/// A file in the same directory with a similar name, for messages about files that do not exist.
pub fn similar_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let directory = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut entries: Vec<String> =
        std::fs::read_dir(directory).ok()?.flatten().filter_map(|e| e.file_name().into_string().ok()).collect();
    entries.sort();
    names::nearest(name, entries.iter().map(String::as_str))
}

fn advance((mut line, mut column): (u32, u32), bytes: &[u8]) -> (u32, u32) {
    for &b in bytes {
        if b == b'\n' {
            (line, column) = (line.saturating_add(1), 1);
        } else if b & 0xC0 != 0x80 {
            // not a continuation byte
            column = column.saturating_add(1);
        }
    }
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: counting from the beginning
    #[test]
    fn locations_are_correct_everywhere() {
        let text: String = (0..3000).map(|i| ["a", "é", "\n", "漢", "\t", "bc"][i * i % 7 % 6]).collect();
        let source = Source::new("f", &text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let before = &text[..offset];
            let line = 1 + before.matches('\n').count() as u32;
            let column = 1 + before.rsplit('\n').next().unwrap_or("").chars().count() as u32;
            let place = source.place(offset);
            assert_eq!((place.line, place.column), (line, column));
        }
    }
}
