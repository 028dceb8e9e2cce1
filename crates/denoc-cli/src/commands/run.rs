//! `denoc run`.

use std::path::{Path, PathBuf};

use denoc::run::run as compute;
use denoc::scenario::Scenario;

use super::outcome::{RunArgs, command};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// A scenario file: simulate, or compute forces along a motion; writes a folder with numbers, plots and a report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A TOML file
    scenario: PathBuf,

    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc run examples/scenarios/puma_fall.toml
  denoc run fall.toml --out results/fall --strict

A scenario:
  model = \"puma\"                        # or a file, relative to this one
  [start]
  q = { joint2 = \"-30 deg\" }
  [simulate]                            # without it: forces along [motion]
  duration = 10
  [motion]
  profile = \"cycloidal\"
  to = { joint1 = 1.0 }
  duration = 5
  [controller]
  law = \"computed-torque\"
All keys: docs/scenario-file.md.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let scenario = Scenario::read(&args.scenario)?;
    let base = args.scenario.parent().unwrap_or(Path::new(""));
    super::strict(&scenario, base, args.run.strict)?;
    let name = scenario.name.clone().or_else(|| Some(args.scenario.file_stem()?.to_string_lossy().into_owned()));
    let folder = args.run.folder(&name.unwrap_or_else(|| "run".into()))?;
    catch_interrupts();
    let outcome = compute(&scenario, base, folder, &command(), &mut Bar::default())?;
    Ok(args.run.deliver(&outcome))
}
