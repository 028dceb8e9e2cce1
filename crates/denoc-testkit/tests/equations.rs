//! The register of equations against the sources: every citation is registered, everything registered is cited, and the
//! items, tests and errata it names exist. Oracle: the text of the files.
//!
//! A citation is the key of a source and places in it, in square brackets, on one line. `docs/theory/equations.toml` says what
//! the register looks like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A table of the register with the line it starts on.
#[derive(Debug)]
struct Entry {
    kind: String,
    line: usize,
    fields: BTreeMap<String, String>,
}

impl Entry {
    fn get(&self, field: &str) -> &str {
        let Some(value) = self.fields.get(field) else { panic!("equations.toml:{}: no {field}", self.line) };
        value
    }
}

/// The subset of TOML that the register is written in: `[[kind]]` and `key = "value"`, one per line, without escapes.
fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for (i, line) in text.lines().map(str::trim).enumerate() {
        let wrong = |what: &str| format!("equations.toml:{}: {what}: {line}", i + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(kind) = line.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")) {
            entries.push(Entry { kind: kind.to_owned(), line: i + 1, fields: BTreeMap::new() });
            continue;
        }
        let (key, value) = line.split_once(" = ").ok_or_else(|| wrong("neither a header nor key = value"))?;
        let value = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).ok_or_else(|| wrong("no string"))?;
        if value.is_empty() || value.contains(['"', '\\']) {
            return Err(wrong("an empty string, a quote or an escape"));
        }
        let entry = entries.last_mut().ok_or_else(|| wrong("before the first header"))?;
        if entry.fields.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(wrong("said twice"));
        }
    }
    Ok(entries)
}

/// The citations of a text, as (line, normalised key); an error names the line.
fn citations(text: &str, sources: &[&str]) -> Result<Vec<(usize, String)>, String> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        for (start, _) in line.match_indices('[') {
            let rest = &line[start + 1..];
            let Some(source) = sources.iter().find(|s| rest.starts_with(**s)) else { continue };
            let Some(end) = rest.find(']') else {
                return Err(format!("{}: a citation must close on its own line: {}", i + 1, line.trim()));
            };
            found.extend(keys(source, &rest[source.len()..end]).map(|key| (i + 1, key)));
        }
    }
    Ok(found)
}

/// One key for every place. Places after the first start with a parenthesis; a comma after the source and capital letters do
/// not matter. The source alone is a key, too.
fn keys<'a>(source: &'a str, places: &'a str) -> impl Iterator<Item = String> + 'a {
    let places = places.trim_start_matches([',', ' ']).split(", (").enumerate();
    places.map(move |(i, place)| {
        let open = if i == 0 { "" } else { "(" };
        format!("{source} {open}{}", place.trim()).trim_end().to_lowercase()
    })
}

/// All Rust sources below `folder`.
fn rust_files(folder: &Path, to: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.map(|e| e.expect("an entry").path()) {
        if path.is_dir() {
            rust_files(&path, to);
        } else if path.extension().is_some_and(|e| e == "rs") {
            to.push(path);
        }
    }
}

/// Whether the text declares a function, type, trait or constant of this name.
fn declares(text: &str, name: &str) -> bool {
    let keywords = ["fn", "struct", "enum", "trait", "type", "const"];
    keywords.iter().any(|keyword| {
        let declaration = format!("{keyword} {name}");
        text.match_indices(&declaration).any(|(at, _)| {
            let next = text[at + declaration.len()..].chars().next();
            !next.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    })
}

/// Whether the text has a test function of this name.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let declaration = format!("fn {name}()");
    let is_attribute = |line: &&&str| line.starts_with("#[");
    let mut declared = lines.iter().enumerate().filter(|(_, line)| line.starts_with(&declaration));
    declared.any(|(i, _)| lines[..i].iter().rev().take_while(is_attribute).any(|line| *line == "#[test]"))
}

/// What is wrong with `path: name`, if anything.
fn place_error(root: &Path, place: &str, there: fn(&str, &str) -> bool) -> Option<String> {
    let Some((path, name)) = place.split_once(": ") else { return Some(format!("\"{place}\" is not file: name")) };
    match fs::read_to_string(root.join(path)) {
        Err(e) => Some(format!("{path}: {e}")),
        Ok(text) if there(&text, name) => None,
        Ok(_) => Some(format!("{path} has no {name}")),
    }
}

/// What an entry needs; `erratum` may be there besides.
fn needed(entry: &Entry) -> &'static [&'static str] {
    match entry.kind.as_str() {
        "source" => &["key", "title"],
        "equation" => &["key", "statement", "item", "test"],
        other => panic!("equations.toml:{}: [[{other}]] is unknown", entry.line),
    }
}

