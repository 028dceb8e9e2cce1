//! Files that are generated from registries in the code: `cargo xtask generate` writes them, tests compare them.

use std::path::{Path, PathBuf};

/// The repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a generated text with a file of the repository, or writes the file if `DENOC_WRITE_REFERENCE` is set.
pub fn check_generated(path: &str, text: &str) {
    let path = repository().join(path);
    if std::env::var_os("DENOC_WRITE_REFERENCE").is_some() {
        std::fs::write(path, text).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&path).unwrap();
    let differs = found.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(found.lines().count().min(text.lines().count())) + 1;
    let remedy = "cargo xtask generate";
    assert!(found == text, "{} differs from the registry from line {line} on: run `{remedy}`", path.display());
}

/// The same for the part of a page between the marks of `what`.
pub fn check_generated_part(path: &str, what: &str, text: &str) {
    let (begin, end) =
        (format!("<!-- {what}: made by `cargo xtask generate` -->\n"), format!("<!-- end of {what} -->\n"));
    let page = std::fs::read_to_string(repository().join(path)).unwrap();
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("{path} has no place for {what}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("the place for {what} in {path} does not end"));
    check_generated(path, &format!("{before}{begin}{text}{end}{after}"));
}
