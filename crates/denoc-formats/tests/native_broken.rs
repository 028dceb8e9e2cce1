//! Broken model files: each `tests/broken_native/*.toml` gives exactly the message in the `.txt` of the same name.
//!
//! To see all messages, or after changing a message deliberately, run `DENOC_WRITE_MESSAGES=1 cargo test -p denoc-formats`
//! and review the diff.

use std::path::{Path, PathBuf};

use denoc_formats::{load_native, read_native};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken_native")
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(files.len() >= 45, "only {} files", files.len());
    files
}

/// The message for a file, with files named without their folder.
fn message(path: &Path) -> String {
    let error = load_native(path).expect_err(&format!("{} was read without an error", path.display())).to_string();
    error.replace(&format!("{}/", folder().display()), "")
}

#[test]
fn every_broken_file_gives_its_message() {
    let write = std::env::var_os("DENOC_WRITE_MESSAGES").is_some();
    let mut wrong = Vec::new();
    for path in files() {
        let found = message(&path) + "\n";
        let expected = path.with_extension("txt");
        if write {
            std::fs::write(&expected, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{}\nexpected:\n{expected}found:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_message_names_a_place_and_a_remedy() {
    for path in files() {
        let text = message(&path);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].starts_with(&format!("{}:", path.file_name().unwrap().display())), "{text}");
        assert!(lines[1].contains(" |") && lines[2].contains("^ "), "{text}");
    }
}

#[test]
fn missing_files_are_named() {
    let path = folder().join("tree_cut_awy.toml");
    let expected = format!("{}: there is no such file; did you mean \"tree_cut_away.toml\"?", path.display());
    assert_eq!(read_native(&path).unwrap_err().to_string(), expected);
}
