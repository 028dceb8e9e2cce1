//! Samples of a cycle as CSV, and pictures of it.

use std::path::{Path, PathBuf};

use denoc_machines::cycle::{Cycle, CycleSample};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use denoc_results::{Panel, Plot, XAxis};

use super::cycle::{force_unit, label, output_unit};
use crate::output::Failure;
use crate::record::Record;

/// Everything about every sample; angles in rad, lengths in m.
pub(crate) fn csv(model: &Model, cycle: &Cycle, unit: &str) -> Result<String, Failure> {
    let mut record = Record::default();
    let samples = &cycle.samples;
    let column = |f: &dyn Fn(&CycleSample) -> f64| samples.iter().map(f).collect::<Vec<f64>>();
    let force = force_unit(unit);
    record.time(&column(&|s| s.time));
    for (quantity, of) in
        [(Quantity::Q, (|s| &s.q) as fn(&CycleSample) -> &Vec<f64>), (Quantity::V, |s| &s.v), (Quantity::A, |s| &s.a)]
    {
        let all: Vec<f64> = samples.iter().flat_map(|s| of(s).iter().copied()).collect();
        record.entries(&Entries::new(model, quantity), &all);
    }
    record.column(format!("tau[{}]", cycle.input), force, column(&|s| s.torque));
    let tau = Entries::new(model, Quantity::Tau);
    for (i, follower) in cycle.followers.iter().enumerate() {
        let unit = tau.find(follower).and_then(|range| tau.units.get(range.start).copied()).unwrap_or("");
        record.column(format!("tau[{follower}]"), unit, column(&|s| s.follower_torques[i]));
    }
    for (i, frame) in cycle.frames.iter().enumerate() {
        for (k, axis) in ["x", "y", "z"].iter().enumerate() {
            record.column(format!("{axis}[{frame}]"), "m", column(&|s| s.points[i][k]));
        }
    }
    for (i, output) in cycle.outputs.iter().enumerate() {
        let name = label(output);
        let unit = output_unit(model, output);
        record.column(format!("output[{name}]"), unit, column(&|s| s.outputs[i].value));
        record.column(format!("output rate[{name}]"), &format!("{unit}/s"), column(&|s| s.outputs[i].rate));
        record.column(format!("velocity ratio[{name}]"), "", column(&|s| s.outputs[i].velocity_ratio));
        let advantage = column(&|s| s.outputs[i].mechanical_advantage.unwrap_or(f64::NAN));
        record.column(format!("mechanical advantage[{name}]"), "", advantage);
    }
    if cycle.transmission.is_some() {
        let angles = column(&|s| s.transmission_angle.unwrap_or(f64::NAN));
        record.column("transmission angle".into(), "rad", angles);
    }
    for (k, axis) in ["x", "y", "z"].iter().enumerate() {
        record.column(format!("shaking force {axis}"), "N", column(&|s| s.shaking_force[k]));
    }
    for (k, axis) in ["x", "y", "z"].iter().enumerate() {
        record.column(format!("shaking moment {axis}"), "N m", column(&|s| s.shaking_moment[k]));
    }
    record.column("kinetic energy".into(), "J", column(&|s| s.kinetic_energy));
    record.column("potential energy".into(), "J", column(&|s| s.potential_energy));
    for (i, pin) in samples.first().map_or(&[][..], |s| &s.pin_forces).iter().enumerate() {
        for (k, axis) in ["x", "y", "z"].iter().enumerate() {
            record.column(format!("f{axis}[{}]", pin.joint), "N", column(&|s| s.pin_forces[i].force[k]));
        }
        for (k, axis) in ["x", "y", "z"].iter().enumerate() {
            record.column(format!("m{axis}[{}]", pin.joint), "N m", column(&|s| s.pin_forces[i].moment[k]));
        }
    }
    record.csv()
}

/// Draws a cycle; the files that were written.
pub(crate) fn draw(model: &Model, cycle: &Cycle, unit: &str, path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut written = vec![path.to_owned()];
    write(&over_time(model, cycle, unit), path)?;
    if let Some(paths) = paths(cycle) {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push("_path");
        let mut beside = path.with_file_name(name);
        if let Some(ending) = path.extension() {
            beside.set_extension(ending);
        }
        write(&paths, &beside)?;
        written.push(beside);
    }
    Ok(written)
}

/// Whether the picture is a PNG; an error if the name says neither PNG nor SVG.
pub(crate) fn check(path: &Path) -> Result<bool, Failure> {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    match ending.as_deref() {
        Some("svg") => Ok(false),
        Some("png") => Ok(true),
        _ => Err(Failure::new(format!("--plot {}: end the name in .svg or .png", path.display()))),
    }
}

fn write(plot: &Plot, path: &Path) -> Result<(), Failure> {
    match check(path)? {
        true => plot.write_png(path)?,
        false => plot.write_svg(path)?,
    }
    Ok(())
}

/// Torque, shaking force and moment, transmission angle and outputs over time.
fn over_time(model: &Model, cycle: &Cycle, unit: &str) -> Plot {
    let column = |f: &dyn Fn(&CycleSample) -> f64| cycle.samples.iter().map(f).collect::<Vec<f64>>();
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let title = format!("{}, a cycle of {}", cycle.model, cycle.input);
    let mut plot = Plot::new(title, XAxis::time(column(&|s| s.time)))
        .panel(Panel::new("torque of the input", force_unit(unit)).series(&cycle.input, column(&|s| s.torque)))
        .panel(Panel::new("shaking force", "N").series("ground", column(&|s| length(s.shaking_force))))
        .panel(Panel::new("shaking moment", "N m").series("ground", column(&|s| length(s.shaking_moment))));
    if cycle.transmission.is_some() {
        let angles = column(&|s| s.transmission_angle.unwrap_or(f64::NAN));
        plot = plot.panel(Panel::new("transmission angle", "rad").series(&cycle.input, angles));
    }
    for (i, output) in cycle.outputs.iter().enumerate() {
        let name = label(output);
        plot =
            plot.panel(Panel::new("output", output_unit(model, output)).series(name, column(&|s| s.outputs[i].value)));
    }
    plot
}

/// The traced paths in the plane of the world in which they extend most.
fn paths(cycle: &Cycle) -> Option<Plot> {
    let extent = |k: usize| {
        let all = || cycle.samples.iter().flat_map(|s| s.points.iter().map(move |p| p[k]));
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    if cycle.frames.is_empty() {
        return None;
    }
    // the axis along which they extend least is looked along
    let along = (0..3).min_by(|&a, &b| extent(a).total_cmp(&extent(b)))?;
    let [across, up] = [[1, 2], [0, 2], [0, 1]][along];
    let axes = ["x", "y", "z"];
    let place = |i: usize, k: usize| cycle.samples.iter().map(|s| s.points[i][k]).collect::<Vec<f64>>();
    let mut panel = Panel::new(axes[up], "m");
    for (i, frame) in cycle.frames.iter().enumerate() {
        panel = panel.over(frame, place(i, across), place(i, up), denoc_results::Style::Line);
    }
    let title = format!("{}, paths", cycle.model);
    Some(Plot::new(title, XAxis::new(axes[across], "m", place(0, across))).panel(panel).equal_axes())
}
