//! `cargo xtask generate`: files that are made from the registries in the code.

use std::path::Path;

use crate::cargo;
use crate::steps::{Output, Steps};

/// Crates with registries: their tests `reference_tests` write the files.
pub(crate) const CRATES: &[&str] = &["denoc-formats", "denoc-run"];

/// Writes the JSON Schemas and the tables of the docs of a checkout, those of these crates; `target` is where it is built.
pub(crate) fn write(steps: &Steps, root: &Path, target: Option<&Path>, crates: &[&str]) -> Result<(), String> {
    for name in crates {
        let mut command = cargo();
        command.current_dir(root).env("DENOC_WRITE_REFERENCE", "1");
        if let Some(target) = target {
            command.env("CARGO_TARGET_DIR", target);
        }
        // one after the other: some write parts of the same file
        command.args(["test", "-q", "-p", name, "--lib", "reference_tests::", "--", "--test-threads=1"]);
        steps.run(Output::Live, "generated files", &mut command)?;
    }
    Ok(())
}
