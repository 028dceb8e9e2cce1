//! The motion of the input over a cycle: options of `denoc cycle` and `denoc balance`.

use clap::ValueEnum;
use denoc_machines::MachineError;
use denoc_machines::cycle::{AtDeadPoint, CycleOptions, Follower, InputUnits};
use denoc_model::{LinkId, Model};

use super::drawing::DrawingArgs;
use super::unknown::unknown;
use super::values;
use crate::output::{Failure, Output};
use crate::state::cut;

/// The motion of the input.
#[derive(clap::Args, Debug)]
pub(crate) struct CycleArgs {
    #[command(flatten)]
    drawing: DrawingArgs,

    /// Driven joint [default: the joint with the only motor]
    #[arg(long, value_name = "JOINT")]
    input: Option<String>,

    /// Constant speed of the input, rad/s or m/s, or with a unit ("60 rpm") [default: 60 rpm, or 1 m/s for sliding joints, towards --to]
    #[arg(long, value_name = "SPEED", allow_hyphen_values = true)]
    speed: Option<String>,

    /// Initial coordinate of the input, rad or m, or with a unit ("30 deg") [default: as in the initial configuration]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    from: Option<String>,

    /// Final coordinate of the input [default: after a full revolution, or after as many as bring all links back (gears)]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    to: Option<String>,

    /// Number of equal time steps, per revolution if the cycle takes several by default
    #[arg(long, value_name = "COUNT", default_value_t = 360)]
    samples: usize,

    /// What to do if the input reaches a dead point, beyond which the mechanism cannot move
    #[arg(long, value_enum, value_name = "ACTION", default_value_t = DeadPoint::Refuse)]
    at_dead_point: DeadPoint,

    /// Further driven joints: their motion relative to that of the input (0 holds a joint)
    #[arg(long, value_name = "JOINT=RATIO,…", allow_hyphen_values = true)]
    follow: Option<String>,

    /// Ignore gravity
    #[arg(long)]
    no_gravity: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum DeadPoint {
    /// Stop with an error that states the range of the input
    Refuse,
    /// Move from one end of the range to the other
    Restrict,
    /// Move from one end of the range to the other and back
    BackAndForth,
}

impl CycleArgs {
    /// The options of the library, with the loops closed.
    pub(crate) fn options(&self, model: &Model) -> Result<CycleOptions, Failure> {
        let input = match (&self.input, only_motor(model)) {
            (Some(input), _) => input.as_str(),
            (None, Some(motor)) => motor,
            (None, None) => {
                let joints = model.joint_names().join(", ");
                let message =
                    format!("name the driven joint, because the model does not list exactly one motor: {joints}");
                return Err(Failure::new(message).at("--input"));
            }
        };
        driven("--input", model, input)?;
        let units = InputUnits::of(model, input)?;
        let speed = number("--speed", self.speed.as_deref(), units.speed)?;
        let from = number("--from", self.from.as_deref(), units.coordinate)?;
        let to = number("--to", self.to.as_deref(), units.coordinate)?;
        let start = self.drawing.close(model, None)?.q;
        let first = from.unwrap_or(start[model.links()[model.joint(input)?.0].q]);
        let speed = speed.unwrap_or_else(|| units.usual_speed_between(first, to.unwrap_or(f64::INFINITY)));
        let mut options = CycleOptions::new(input, speed);
        (options.from, options.to, options.start) = (from, to, Some(start));
        options.samples = self.samples;
        options.at_dead_point = match self.at_dead_point {
            DeadPoint::Refuse => AtDeadPoint::Refuse,
            DeadPoint::Restrict => AtDeadPoint::Restrict,
            DeadPoint::BackAndForth => AtDeadPoint::BackAndForth,
        };
        if let Some(text) = &self.follow {
            let pairs = values::pairs("--follow", text)?;
            pairs.keys().try_for_each(|joint| driven("--follow", model, joint))?;
            options.followers = pairs.into_iter().map(|(joint, ratio)| Follower { joint, ratio }).collect();
        }
        options.gravity = !self.no_gravity;
        Ok(options)
    }
}

impl CycleArgs {
    /// Notes on coordinates that may be meant in degrees; a cycle may end after many turns.
    pub(crate) fn remarks(&self, model: &Model, output: &mut Output) -> Result<(), Failure> {
        self.drawing.remarks(model, output)?;
        let input = self.input.as_deref().or_else(|| only_motor(model));
        let is_angle = input.is_some_and(|input| InputUnits::of(model, input).is_ok_and(|u| u.coordinate == "rad"));
        let plain = self.from.as_deref().and_then(|from| from.trim().parse::<f64>().ok()).filter(|_| is_angle);
        if let Some(note) = denoc_mechanism::many_turns(plain.map(|from| ("--from", from))) {
            output.note(format!("note: {note}"));
        }
        Ok(())
    }
}

/// The joint of the only motor that the model lists.
fn only_motor(model: &Model) -> Option<&str> {
    let mut motors = (0..model.links().len()).filter(|&i| model.lists_motors() && model.is_actuated(LinkId(i)));
    motors.next().filter(|_| motors.next().is_none()).map(|i| model.joint_names()[i].as_str())
}

/// An error if a joint cannot be driven.
fn driven(flag: &str, model: &Model, joint: &str) -> Result<(), Failure> {
    if let Some(reason) = cut(model, joint) {
        return Err(Failure::new(format!("{reason}; drive another joint, or cut the loop elsewhere")).at(flag));
    }
    match model.joint(joint) {
        Ok(_) => Ok(()),
        Err(_) => Err(unknown(flag, "joint", joint, model.joint_names().iter().map(String::as_str))),
    }
}

/// An error of a cycle, with the options that help.
pub(crate) fn explain(error: MachineError) -> Failure {
    match &error {
        MachineError::DeadPoint { .. } => {
            Failure::new(format!("{error} (--at-dead-point restrict, --at-dead-point back-and-forth)"))
        }
        MachineError::OpenCycle { .. } => Failure::new(format!("{error} (--to)")),
        MachineError::UnclearStart { .. } => Failure::new(format!("{error} (--q)")),
        MachineError::Undriven { model, freedoms: n, driven } => {
            let (s, them) = if *n == 1 { ("", "it") } else { ("s", "them") };
            Failure::new(format!(
                "\"{model}\" has {n} degree{s} of freedom besides the driven joints ({driven}): drive or hold {them} with --follow"
            ))
        }
        _ => error.into(),
    }
}

/// A number with or without a unit.
fn number(flag: &str, text: Option<&str>, unit: &str) -> Result<Option<f64>, Failure> {
    let Some(text) = text.map(str::trim) else { return Ok(None) };
    match denoc_formats::number_in_si(text, unit) {
        Ok(x) if x.is_finite() => Ok(Some(x)),
        Ok(x) => Err(Failure::new(format!("{x} is not a finite number")).at(flag)),
        Err(message) => Err(Failure::new(message).at(flag)),
    }
}
