//! `cargo xtask generate`: files that are made from the registries in the code.

use std::path::Path;

use crate::cargo;
use crate::steps::{Output, Steps};

/// Writes the JSON Schema and the tables of the specification of a checkout; `target` is where it is built.
pub(crate) fn write(steps: &Steps, root: &Path, target: Option<&Path>) -> Result<(), String> {
    let mut command = cargo();
    command.current_dir(root).env("DENOC_WRITE_REFERENCE", "1");
    if let Some(target) = target {
        command.env("CARGO_TARGET_DIR", target);
    }
    // one after the other: some write parts of the same file
    command.args(["test", "-q", "-p", "denoc-formats", "--lib", "reference_tests::", "--", "--test-threads=1"]);
    steps.run(Output::Live, "generated files", &mut command)
}
