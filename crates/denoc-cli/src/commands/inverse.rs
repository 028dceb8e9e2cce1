//! `denoc inverse`.

use std::path::{Path, PathBuf};

use denoc_run::run::Case;
use denoc_run::scenario::{MotionSpec, Scenario, Start};
use denoc_run::settings::option_help;

use super::motion::{self, Request, Task};
use super::outcome::{RunArgs, command};
use super::simulate::profiles;
use super::values;
use crate::args::{JointForcesArgs, ModelArgs, ResultArgs, resistance, seconds};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};
use crate::state::{FILES, StateArgs};

/// Compute joint forces and torques for a motion: tau from q, v and a
///
/// Mechanisms with loops: the loops are closed first. Named coordinates, speeds and accelerations keep their values, the others follow
/// (joints with named speeds have zero acceleration if no acceleration is given). A list of all coordinates, or a row of a file with
/// all of them, is an initial guess: the nearest closed configuration is used. Forces are those of the motors.
///
/// With --to, the forces along a motion: from rest in the configuration of --q to rest at the goal. A run folder has results, reactions,
/// plots and a report, as of a scenario with [motion]. In mechanisms with loops the joints named in --to (or those with motors) drive.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{FILES}"))]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    state: StateArgs,

    /// Speeds, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// Accelerations, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    a: Option<String>,

    #[command(flatten)]
    along: AlongArgs,

    #[command(flatten)]
    joint_forces: JointForcesArgs,

    /// Also print the reaction at every joint, including cut joints (world axes, at the joint origin)
    #[arg(long)]
    reactions: bool,

    // the result: refused with a hint
    #[arg(long, hide = true, allow_hyphen_values = true)]
    tau: Option<String>,

    #[command(flatten)]
    results: ResultArgs,
}

/// A motion from rest to rest.
#[derive(clap::Args, Debug)]
struct AlongArgs {
    /// Goal of a motion from --q, as --q; joints not named stay
    #[arg(
        long, value_name = "NUMBERS", allow_hyphen_values = true, requires = "duration",
        conflicts_with_all = ["state", "v", "a", "reactions", "algorithm", "csv"]
    )]
    to: Option<String>,

    /// Duration of the motion, s
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "to")]
    duration: Option<f64>,

    #[arg(long, value_name = "PROFILE", requires = "to", help = profiles())]
    profile: Option<String>,

    /// A named configuration of the model to start from
    #[arg(long, value_name = "NAME", requires = "to")]
    configuration: Option<String>,

    #[arg(long, value_name = "NUMBER", requires = "to", help = option_help("motion", "samples"))]
    samples: Option<usize>,

    /// Folder of the results of a motion; it must not contain another run [default: runs/NAME, or runs/NAME-2, … if that exists]
    #[arg(long, value_name = "FOLDER", requires = "to")]
    out: Option<PathBuf>,

    /// Write tables, audit and run.json only: no plots, no report.html
    #[arg(long, requires = "to")]
    no_report: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc inverse planar_3r                                     torques that hold it against gravity at q = 0
  denoc inverse planar_3r --q 0.1,0.2,0.3 --v 1,0,-1 --a 0,0,2
  denoc inverse puma --q joint2=-0.5,joint3=1.2 --json
  denoc inverse puma --state motion.csv --csv torques.csv     many states at once
  denoc inverse fourbar --q crank_pivot=0 --v crank_pivot=6.28 --reactions
  denoc inverse puma --to joint1=1,joint2=\"-45 deg\" --duration 2 --profile cycloidal     forces along a motion";

impl Args {
    /// A hint on an option that belongs to the opposite command.
    pub(crate) fn mistaken(&self) -> Option<&'static str> {
        self.tau.is_some().then_some("tau is the result of inverse dynamics; did you mean `denoc forward`?")
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    if let Some(to) = &args.along.to {
        return along(args, to);
    }
    motion::run(&Request {
        task: Task::Inverse,
        model: &args.model,
        state: &args.state,
        v: args.v.as_deref(),
        x: args.a.as_deref(),
        prescribed: None,
        joint_forces: args.joint_forces.joint_forces,
        reactions: args.reactions,
        results: &args.results,
    })
}

/// Forces along a motion: the run of the scenario that has it.
fn along(args: &Args, to: &str) -> Result<Output, Failure> {
    let scenario = scenario(args, to)?;
    let strict = args.model.is_strict();
    let along = &args.along;
    let (out, no_report, json) = (along.out.clone(), along.no_report, args.results.json);
    let written = RunArgs { out, no_report, force: false, strict, json };
    let case = Case::load(&scenario, "".as_ref())?;
    let case = if strict { case.strict()? } else { case };
    let ignored = resistance(&case.loaded().model).filter(|_| !args.joint_forces.joint_forces);
    let name = Path::new(args.model.name()).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let folder = written.folder(&name.unwrap_or_else(|| args.model.name().to_owned()))?;
    catch_interrupts();
    let mut output = written.deliver(&case.run(folder, &command(), &mut Bar::new())?);
    if let Some(note) = ignored {
        output.note(format!("note: {note}"));
    }
    Ok(output)
}

fn scenario(args: &Args, to: &str) -> Result<Scenario, Failure> {
    let along = &args.along;
    let q = args.state.q.as_deref().map(|text| values::parse("--q", text)).transpose()?;
    let motion = MotionSpec {
        duration: along.duration,
        to: Some(values::parse("--to", to)?),
        samples: along.samples,
        joint_forces: args.joint_forces.joint_forces,
        ..MotionSpec::new(along.profile.as_deref().unwrap_or("quintic"))
    };
    let start = Start { configuration: along.configuration.clone(), q, v: None };
    Ok(Scenario { start, motion: Some(motion), report: !along.no_report, ..args.model.scenario()? })
}
