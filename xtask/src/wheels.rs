//! Wheels of the Python package for PyPI, and a test of what was built.
//!
//! One wheel serves Python 3.10 and newer (abi3). On Linux the linker of zig links against the symbols of glibc 2.17 (`manylinux2014`),
//! wherever it is built.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::{Output, Steps};
use crate::{python, root, work};

/// Tools that build wheels.
const TOOLS: [&str; 2] = ["maturin==1.16.0", "ziglang==0.15.2"];

/// The tag of a wheel for Linux.
const LINUX: &str = "manylinux";

/// Prints the tags of a wheel, which its file WHEEL states.
const TAGS: &str = "\
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
(name,) = [name for name in wheel.namelist() if name.endswith('.dist-info/WHEEL')]
tags = [line.split()[1] for line in wheel.read(name).decode().splitlines() if line.startswith('Tag:')]
print(*tags)
sys.exit(not all('abi3' in tag and sys.argv[2] in tag for tag in tags))";

/// A few results of the installed package, of the compiled and the faithful layer, of files and of a simulation.
const SMOKE: &str = "\
import sys, denoc, numpy as np
assert denoc.__file__.startswith(sys.prefix), denoc.__file__
arm = denoc.load('puma')
q, v = arm.random(1, n=1000), np.ones((1000, 6))
tau = arm.inverse_dynamics(q, v, v)
assert np.abs(arm.forward_dynamics(q, v, tau) - v).max() < 1e-8
assert np.abs(arm.regressor(q, v, v) @ arm.inertial_parameters() - tau).max() < 1e-8
assert denoc.load('fourbar').simulate(0.1).passed
print('denoc', denoc.__version__, 'works in', sys.prefix)";

/// Builds the wheel into `target/wheels`, installs it in an empty environment and tries it.
pub(crate) fn run(steps: &Steps) -> Result<(), String> {
    let python = python::fit().ok_or("wheels need Python 3.11 or newer with venv and pip")?;
    let (tools, wheels) = (work().join("wheels-tools"), work().join("wheels"));
    environment(steps, &python, &tools, &TOOLS)?;
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = module(&tools, &["maturin", "build", "--release", "--locked", "--out"]);
    build.arg(&wheels).current_dir(root().join("crates/denoc-py"));
    // maturin looks for zig and its own program on the path
    build.env("PATH", joined_path(&tools)?);
    if cfg!(target_os = "linux") {
        build.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    steps.run(Output::Live, "release wheel", &mut build)?;
    let wheel = only_wheel(&wheels)?;
    let tag = if cfg!(target_os = "linux") { LINUX } else { "" };
    let mut tags = Command::new(tools.join("bin/python"));
    steps.run(Output::Live, "tags of the wheel", tags.args(["-c", TAGS]).arg(&wheel).arg(tag))?;
    let fresh = work().join("wheels-test");
    let _ = std::fs::remove_dir_all(&fresh);
    environment(steps, &python, &fresh, &[&wheel.display().to_string()])?;
    let mut smoke = Command::new(fresh.join("bin/python"));
    // not the sources beside the repository
    smoke.args(["-I", "-c", SMOKE]).current_dir(&fresh);
    steps.run(Output::Live, "the wheel, installed", &mut smoke)?;
    println!("{}", wheel.display());
    Ok(())
}

/// A virtual environment with packages; an existing one is kept up to date.
fn environment(steps: &Steps, python: &Path, folder: &Path, packages: &[&str]) -> Result<(), String> {
    steps.run(Output::Live, "Python environment", Command::new(python).args(["-m", "venv"]).arg(folder))?;
    let mut install = module(folder, &["pip", "install", "--quiet", "--disable-pip-version-check"]);
    steps.run(Output::Live, "Python packages", install.args(packages))
}

/// A module of an environment.
fn module(environment: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(environment.join("bin/python"));
    command.arg("-m").args(words);
    command
}

/// The search path with the programs of an environment first.
fn joined_path(environment: &Path) -> Result<std::ffi::OsString, String> {
    let own = std::env::var_os("PATH").unwrap_or_default();
    let all = [environment.join("bin")].into_iter().chain(std::env::split_paths(&own));
    std::env::join_paths(all).map_err(|error| format!("{}: {error}", environment.display()))
}

fn only_wheel(folder: &Path) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let wheels: Vec<PathBuf> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "whl"))
        .collect();
    match &wheels[..] {
        [one] => Ok(one.clone()),
        all => Err(format!("{} wheels in {}; there should be one", all.len(), folder.display())),
    }
}
