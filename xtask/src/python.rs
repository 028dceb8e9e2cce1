//! The Python package: built as a wheel, installed into a private environment, type-checked and tested there.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::peers;
use crate::robots;
use crate::steps::Steps;
use crate::{root, work};

/// Says whether a Python is new enough and can make environments.
const FIT: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

/// Runs the tests of the package; `Ok(false)`, with a message that is hard to overlook, where Python cannot be had.
pub(crate) fn run(steps: &mut Steps) -> Result<bool, String> {
    let skip = |why: &str| {
        let line = "!".repeat(100);
        eprintln!("{line}\n!!! {why}: THE PYTHON PACKAGE IS NOT TESTED.\n{line}");
        Ok(false)
    };
    let Some(python) = fit() else {
        return skip("PYTHON 3.11 OR NEWER, WITH VENV AND PIP, IS MISSING");
    };
    let package = root().join("crates/denoc-py");
    let environment = match prepare(steps, &python, &package) {
        Ok(environment) => environment,
        // where changes are judged nothing may be left out
        Err(error) if std::env::var_os("CI").is_some() => return Err(error),
        Err(_) => return skip("PACKAGES OF PYPI CANNOT BE INSTALLED"),
    };
    let tool = |words: &[&str]| {
        let mut command = Command::new(environment.join("bin/python"));
        command.arg("-m").args(words).current_dir(&package);
        command
    };

    let wheels = work().join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = tool(&["maturin", "build", "--release", "--locked", "--out"]);
    // its own folder: another build at the same time would wait for this one
    build.arg(&wheels).env("CARGO_TARGET_DIR", work().join("python/target"));
    steps.run("wheel", &mut build)?;
    let wheel = std::fs::read_dir(&wheels).ok().and_then(|mut files| files.next()?.ok()).map(|file| file.path());
    let wheel = wheel.ok_or("maturin made no wheel")?;
    let mut install =
        tool(&["pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"]);
    steps.run("install the wheel", install.arg(&wheel))?;

    steps.run("Python types", &mut tool(&["mypy"]))?;
    let mut tests = tool(&["pytest", "--quiet", "--durations=8"]);
    tests.env("DENOC_CLI", work().join("debug/denoc"));
    if let Ok(folder) = robots::fetch(&work().join("robots")) {
        tests.env("DENOC_ROBOTS", folder);
    }
    steps.run("Python tests", &mut tests)?;
    Ok(true)
}

/// A Python that is new enough.
pub(crate) fn fit() -> Option<PathBuf> {
    let python = peers::python().ok()?;
    let works = Command::new(&python).args(["-c", FIT]).status().is_ok_and(|status| status.success());
    works.then_some(python.into())
}

/// The private environment with everything that tests need; made anew when the list of it changes.
fn prepare(steps: &mut Steps, python: &Path, package: &Path) -> Result<PathBuf, String> {
    let list = package.join("tests/requirements.txt");
    let wanted = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let environment = work().join("python/env");
    let stamp = environment.join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(environment);
    }
    let _ = std::fs::remove_dir_all(&environment);
    steps.run("Python environment", Command::new(python).args(["-m", "venv"]).arg(&environment))?;
    let mut install = Command::new(environment.join("bin/python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(&list);
    steps.run("Python packages", &mut install)?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(environment)
}
