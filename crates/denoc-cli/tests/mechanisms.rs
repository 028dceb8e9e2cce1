//! The machines of `examples/mechanisms`: the commands in the header of every file run, and the machines keep their promises.

mod common;

use std::path::{Path, PathBuf};

use common::Folder;
use denoc_testkit::in_parallel;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mechanisms");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files
}

/// A folder with the machines, as a reader has it.
fn desk(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.0.join("examples/mechanisms")).unwrap();
    for path in files() {
        let name = path.file_name().unwrap().to_str().unwrap();
        folder.file(&format!("examples/mechanisms/{name}"), &std::fs::read_to_string(&path).unwrap());
    }
    folder
}

/// The words of a command; quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let mut words: Vec<String> = vec![String::new()];
    for (i, part) in parts {
        if i % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (j, piece) in part.split(' ').enumerate() {
            if j > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(piece);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_commands_in_the_header_of_every_machine_run() {
    let folder = desk("mechanisms");
    let mut commands = Vec::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let found: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("#   denoc ")).collect();
        assert!(found.len() >= 3, "{name}: {found:?}");
        for verb in ["check", "mobility"] {
            assert!(found.iter().any(|line| line.starts_with(verb)), "{name}: {verb}");
        }
        commands.extend(found.into_iter().map(|line| (name.clone(), line.to_owned())));
    }
    in_parallel(commands, |(name, line)| {
        let words = words(&line);
        let said = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let passed = said.code == 0 && !said.out.contains("MISSED");
        assert!(passed, "{name}: denoc {line}\n{}{}", said.out, said.err);
    });
}
