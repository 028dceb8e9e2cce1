//! `cargo xtask test`.

use std::path::PathBuf;
use std::process::Command;

use crate::steps::Steps;
use crate::{browser, cargo, claims, python, robots, work};

pub(crate) fn run() -> Result<(), String> {
    let robots = fetch_robots();
    let without_python = python::fit().is_none();
    let with = |arguments: &str| {
        let mut command = cargo();
        command.args(arguments.split(' '));
        if without_python {
            // the Python package is checked all the same
            command.env("PYO3_NO_PYTHON", "1");
        }
        command
    };
    let mut tests = with("test --workspace");
    match &robots {
        Some(folder) => tests.env("DENOC_ROBOTS", folder),
        None => tests.env_remove("DENOC_ROBOTS"),
    };

    let mut steps = Steps::default();
    steps.run("format", &mut with("fmt --all --check"))?;
    steps.run("clippy", &mut with("clippy --workspace --all-targets -- -D warnings"))?;
    steps.run("tests", &mut tests)?;
    steps.run("documentation", documentation(&mut with("doc --workspace --no-deps")))?;

    let packaged = python::run(&mut steps)?;
    let skipped = match packaged {
        true => claims::run(&mut steps, &work().join("python/env"))?,
        false => vec!["benchmarks beside Pinocchio and MuJoCo: they need the Python package"],
    };
    let browsed = browser::run(&mut steps)?;

    eprintln!();
    steps.print();
    if !packaged {
        eprintln!("  SKIPPED           the Python package: Python 3.11 or newer, with venv and pip, is needed");
    }
    for what in skipped {
        eprintln!("  SKIPPED           {what}");
    }
    if !browsed {
        eprintln!("  SKIPPED           the report page in a browser: Node with npm and Chromium are needed");
    }
    if robots.is_none() {
        eprintln!("  SKIPPED           tests that need the robots of example-robot-data (see the top)");
    }
    Ok(())
}

fn documentation(command: &mut Command) -> &mut Command {
    command.env("RUSTDOCFLAGS", "-D warnings")
}

/// The folder of real robots; `None`, and nobody can overlook it, where they cannot be had.
fn fetch_robots() -> Option<PathBuf> {
    match robots::fetch(&work().join("robots")) {
        Ok(folder) => Some(folder),
        Err(error) => {
            let line = "!".repeat(100);
            eprintln!("{line}");
            eprintln!("!!! THE ROBOTS CANNOT BE FETCHED: ALL TESTS AGAINST URDF REFERENCE DATA ARE SKIPPED.");
            error.lines().for_each(|text| eprintln!("!!! {text}"));
            eprintln!("!!! Everything else is tested. Python 3 with pip, and access to PyPI, would bring them.");
            eprintln!("{line}");
            None
        }
    }
}
