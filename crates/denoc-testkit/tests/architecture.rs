//! The two walks of ARCHITECTURE.md through the code, and docs/coming-from.md: every station is a function that exists. Oracle: the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The most stations of a walk.
const MOST: usize = 10;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// All source files of the crates, with their paths from the root.
fn sources() -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join("crates")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).expect("UTF-8")));
            }
        }
    }
    found
}

/// A station: a function by its path, and a part of the path of its file if the page gives one.
#[derive(Debug)]
struct Station {
    function: String,
    file: Option<String>,
}

/// The stations of the table below a heading.
fn stations(page: &str, heading: &str) -> Vec<Station> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    let section = section.split("\n## ").next().unwrap_or_default();
    let numbered = |row: &&str| row.split('|').nth(1).is_some_and(|cell| cell.trim().parse::<usize>().is_ok());
    let rows = section.lines().filter(numbered);
    rows.map(|row| {
        let mut quoted = row.split('|').nth(2).expect("a cell").split('`').skip(1).step_by(2);
        let function = quoted.next().unwrap_or_else(|| panic!("no function in {row}")).to_owned();
        Station { function, file: quoted.next().map(str::to_owned) }
    })
    .collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// Whether a source file defines the function of a station.
fn defines(station: &Station, path: &str, text: &str) -> bool {
    if station.file.as_ref().is_some_and(|file| !path.contains(file.as_str())) {
        return false;
    }
    let parts: Vec<&str> = station.function.split("::").collect();
    let [owners @ .., name] = &parts[..] else { return false };
    if !has_word(text, &format!("fn {name}")) {
        return false;
    }
    owners.iter().all(|owner| match owner.chars().next() {
        // a type or a trait: its file names it; a crate or a module: the path does
        Some(first) if first.is_uppercase() => {
            ["impl", "trait", "struct"].iter().any(|keyword| text.contains(keyword)) && has_word(text, owner)
        }
        _ => {
            let owner = owner.replace("denoc_", "denoc-");
            path.split(['/', '.']).any(|part| part == owner)
        }
    })
}

#[test]
fn every_station_of_the_walks_is_a_function() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a page");
    let sources = sources();
    for heading in ["A four-bar from file to page", "A batch from Python to lanes"] {
        let stations = stations(&page, heading);
        assert!((5..=MOST).contains(&stations.len()), "{heading}: {} stations", stations.len());
        for station in stations {
            let found = sources.iter().any(|(path, text)| defines(&station, path, text));
            assert!(found, "{heading}: there is no function {} ({:?})", station.function, station.file);
        }
    }
}

// oracle: the sources; the columns for Python are checked in denoc-py/tests/test_pages.py, commands in denoc-cli/tests/pages.rs
#[test]
fn names_for_newcomers_are_functions() {
    let page = fs::read_to_string(root().join("docs/coming-from.md")).expect("a page");
    let (_, table) = page.split_once("| denoc, Rust |\n").expect("a column for Rust");
    let cells = table.lines().take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(7));
    let names: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() > 25, "{names:?}");
    let sources = sources();
    for name in names {
        let station = Station { function: name.to_owned(), file: None };
        assert!(sources.iter().any(|(path, text)| defines(&station, path, text)), "there is no function {name}");
    }
}

// oracle: a page made for this test
#[test]
fn a_station_that_does_not_exist_is_found() {
    let page = "\n## Walk\n\n| | Function | What |\n|---|---|---|\n| 1 | `Sink::sample` (`sink.rs`) | x |\n| 2 | `loops::nothing` | x |\n\n## Next\n";
    let stations = stations(page, "Walk");
    assert_eq!(stations.len(), 2);
    assert!(defines(&stations[0], "crates/denoc-sim/src/sink.rs", "trait Sink {\n    fn sample(&mut self);\n}"));
    assert!(!defines(&stations[0], "crates/denoc-sim/src/other.rs", "trait Sink {\n    fn sample(&mut self);\n}"));
    assert!(!defines(&stations[0], "crates/denoc-sim/src/sink.rs", "trait Sink {\n    fn samples(&mut self);\n}"));
    assert!(!defines(&stations[1], "crates/denoc-sim/src/loops/mod.rs", "fn something() {}"));
}

/// Calls that change files or folders.
const WRITING: [&str; 13] = [
    "fs::write",
    "File::create",
    "File::options",
    "OpenOptions",
    "fs::rename",
    "fs::remove_",
    "fs::create_dir",
    "fs::copy",
    "fs::hard_link",
    "fs::set_permissions",
    "create_dir_all(",
    "remove_file(",
    "remove_dir_all(",
];

// oracle: the sources; without this rule, faults could not be injected everywhere, and half-written files could remain
#[test]
fn files_are_written_through_one_module() {
    let elsewhere = ["crates/denoc-base/src/files/", "crates/denoc-bench/", "crates/denoc-testkit/"];
    let is_checked = |path: &str| {
        let is_test = path.contains("/tests/") || path.ends_with("tests.rs") || path.contains("/examples/");
        !is_test && !elsewhere.iter().any(|start| path.starts_with(start))
    };
    let mut found = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| is_checked(path)) {
        let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code = program.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        let direct = |line: &str| WRITING.iter().any(|call| line.contains(call));
        found.extend(
            code.filter(|(_, line)| direct(line)).map(|(i, line)| format!("{path}:{}: {}", i + 1, line.trim())),
        );
    }
    assert!(found.is_empty(), "use denoc_base::files instead:\n{}", found.join("\n"));
}
