//! `denoc simulate`.

use std::path::PathBuf;

use clap::ValueEnum;
use denoc_dynamics::loops::LoopMethod;
use denoc_run::run::{Case, RunFolder, resume};
use denoc_run::scenario::{Action, Controller, Gains, Limits, LoopClosure, Motion, Scenario, Simulate, Start};
use denoc_sim::Integrator;
use denoc_sim::controllers::CONTROLLERS;
use denoc_sim::motion::LAWS;

use super::outcome::{RunArgs, command};
use super::values;
use crate::args::Base;
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// How a mechanism moves over time: free fall, or with a controller; writes a folder with numbers, plots and a report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Args {
    /// A model file or a name of the catalogue
    #[arg(required_unless_present = "resume")]
    model: Option<String>,

    /// Go on with a run that was broken off, in its folder
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    resume: Option<PathBuf>,

    /// How long, s
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    duration: f64,

    /// Coordinates at the start: all in order (0.1,0.2,…) or some by name (joint1=0.1,joint4="30 deg")
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    q: Option<String>,

    /// Speeds at the start, as --q
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// A named configuration of the model to start from
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,

    /// Whether the root link is fixed to the world or floats freely
    #[arg(long, value_enum, value_name = "BASE", default_value_t = Base::Fixed)]
    base: Base,

    /// Time between two rows of the results, s
    #[arg(long, value_name = "SECONDS")]
    output_step: Option<f64>,

    #[arg(long, value_name = "NAME", help = integrators())]
    method: Option<String>,

    /// Relative and absolute tolerance of a step
    #[arg(long, value_name = "NUMBER")]
    tolerance: Option<f64>,

    /// Step of integrators with a fixed step, initial step of the others, s
    #[arg(long, value_name = "SECONDS")]
    step: Option<f64>,

    #[arg(long, value_name = "LAW", help = controllers())]
    controller: Option<String>,

    /// Proportional gain, for all joints
    #[arg(long, value_name = "NUMBER")]
    kp: Option<f64>,

    /// Integral gain
    #[arg(long, value_name = "NUMBER")]
    ki: Option<f64>,

    /// Derivative gain
    #[arg(long, value_name = "NUMBER")]
    kd: Option<f64>,

    /// Forces of the controller "constant", as --q
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    tau: Option<String>,

    /// Forces of the controller "table": a CSV or npz file with columns t and tau[…]
    #[arg(long, value_name = "FILE")]
    forces: Option<String>,

    /// Where a controller leads the joints, as --q
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, requires = "controller")]
    to: Option<String>,

    #[arg(long, value_name = "PROFILE", requires = "to", help = profiles())]
    profile: Option<String>,

    /// Duration of that motion, s; that of the simulation if not given
    #[arg(long, value_name = "SECONDS", requires = "to")]
    motion_duration: Option<f64>,

    /// What happens at limits of joints
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = AtLimits::Report)]
    limits: AtLimits,

    /// Motors give no more than the effort limits of their joints
    #[arg(long)]
    saturate: bool,

    /// Friction and springs of the joints do not act
    #[arg(long)]
    no_joint_forces: bool,

    /// Rotor inertia at joints, kg m² (kg where they slide), such as joint6=1e-6
    #[arg(long, value_name = "JOINT=VALUE,…")]
    rotor_inertia: Option<String>,

    /// How loops are kept closed: projected (every state), corrected (after every step), baumgarte (errors decay), speeds,
    /// accelerations (errors grow) [default: projected; corrected where a loop has more than 50 speeds]
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true)]
    closure: Option<Closing>,

    /// Rate of --closure baumgarte, 1/s
    #[arg(long, value_name = "NUMBER", default_value_t = 20.0)]
    baumgarte_rate: f64,

    #[arg(long, value_name = "NAME", help = loop_methods())]
    loop_method: Option<String>,

    /// Stop at the first singular pose of a loop instead of going through it
    #[arg(long)]
    stop_at_singular: bool,

    #[command(flatten)]
    run: RunArgs,
}

/// Lists in the help come from the registries: what is registered is named.
fn integrators() -> String {
    let name = |method: &Integrator| {
        let stiff = if method.info().stiff { " (stiff)" } else { "" };
        let usual = if *method == Integrator::default() { " (default)" } else { "" };
        format!("{}{stiff}{usual}", method.info().keyword)
    };
    format!("Integrator: {}", Integrator::ALL.iter().map(name).collect::<Vec<_>>().join(", "))
}

