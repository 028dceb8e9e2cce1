//! `denoc inverse`.

use super::motion::{self, Request, Task};
use crate::args::{JointForcesArgs, ModelArgs, ResultArgs};
use crate::output::{Failure, Output};
use crate::state::{FILES, StateArgs};

/// Compute joint forces and torques for a motion: tau from q, v and a
///
/// Mechanisms with loops: the loops are closed first. Named coordinates, speeds and accelerations keep their values, the others follow
/// (joints with named speeds have zero acceleration if no acceleration is given). A list of all coordinates, or a row of a file with
/// all of them, is an initial guess: the nearest closed configuration is used. Forces are those of the motors.
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

const EXAMPLES: &str = "\
Examples:
  denoc inverse planar_3r                                     torques that hold it against gravity at q = 0
  denoc inverse planar_3r --q 0.1,0.2,0.3 --v 1,0,-1 --a 0,0,2
  denoc inverse puma --q joint2=-0.5,joint3=1.2 --json
  denoc inverse puma --state motion.csv --csv torques.csv     many states at once
  denoc inverse fourbar --q crank_pivot=0 --v crank_pivot=6.28 --reactions";

impl Args {
    /// A hint on an option that belongs to the opposite command.
    pub(crate) fn mistaken(&self) -> Option<&'static str> {
        self.tau.is_some().then_some("tau is the result of inverse dynamics; did you mean `denoc forward`?")
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
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
