//! `denoc cycle`.

use std::f64::consts::PI;
use std::path::PathBuf;

use denoc_machines::cycle::{
    Cycle, CycleSummary, InputRange, Output as Measured, OutputSummary, Statistics, Straightness, straightness,
};
use denoc_model::Model;
use denoc_model::joints::Unit;
use serde_json::json;

use super::cycle_args::{CycleArgs, explain};
use super::cycle_files;
use super::unknown::unknown;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output, write_file};
use crate::table::{Side, Table, number, short, without_noise};

/// A mechanism over a cycle of its input: torque, shaking forces, transmission angle, strokes, traced curves
///
/// Springs and friction count in the torque; shaking forces are those on the ground, the weight of the links included.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    cycle: CycleArgs,

    /// Frames or links whose paths are traced
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    trace: Vec<String>,

    /// What the mechanism is made for: joints (also cut ones), or ways of frames along an axis of the world (tip:x)
    #[arg(long, value_name = "JOINT,…", value_delimiter = ',')]
    output: Vec<String>,

    /// The share of the cycle over which the straightest part of each traced path is looked for
    #[arg(long, value_name = "SHARE", default_value_t = 0.25)]
    straight: f64,

    /// Also the force and moment in every joint (in the CSV file and in JSON)
    #[arg(long)]
    pin_forces: bool,

    /// Write all samples to a CSV file ("-": to standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Draw torque, shaking force and outputs (.svg or .png); traced paths go to a second picture beside it
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print one JSON object, with all samples
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc cycle fourbar --input crank_pivot --speed \"60 rpm\" --output output_pivot
  denoc cycle slider_crank --input crank_pivot --csv cycle.csv --plot cycle.svg
  denoc cycle hoeken --input crank_pivot --trace pen --straight 0.5
  denoc cycle robot_3rrr --input motor_joint1 --follow motor_joint2=0,motor_joint3=0 --from 1 --to 1.4";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    if !(args.straight > 0.0 && args.straight <= 1.0) {
        return Err(Failure::new(format!("--straight {}: give a share above 0, up to 1", args.straight)));
    }
    if let Some(path) = &args.plot {
        cycle_files::check(path)?;
    }
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let mut options = args.cycle.options(model)?;
    args.trace.iter().try_for_each(|name| frame(model, "--trace", name))?;
    options.frames = args.trace.clone();
    options.outputs = args.output.iter().map(|name| measured(model, name)).collect::<Result<_, _>>()?;
    options.pin_forces = args.pin_forces;
    let (unit, _) = args.cycle.units(model)?;
    let cycle = Cycle::compute(model, &options).map_err(explain)?;
    let summary = cycle.summary();
    let lines: Vec<Option<Straightness>> =
        (0..cycle.frames.len()).map(|frame| straightness(&cycle, frame, args.straight)).collect();

    let mut output = Output::default();
    match &args.csv {
        Some(path) if path.as_os_str() == "-" && args.json => {
            return Err(Failure::new("--csv - and --json both want standard output; keep one of them"));
        }
        Some(path) if path.as_os_str() == "-" => output.text = cycle_files::csv(model, &cycle, unit)?,
        Some(path) => {
            write_file(path, &cycle_files::csv(model, &cycle, unit)?)?;
            output.note(format!("wrote {}", path.display()));
        }
        None => {}
    }
    if let Some(path) = &args.plot {
        for path in cycle_files::draw(model, &cycle, unit, path)? {
            output.note(format!("wrote {}", path.display()));
        }
    }
    if output.text.is_empty() {
        output.text = match args.json {
            true => format!("{}\n", json!({"cycle": cycle, "summary": summary, "straightness": lines})),
            false => text(model, &cycle, &summary, &lines, unit),
        };
    }
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// A joint, or a frame with an axis.
fn measured(model: &Model, name: &str) -> Result<Measured, Failure> {
    let Some((frame, axis)) = name.rsplit_once(':') else {
        if model.joint(name).is_err() && model.closure(name).is_err() {
            let cut = |i: &usize| model.closures()[*i].cut_joint().is_some();
            let cuts = (0..model.closures().len()).filter(cut).map(|i| &model.closure_names()[i]);
            let known = model.joint_names().iter().chain(cuts).map(String::as_str);
            return Err(unknown("--output", "joint", name, known));
        }
        return Ok(Measured::Joint(name.to_owned()));
    };
    let direction = match axis {
        "x" => [1.0, 0.0, 0.0],
        "y" => [0.0, 1.0, 0.0],
        "z" => [0.0, 0.0, 1.0],
        _ => {
            return Err(Failure::new(format!(
                "--output: \"{axis}\" of \"{name}\" is no axis of the world; write :x, :y or :z"
            )));
        }
    };
    self::frame(model, "--output", frame)?;
    Ok(Measured::Frame { frame: frame.to_owned(), direction })
}

/// An error if there is no such frame.
fn frame(model: &Model, flag: &str, name: &str) -> Result<(), Failure> {
    let known = model.frame_names().iter().map(String::as_str);
    model.frame(name).map(|_| ()).map_err(|_| unknown(flag, "frame", name, known))
}

/// The name of an output.
pub(crate) fn label(output: &Measured) -> String {
    match output {
        Measured::Joint(name) => name.clone(),
        Measured::Frame { frame, direction: [x, y, _] } => {
            format!(
                "{frame}:{}",
                if *x != 0.0 {
                    "x"
                } else if *y != 0.0 {
                    "y"
                } else {
                    "z"
                }
            )
        }
    }
}

