//! The motion of a mechanism over a cycle of its input: options of `denoc cycle` and `denoc balance`.

use clap::ValueEnum;
use denoc_machines::MachineError;
use denoc_machines::cycle::{AtDeadPoint, CycleOptions, Follower};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model};

use super::drawing::DrawingArgs;
use super::unknown::unknown;
use super::values;
use crate::output::Failure;
use crate::state::cut;

/// The motion.
#[derive(clap::Args, Debug)]
pub(crate) struct CycleArgs {
    #[command(flatten)]
    drawing: DrawingArgs,

    /// The joint that is driven
    #[arg(long, value_name = "JOINT")]
    input: String,

    /// Its constant speed, with a unit or in rad/s (m/s) [default: 60 rpm; 1 m/s where it slides]
    #[arg(long, value_name = "SPEED", allow_hyphen_values = true)]
    speed: Option<String>,

    /// Where it begins [default: where it is at the start]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    from: Option<String>,

    /// Where it ends [default: after a full turn]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    to: Option<String>,

    /// Number of equal steps
    #[arg(long, value_name = "COUNT", default_value_t = 360)]
    samples: usize,

    /// What to do where the input cannot go on
    #[arg(long, value_enum, value_name = "WORD", default_value_t = DeadPoint::Refuse)]
    at_dead_point: DeadPoint,

    /// Joints that are driven besides: their change per change of the input (0 holds them)
    #[arg(long, value_name = "JOINT=RATIO,…", allow_hyphen_values = true)]
    follow: Option<String>,

    /// Leave gravity out
    #[arg(long)]
    no_gravity: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum DeadPoint {
    /// An error that tells the range
    Refuse,
    /// From one end of the range to the other
    Restrict,
    /// From one end to the other and back
    BackAndForth,
}

impl CycleArgs {
    /// The options of the library. Loops are closed by it.
    pub(crate) fn options(&self, model: &Model) -> Result<CycleOptions, Failure> {
        let (angle, speed) = self.units(model)?;
        let usual = if speed == "m/s" { 1.0 } else { core::f64::consts::TAU };
        let speed = number("--speed", self.speed.as_deref(), speed)?.unwrap_or(usual);
        let mut options = CycleOptions::new(&self.input, speed);
        options.from = number("--from", self.from.as_deref(), angle)?;
        options.to = number("--to", self.to.as_deref(), angle)?;
        options.start = Some(self.drawing.close(model, None)?.q);
        options.samples = self.samples;
        options.at_dead_point = match self.at_dead_point {
            DeadPoint::Refuse => AtDeadPoint::Refuse,
            DeadPoint::Restrict => AtDeadPoint::Restrict,
            DeadPoint::BackAndForth => AtDeadPoint::BackAndForth,
        };
        if let Some(text) = &self.follow {
            let pairs = values::pairs("--follow", text)?;
            pairs.keys().try_for_each(|joint| driven("--follow", model, joint).map(|_| ()))?;
            options.followers = pairs.into_iter().map(|(joint, ratio)| Follower { joint, ratio }).collect();
        }
        options.gravity = !self.no_gravity;
        Ok(options)
    }

    /// The units of the input's coordinate and speed.
    pub(crate) fn units(&self, model: &Model) -> Result<(&'static str, &'static str), Failure> {
        let link = driven("--input", model, &self.input)?;
        let l = &model.links()[link.0];
        let unit = |quantity, at: usize| Entries::new(model, quantity).units.get(at).copied().unwrap_or("rad");
        Ok(match l.nq {
            0 => ("rad", "rad/s"),
            _ => (unit(Quantity::Q, l.q), unit(Quantity::V, l.v)),
        })
    }
}

/// The link that a driven joint moves.
fn driven(flag: &str, model: &Model, joint: &str) -> Result<LinkId, Failure> {
    if let Some(words) = cut(model, joint) {
        return Err(Failure::new(format!("{words}; drive another joint, or cut the loop elsewhere")).at(flag));
    }
    model.joint(joint).map_err(|_| unknown(flag, "joint", joint, model.joint_names().iter().map(String::as_str)))
}

/// What cannot be done, with the options that help.
pub(crate) fn explain(error: MachineError) -> Failure {
    match &error {
        MachineError::DeadPoint { .. } => {
            Failure::new(format!("{error} (--at-dead-point restrict, --at-dead-point back-and-forth)"))
        }
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
    let found = match text.parse::<f64>() {
        Ok(x) => Ok(x),
        Err(_) => denoc_formats::in_si(text, unit),
    };
    match found {
        Ok(x) if x.is_finite() => Ok(Some(x)),
        Ok(x) => Err(Failure::new(format!("{x} is not a finite number")).at(flag)),
        Err(words) => Err(Failure::new(words).at(flag)),
    }
}
