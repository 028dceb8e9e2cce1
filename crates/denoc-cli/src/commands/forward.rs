//! `denoc forward`.

use super::motion::{self, Task};
use crate::args::{ModelArgs, ResultArgs};
use crate::output::{Failure, Output};
use crate::state::{FILES, StateArgs};

/// Accelerations for joint forces and torques: a from q, v and tau
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

    /// Joint forces and torques, as --q; zero if not given
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    tau: Option<String>,

    /// With friction and springs of the joints, else left out: they act besides tau (dry friction is 0 at rest)
    #[arg(long)]
    joint_forces: bool,

    // the result: only to say so
    #[arg(long, hide = true, allow_hyphen_values = true)]
    a: Option<String>,

    #[command(flatten)]
    results: ResultArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc forward planar_3r                                     how it starts to fall from q = 0
  denoc forward puma --q joint2=-0.5 --tau joint2=20
  denoc forward robot.urdf --base floating --q floating_base.z=1.2
  denoc forward kuka_kr5 --rotor-inertia joint6=1e-6          its sixth link has no inertia of its own
  denoc forward puma --state motion.csv --csv fall.csv        many states at once";

impl Args {
    /// An option that belongs to the opposite command, in words.
    pub(crate) fn mistaken(&self) -> Option<&'static str> {
        self.a.is_some().then_some("a is the result of forward dynamics; did you mean `denoc inverse`?")
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let given = (args.v.as_deref(), args.tau.as_deref());
    motion::run(Task::Forward, &args.model, &args.state, given, args.joint_forces, &args.results)
}