fn controllers() -> String {
    format!("What drives the joints: {}", CONTROLLERS.iter().map(|c| c.keyword).collect::<Vec<_>>().join(", "))
}

fn profiles() -> String {
    let laws: Vec<&str> = LAWS.iter().map(|law| law.keyword).collect();
    format!("Time law of the motion to there: {} [default: quintic]", laws.join(", "))
}

fn loop_methods() -> String {
    let methods: Vec<&str> = LoopMethod::ALL.iter().map(|method| method.info().keyword).collect();
    format!("Forward dynamics with loops: {} (linimp needs multipliers)", methods.join(", "))
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum AtLimits {
    Report,
    Stop,
    Ignore,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Closing {
    Projected,
    Corrected,
    Baumgarte,
    Speeds,
    Accelerations,
}

const EXAMPLES: &str = "\
Examples:
  denoc simulate planar_3r                                   it falls for ten seconds
  denoc simulate puma --q joint2=-0.5 --duration 5 --out runs/fall
  denoc simulate puma --controller computed-torque --to joint1=1,joint2=-0.8 --duration 3
  denoc simulate fourbar --v crank_pivot=10                  a loop: the other joints follow the crank
  denoc simulate one_r --q joint1=2 --duration 36000          Ctrl-C stops it, and:
  denoc simulate --resume runs/one_r
More (external forces, events, paths): denoc run SCENARIO.toml";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    catch_interrupts();
    if let Some(path) = &args.resume {
        let outcome = resume(RunFolder::open(path)?, &mut Bar::default())?;
        return Ok(args.run.deliver(&outcome));
    }
    let model = args.model.clone().unwrap_or_default();
    let scenario = scenario(args, &model)?;
    let case = Case::load(&scenario, "".as_ref())?;
    let case = if args.run.strict { case.strict()? } else { case };
    let name = std::path::Path::new(&model).file_stem().map_or(model.clone(), |s| s.to_string_lossy().into_owned());
    let folder = args.run.folder(&name)?;
    let outcome = case.run(folder, &command(), &mut Bar::default())?;
    Ok(args.run.deliver(&outcome))
}

fn scenario(args: &Args, model: &str) -> Result<Scenario, Failure> {
    let mut scenario = Scenario::new(model);
    scenario.floating = args.base == Base::Floating;
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
        method: args.method.clone(),
        tolerance: args.tolerance,
        step: args.step,
        joint_forces: !args.no_joint_forces,
        limits: match args.limits {
            AtLimits::Report => Limits::Report,
            AtLimits::Stop => Limits::Stop,
            AtLimits::Ignore => Limits::Ignore,
        },
        saturate: args.saturate,
        closure: args.closure.map(|closure| match closure {
            Closing::Projected => LoopClosure::Projected,
            Closing::Corrected => LoopClosure::Corrected,
            Closing::Baumgarte => LoopClosure::Baumgarte(args.baumgarte_rate),
            Closing::Speeds => LoopClosure::Speeds,
            Closing::Accelerations => LoopClosure::Accelerations,
        }),
        loop_method: args.loop_method.clone(),
        singular: if args.stop_at_singular { Action::Stop } else { Action::Record },
        ..Simulate::new(args.duration)
    });
    let to = args.to.as_deref().map(|text| values::parse("--to", text)).transpose()?;
    if to.is_some() {
        scenario.motion = Some(Motion {
            duration: Some(args.motion_duration.unwrap_or(args.duration)),
            to,
            ..Motion::new(args.profile.as_deref().unwrap_or("quintic"))
        });
    }
    let gains = |x: Option<f64>| x.map(Gains::Same);
    let said = [args.kp.is_some(), args.ki.is_some(), args.kd.is_some(), args.tau.is_some(), args.forces.is_some()];
    match &args.controller {
        Some(law) => {
            scenario.controller = Some(Controller {
                kp: gains(args.kp),
                ki: gains(args.ki),
                kd: gains(args.kd),
                tau: args.tau.as_deref().map(|text| values::parse("--tau", text)).transpose()?,
                file: args.forces.clone(),
                ..Controller::new(law)
            });
        }
        None if said.contains(&true) => {
            return Err(Failure::new(
                "gains and forces belong to a controller: add --controller, such as --controller pd",
            ));
        }
        None => {}
    }
    Ok(scenario)
}
