//! Other libraries, in private folders: the program that lets the benchmark time Pinocchio, and the Python packages that simulations
//! are compared with.
//!
//! Pinocchio, Eigen and Boost come from PyPI as headers; the program is
//! `crates/denoc-bench/peer/pinocchio.cpp`. It is compiled with clang where one can be had: clang
//! shares its back end with rustc, so that the comparison is one of algorithms and layouts rather
//! than of compilers (g++ makes Pinocchio about 1.5 times slower).

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::root;

/// Of Pinocchio; the same number is in the requirements. Headers only: the library is not linked. `pin`
/// does not bring Eigen, which its developers package apart.
const VERSION: &str = "4.1.0";
const REQUIREMENTS: [&str; 3] = ["pin==4.1.0", "cmeel-boost==1.90.0", "cmeel-eigen==3.4.1"];

pub(crate) const FLAGS: [&str; 4] = ["-O3", "-march=native", "-DNDEBUG", "-std=c++17"];

/// A program to compare with.
#[derive(Debug)]
pub(crate) struct Peer {
    /// Its path.
    pub(crate) program: PathBuf,
    /// Name and version of the compiler that built it, as the program itself reports.
    pub(crate) compiler: String,
    /// Version of the library it measures.
    pub(crate) version: String,
}

/// The list of packages that `bench simulate` compares with.
fn simulators_list() -> PathBuf {
    root().join("crates/denoc-bench/peer/simulate/requirements.txt")
}

/// The Python below `work` that has them, if they are installed as listed.
pub(crate) fn installed_simulators(work: &Path) -> Option<PathBuf> {
    let home = work.join("simulators");
    let installed = fs::read_to_string(home.join("installed.txt")).ok()?;
    (fs::read_to_string(simulators_list()).ok()? == installed).then(|| home.join("venv/bin/python"))
}

/// Installs the packages that `bench simulate` compares with into a virtual environment below `work` (usually `target/peers`), or
/// finds them installed. Returns its Python.
pub(crate) fn install_simulators(work: &Path) -> Result<PathBuf, String> {
    if let Some(python) = installed_simulators(work) {
        return Ok(python);
    }
    let (home, list) = (work.join("simulators"), simulators_list());
    let environment = home.join("venv");
    let wanted = fs::read_to_string(&list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    eprintln!("fetching Pinocchio, SciPy, MuJoCo, Drake and Exudyn from PyPI");
    make_environment(&environment)?;
    let mut pip = Command::new(environment.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
    run(pip.arg("--requirement").arg(&list))?;
    let stamp = home.join("installed.txt");
    fs::write(&stamp, wanted).map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    Ok(environment.join("bin/python"))
}

/// An empty virtual environment.
fn make_environment(folder: &Path) -> Result<(), String> {
    run(Command::new(self::python()?).args(["-m", "venv", "--clear"]).arg(folder)).map(drop).map_err(|error| {
        format!("{error}\n(Python cannot make a virtual environment; on Debian: apt-get install python3-venv)")
    })
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/denoc-bench/peer/pinocchio.cpp")
}

/// The folder of the Pinocchio program below `work` (usually `target/peers`), and the program.
fn places(work: &Path) -> (PathBuf, PathBuf) {
    let home = work.join(format!("pinocchio-{VERSION}"));
    let program = home.join("pinocchio_peer");
    (home, program)
}

/// The Pinocchio program below `work`, if it is built, newer than its source, and runs on this machine.
pub(crate) fn built_pinocchio(work: &Path) -> Option<Peer> {
    let (_, program) = places(work);
    if !is_newer(&program, &source()) {
        return None;
    }
    let compiler = ask_compiler(&program).ok()?;
    Some(Peer { program, compiler, version: VERSION.to_owned() })
}

/// Builds the Pinocchio program below `work`, or finds it built; one that g++ has built is built again where there is a clang by
/// now.
pub(crate) fn build_pinocchio(work: &Path) -> Result<Peer, String> {
    let ((home, program), source) = (places(work), source());
    if let Some(peer) = built_pinocchio(work)
        && (peer.compiler.starts_with("clang") || newest_clang().is_none())
    {
        return Ok(peer);
    }

    fs::create_dir_all(&home).map_err(|error| format!("cannot create {}: {error}", home.display()))?;
    let include = install_headers(&home)?;
    let compiler = find_compiler()?;
    eprintln!("compiling the Pinocchio program with {compiler} (about two minutes)");
    // Compiled under another name first, so that an interrupted compiler leaves nothing that looks
    // finished.
    let unfinished = home.join(format!("pinocchio_peer.{}", std::process::id()));
    run(Command::new(&compiler)
        .args(FLAGS)
        .arg("-isystem")
        .arg(&include)
        .arg("-isystem")
        .arg(include.join("eigen3"))
        .arg("-o")
        .arg(&unfinished)
        .arg(&source))?;
    fs::rename(&unfinished, &program).map_err(|error| format!("cannot create {}: {error}", program.display()))?;
    Ok(Peer { compiler: ask_compiler(&program)?, program, version: VERSION.to_owned() })
}

fn is_newer(program: &Path, source: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified());
    matches!((modified(program), modified(source)), (Ok(program), Ok(source)) if program > source)
}

/// Asks the program which compiler built it; fails when it does not run here, as one built for
/// another processor.
fn ask_compiler(program: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{} does not run: {error}", program.display());
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    // Dropping the pipe closes it; a program that has died already is seen by its status below.
    let _ = child.stdin.take().expect("stdin is piped").write_all(b"compiler\nquit\n");
    let output = child.wait_with_output().map_err(failed)?;
    let answer = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || answer.is_empty() {
        return Err(format!("{} does not run: {}", program.display(), output.status));
    }
    Ok(answer)
}

/// Installs the headers into a virtual environment below `home` and returns the folder of headers.
fn install_headers(home: &Path) -> Result<PathBuf, String> {
    let environment = home.join("venv");
    let python = environment.join("bin/python");
    // Written after pip has succeeded, with what was asked of it: a changed list installs anew.
    let stamp = home.join("installed.txt");
    let wanted = REQUIREMENTS.join("\n");
    if fs::read_to_string(&stamp).unwrap_or_default() != wanted {
        eprintln!("fetching {} from PyPI", REQUIREMENTS.join(", "));
        make_environment(&environment)?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
        run(pip.args(REQUIREMENTS))?;
        fs::write(&stamp, wanted).map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    }

    let mut ask = Command::new(&python);
    ask.args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]);
    let include = PathBuf::from(run(&mut ask)?.trim()).join("cmeel.prefix/include");
    for header in ["pinocchio/algorithm/rnea.hpp", "eigen3/Eigen/Core", "boost/variant.hpp"] {
        if !include.join(header).is_file() {
            return Err(format!("{} is missing after pip installed {}", header, REQUIREMENTS.join(", ")));
        }
    }
    Ok(include)
}

