//! `cargo xtask generate`: files that are made from the registries in the code.

use std::process::Command;

use crate::cargo;
use crate::steps::{Output, Steps};

/// Writes the JSON Schema, the tables of the specifications and the text of the gallery.
pub(crate) fn run(steps: &Steps) -> Result<(), String> {
    models(steps, Output::Live, cargo())?;
    scenarios(steps, Output::Live, cargo())?;
    gallery(steps, Output::Live, cargo())
}

/// Writes docs/gallery.md, which takes a minute in a build for tests: it analyses every mechanism.
pub(crate) fn gallery(steps: &Steps, output: Output, cargo: Command) -> Result<(), String> {
    write(steps, output, cargo, "generated files: gallery", "denoc-run", "gallery_reference_tests::")
}

/// Writes the JSON Schema of model files and the tables of docs/model-file.md, with a cargo that runs in a checkout.
pub(crate) fn models(steps: &Steps, output: Output, cargo: Command) -> Result<(), String> {
    write(steps, output, cargo, "generated files: models", "denoc-formats", "reference_tests::")
}

/// Writes the JSON Schema of scenario files and the tables of docs/scenario-file.md and docs/sweep.md, likewise.
pub(crate) fn scenarios(steps: &Steps, output: Output, cargo: Command) -> Result<(), String> {
    write(steps, output, cargo, "generated files: scenarios", "denoc-run", "settings::reference_tests::")
}

fn write(
    steps: &Steps,
    output: Output,
    mut cargo: Command,
    title: &'static str,
    package: &str,
    tests: &str,
) -> Result<(), String> {
    cargo.env("DENOC_WRITE_REFERENCE", "1");
    // one after the other: some write parts of the same file
    cargo.args(["test", "-q", "-p", package, "--lib", tests, "--", "--test-threads=1"]);
    steps.run(output, title, &mut cargo)
}
