//! `cargo xtask test | python | wheels | page | pictures | bench | generate | extend-check | help`: everything that CI and contributors run.

mod bench;
mod browser;
mod claims;
mod extend;
mod features;
mod generate;
mod peers;
mod pictures;
mod program;
mod python;
mod robots;
mod steps;
mod test;
mod wheels;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  test              format, clippy, tests (unit, integration, doc, commands of the documentation), documentation, extensions,
                    the Python package, benchmarks once beside other libraries, the report page in a browser; what CI runs
  python            only the Python package: builds its wheel in a private environment and tests it there
  wheels            wheels of the Python package for PyPI, in target/wheels (on Linux manylinux2014, by the linker of zig from PyPI);
                    the wheel is installed in an empty environment and tried
  page              only the report page: its bundle, and pages in a browser
  pictures [PROGRAM] draws the pictures of README.md and docs anew, and the gallery; with a denoc that has been built, or builds it
  bench [ARGUMENTS] times every algorithm; arguments go to denoc-bench (`cargo xtask bench --help`)
  bench --peers     … against Pinocchio, which is fetched and built in target/peers first
  bench simulate --peers [--json] [--check] [--write docs]
                    times simulations against Pinocchio with SciPy, MuJoCo, Drake and Exudyn, which are installed in target/peers
                    first; --write puts the table and the plot into docs/speed.md
  generate          makes the files anew that come from registries in the code: the JSON Schema of model files, the tables of
                    docs/model-file.md and docs/scenario-file.md
  extend-check      adds a joint, a constraint, a controller and an integrator to a copy of the workspace, each as one file and
                    one line, and looks for them everywhere
  help              this text

Real robots for tests and benchmarks come from PyPI (needs Python with pip) into target/robots. Without them the tests
that need them are skipped, and benchmarks use look-alikes.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test::run(),
        ["page"] => browser::run(&steps::Steps::default()).map(|_| ()),
        ["python"] => python::run(&steps::Steps::default()).map(|_| ()),
        ["wheels"] => wheels::run(&steps::Steps::default()),
        ["pictures"] => pictures::run(None),
        ["pictures", program] => pictures::run(Some(program)),
        ["generate"] => generate::run(&steps::Steps::default()),
        ["extend-check"] => extend::run(&steps::Steps::default(), steps::Output::Live),
        ["bench", ..] => bench::run(&arguments[1..]),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        [] => Err(format!("no command\n\n{HELP}")),
        ["test", unknown, ..] => Err(format!("unknown argument \"{unknown}\": `cargo xtask test` takes none")),
        [unknown, ..] => Err(format!("unknown command \"{unknown}\"\n\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository").to_owned()
}

/// Where downloads and builds of our own go; ignored by git.
fn work() -> PathBuf {
    root().join("target")
}

/// The cargo that runs us.
fn cargo() -> std::process::Command {
    let mut cargo = std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
