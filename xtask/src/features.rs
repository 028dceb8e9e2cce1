//! The program and the Python package compile the crates below them with the same features, so that they share them.

use std::collections::{BTreeMap, BTreeSet};

use crate::cargo;

/// Fails with the list of crates whose features differ.
pub(crate) fn check() -> Result<(), String> {
    let (program, package) = (features("denoc-cli")?, features("denoc-py")?);
    let both = program.iter().filter_map(|(name, with)| Some((name, with, package.get(name)?)));
    let differ: Vec<_> = both.filter(|(_, program, package)| program != package).collect();
    if differ.is_empty() {
        return Ok(());
    }
    let mut text =
        "the program and the Python package would compile these crates twice, with different features:\n".to_owned();
    for (name, program, package) in differ {
        text += &format!("  {name}: {program:?} for the program, {package:?} for the package\n");
    }
    Err(text + "add what one of them lacks to crates/denoc-features/Cargo.toml")
}

/// Features of each crate below `package`; a crate that is also a tool of the build can have two sets.
fn features(package: &str) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--package", package, "--edges", "normal,build", "--prefix", "none"]);
    let output = tree.args(["--format", "{p}|{f}"]).output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut found: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some((name, features)) = line.split_once('|') {
            found.entry(name.to_owned()).or_default().insert(features.trim_end_matches(" (*)").to_owned());
        }
    }
    Ok(found)
}
