//! `denoc rope`.

mod equilibrium;
mod flags;
mod new;

use crate::output::{Failure, Output};

/// Generate models of ropes, chains and cables, and compute their equilibria
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
  denoc rope equilibrium line.toml --run settled       distance of the simulation from equilibrium";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    match &args.command {
        Command::New(args) => new::run(args),
        Command::Equilibrium(args) => equilibrium::run(args),
    }
}
