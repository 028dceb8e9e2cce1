//! `<include>`: the file it names is put inside it.

use std::path::{Path, PathBuf};

use super::value;
use super::vocabulary::SDF;
use crate::source::read_text;
use crate::xml::{Assembly, Element, File};
use crate::{FormatError, Spot, mesh};

/// Most files that a model may include, each time counted.
const MOST: usize = 1000;
/// Most bytes of a model with all that it includes.
const MOST_BYTES: usize = 1 << 28;

/// An `<include>` element.
struct Include {
    /// Byte at which the included file is inserted: before the closing tag.
    insert: usize,
    uri: String,
    at: Box<Spot>,
}

/// What remains to be done, the next one last.
enum Step {
    /// Append a part of a file.
    Copy(usize, std::ops::Range<usize>),
    /// Append a file, which these files include.
    Insert(usize, Vec<usize>),
}

/// The text with every included file inside its `<include>`. Files that cannot be found are left to the reader.
pub(super) fn complete(text: &str, name: &str, path: &Path) -> Result<Assembly, FormatError> {
    let mut assembly = Assembly::new(text, name, path);
    // the common case is read once
    if !text.contains("<include") {
        assembly.append(0, 0..text.len());
        return Ok(assembly);
    }
    let mut count = 0;
    let mut pending = vec![Step::Insert(0, Vec::new())];
    while let Some(step) = pending.pop() {
        let (file, by) = match step {
            Step::Copy(file, span) => {
                assembly.append(file, span);
                continue;
            }
            Step::Insert(file, by) => (file, by),
        };
        let (includes, root) = includes(&assembly, file)?;
        let whole = if file == 0 { 0..text.len() } else { root };
        let (mut at, mut steps) = (whole.start, Vec::new());
        for include in includes {
            let Some(path) = find(&include.uri, &assembly.files[file].path) else { continue };
            let next = open(&mut assembly, path)?;
            count += 1;
            if next == file || by.contains(&next) || count > MOST || assembly.len() > MOST_BYTES {
                let (rule, remedy) = match next == file || by.contains(&next) {
                    true => (format!("\"{}\" includes itself", include.uri), "remove this <include>"),
                    false => (format!("more than {MOST} files are included"), "write the model into fewer files"),
                };
                return Err(FormatError::BadValue { rule, remedy: remedy.into(), at: include.at });
            }
            steps.push(Step::Copy(file, at..include.insert));
            at = include.insert;
            steps.push(Step::Insert(next, [&by[..], &[file]].concat()));
        }
        steps.push(Step::Copy(file, at..whole.end));
        pending.extend(steps.into_iter().rev());
    }
    Ok(assembly)
}

/// The `<include>` elements of a file, and the bytes of its root element.
fn includes(assembly: &Assembly, file: usize) -> Result<(Vec<Include>, std::ops::Range<usize>), FormatError> {
    assembly.read_file(file, &SDF, |root| {
        let mut found = Vec::new();
        // only those that the reader sees
        let mut pending = vec![root];
        while let Some(element) = pending.pop() {
            if element.name() == "include" {
                let uri = uri(element)?;
                found.push(Include { insert: element.inside().end, uri, at: element.spot() });
            } else if matches!(element.name(), "sdf" | "world" | "model") {
                let children: Vec<Element> = element.children().filter(|child| !child.is_foreign()).collect();
                pending.extend(children.into_iter().rev());
            }
        }
        Ok((found, root.span()))
    })
}

/// The address of an included file.
pub(super) fn uri(include: Element) -> Result<String, FormatError> {
    value::needed_name(include, "uri", "<include>", "<uri>model://…</uri>").map(|named| named.name.to_owned())
}

/// The file of an address, which may also name a folder with a model.
fn find(uri: &str, by: &Path) -> Option<PathBuf> {
    mesh::candidates(uri, by).into_iter().find_map(|path| match path.is_dir() {
        true => in_folder(&path),
        false => Some(path).filter(|path| path.is_file()),
    })
}

/// The SDF file of a folder: the one for the newest version in its model.config, or model.sdf.
fn in_folder(folder: &Path) -> Option<PathBuf> {
    let config = std::fs::read_to_string(folder.join("model.config")).unwrap_or_default();
    let named = roxmltree::Document::parse(&config).ok().and_then(|document| {
        let minor = |element: &roxmltree::Node| -> u32 {
            let version = element.attribute("version").and_then(|version| version.split_once('.'));
            version.and_then(|(_, minor)| minor.parse().ok()).unwrap_or(0)
        };
        let files = document.root_element().children().filter(|child| child.has_tag_name("sdf"));
        files.max_by_key(minor).and_then(|element| element.text()).map(|name| name.trim().to_owned())
    });
    let file = folder.join(named.unwrap_or_else(|| "model.sdf".into()));
    Some(file).filter(|file| file.is_file())
}

/// Reads a file that has not been read yet; returns its index.
fn open(assembly: &mut Assembly, path: PathBuf) -> Result<usize, FormatError> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if let Some(known) = assembly.files.iter().position(|file| real(&file.path) == real(&path)) {
        return Ok(known);
    }
    let text = read_text(&path)?;
    assembly.files.push(File { name: path.display().to_string(), text, path });
    Ok(assembly.files.len() - 1)
}
