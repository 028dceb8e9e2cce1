//! `<include>`: the contents of other files, put in its place.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::vocabulary;
use crate::source::{Part, Source, read_text};
use crate::xml::{self, Element};
use crate::{FormatError, Spot};

/// A model file or an included one.
struct File {
    name: String,
    text: String,
    path: PathBuf,
}

/// A piece of the complete text.
struct Piece {
    /// Its first byte in the complete text.
    start: usize,
    /// Index of its file, and its first byte there.
    file: usize,
    offset: usize,
}

/// An `<include>` element.
struct Include {
    span: Range<usize>,
    file: String,
    at: Box<Spot>,
}

/// A file and all that it includes.
pub(super) struct Assembly {
    files: Vec<File>,
    text: String,
    pieces: Vec<Piece>,
}

impl Assembly {
    /// Reads the included files; `path` is the model file.
    pub(super) fn new(text: &str, name: &str, path: &Path) -> Result<Self, FormatError> {
        let model = File { name: name.to_owned(), text: text.to_owned(), path: path.to_owned() };
        let mut assembly = Self { files: vec![model], text: String::new(), pieces: Vec::new() };
        // the common case is read once
        if !text.contains("<include") {
            assembly.append(0, 0..text.len());
            return Ok(assembly);
        }
        // spans that remain to be copied, the next one last: an included file is copied before the rest of the one that includes it
        let mut pending = vec![(0, 0..text.len(), false)];
        while let Some((index, span, copied)) = pending.pop() {
            if copied {
                assembly.append(index, span);
                continue;
            }
            let (includes, inside) = assembly.includes(index)?;
            let end = if index == 0 { span } else { inside };
            let (mut at, mut steps) = (end.start, Vec::new());
            for include in includes {
                steps.push((index, at..include.span.start, true));
                at = include.span.end;
                steps.push((assembly.open(index, &include)?, 0..0, false));
            }
            steps.push((index, at..end.end, true));
            pending.extend(steps.into_iter().rev());
        }
        Ok(assembly)
    }

    /// Parses the complete text and passes it to `read`.
    pub(super) fn read<T>(&self, read: impl FnOnce(Element) -> Result<T, FormatError>) -> Result<T, FormatError> {
        let sources: Vec<Source> = self.files.iter().map(|file| Source::new(&file.name, &file.text)).collect();
        let part = |piece: &Piece| Part { start: piece.start, source: &sources[piece.file], offset: piece.offset };
        let parts = self.pieces.iter().map(part).collect();
        let source = Source::assembled(&self.files[0].name, &self.text, parts);
        xml::with_document(&source, &vocabulary::MJCF, |root, _| read(root))
    }

    fn append(&mut self, file: usize, span: Range<usize>) {
        let Some(text) = self.files[file].text.get(span.clone()) else { return };
        self.pieces.push(Piece { start: self.text.len(), file, offset: span.start });
        self.text.push_str(text);
    }

    /// The `<include>` elements of a file, and what is inside its root element.
    fn includes(&self, file: usize) -> Result<(Vec<Include>, Range<usize>), FormatError> {
        let source = Source::new(&self.files[file].name, &self.files[file].text);
        xml::with_document(&source, &vocabulary::MJCF, |root, _| {
            let (mut found, mut pending) = (Vec::new(), vec![root]);
            while let Some(element) = pending.pop() {
                if element.name() == "include" {
                    let file = element.needed_name("file")?.to_owned();
                    found.push(Include { span: element.span(), file, at: element.spot() });
                    continue;
                }
                let children: Vec<Element> = element.children().collect();
                pending.extend(children.into_iter().rev());
            }
            Ok((found, root.inside()))
        })
    }

    /// Reads an included file, which is named relative to the model or to the file that includes it; returns its index.
    fn open(&mut self, by: usize, include: &Include) -> Result<usize, FormatError> {
        let beside = |file: &File| file.path.parent().unwrap_or(Path::new("")).join(&include.file);
        let candidates = [beside(&self.files[0]), beside(&self.files[by])];
        let path = candidates.iter().find(|path| path.is_file()).unwrap_or(&candidates[0]).clone();
        let refused = |rule: String, remedy: &str| FormatError::BadValue {
            rule,
            remedy: remedy.to_owned(),
            at: include.at.clone(),
        };
        let same =
            |file: &File| file.path.canonicalize().ok().is_some_and(|known| path.canonicalize().ok() == Some(known));
        if self.files.iter().any(same) {
            return Err(refused(format!("the file \"{}\" is included a second time", include.file), "include it once"));
        }
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error @ FormatError::NotUtf8 { .. }) => return Err(error),
            Err(_) => {
                let rule = format!("the file \"{}\" of <include> cannot be read", include.file);
                return Err(refused(rule, "check the path, which is relative to the model file"));
            }
        };
        self.files.push(File { name: path.display().to_string(), text, path });
        Ok(self.files.len() - 1)
    }
}
