//! The program `denoc`: dynamics of robots from the command line.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod output;
mod quantity;
mod record;
mod state;
mod table;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use commands::{bench, demo, forward, gim, info, inverse, models, opcount};
use output::{Failure, Output};

/// Dynamics of robots: joint forces, accelerations and inertia matrices of trees of links.
///
/// MODEL is a URDF file (ending in .urdf) or a name of the catalogue (`denoc models`). All numbers are in SI units, angles in
/// radians; `denoc info MODEL` prints the conventions and the order of the joints.
#[derive(Parser, Debug)]
#[command(name = "denoc", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
First steps:
  denoc demo                                    a three-link arm, its joint torques, a CSV file
  denoc models                                  what is in the catalogue
  denoc info puma                               a robot as a table
  denoc inverse puma --q joint2=0.5             the torques that hold it
  denoc forward robot.urdf --base floating      how a robot of your own starts to fall

Exit codes: 0 done; 1 something is wrong with the input, said on standard error; 2 the command line is not understood.";

#[derive(Subcommand, Debug)]
enum Command {
    Demo(demo::Args),
    Models(models::Args),
    Info(info::Args),
    Inverse(inverse::Args),
    Forward(forward::Args),
    Gim(gim::Args),
    Bench(bench::Args),
    Opcount(opcount::Args),
}

impl Command {
    /// An option of the opposite command, in words.
    fn mistaken(&self) -> Option<&'static str> {
        match self {
            Self::Inverse(args) => args.mistaken(),
            Self::Forward(args) => args.mistaken(),
            _ => None,
        }
    }

    fn run(&self) -> Result<Output, Failure> {
        match self {
            Self::Demo(args) => demo::run(args),
            Self::Models(args) => models::run(args),
            Self::Info(args) => info::run(args),
            Self::Inverse(args) => inverse::run(args),
            Self::Forward(args) => forward::run(args),
            Self::Gim(args) => gim::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Opcount(args) => opcount::run(args),
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(words) = cli.command.mistaken() {
        Cli::command().error(ErrorKind::UnknownArgument, words).exit();
    }
    match cli.command.run().and_then(|output| output.print()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&format!("error: {failure}"));
            ExitCode::FAILURE
        }
    }
}