/// What is wrong with one entry.
fn entry_errors(root: &Path, errata: &str, entry: &Entry) -> Vec<String> {
    let needed = needed(entry);
    let missing = needed.iter().any(|f| !entry.fields.contains_key(*f));
    let foreign = entry.fields.keys().any(|f| !needed.contains(&f.as_str()) && f != "erratum");
    if missing || foreign {
        return vec![format!("has {:?}, needs {needed:?}", entry.fields.keys().collect::<Vec<_>>())];
    }
    if entry.kind == "source" {
        return Vec::new();
    }
    let item = place_error(root, entry.get("item"), declares).map(|e| format!("item: {e}"));
    let test = place_error(root, entry.get("test"), has_test).map(|e| format!("test: {e}"));
    let number = entry.fields.get("erratum").filter(|number| !errata.contains(&format!("\n| {number} |")));
    item.into_iter().chain(test).chain(number.map(|number| format!("errata.md has no {number}"))).collect()
}

#[test]
fn citations_and_the_register_agree() {
    let root = root();
    let entries = parse(&read(&root.join("docs/theory/equations.toml"))).unwrap_or_else(|e| panic!("{e}"));
    let errata = read(&root.join("docs/theory/errata.md"));
    let mut wrong = Vec::new();
    let (mut sources, mut registered) = (Vec::new(), BTreeMap::new());
    for entry in &entries {
        let at = format!("equations.toml:{}", entry.line);
        wrong.extend(entry_errors(&root, &errata, entry).iter().map(|e| format!("{at}: {e}")));
        let key = entry.get("key");
        if entry.kind == "source" {
            sources.push(key);
        } else if registered.insert(key.to_lowercase(), entry.line).is_some() {
            wrong.push(format!("{at}: {key} is registered twice"));
        }
    }

    let is_source = |key: &str| sources.iter().any(|s| s.to_lowercase() == key);
    let mut cited = BTreeSet::new();
    let mut files = Vec::new();
    rust_files(&root.join("crates"), &mut files);
    files.sort();
    for file in &files {
        let name = file.strip_prefix(&root).expect("below the repository").display();
        let found = citations(&read(file), &sources).unwrap_or_else(|error| {
            wrong.push(format!("{name}:{error}"));
            Vec::new()
        });
        for (line, key) in found {
            if !registered.contains_key(&key) && !is_source(&key) {
                wrong.push(format!("{name}:{line}: {key} is not in docs/theory/equations.toml"));
            }
            cited.insert(key);
        }
    }
    let nowhere = registered.iter().filter(|(key, _)| !cited.contains(*key));
    wrong.extend(nowhere.map(|(key, line)| format!("equations.toml:{line}: {key} is cited nowhere")));
    assert!(cited.len() > 50, "only {} places are cited: does the scanner still see them?", cited.len());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

// oracle: read by hand; the brackets are put on here so that this file cites nothing
#[test]
fn citations_are_found_and_normalised() {
    let find = |inside: &str| citations(&format!("/// M p [{inside}]."), &["SrcA", "SrcB"]);
    let all = |keys: &[&str]| Ok(keys.iter().map(|k| (1, (*k).to_owned())).collect());
    assert_eq!(find("SrcA (9.39d)"), all(&["srca (9.39d)"]));
    assert_eq!(find("SrcA (9.38)-(9.41)"), all(&["srca (9.38)-(9.41)"]));
    assert_eq!(find("SrcB (1a), (1d), (3)"), all(&["srcb (1a)", "srcb (1d)", "srcb (3)"]));
    assert_eq!(find("SrcB, Appendix B"), all(&["srcb appendix b"]));
    assert_eq!(find("SrcB"), all(&["srcb"]));
    assert_eq!(find("x[0] + SrcA"), all(&[]));
    assert_eq!(citations("one\n// [SrcA (2)], [SrcB (3)]", &["SrcA", "SrcB"]).unwrap().len(), 2);
    assert!(citations("//! [SrcA", &["SrcA"]).unwrap_err().starts_with("1: a citation must close"));
}

// oracle: read by hand
#[test]
fn declarations_and_tests_are_found() {
    let text = "pub(crate) fn factor<T>() {}\n#[test]\n#[should_panic]\nfn it_fails() {}\nfn helper() {}\npub struct Udut<'a> {}";
    assert!(declares(text, "factor") && declares(text, "Udut") && !declares(text, "fact") && !declares(text, "Uduts"));
    assert!(has_test(text, "it_fails") && !has_test(text, "helper") && !has_test(text, "it"));
}

// oracle: read by hand
#[test]
fn what_is_not_in_the_subset_is_refused() {
    let entries = parse("# a\n[[equation]]\nkey = \"a (1)\"\n\n[[equation]]\nkey = \"a (2)\"").unwrap();
    assert_eq!((entries.len(), entries[1].line, entries[1].get("key")), (2, 5, "a (2)"));
    for bad in ["key = \"a\"", "[[e]]\nkey = 3", "[[e]]\nkey = \"a\\n\"", "[[e]]\nk = \"a\"\nk = \"b\"", "[[e]]\nkey"] {
        assert!(parse(bad).is_err(), "{bad}");
    }
}
