//! What documentation and help claim about the program. Oracle: the registries.

mod common;

use std::path::{Path, PathBuf};

use common::{Folder, denoc};
use denoc_dynamics::loops::LoopMethod;
use denoc_formats::Format;
use denoc_mechanism::evaluate::{Algorithm, MatrixKind};
use denoc_sim::Integrator;
use denoc_sim::controllers::CONTROLLERS;
use denoc_sim::motion::LAWS;
use denoc_validate::growth::SCHEMES;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Markdown pages: those of the root, and everything below docs and crates.
fn pages() -> Vec<(PathBuf, String)> {
    let mut pages = Vec::new();
    let mut folders = vec![repository().join("docs"), repository().join("crates")];
    let root = std::fs::read_dir(repository()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = root.filter(|path| path.is_file()).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true if path.ends_with("node_modules") || path.ends_with("target") => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    for file in files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "md")) {
        let text = std::fs::read_to_string(&file).expect("UTF-8");
        pages.push((file, text));
    }
    pages
}

#[test]
fn pages_name_crates_instead_of_linking_to_a_package_registry() {
    let pages = pages();
    assert!(pages.len() > 30, "{} pages", pages.len());
    for (file, text) in pages {
        for host in ["crates.io", "docs.rs/", "lib.rs/", "pypi.org", "npmjs.com"] {
            assert!(!text.contains(host), "{}: name the package instead of linking to {host}", file.display());
        }
    }
}

/// Words in front of which a number counts something else than the algorithms for loops.
const OTHERS: [&str; 2] = ["other", "solution"];

#[test]
fn pages_state_the_number_of_algorithms_for_loops() {
    let numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let expected = numbers[LoopMethod::ALL.len() - 2];
    for (file, text) in pages().into_iter().filter(|(file, _)| !file.ends_with("CHANGELOG.md")) {
        let words: Vec<String> = text.split_whitespace().map(|word| word.to_lowercase()).collect();
        for pair in words.windows(2) {
            let counted = pair[1].trim_matches(|c: char| !c.is_alphanumeric());
            if !["methods", "algorithms"].contains(&counted) || OTHERS.contains(&pair[0].as_str()) {
                continue;
            }
            let number = numbers.contains(&pair[0].as_str());
            assert!(!number || pair[0] == expected, "{}: \"{} {}\"", file.display(), pair[0], pair[1]);
        }
    }
}

/// Fails unless the help of a command, on one line, contains this list.
#[track_caller]
fn lists<'a>(command: &[&str], keywords: impl IntoIterator<Item = &'a str>) {
    let help = denoc(&[command, &["--help"]].concat()).ok();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for keyword in keywords {
        let listed = [format!(" {keyword},"), format!(" {keyword} ")].iter().any(|text| help.contains(text));
        assert!(listed, "denoc {} --help does not list {keyword}", command.join(" "));
    }
}

// oracle: the registries; an entry that is added there appears in the help
#[test]
fn the_help_lists_everything_registered() {
    lists(&["simulate"], Integrator::ALL.iter().map(|method| method.info().keyword));
    lists(&["simulate"], CONTROLLERS.iter().map(|controller| controller.keyword));
    lists(&["simulate"], LAWS.iter().map(|law| law.keyword));
    lists(&["simulate"], LoopMethod::ALL.iter().map(|method| method.info().keyword));
    lists(&["forward"], Algorithm::all().map(Algorithm::keyword));
    lists(&["growth"], SCHEMES.iter().map(|scheme| scheme.keyword));
    lists(&["convert"], Format::WRITTEN.map(Format::keyword));
    let kinds = MatrixKind::ALL.map(|kind| kind.keyword().replace('_', "-"));
    lists(&["matrices"], kinds.iter().map(String::as_str));
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let help = denoc(&["--help"]).ok();
    let list = help.split_once("Commands:\n").expect("a list").1.split("\n\n").next().expect("its end").to_owned();
    list.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next().map(str::to_owned)).collect()
}

