//! The program, as users build it.

use std::path::PathBuf;

use crate::steps::{Output, Steps};
use crate::{cargo, work};

/// Builds the program in release mode, as the first command of the README does. After the wheel little is left to compile.
pub(crate) fn build(steps: &Steps, output: Output) -> Result<PathBuf, String> {
    steps.run(output, "the program", cargo().args(["build", "--release", "--package", "denoc-cli"]))?;
    Ok(work().join("release").join(format!("denoc{}", std::env::consts::EXE_SUFFIX)))
}
