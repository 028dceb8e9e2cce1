//! `denoc cycle`.

use std::path::{Path, PathBuf};

use denoc_base::number::six;
use denoc_machines::cycle::{
    Cycle, CycleSummary, InputUnits, Output as Measured, OutputSummary, Statistics, Straightness, straightness,
};
use denoc_model::Model;
use denoc_run::machine_files::{cycle_plot, cycle_table, path_plot, pin_peaks};
use serde_json::json;

use super::cycle_args::{CycleArgs, explain};
use super::image::ImageFormat;
use super::unknown::unknown;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output, write_file};
use crate::table::{Side, Table, number, short, without_noise};

/// Analyse one cycle of a driven mechanism: torque, shaking force, transmission angle, strokes, traced paths
///
/// The input torque includes joint friction, springs and drag. Shaking force and moment are what joints and springs exert on the ground,
/// including the weight of the links and drag.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    cycle: CycleArgs,

    /// Trace the paths of these frames or links
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    trace: Vec<String>,

    /// Outputs: joints (including cut joints), or displacements of frames along a world axis (tip:x)
    #[arg(long, value_name = "JOINT,…", value_delimiter = ',')]
    output: Vec<String>,

    /// Length of the straightest part of each traced path, as a fraction of the cycle
    #[arg(long, value_name = "FRACTION", default_value_t = 0.25)]
    straight: f64,

    /// Include the force and moment at every joint: peak values in the table, all in CSV and JSON, magnitudes in the plot
    #[arg(long)]
    pin_forces: bool,

    /// Write all samples to a CSV file ("-": print them instead of the table)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Plot torque, power, shaking force and outputs (.svg or .png) over the angle of the input if it turns fully, otherwise over time; traced
    /// paths go to a second file, FILE_path
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print one JSON object with all samples instead of the table
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
        return Err(Failure::new(format!("--straight {}: choose a fraction above 0, up to 1", six(args.straight))));
    }
    if let Some(path) = &args.plot {
        ImageFormat::of(path, "--plot")?;
    }
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let mut options = args.cycle.options(model)?;
    args.trace.iter().try_for_each(|name| frame(model, "--trace", name))?;
    options.frames = args.trace.clone();
    options.outputs = args.output.iter().map(|name| measured(model, name)).collect::<Result<_, _>>()?;
    options.pin_forces = args.pin_forces;
    let cycle = Cycle::compute(model, &options).map_err(explain)?;
    let summary = cycle.summary();
    let lines: Vec<Option<Straightness>> =
        (0..cycle.frames.len()).map(|frame| straightness(&cycle, frame, args.straight)).collect();

    let mut output = Output::default();
    match &args.csv {
        Some(path) if path.as_os_str() == "-" && args.json => {
            return Err(Failure::new("--csv - and --json both print to standard output; keep one of them"));
        }
        Some(path) if path.as_os_str() == "-" => output.text = cycle_table(model, &cycle)?.to_csv(),
        Some(path) => {
            write_file(path, &cycle_table(model, &cycle)?.to_csv())?;
            output.note(format!("wrote {}", path.display()));
        }
        None => {}
    }
    if let Some(path) = &args.plot {
        for path in draw(model, &cycle, path)? {
            output.note(format!("wrote {}", path.display()));
        }
    }
    if output.text.is_empty() {
        output.text = match args.json {
            true => format!("{}\n", json!({"cycle": cycle, "summary": summary, "straightness": lines})),
            false => text(model, &cycle, &summary, &lines, InputUnits::of(model, &cycle.input)?),
        };
    }
    args.cycle.remarks(model, &mut output)?;
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// Plots a cycle; the files that were written.
fn draw(model: &Model, cycle: &Cycle, path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (format, mut written) = (ImageFormat::of(path, "--plot")?, vec![path.to_owned()]);
    format.write(&cycle_plot(model, cycle)?, path)?;
    if let Some(paths) = path_plot(cycle) {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push("_path");
        let mut second = path.with_file_name(name);
        if let Some(extension) = path.extension() {
            second.set_extension(extension);
        }
        format.write(&paths, &second)?;
        written.push(second);
    }
    Ok(written)
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
                "--output: \"{axis}\" in \"{name}\" is not a world axis; write :x, :y or :z"
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

fn text(
    model: &Model,
    cycle: &Cycle,
    summary: &CycleSummary,
    lines: &[Option<Straightness>],
    units: InputUnits,
) -> String {
    let unit = units.coordinate;
    let mut text = format!(
        "{}: {} from {} to {} {unit} in {} s, {} samples{}\n",
        model.name(),
        cycle.input,
        short(cycle.input_at(0)),
        short(cycle.input_at(cycle.samples.len().saturating_sub(1))),
        short(summary.duration),
        cycle.samples.len(),
        match (cycle.closed, &cycle.open_end) {
            (true, _) => "; the cycle is closed".to_owned(),
            (false, Some(end)) =>
                format!("; NOT closed: {end}, so that this is a part of the machine cycle; state its end with --to"),
            (false, None) => String::new(),
        }
    );
    if let Some(range) = cycle.range.filter(|range| range.low_is_dead || range.high_is_dead) {
        let end = |x: f64, dead: bool| format!("{}{}", short(x), if dead { " (dead point)" } else { "" });
        let (low, high) = (end(range.low, range.low_is_dead), end(range.high, range.high_is_dead));
        text += &format!("range of the input: {low} to {high} {unit}\n");
        if cycle.approaches_dead_point() {
            text += "the cycle approaches a dead point: at constant input speed, the other speeds grow without bound there\n";
        }
    }
    let heads = ["", "min", "max", "mean", "rms", "ripple (rms)"];
    let side = |(k, head)| (head, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(heads.into_iter().enumerate().map(side));
    let mut row = |name: String, s: &Statistics| {
        let numbers = without_noise(&[s.min, s.max, s.mean, s.rms, s.ripple]);
        table.row([name].into_iter().chain(numbers.into_iter().map(number)));
    };
    row(format!("input torque [{}]", units.force), &summary.torque);
    row("input power [W]".into(), &summary.power);
    row("shaking force, weight included [N]".into(), &summary.shaking_force);
    row("shaking moment, weight included [N m]".into(), &summary.shaking_moment);
    if let Some(angles) = cycle.transmission_angles() {
        row("transmission angle [rad]".into(), &angles);
    }
    text += &format!("\n{}", table.text());
    if let Some(least) = summary.min_transmission_angle {
        let degrees = least.to_degrees();
        text += &format!(
            "\nsmallest transmission angle {} rad ({degrees:.1}°); obtuse angles are reported as 180° − angle\n",
            short(least)
        );
    }
    if !summary.outputs.is_empty() {
        text += &format!("\noutputs\n{}", outputs(model, cycle, &summary.outputs));
    }
    let peaks = pin_peaks(cycle);
    if !peaks.is_empty() {
        let at = format!("at {} [{unit}]", cycle.input);
        let heads = ["", "peak force [N]", &at, "peak moment [N m]", &at];
        let side = |(k, head)| (head, if k == 0 { Side::Left } else { Side::Right });
        let mut table = Table::new(heads.into_iter().enumerate().map(side));
        let angle = |k: usize, size: f64| if size > 0.0 { short(cycle.input_at(k)) } else { "-".into() };
        for p in &peaks {
            let [force, moment] = [number(p.force), number(p.moment)];
            table.row([p.joint.clone(), force, angle(p.force_at, p.force), moment, angle(p.moment_at, p.moment)]);
        }
        text += &format!("\nforces in the joints\n{}", table.text());
    }
    for (frame, line) in cycle.frames.iter().zip(lines) {
        let Some(s) = line else { continue };
        text += &format!(
            "\npath of {frame}: the straightest part, with the input from {} to {} {unit}, is {} m long and deviates from a line by at \
             most {} m\n",
            short(cycle.input_at(s.first)),
            short(cycle.input_at(s.last)),
            number(s.length),
            number(s.deviation)
        );
    }
    text
}

/// Strokes, times and mechanical advantages.
fn outputs(model: &Model, cycle: &Cycle, all: &[OutputSummary]) -> String {
    let heads =
        ["", "min", "max", "stroke", "time forward [s]", "time back [s]", "time ratio", "min mechanical advantage"];
    let side = |(k, head)| (head, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(heads.into_iter().enumerate().map(side));
    let cell = |x: Option<f64>| x.map_or_else(|| "-".into(), number);
    for (i, o) in all.iter().enumerate() {
        let cells = [number(o.min), number(o.max), number(o.stroke), cell(o.forward_time), cell(o.return_time)];
        let name = format!("{} [{}]", o.output.label(), o.output.unit(model));
        let advantage = cell(cycle.least_mechanical_advantage(i));
        table.row([name].into_iter().chain(cells).chain([cell(o.time_ratio), advantage]));
    }
    table.text()
}
