//! `denoc simulate`.

use std::path::PathBuf;

use clap::ValueEnum;
use denoc_run::run::{Case, RunFolder, resume};
use denoc_run::scenario::{
    Action, ControllerSpec, DryFriction, Gains, Limits, LoopClosure, MotionSpec, Scenario, Simulate, Start,
};
use denoc_run::settings::{option_help, summary};
use denoc_run::{Base, Mimic};

use super::outcome::{RunArgs, command};
use super::values;
use crate::args::{base, mimic, renamed, seconds};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// Simulate the motion of a mechanism, free or with a controller; write a folder with results, plots and a report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Args {
    /// A model file or a catalogue name
    #[arg(required_unless_present = "resume")]
    model: Option<String>,

    /// Resume an interrupted run in its folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = OF_A_NEW_RUN)]
    resume: Option<PathBuf>,

    /// Resume a run that another version of denoc began, although the results of both may differ
    #[arg(long, requires = "resume")]
    any_version: bool,

    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value_t = 10.0, help = summary("simulate", "duration"))]
    duration: f64,

    /// Initial coordinates: all in order (0.1,0.2,…) or some by name (joint1=0.1,joint4="30 deg")
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    q: Option<String>,

    /// Initial speeds, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// A named configuration of the model to start from
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,

    #[arg(long, value_name = "BASE", default_value = "fixed", value_parser = base, help = summary("", "base"))]
    base: Base,

    #[arg(long, value_name = "MIMIC", default_value = "enforced", value_parser = mimic, help = summary("", "mimic"))]
    mimic: Mimic,

    #[arg(long, value_name = "SECONDS", value_parser = seconds, help = option_help("simulate", "output_step"))]
    output_step: Option<f64>,

    #[arg(long, value_name = "NAME", help = option_help("simulate", "integrator"))]
    integrator: Option<String>,

    #[arg(long, value_name = "NUMBER", help = option_help("simulate", "tolerance"))]
    tolerance: Option<f64>,

    #[arg(long, value_name = "SECONDS", value_parser = seconds, help = option_help("simulate", "step"))]
    step: Option<f64>,

    #[arg(long, value_name = "LAW", help = summary("controller", "law"))]
    controller: Option<String>,

    #[arg(long, value_name = "NUMBER", help = summary("controller", "kp"))]
    kp: Option<f64>,

    #[arg(long, value_name = "NUMBER", help = summary("controller", "ki"))]
    ki: Option<f64>,

    #[arg(long, value_name = "NUMBER", help = summary("controller", "kd"))]
    kd: Option<f64>,

    /// Joint forces of the controller "constant", amplitudes of "sinusoid", as --q
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    tau: Option<String>,

    #[arg(long, value_name = "HZ", help = summary("controller", "frequency"))]
    frequency: Option<String>,

    /// Phases of the controller "sinusoid" at t = 0, as --q
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    phase: Option<String>,

    /// File of the controller "table": CSV or npz, with columns t and tau[…]
    #[arg(long, value_name = "FILE")]
    forces: Option<String>,

    /// Goal of the trajectory that the controller tracks, as --q
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, requires = "controller")]
    to: Option<String>,

    #[arg(long, value_name = "PROFILE", requires = "to", help = profiles())]
    profile: Option<String>,

    /// Duration of the trajectory, s [default: that of the simulation]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "to")]
    motion_duration: Option<f64>,

    #[arg(
        long, value_enum, value_name = "ACTION", default_value_t = AtLimits::Act, hide_possible_values = true,
        help = summary("simulate", "limits")
    )]
    limits: AtLimits,

    #[arg(long, help = summary("simulate", "saturate"))]
    saturate: bool,

    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_value = "true",
        default_missing_value = "true",
        hide_possible_values = true,
        help = summary("simulate", "joint_forces")
    )]
    joint_forces: bool,

    #[arg(
        long, value_enum, value_name = "LAW", default_value_t = Dry::Exact, hide_possible_values = true,
        help = summary("simulate", "dry_friction")
    )]
    dry_friction: Dry,

    #[arg(long, value_name = "JOINT=VALUE,…", help = summary("", "rotor_inertia"))]
    rotor_inertia: Option<String>,

    #[arg(
        long, value_enum, value_name = "CLOSURE", hide_possible_values = true,
        help = format!("{}; baumgarte: errors decay", option_help("simulate", "closure"))
    )]
    closure: Option<Closing>,

    /// Rate of decay of --closure baumgarte, 1/s
    #[arg(long, value_name = "NUMBER", default_value_t = 20.0)]
    baumgarte_rate: f64,

    #[arg(long, value_name = "ALGORITHM", help = option_help("simulate", "algorithm"))]
    algorithm: Option<String>,

    /// End the simulation at the first singular configuration of a loop instead of continuing through it
    #[arg(long)]
    stop_at_singular: bool,

    #[arg(long, help = summary("simulate", "verify"))]
    verify: bool,

    #[command(flatten)]
    renamed: Renamed,

    #[command(flatten)]
    run: RunArgs,
}

