//! `denoc inverse`.

use super::motion::{self, Task};
use crate::args::{ModelArgs, ResultArgs};
use crate::output::{Failure, Output};
use crate::state::{FILES, StateArgs};

/// Joint forces and torques for a motion: tau from q, v and a
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{FILES}"))]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    state: StateArgs,

    /// Speeds, as --q; zero if not given
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// Accelerations, as --q; zero if not given
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    a: Option<String>,

    /// With friction and springs of the joints, else left out: tau is what the motors must supply besides them (dry friction is 0 at rest)
    #[arg(long)]
    joint_forces: bool,

    // the result: only to say so
    #[arg(long, hide = true, allow_hyphen_values = true)]
    tau: Option<String>,

    #[command(flatten)]
    results: ResultArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc inverse planar_3r                                     what holds it against gravity at q = 0
  denoc inverse planar_3r --q 0.1,0.2,0.3 --v 1,0,-1 --a 0,0,2
  denoc inverse puma --q joint2=-0.5,joint3=1.2 --json
  denoc inverse puma --state motion.csv --csv torques.csv     many states at once";

impl Args {
    /// An option that belongs to the opposite command, in words.
    pub(crate) fn mistaken(&self) -> Option<&'static str> {
        self.tau.is_some().then_some("tau is the result of inverse dynamics; did you mean `denoc forward`?")
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let given = (args.v.as_deref(), args.a.as_deref());
    motion::run(Task::Inverse, &args.model, &args.state, given, args.joint_forces, &args.results)
}
