//! `<include>`: the contents of other files, put in its place.

use std::ops::Range;
use std::path::Path;

use super::vocabulary;
use crate::source::read_text;
use crate::xml::{Assembly, Element, File};
use crate::{FormatError, Spot};

/// An `<include>` element.
struct Include {
    span: Range<usize>,
    file: String,
    at: Box<Spot>,
}

/// A model file with the contents of all that it includes.
pub(super) struct Complete(Assembly);

impl Complete {
    /// Reads the included files; `path` is the model file.
    pub(super) fn new(text: &str, name: &str, path: &Path) -> Result<Self, FormatError> {
        let mut complete = Self(Assembly::new(text, name, path));
        // the common case is read once
        if !text.contains("<include") {
            complete.0.append(0, 0..text.len());
            return Ok(complete);
        }
        // spans that remain to be copied, the next one last: an included file is copied before the rest of the one that includes it
        let mut pending = vec![(0, 0..text.len(), false)];
        while let Some((index, span, copied)) = pending.pop() {
            if copied {
                complete.0.append(index, span);
                continue;
            }
            let (includes, inside) = complete.includes(index)?;
            let end = if index == 0 { span } else { inside };
            let (mut at, mut steps) = (end.start, Vec::new());
            for include in includes {
                steps.push((index, at..include.span.start, true));
                at = include.span.end;
                steps.push((complete.open(index, &include)?, 0..0, false));
            }
            steps.push((index, at..end.end, true));
            pending.extend(steps.into_iter().rev());
        }
        Ok(complete)
    }

    /// Parses the complete text and passes it to `read`.
    pub(super) fn read<T>(&self, read: impl FnOnce(Element) -> Result<T, FormatError>) -> Result<T, FormatError> {
        self.0.read(&vocabulary::MJCF, |root, _| read(root))
    }

    /// The `<include>` elements of a file, and what is inside its root element.
    fn includes(&self, file: usize) -> Result<(Vec<Include>, Range<usize>), FormatError> {
        self.0.read_file(file, &vocabulary::MJCF, |root| {
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
        let candidates = [beside(&self.0.files[0]), beside(&self.0.files[by])];
        let path = candidates.iter().find(|path| path.is_file()).unwrap_or(&candidates[0]).clone();
        let refused = |rule: String, remedy: &str| FormatError::BadValue {
            rule,
            remedy: remedy.to_owned(),
            at: include.at.clone(),
        };
        let same =
            |file: &File| file.path.canonicalize().ok().is_some_and(|known| path.canonicalize().ok() == Some(known));
        if self.0.files.iter().any(same) {
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
        self.0.files.push(File { name: path.display().to_string(), text, path });
        Ok(self.0.files.len() - 1)
    }
}