/// Arguments that a resumed run has already: they are in its folder.
const OF_A_NEW_RUN: &[&str] = &[
    "model",
    "duration",
    "q",
    "v",
    "configuration",
    "base",
    "mimic",
    "output_step",
    "integrator",
    "tolerance",
    "step",
    "controller",
    "kp",
    "ki",
    "kd",
    "tau",
    "frequency",
    "phase",
    "forces",
    "to",
    "profile",
    "motion_duration",
    "limits",
    "saturate",
    "joint_forces",
    "dry_friction",
    "rotor_inertia",
    "closure",
    "baumgarte_rate",
    "algorithm",
    "stop_at_singular",
    "verify",
    "out",
    "no_report",
    "force",
];

/// Options of earlier versions, which are refused with the present name.
#[derive(clap::Args, Debug)]
struct Renamed {
    #[arg(long, hide = true, value_parser = renamed("--integrator"))]
    method: Option<String>,

    #[arg(long, hide = true, value_parser = renamed("--algorithm"))]
    loop_method: Option<String>,

    #[arg(long, hide = true, num_args = 0, default_missing_value = "", value_parser = renamed("--joint-forces=false"))]
    no_joint_forces: Option<String>,
}

pub(super) fn profiles() -> String {
    let laws: Vec<&str> = denoc_sim::motion::LAWS.iter().map(|law| law.keyword).collect();
    format!("Time law of the trajectory: {} [default: quintic]", laws.join(", "))
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum AtLimits {
    Act,
    Report,
    End,
    Ignore,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Dry {
    Exact,
    Smooth,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Closing {
    Auto,
    Projected,
    Corrected,
    Baumgarte,
    Speeds,
    Accelerations,
}

const EXAMPLES: &str = "\
Examples:
  denoc simulate planar_3r                                   free fall for ten seconds
  denoc simulate puma --q joint2=-0.5 --duration 5 --out runs/fall
  denoc simulate puma --controller computed-torque --to joint1=1,joint2=-0.8 --duration 3
  denoc simulate fourbar --v crank_pivot=10                  a loop: the other joints follow the crank
  denoc simulate one_r --q joint1=3.1 --verify               estimates the global error by a second run
  denoc simulate one_r --q joint1=2 --duration 36000          stop with Ctrl-C, then resume:
  denoc simulate --resume runs/one_r
More (external forces, events, paths): denoc run SCENARIO.toml";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    catch_interrupts();
    if let Some(path) = &args.resume {
        let folder = RunFolder::open(path)?.accept_any_version(args.any_version);
        let outcome = resume(folder, &mut Bar::new())?;
        return Ok(args.run.deliver(&outcome));
    }
    let model = args.model.clone().unwrap_or_default();
    let scenario = scenario(args, &model)?;
    let case = Case::load(&scenario, "".as_ref())?;
    let case = if args.run.strict { case.strict()? } else { case };
    let name = std::path::Path::new(&model).file_stem().map_or(model.clone(), |s| s.to_string_lossy().into_owned());
    let folder = args.run.folder(&name)?;
    let outcome = case.run(folder, &command(), &mut Bar::new())?;
    Ok(args.run.deliver(&outcome))
}

fn scenario(args: &Args, model: &str) -> Result<Scenario, Failure> {
    let mut scenario = Scenario::new(model);
    scenario.large_output = args.run.force;
    scenario.report = !args.run.no_report;
    scenario.base = args.base;
    scenario.mimic = args.mimic;
    if let Some(pairs) = &args.rotor_inertia {
        scenario.rotor_inertia = values::pairs("--rotor-inertia", pairs)?;
    }
    scenario.start = Start {
        configuration: args.configuration.clone(),
        q: args.q.as_deref().map(|text| values::parse("--q", text)).transpose()?,
        v: args.v.as_deref().map(|text| values::parse("--v", text)).transpose()?,
    };
    scenario.simulate = Some(Simulate {
        output_step: args.output_step,
        integrator: args.integrator.clone(),
        tolerance: args.tolerance,
        step: args.step,
        joint_forces: args.joint_forces,
        dry_friction: match args.dry_friction {
            Dry::Exact => DryFriction::Exact,
            Dry::Smooth => DryFriction::Smooth,
        },
        limits: match args.limits {
            AtLimits::Act => Limits::Act,
            AtLimits::Report => Limits::Report,
            AtLimits::End => Limits::End,
            AtLimits::Ignore => Limits::Ignore,
        },
        saturate: args.saturate,
        closure: args.closure.map(|closure| match closure {
            Closing::Auto => LoopClosure::Auto,
            Closing::Projected => LoopClosure::Projected,
            Closing::Corrected => LoopClosure::Corrected,
            Closing::Baumgarte => LoopClosure::Baumgarte(args.baumgarte_rate),
            Closing::Speeds => LoopClosure::Speeds,
            Closing::Accelerations => LoopClosure::Accelerations,
        }),
        algorithm: args.algorithm.clone(),
        singular: if args.stop_at_singular { Action::Stop } else { Action::Record },
        verify: args.verify,
        ..Simulate::new(args.duration)
    });
    let to = args.to.as_deref().map(|text| values::parse("--to", text)).transpose()?;
    if to.is_some() {
        scenario.motion = Some(MotionSpec {
            duration: Some(args.motion_duration.unwrap_or(args.duration)),
            to,
            ..MotionSpec::new(args.profile.as_deref().unwrap_or("quintic"))
        });
    }
    let gains = |x: Option<f64>| x.map(Gains::Same);
    let texts = [&args.tau, &args.frequency, &args.phase, &args.forces];
    let parameters = [args.kp, args.ki, args.kd].iter().any(Option::is_some) || texts.into_iter().any(Option::is_some);
    match &args.controller {
        Some(law) => {
            scenario.controller = Some(ControllerSpec {
                kp: gains(args.kp),
                ki: gains(args.ki),
                kd: gains(args.kd),
                tau: args.tau.as_deref().map(|text| values::parse("--tau", text)).transpose()?,
                frequency: args.frequency.as_deref().map(values::number),
                phase: args.phase.as_deref().map(|text| values::parse("--phase", text)).transpose()?,
                file: args.forces.clone(),
                ..ControllerSpec::new(law)
            });
        }
        None if parameters => {
            return Err(Failure::new(
                "gains and forces are parameters of a controller; add one, such as --controller pd",
            ));
        }
        None => {}
    }
    Ok(scenario)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the list of arguments that clap has
    #[test]
    fn a_resumed_run_takes_no_arguments_of_a_new_one() {
        let command = <Args as clap::Args>::augment_args(clap::Command::new("simulate"));
        let shown =
            command.get_arguments().filter(|argument| !argument.is_hide_set()).map(|argument| argument.get_id());
        let kept = ["resume", "any_version", "strict", "json"];
        let mut expected: Vec<&str> = shown.map(|id| id.as_str()).filter(|id| !kept.contains(id)).collect();
        let mut listed = OF_A_NEW_RUN.to_vec();
        expected.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, expected);
    }
}
