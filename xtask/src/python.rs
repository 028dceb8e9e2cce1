//! The Python package: built as a wheel, installed into a private environment, type-checked and tested there.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::{Output, Steps};
use crate::{features, peers, program, robots, root, work};

/// Says whether a Python is new enough and can make environments.
const FIT: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

/// The package, built and installed.
pub(crate) struct Package {
    environment: PathBuf,
    folder: PathBuf,
}

/// Builds and tests the package; `Ok(false)` where Python cannot be had.
pub(crate) fn run(steps: &Steps) -> Result<bool, String> {
    features::check()?;
    let Some(package) = build(steps, Output::Live)? else { return Ok(false) };
    let robots = robots::fetch(&work().join("robots")).ok();
    package.test(steps, Output::Live, &program::build(steps, Output::Live)?, robots.as_deref())?;
    Ok(true)
}

/// Builds the wheel, in release mode and from the same compiled crates as the program, and installs it; `None`, with a prominent warning,
/// where Python cannot be had.
pub(crate) fn build(steps: &Steps, output: Output) -> Result<Option<Package>, String> {
    let skip = |why: &str| {
        let line = "!".repeat(100);
        eprintln!("{line}\n!!! {why}: THE PYTHON PACKAGE IS NOT TESTED.\n{line}");
        Ok(None)
    };
    let Some(python) = fit() else {
        return skip("PYTHON 3.11 OR NEWER, WITH VENV AND PIP, IS MISSING");
    };
    let folder = root().join("crates/denoc-py");
    let environment = match prepare(steps, output, &python, &folder) {
        Ok(environment) => environment,
        // where changes are judged nothing may be left out
        Err(error) if std::env::var_os("CI").is_some() => return Err(error),
        Err(_) => return skip("PACKAGES OF PYPI CANNOT BE INSTALLED"),
    };
    let package = Package { environment, folder };

    let wheels = work().join("python/wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = package.tool(&["maturin", "build", "--release", "--locked", "--out"]);
    steps.run(output, "wheel", build.arg(&wheels))?;
    let wheel = std::fs::read_dir(&wheels).ok().and_then(|mut files| files.next()?.ok()).map(|file| file.path());
    let wheel = wheel.ok_or("maturin made no wheel")?;
    let mut install =
        package.tool(&["pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"]);
    steps.run(output, "install the wheel", install.arg(&wheel))?;
    Ok(Some(package))
}

impl Package {
    /// Checks types, and runs the tests, which compare with `program` and read the URDF files of `robots`.
    pub(crate) fn test(
        &self,
        steps: &Steps,
        output: Output,
        program: &Path,
        robots: Option<&Path>,
    ) -> Result<(), String> {
        steps.run(output, "Python types", &mut self.tool(&["mypy"]))?;
        let mut tests = self.tool(&["pytest", "--quiet", "--durations=8"]);
        tests.env("DENOC_CLI", program);
        if let Some(folder) = robots {
            tests.env("DENOC_ROBOTS", folder);
        }
        steps.run(output, "Python tests", &mut tests)
    }

    /// A tool of the private environment.
    fn tool(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.environment.join("bin/python"));
        command.arg("-m").args(words).current_dir(&self.folder);
        command
    }
}

/// A Python that is new enough.
pub(crate) fn fit() -> Option<PathBuf> {
    let python = peers::python().ok()?;
    let works = Command::new(&python).args(["-c", FIT]).status().is_ok_and(|status| status.success());
    works.then_some(python.into())
}

/// The private environment with everything that tests need; made anew when the list of it changes.
fn prepare(steps: &Steps, output: Output, python: &Path, package: &Path) -> Result<PathBuf, String> {
    let list = package.join("tests/requirements.txt");
    let wanted = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let environment = work().join("python/env");
    let stamp = environment.join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(environment);
    }
    let _ = std::fs::remove_dir_all(&environment);
    steps.attempt(output, "Python environment", Command::new(python).args(["-m", "venv"]).arg(&environment))?;
    let mut install = Command::new(environment.join("bin/python"));
    // not compiled: Python does that for the modules that tests import; all of them would take as long as installing them
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--requirement"]);
    install.arg(&list);
    steps.attempt(output, "Python packages", &mut install)?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(environment)
}