/// The newest clang++; if there is none, one installed for the purpose; if that cannot be, g++.
fn find_compiler() -> Result<String, String> {
    if let Some(clang) = newest_clang() {
        return Ok(clang);
    }
    if let Err(error) = install_clang() {
        eprintln!("no clang: {error}");
    }
    newest_clang()
        .or_else(|| version_of("g++").map(|_| "g++".to_owned()))
        .ok_or_else(|| "no C++ compiler: install clang (preferred) or g++".to_owned())
}

/// The command of the highest version among `clang++` and Debian's `clang++-NN`.
fn newest_clang() -> Option<String> {
    let versioned = (11..40).map(|major| format!("clang++-{major}"));
    std::iter::once("clang++".to_owned())
        .chain(versioned)
        .filter_map(|command| Some((version_of(&command)?, command)))
        .max()
        .map(|(_, command)| command)
}

/// Major version of a compiler, if it is installed.
fn version_of(compiler: &str) -> Option<u32> {
    let version = run(Command::new(compiler).arg("-dumpversion")).ok()?;
    version.trim().split('.').next()?.parse().ok()
}

/// Installs the newest clang of the distribution, where this is Debian-like and we are allowed to.
fn install_clang() -> Result<(), String> {
    let user = run(Command::new("id").arg("-u"))?;
    if user.trim() != "0" {
        return Err("not installed, and only root may install it".to_owned());
    }
    // A fresh machine or container has no package lists yet.
    run(Command::new("apt-get").args(["update", "--quiet"]))?;
    let listed = run(Command::new("apt-cache").args(["search", "--names-only", "^clang-[0-9]+$"]))?;
    let newest = listed
        .lines()
        .filter_map(|line| line.split_whitespace().next()?.strip_prefix("clang-")?.parse::<u32>().ok())
        .max();
    let package = newest.map_or("clang".to_owned(), |major| format!("clang-{major}"));
    eprintln!("installing {package} with apt-get");
    run(Command::new("apt-get")
        .args(["install", "--yes", "--quiet", "--no-install-recommends", &package])
        .env("DEBIAN_FRONTEND", "noninteractive"))?;
    Ok(())
}

/// The command of a Python that has pip.
pub(crate) fn python() -> Result<String, String> {
    let python = "python3".to_owned();
    run(Command::new(&python).arg("--version")).map_err(|error| format!("Python 3 is needed: {error}"))?;
    run(Command::new(&python).args(["-m", "pip", "--version"]))
        .map_err(|error| format!("Python has no pip (on Debian: apt-get install python3-pip): {error}"))?;
    Ok(python)
}

/// Runs a command to its end and returns what it printed, or an error that shows the command and
/// the first lines it printed to stderr.
pub(crate) fn run(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("cannot run {program}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    // The first lines, because of C++ compilers: what follows the first error is noise.
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = stderr.lines().take(20).collect();
    let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    Err(format!("{program} {} failed ({}):\n{}", arguments.join(" "), output.status, first.join("\n")))
}
