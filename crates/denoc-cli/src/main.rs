//! The program `denoc`: dynamics of robots from the command line.

#![forbid(unsafe_code)]

mod args;
mod color;
mod commands;
mod output;
mod progress;
mod progress_lines;
mod state;
mod table;

use std::error::Error;
use std::num::{ParseFloatError, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use commands::{
    animate, assemble, balance, bench, check, compare, completions, convert, cycle, demo, diff, fk, forward, ik, info,
    inverse, matrices, mobility, models, modules, opcount, plot, rope, run, simulate, sweep,
};
use output::{Failure, Output};

/// Simulate robots and mechanisms, including closed loops, and compute their joint forces, kinematics and reactions
///
/// MODEL is a file (.toml, .urdf, .sdf, MuJoCo .xml, DH table .csv) or a catalogue name (`denoc models`). All numbers are in SI units and
/// radians. `denoc info MODEL` prints the conventions and the order of the joints.
#[derive(Parser, Debug)]
#[command(name = "denoc", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
First steps:
  denoc demo                                    simulate a falling chain; write a report to open in a browser
  denoc models                                  list the catalogue
  denoc info puma                               describe a robot
  denoc inverse puma --q joint2=0.5             compute the holding torques
  denoc simulate puma --duration 5              simulate free fall; write a report
  denoc mobility fourbar                        report degrees of freedom and redundant constraints
  denoc check robot.urdf                        validate a model file

Exit codes: 0 success; 1 the request does not fit the model or cannot be computed; 2 a model file, a scenario file or the command line
is invalid; 3 the audit missed a tolerance (with --strict), or algorithms differ (denoc compare); 130 stopped by Ctrl-C, with the
results so far kept. Errors, warnings and notes go to standard error.";

#[derive(Subcommand, Debug)]
enum Command {
    Demo(demo::Args),
    Run(run::Args),
    Simulate(Box<simulate::Args>),
    Sweep(sweep::Args),
    Plot(plot::Args),
    Diff(diff::Args),
    Animate(Box<animate::Args>),
    Inverse(inverse::Args),
    Forward(forward::Args),
    Fk(fk::Args),
    Ik(ik::Args),
    Matrices(matrices::Args),
    Assemble(assemble::Args),
    Mobility(mobility::Args),
    Compare(compare::Args),
    Cycle(cycle::Args),
    Balance(balance::Args),
    Info(info::Args),
    Check(check::Args),
    Convert(convert::Args),
    Models(models::Args),
    Modules(modules::Args),
    Rope(rope::Args),
    Reproduce(commands::reproduce::Args),
    Growth(commands::growth::Args),
    Bench(bench::Args),
    Opcount(opcount::Args),
    Completions(completions::Args),
}

impl Command {
    /// The message for an option that belongs to the opposite command.
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
            Self::Run(args) => run::run(args),
            Self::Simulate(args) => simulate::run(args),
            Self::Sweep(args) => sweep::run(args),
            Self::Plot(args) => plot::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Animate(args) => animate::run(args),
            Self::Inverse(args) => inverse::run(args),
            Self::Forward(args) => forward::run(args),
            Self::Fk(args) => fk::run(args),
            Self::Ik(args) => ik::run(args),
            Self::Matrices(args) => matrices::run(args),
            Self::Assemble(args) => assemble::run(args),
            Self::Mobility(args) => mobility::run(args),
            Self::Compare(args) => compare::run(args),
            Self::Cycle(args) => cycle::run(args),
            Self::Balance(args) => balance::run(args),
            Self::Info(args) => info::run(args),
            Self::Check(args) => check::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Models(args) => models::run(args),
            Self::Modules(args) => modules::run(args),
            Self::Rope(args) => rope::run(args),
            Self::Reproduce(args) => commands::reproduce::run(args),
            Self::Growth(args) => commands::growth::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Opcount(args) => opcount::run(args),
            Self::Completions(args) => completions::run(args),
        }
    }
}

/// An error about a number that could not be read, without the words of the language that the program is written in.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let rule = match error.source() {
        Some(source) if source.is::<ParseFloatError>() => "this is not a number; write one such as 0.25 or 1e-3",
        Some(source) if source.is::<ParseIntError>() => "this is not a whole number in the range of the option",
        _ => return error,
    };
    let (value, option) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    let message = format!("invalid value '{value}' for '{option}': {rule}\n\nFor more information, try '--help'.\n");
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| in_plain_words(error).exit());
    if let Some(message) = cli.command.mistaken() {
        Cli::command().error(ErrorKind::UnknownArgument, message).exit();
    }
    match cli.command.run().and_then(|output| output.print()) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(code)) => ExitCode::from(code as u8),
        Err(failure) => {
            output::complain(&format!("error: {failure}"));
            ExitCode::from(failure.code as u8)
        }
    }
}
