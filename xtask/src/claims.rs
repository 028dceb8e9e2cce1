//! Benchmarks beside other libraries, once each: do they run, and do the libraries agree? How fast they are is no matter here.
//! (What needs Rust alone is `crates/denoc-bench/tests`; commands of the documentation are `crates/denoc-cli/tests/pages.rs`.)

use std::path::Path;
use std::process::Command;

use crate::steps::{Output, Steps};
use crate::{peers, root, work};

/// Runs them in the environment of the Python package. Returns what had to be left out.
pub(crate) fn run(steps: &Steps, environment: &Path, robots: Option<&Path>) -> Result<Vec<&'static str>, String> {
    let python = environment.join("bin/python");
    let mut skipped = Vec::new();

    let mut compare = Command::new(&python);
    compare.arg("benchmarks/compare_pinocchio.py").arg("--check").current_dir(root());
    steps.run(Output::Later, "benchmark in Python", &mut compare)?;

    // built with the tests; `cargo run --package` would compile it again, with other features of its dependencies
    let program = work().join("debug/denoc-bench");
    let bench = |what: &str| {
        let mut command = Command::new(&program);
        command.args([what, "--check"]).current_dir(root());
        command
    };
    for what in ["loops", "ropes"] {
        steps.run(Output::Later, "benchmark beside MuJoCo", bench(what).arg("--mujoco").arg(&python))?;
    }
    match peers::installed_simulators(&work().join("peers")) {
        Some(simulators) => {
            let mut simulate = bench("simulate");
            steps.run(Output::Later, "simulations beside other libraries", simulate.arg("--python").arg(simulators))?;
        }
        None => skipped.push(
            "simulations beside Pinocchio, MuJoCo, Drake and Exudyn: `cargo xtask bench simulate --peers --check` installs them",
        ),
    }
    match peers::built_pinocchio(&work().join("peers")) {
        Some(peer) => {
            let mut all = bench("robots");
            if let Some(folder) = robots {
                all.arg("--robots").arg(folder);
            }
            steps.run(Output::Later, "benchmark beside Pinocchio", all.arg("--peer").arg(&peer.program))?;
            steps.run(Output::Later, "benchmark beside Pinocchio", bench("loops").arg("--peer").arg(&peer.program))?;
        }
        None => {
            skipped.push("benchmarks beside Pinocchio in C++: `cargo xtask bench --peers` builds it, in two minutes")
        }
    }
    Ok(skipped)
}
