//! `cargo xtask test`.
//!
//! Two lines of steps run side by side, because neither keeps two cores busy: the Rust crates in the dev profile (checked, tested,
//! documented), and what users build: the Python package and the program, in release mode, and the report page. Cargo locks a
//! folder per profile, so the two do not wait for each other. While the tests of the first line run, extensions are tried.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{OnceLock, mpsc};
use std::thread;

use crate::steps::{Output, Steps};
use crate::{browser, cargo, claims, extend, features, pictures, program, python, robots, work};

/// The folder of real robots, fetched once; `None` where they cannot be had.
type Robots = OnceLock<Option<PathBuf>>;

/// What of the second line could be tested; the rest is skipped for want of a tool.
struct Done {
    packaged: bool,
    browsed: bool,
    /// Benchmarks that could not be run.
    skipped: Vec<&'static str>,
}

pub(crate) fn run() -> Result<(), String> {
    let (steps, robots) = (Steps::default(), Robots::new());
    let (sender, compiled) = mpsc::channel();
    let done = thread::scope(|scope| {
        let (steps, robots) = (&steps, &robots);
        // a download, which takes no processor time, while crates are checked
        scope.spawn(|| robots.get_or_init(fetch_robots));
        let built = scope.spawn(move || built(steps, robots, &compiled));
        // `sender` moves in: if this line fails before the benchmarks are there, the other one stops waiting
        let crates = crates(steps, robots, sender);
        let built = built.join().map_err(|_| "a thread of xtask panicked".to_owned())?;
        crates.and(built)
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
    if robots.get().is_none_or(Option::is_none) {
        eprintln!("  SKIPPED           tests that need the robots of example-robot-data (see above)");
    }
    Ok(())
}

/// The Rust crates. Sends a message as soon as tests and benchmarks are compiled.
fn crates(steps: &Steps, robots: &Robots, compiled: mpsc::Sender<()>) -> Result<(), String> {
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
    // nobody listens any more if the other line has failed
    let _ = compiled.send(());
    let mut tests = with("test --workspace");
    match robots.get_or_init(fetch_robots) {
        Some(folder) => tests.env("DENOC_ROBOTS", folder),
        None => tests.env_remove("DENOC_ROBOTS"),
    };
    thread::scope(|scope| {
        let extensions = scope.spawn(|| extend::run(steps, Output::Later));
        run("tests", &mut tests)?;
        run("documentation", with("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))?;
        extensions.join().map_err(|_| "a thread of xtask panicked".to_owned())?
    })
}

/// What users build: the Python package, the program and the report page.
fn built(steps: &Steps, robots: &Robots, compiled: &mpsc::Receiver<()>) -> Result<Done, String> {
    let package = python::build(steps, Output::Later)?;
    let program = program::build(steps, Output::Later)?;
    // drawn aside: whether they can be drawn, and are small, is tested
    pictures::make(steps, Output::Later, &program, &work().join("pictures"))?;
    let page = browser::build(steps, Output::Later)?;
    let (packaged, browsed) = (package.is_some(), page.is_some());
    if let Some(page) = page {
        page.test(steps, Output::Later, &program)?;
    }
    let skipped = match package {
        Some(package) => {
            let robots = robots.get_or_init(fetch_robots).as_deref();
            package.test(steps, Output::Later, &program, robots)?;
            compiled.recv().map_err(|_| "the benchmarks were not compiled".to_owned())?;
            claims::run(steps, &work().join("python/env"), robots)?
        }
        None => vec!["benchmarks beside Pinocchio and MuJoCo: they need the Python package"],
    };
    Ok(Done { packaged, browsed, skipped })
}

/// The folder of real robots; `None`, with a prominent warning, where they cannot be had.
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