/// The unit of an output: m for frames, that of the coordinate for joints.
pub(crate) fn output_unit(model: &Model, output: &Measured) -> &'static str {
    let Measured::Joint(name) = output else { return "m" };
    let joint = match model.closure(name) {
        Ok(closure) => model.closures()[closure.0].cut_joint(),
        Err(_) => model.joint(name).ok().map(|link| &model.links()[link.0].joint),
    };
    match joint.and_then(|joint| joint.q_units().first()) {
        Some(Unit::Length) => "m",
        _ => "rad",
    }
}

/// The unit of a force in the input.
pub(crate) fn force_unit(unit: &str) -> &'static str {
    if unit == "m" { "N" } else { "N m" }
}

fn text(model: &Model, cycle: &Cycle, summary: &CycleSummary, lines: &[Option<Straightness>], unit: &str) -> String {
    let (first, last) = (cycle.samples.first(), cycle.samples.last());
    let at = |s: Option<&denoc_machines::cycle::CycleSample>| s.map_or_else(String::new, |s| short(s.input));
    let mut text = format!(
        "{}, {} from {} to {} {unit} in {} s, {} samples{}\n",
        model.name(),
        cycle.input,
        at(first),
        at(last),
        short(summary.duration),
        cycle.samples.len(),
        if cycle.closed { "; it ends where it began" } else { "" }
    );
    if let Some(range) = cycle.range.filter(|range| range.low_is_dead || range.high_is_dead) {
        let end = |x: f64, dead: bool| format!("{}{}", short(x), if dead { " (dead point)" } else { "" });
        let (low, high) = (end(range.low, range.low_is_dead), end(range.high, range.high_is_dead));
        text += &format!("the input can go from {low} to {high} {unit}\n");
        if near_dead(cycle, &range) {
            text += "it comes near a dead point: at constant speed of the input the speeds of the others grow without bound there\n";
        }
    }
    let heads = ["", "least", "most", "mean", "rms", "ripple (rms)"];
    let side = |(k, head)| (head, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(heads.into_iter().enumerate().map(side));
    let mut row = |name: String, s: &Statistics| {
        let numbers = without_noise(&[s.min, s.max, s.mean, s.rms, s.ripple]);
        table.row([name].into_iter().chain(numbers.into_iter().map(number)));
    };
    row(format!("torque of the input [{}]", force_unit(unit)), &summary.torque);
    row("power of the input [W]".into(), &summary.power);
    row("shaking force, weight included [N]".into(), &summary.shaking_force);
    row("shaking moment, weight included [N m]".into(), &summary.shaking_moment);
    let angles: Vec<f64> =
        cycle.samples.iter().filter_map(|s| s.transmission_angle).map(|angle| angle.min(PI - angle)).collect();
    if !angles.is_empty() {
        row("transmission angle [rad]".into(), &Statistics::of(&angles));
    }
    text += &format!("\n{}", table.text());
    if let Some(least) = summary.min_transmission_angle {
        let degrees = least.to_degrees();
        text += &format!(
            "\nsmallest transmission angle {} rad ({degrees:.1}°); obtuse ones count by what they lack to 180°\n",
            short(least)
        );
    }
    if !summary.outputs.is_empty() {
        text += &format!("\noutputs\n{}", outputs(model, cycle, &summary.outputs));
    }
    for (frame, line) in cycle.frames.iter().zip(lines) {
        let Some(s) = line else { continue };
        text += &format!(
            "\npath of {frame}: the straightest part, with the input from {} to {} {unit}, is {} m long and leaves its line by {} m at \
             most\n",
            short(input_at(cycle, s.first)),
            short(input_at(cycle, s.last)),
            number(s.length),
            number(s.deviation)
        );
    }
    text
}

/// Whether the input comes within a hundredth of its range to a dead point.
fn near_dead(cycle: &Cycle, range: &InputRange) -> bool {
    let near = 0.01 * (range.high - range.low);
    cycle.samples.iter().any(|s| {
        (range.low_is_dead && s.input - range.low < near) || (range.high_is_dead && range.high - s.input < near)
    })
}

/// The coordinate of the input at a sample, which may lie in the next turn of a closed cycle.
fn input_at(cycle: &Cycle, sample: usize) -> f64 {
    let input = |i: usize| cycle.samples.get(i).map_or(0.0, |s| s.input);
    let steps = cycle.samples.len().saturating_sub(1);
    match sample.checked_sub(steps) {
        None => input(sample),
        Some(beyond) => input(beyond) + input(steps) - input(0),
    }
}

/// Strokes, times and mechanical advantages.
fn outputs(model: &Model, cycle: &Cycle, all: &[OutputSummary]) -> String {
    let heads =
        ["", "least", "most", "stroke", "time there [s]", "time back [s]", "time ratio", "mechanical advantage"];
    let side = |(k, head)| (head, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(heads.into_iter().enumerate().map(side));
    let known = |x: Option<f64>| x.map_or_else(|| "-".into(), number);
    for (i, o) in all.iter().enumerate() {
        let sizes = cycle.samples.iter().filter_map(|s| s.outputs[i].mechanical_advantage).map(f64::abs);
        let least = sizes.fold(f64::INFINITY, f64::min);
        let advantage = if least.is_finite() { format!("at least {}", number(least)) } else { "-".into() };
        let cells = [number(o.min), number(o.max), number(o.stroke), known(o.forward_time), known(o.return_time)];
        let name = format!("{} [{}]", label(&o.output), output_unit(model, &o.output));
        table.row([name].into_iter().chain(cells).chain([known(o.time_ratio), advantage]));
    }
    table.text()
}
