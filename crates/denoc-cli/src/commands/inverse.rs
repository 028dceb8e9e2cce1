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

    #[command(flatten)]
    results: ResultArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc inverse planar_3r                                     what holds it against gravity at q = 0
  denoc inverse planar_3r --q 0.1,0.2,0.3 --v 1,0,-1 --a 0,0,2
  denoc inverse puma --q joint2=-0.5,joint3=1.2 --json
  denoc inverse puma --state motion.csv --csv torques.csv     many states at once";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    motion::run(Task::Inverse, &args.model, &args.state, (args.v.as_deref(), args.a.as_deref()), &args.results)
}
