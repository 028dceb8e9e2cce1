//! `denoc rope`.

mod equilibrium;
mod flags;
mod new;

use crate::output::{Failure, Output};

/// Ropes, chains and cables: model files of them, and how they hang at rest
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    New(Box<new::Args>),
    Equilibrium(equilibrium::Args),
}

const EXAMPLES: &str = "\
Examples:
  denoc rope new line.toml --links 40 --length 2.5 --to 2,0,0 --drag 0.5 --scenario
  denoc rope equilibrium line.toml -o line
  denoc run line_run.toml --out settled
  denoc rope equilibrium line.toml --run settled       how far the simulation is from rest";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    match &args.command {
        Command::New(args) => new::run(args),
        Command::Equilibrium(args) => equilibrium::run(args),
    }
}

/// Whether a rope of a length between points of a distance is straight, but for rounding: then its tension has no bound.
fn taut(length: f64, distance: f64) -> bool {
    const ROUNDING: f64 = 1e-9;
    (length - distance).abs() < ROUNDING * length
}
