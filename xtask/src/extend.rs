//! `cargo xtask extend-check`: is a kind of joint one file and one line?
//!
//! The workspace is copied to `target/extend/workspace`. There a joint is added that the project does not have, as a file and a
//! line of the registry, generated files are made anew, and tests look for the joint everywhere.

use std::path::Path;
use std::{fs, io};

use crate::steps::{Output, Steps};
use crate::{cargo, generate, root, work};

/// The new kind, and the tests that look for it.
const JOINT: &str = include_str!("../extension/pinion.rs");
const TESTS: &str = include_str!("../extension/tests.rs");

/// Folders and files of the project that are built or tested here.
const PARTS: &[&str] = &["Cargo.toml", "Cargo.lock", ".cargo", "crates", "docs", "models", "examples", "xtask"];

pub(crate) fn run(steps: &Steps) -> Result<(), String> {
    let folder = work().join("extend");
    let (copy, target) = (folder.join("workspace"), folder.join("target"));
    add(&copy).map_err(|error| format!("cannot copy the workspace to {}: {error}", copy.display()))?;
    let test = |arguments: &str| {
        let mut command = cargo();
        command.current_dir(&copy).env("CARGO_TARGET_DIR", &target).args(arguments.split(' '));
        command
    };
    generate::write(steps, &copy, Some(&target), &["denoc-formats"])?;
    steps.run(Output::Live, "a new joint: its contract", &mut test("test -q -p denoc-model --lib joints::"))?;
    steps.run(Output::Live, "a new joint: schema and reader", &mut test("test -q -p denoc-formats --lib native::"))?;
    steps.run(Output::Live, "a new joint: everywhere", &mut test("test -q -p denoc-formats --test extension"))
}

/// Copies what has changed since the last time, so that little is built again, and adds one file and one line.
fn add(copy: &Path) -> io::Result<()> {
    const REGISTRY: &str = "crates/denoc-model/src/joints/mod.rs";
    const NEW: [&str; 2] = ["crates/denoc-model/src/joints/pinion.rs", "crates/denoc-formats/tests/extension.rs"];
    for part in PARTS {
        mirror(&root().join(part), &copy.join(part), &|path| {
            path == copy.join(REGISTRY) || NEW.iter().any(|new| path == copy.join(new))
        })?;
    }
    let registry = fs::read_to_string(root().join(REGISTRY))?;
    let last = "    reversed::Reversed,\n";
    let with_line = registry.replacen(last, &format!("{last}    pinion::Pinion,\n"), 1);
    if with_line == registry {
        return Err(io::Error::other(format!("{REGISTRY} has no line `{}`", last.trim())));
    }
    put(&copy.join(REGISTRY), with_line.as_bytes())?;
    put(&copy.join(NEW[0]), JOINT.as_bytes())?;
    put(&copy.join(NEW[1]), TESTS.as_bytes())
}

/// Makes `to` what `from` is; files that `keep` names stay as they are.
fn mirror(from: &Path, to: &Path, keep: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    if !from.is_dir() {
        return if keep(to) { Ok(()) } else { put(to, &fs::read(from)?) };
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let path = entry?.path();
        let gone = !from.join(path.file_name().unwrap_or_default()).exists() && !keep(&path);
        if gone && path.is_dir() {
            fs::remove_dir_all(&path)?;
        } else if gone {
            fs::remove_file(&path)?;
        }
    }
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        // what is fetched or built is not part of the project
        if !["node_modules", "target", "__pycache__"].iter().any(|built| name == *built) {
            mirror(&path, &to.join(name), keep)?;
        }
    }
    Ok(())
}

/// Writes a file unless it holds that already.
fn put(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)
}