// oracle: the repository
#[test]
fn files_that_the_help_names_exist() {
    let mut named = std::collections::BTreeSet::new();
    for command in commands().iter().filter(|command| *command != "help") {
        let help = denoc(&[command.as_str(), "--help"]).ok();
        for word in help.split(|c: char| !(c.is_alphanumeric() || "/._-".contains(c))) {
            let path = word.trim_end_matches('.');
            if path.starts_with("docs/") || path.starts_with("examples/") {
                assert!(repository().join(path).exists(), "denoc {command} --help names {path}");
                named.insert(path.to_owned());
            }
        }
    }
    assert!(named.len() >= 4, "{named:?}");
}

// oracle: the program runs what its help says
#[test]
fn the_scenario_in_the_help_runs() {
    let help = denoc(&["run", "--help"]).ok();
    let text = help.split_once("A scenario:\n").expect("a scenario").1.split_once("All keys").expect("its end").0;
    let folder = Folder::new("scenario_in_help");
    folder.file("fall.toml", text);
    folder.run(&["run", "fall.toml", "--no-report"]).ok();
}

/// Lists in the source of the commands that would not follow the registries.
#[test]
fn the_help_has_no_list_of_integrators_or_laws_typed_by_hand() {
    let commands = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands");
    let registered: [Vec<&str>; 3] = [
        Integrator::ALL.iter().map(|method| method.info().keyword).collect(),
        CONTROLLERS.iter().map(|controller| controller.keyword).collect(),
        LAWS.iter().map(|law| law.keyword).collect(),
    ];
    for entry in std::fs::read_dir(commands).expect("a folder") {
        let path = entry.expect("an entry").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for line in text.lines().filter(|line| line.trim_start().starts_with("///")) {
            let words: Vec<&str> = line.split([' ', ',', '(', ')', '[', ']']).collect();
            for keywords in &registered {
                let named = keywords.iter().filter(|keyword| words.contains(keyword)).count();
                assert!(named < 3, "{}: a list typed by hand: {line}", path.display());
            }
        }
    }
}

// oracle: the registry of controllers
#[test]
fn the_rustdoc_of_scenarios_names_the_controllers() {
    let text = std::fs::read_to_string(repository().join("crates/denoc-run/src/scenario/mod.rs")).expect("a file");
    let (_, controller) = text.split_once("pub struct ControllerSpec {").expect("the struct");
    let (comment, _) = controller.split_once("pub law: String").expect("its first field");
    let words: Vec<&str> = comment.split([' ', ',', '(', ')', '`', '\n', '"']).collect();
    // the registry, or every keyword of it
    let complete = CONTROLLERS.iter().all(|controller| words.contains(&controller.keyword));
    assert!(complete || comment.contains("::CONTROLLERS`]"), "the documentation of `law` is incomplete: {comment}");
    assert!(!words.contains(&"computed"), "the law is called computed-torque");
}

// oracle: the text of the crates; cells of CSV are split in one place
#[test]
fn results_and_formats_share_one_reader_of_csv_lines() {
    for name in ["denoc-results", "denoc-formats"] {
        let folder = repository().join("crates").join(name);
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a file");
        assert!(!manifest.lines().any(|line| line.starts_with("csv")), "{name} has a second reader of CSV");
        assert!(manifest.contains("denoc-base.workspace"), "{name}");
        let (mut folders, mut users) = (vec![folder.join("src")], 0);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).expect("UTF-8");
                    users += usize::from(text.contains("denoc_base::csv") || text.contains("csv::cells"));
                    let splits = text.contains(".split(',')") && path.to_string_lossy().contains("csv");
                    assert!(!splits, "{}: use denoc_base::csv::cells", path.display());
                }
            }
        }
        assert!(users > 0, "{name} does not use denoc_base::csv");
    }
}
