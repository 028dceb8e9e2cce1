//! Every command of README.md, CONTRIBUTING.md, docs and `--help` runs, and prints what the page says it prints.
//!
//! Oracle: the pages themselves. What does not run as it stands is listed, with the reason, in `pages/exceptions.rs`.

#[path = "pages/commands.rs"]
mod commands;
mod common;
#[path = "pages/counts.rs"]
mod counts;
#[path = "pages/exceptions.rs"]
mod exceptions;

use std::path::{Path, PathBuf};
use std::time::Instant;

use commands::{Command, Page, of_help, words};
use common::Folder;
use denoc_testkit::in_parallel;
use exceptions::{Way, way};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages with commands: README.md, CONTRIBUTING.md and everything below docs.
fn pages() -> Vec<Page> {
    let mut files = vec![repository().join("README.md"), repository().join("CONTRIBUTING.md")];
    let mut folders = vec![repository().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|file| Page::read(&repository(), file)).collect()
}

/// A folder that looks to commands like the repository, and holds the files that a reader would bring along. Sweeps have few
/// points.
fn desk(name: &str) -> Folder {
    let folder = Folder::new(name);
    for part in ["examples/mechanisms", "examples/scenarios", "examples/sweeps", "models"] {
        std::fs::create_dir_all(folder.0.join(part)).expect("a folder");
        for entry in std::fs::read_dir(repository().join(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            let name = format!("{part}/{}", path.file_name().and_then(|n| n.to_str()).expect("a name"));
            folder.file(&name, &text.replace("\nsamples = 2000\n", "\nsamples = 4\n"));
        }
    }
    folder.file("robot.urdf", exceptions::ROBOT);
    folder.file("robot.sdf", exceptions::SDF_ROBOT);
    folder.file("motion.csv", "t,q[joint1],q[joint2],v[joint2]\n0,0.1,-0.5,0.2\n0.1,0.2,-0.4,0.1\n");
    folder
}

/// Runs a command; the failure in words.
fn run(folder: &Folder, command: &Command) -> Result<(), String> {
    let at = |problem: String| format!("{}: `{}`: {problem}", command.place, command.text);
    let line = match way(&command.text) {
        Way::AsItStands => command.text.clone(),
        Way::Instead(line) => line.to_owned(),
        Way::Help(line) => line,
        Way::Elsewhere => return Ok(()),
        Way::Example(file) if repository().join(&file).is_file() => return Ok(()),
        Way::Example(file) => return Err(at(format!("there is no {file}"))),
    };
    let words = words(&line);
    let Some(("denoc", arguments)) = words.split_first().map(|(first, rest)| (first.as_str(), rest)) else {
        return Err(at("not a command of denoc: list it in tests/pages/exceptions.rs, with the reason".into()));
    };
    let begun = Instant::now();
    let said = folder.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    eprintln!("{:6.2} s  {}: {line}", begun.elapsed().as_secs_f64(), command.place);
    if said.code != 0 {
        return Err(at(format!("exit code {} of `{line}`\n{}{}", said.code, said.out, said.err)));
    }
    match &command.prints {
        Some(expected) if !same(expected, &said.out) => {
            Err(at(format!("the page says that it prints\n{expected}\nbut it prints\n{}", said.out)))
        }
        _ => Ok(()),
    }
}

/// Whether two texts agree but for spaces at the ends of lines and empty lines at the end.
fn same(a: &str, b: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
    lines(a) == lines(b)
}

/// The commands of each page, and the examples of each help text.
fn sources(test: &str) -> Vec<Vec<Command>> {
    let folder = Folder::new(test);
    let overview = folder.run(&["--help"]).ok();
    let listed = overview.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 20, "{names:?}");
    let mut sources: Vec<Vec<Command>> = pages().iter().map(Page::commands).collect();
    sources.push(of_help("denoc --help", &overview));
    for name in names.iter().filter(|name| **name != "help") {
        let found = of_help(&format!("denoc {name} --help"), &folder.run(&[name, "--help"]).ok());
        assert!(!found.is_empty(), "denoc {name} --help has no example");
        sources.push(found);
    }
    sources
}

#[test]
fn commands_of_the_pages_and_of_the_help_run() {
    let mut sources = sources("help");
    // one run of each is enough
    let mut seen = std::collections::HashSet::new();
    sources.iter_mut().for_each(|commands| commands.retain(|c| c.prints.is_some() || seen.insert(c.text.clone())));
    assert!(seen.len() > 80, "{} commands", seen.len());
    let failures = std::sync::Mutex::new(Vec::new());
    in_parallel(sources.iter().enumerate(), |(i, commands)| {
        let folder = desk(&format!("desk{i}"));
        for failure in commands.iter().filter_map(|command| run(&folder, command).err()) {
            failures.lock().expect("no panic").push(failure);
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{} of {} commands fail:\n\n{}", failures.len(), seen.len(), failures.join("\n\n"));
}

// oracle: the pages and the help
#[test]
fn every_exception_is_needed() {
    let said: Vec<String> = sources("exceptions").into_iter().flatten().map(|c| c.text).collect();
    for command in exceptions::listed() {
        assert!(said.iter().any(|s| s == command), "nobody mentions `{command}`: remove it from exceptions.rs");
    }
}

// oracle: the list of cases; that all of them pass is tested in reproduce.rs
#[test]
fn cases_that_pages_name_exist() {
    let listed = Folder::new("cases").run(&["reproduce", "--only", "no such case"]).refused().to_lowercase();
    assert!(listed.contains("section 4"), "{listed}");
}

// oracle: none needed; scenarios of the examples run in runs.rs
#[test]
fn sweeps_of_the_examples_are_read() {
    let folder = desk("sweeps");
    for entry in std::fs::read_dir(folder.0.join("examples/sweeps")).expect("a folder") {
        let path = entry.expect("an entry").path();
        folder.run(&["sweep", path.to_str().expect("UTF-8"), "--dry-run"]).ok();
    }
}

// oracle: the reader of scenarios; the points by hand
#[test]
fn scenarios_of_the_pages_are_read() {
    let folder = desk("toml");
    let block = |page: &str| Page::read(&repository(), &repository().join(page)).block("toml");
    let sweep = folder.file("sweep.toml", &block("docs/sweep.md")).run(&["sweep", "sweep.toml", "--dry-run"]).ok();
    assert!(sweep.contains("48"), "16 times 3 points: {sweep}");
    let scenario = denoc_run::scenario::Scenario::parse(&block("docs/scenario-file.md"), "page.toml").unwrap();
    assert_eq!(scenario.controller.unwrap().law, "computed-torque");
}
