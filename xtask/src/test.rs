//! `cargo xtask test`.
//!
//! Two lines of steps run side by side, because neither keeps two cores busy: the Rust crates in the dev profile (checked, tested,
//! documented), and what is built on top of them: the Python package, whose wheel is a release build, and the report page. Cargo
//! locks a folder per profile, so the two do not wait for each other.

use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc;
use std::thread::{self, ScopedJoinHandle};

use crate::steps::{Output, Steps};
use crate::{browser, cargo, claims, extend, features, python, robots, work};

/// What the second line needs of the first for its tests.
struct Built {
    program: PathBuf,
    /// The folder of real robots.
    robots: Option<PathBuf>,
}

/// What of the second line could be tested; the rest is skipped for want of a tool.
struct Done {
    packaged: bool,
    browsed: bool,
    robots: bool,
    /// Benchmarks that could not be run.
    skipped: Vec<&'static str>,
}

pub(crate) fn run() -> Result<(), String> {
    let steps = Steps::default();
    let (sender, built) = mpsc::channel();
    let done = thread::scope(|scope| {
        let steps = &steps;
        // a download, which takes no processor time, while crates are checked
        let robots = scope.spawn(fetch_robots);
        let above = scope.spawn(move || above(steps, &built));
        // `sender` moves in: if this line fails before the program is there, the other one stops waiting
        let crates = crates(steps, robots, sender);
        let above = above.join().map_err(|_| "a thread of xtask panicked".to_owned())?;
        crates.and(above)
    });
    eprintln!();
    steps.print();
    // the line that failed first stopped the other
    let done = done.map_err(|error| steps.failure().unwrap_or(error))?;
    if !done.packaged {
        eprintln!("  SKIPPED           the Python package: Python 3.11 or newer, with venv and pip, is needed");
    }
    for what in &done.skipped {
        eprintln!("  SKIPPED           {what}");
    }
    if !done.browsed {
        eprintln!("  SKIPPED           the report page in a browser: Node with npm and Chromium are needed");
    }
    if !done.robots {
        eprintln!("  SKIPPED           tests that need the robots of example-robot-data (see above)");
    }
    Ok(())
}

/// The Rust crates. Sends the program and the robots as soon as they are there.
fn crates(
    steps: &Steps,
    robots: ScopedJoinHandle<'_, Option<PathBuf>>,
    built: mpsc::Sender<Built>,
) -> Result<(), String> {
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
    let run = |title, command: &mut Command| steps.run(Output::Live, title, command);
    run("format", &mut with("fmt --all --check"))?;
    features::check()?;
    run("clippy", &mut with("clippy --workspace --all-targets -- -D warnings"))?;
    run("tests, compiled", &mut with("test --workspace --no-run"))?;
    let robots = robots.join().map_err(|_| "a thread of xtask panicked".to_owned())?;
    // nobody listens any more if the other line has failed
    let _ = built.send(Built { program: work().join("debug/denoc"), robots: robots.clone() });
    let mut tests = with("test --workspace");
    match robots {
        Some(folder) => tests.env("DENOC_ROBOTS", folder),
        None => tests.env_remove("DENOC_ROBOTS"),
    };
    run("tests", &mut tests)?;
    run("documentation", with("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
    extend::run(steps)
}

/// What is built on the crates: the Python package and the report page. Both need the program for their tests.
fn above(steps: &Steps, built: &mpsc::Receiver<Built>) -> Result<Done, String> {
    let package = python::build(steps, Output::Later)?;
    let page = browser::build(steps, Output::Later)?;
    let Built { program, robots } = built.recv().map_err(|_| "the program was not built".to_owned())?;
    let (packaged, browsed) = (package.is_some(), page.is_some());
    if let Some(page) = page {
        page.test(steps, Output::Later, &program)?;
    }
    let skipped = match package {
        Some(package) => {
            package.test(steps, Output::Later, &program, robots.as_deref())?;
            claims::run(steps, &work().join("python/env"), robots.as_deref())?
        }
        None => vec!["benchmarks beside Pinocchio and MuJoCo: they need the Python package"],
    };
    Ok(Done { packaged, browsed, robots: robots.is_some(), skipped })
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
