//! `denoc forward`.

use super::motion::{self, Request, Task};
use crate::args::{JointForcesArgs, ModelArgs, ResultArgs};
use crate::output::{Failure, Output};
use crate::state::{FILES, StateArgs};

/// Compute accelerations from joint forces and torques: a from q, v and tau
///
/// Mechanisms with loops: the loops are closed first. Named coordinates and speeds keep their values, the others follow. A list of all
/// coordinates, or a row of a file with all of them, is an initial guess: the nearest closed configuration is used.
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

    /// Joint forces and torques, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    tau: Option<String>,

    /// Prescribed accelerations, as --q; the required joint forces are computed (O-DCA). With --base prescribed, those of the base
    /// are zero by default
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    given: Option<String>,

    #[command(flatten)]
    joint_forces: JointForcesArgs,

    /// Also print the reaction at every joint, including cut joints (world axes, at the joint origin)
    #[arg(long)]
    reactions: bool,

    // the result: refused with a hint
    #[arg(long, hide = true, allow_hyphen_values = true)]
    a: Option<String>,

    #[command(flatten)]
    results: ResultArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc forward planar_3r                                     initial acceleration under gravity at q = 0
  denoc forward puma --q joint2=-0.5 --tau joint2=20
  denoc forward robot.urdf --base floating --q floating_base.z=1.2
  denoc forward kuka_kr5 --rotor-inertia joint6=1e-6          its sixth link has no rotational inertia
  denoc forward puma --state motion.csv --csv fall.csv        many states at once
  denoc forward fourbar --v crank_pivot=6 --reactions         a mechanism with a loop, with the reactions at its joints
  denoc forward puma --given joint1=2                         joint 1 is driven, the others fall: its torque is computed
  denoc forward puma --base prescribed --given \"floating_base=0 0 0 0.5 0 0\"
                                                              on a vehicle that accelerates at 0.5 m/s²";

impl Args {
    /// A hint on an option that belongs to the opposite command.
    pub(crate) fn mistaken(&self) -> Option<&'static str> {
        self.a.is_some().then_some("a is the result of forward dynamics; did you mean `denoc inverse`?")
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    motion::run(&Request {
        task: Task::Forward,
        model: &args.model,
        state: &args.state,
        v: args.v.as_deref(),
        x: args.tau.as_deref(),
        prescribed: args.given.as_deref(),
        joint_forces: args.joint_forces.joint_forces,
        reactions: args.reactions,
        results: &args.results,
    })
}
