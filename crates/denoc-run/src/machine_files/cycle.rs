//! The samples of a cycle as a table, and plots of them.

use denoc_machines::cycle::{Cycle, CycleSample, InputUnits, PinForce};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use denoc_results::{Panel, Plot, Style, Table, XAxis};

use crate::{Error, Record};

const AXES: [&str; 3] = ["x", "y", "z"];

/// All samples of a cycle: a row for each, in SI units and radians.
///
/// # Errors
/// If the cycle is not one of this model.
pub fn cycle_table(model: &Model, cycle: &Cycle) -> Result<Table, Error> {
    let mut record = Record::default();
    let samples = &cycle.samples;
    let column = |f: &dyn Fn(&CycleSample) -> f64| samples.iter().map(f).collect::<Vec<f64>>();
    record.time(&column(&|s| s.time));
    let mut state = |quantity, of: fn(&CycleSample) -> &[f64]| {
        let all: Vec<f64> = samples.iter().flat_map(|s| of(s).iter().copied()).collect();
        record.entries(&Entries::new(model, quantity), &all);
    };
    state(Quantity::Q, |s| &s.q);
    state(Quantity::V, |s| &s.v);
    state(Quantity::A, |s| &s.a);
    let force = InputUnits::of(model, &cycle.input)?.force;
    record.column(format!("tau[{}]", cycle.input), force, column(&|s| s.torque));
    let tau = Entries::new(model, Quantity::Tau);
    for (i, follower) in cycle.followers.iter().enumerate() {
        let unit = tau.find(follower).and_then(|range| tau.units.get(range.start).copied()).unwrap_or("");
        record.column(format!("tau[{follower}]"), unit, column(&|s| s.follower_torques[i]));
    }
    for (i, frame) in cycle.frames.iter().enumerate() {
        for (k, axis) in AXES.iter().enumerate() {
            record.column(format!("{axis}[{frame}]"), "m", column(&|s| s.points[i][k]));
        }
    }
    for (i, output) in cycle.outputs.iter().enumerate() {
        let (name, unit) = (output.label(), output.unit(model));
        record.column(format!("output[{name}]"), unit, column(&|s| s.outputs[i].value));
        record.column(format!("output rate[{name}]"), &format!("{unit}/s"), column(&|s| s.outputs[i].rate));
        record.column(format!("velocity ratio[{name}]"), "", column(&|s| s.outputs[i].velocity_ratio));
        let advantage = column(&|s| s.outputs[i].mechanical_advantage.unwrap_or(f64::NAN));
        record.column(format!("mechanical advantage[{name}]"), "", advantage);
    }
    if cycle.transmission.is_some() {
        record.column("transmission angle", "rad", column(&|s| s.transmission_angle.unwrap_or(f64::NAN)));
    }
    for (k, axis) in AXES.iter().enumerate() {
        record.column(format!("shaking force {axis}"), "N", column(&|s| s.shaking_force[k]));
    }
    for (k, axis) in AXES.iter().enumerate() {
        record.column(format!("shaking moment {axis}"), "N m", column(&|s| s.shaking_moment[k]));
    }
    record.column("kinetic energy", "J", column(&|s| s.kinetic_energy));
    record.column("potential energy", "J", column(&|s| s.potential_energy));
    // none where the motors cannot supply the forces
    let pins = samples.iter().map(|s| &s.pin_forces[..]).find(|pins| !pins.is_empty()).unwrap_or_default();
    for (i, pin) in pins.iter().enumerate() {
        let part = |f: &dyn Fn(&PinForce) -> f64| column(&|s| s.pin_forces.get(i).map_or(f64::NAN, f));
        for (k, axis) in AXES.iter().enumerate() {
            record.column(format!("f{axis}[{}]", pin.joint), "N", part(&|pin| pin.force[k]));
        }
        for (k, axis) in AXES.iter().enumerate() {
            record.column(format!("m{axis}[{}]", pin.joint), "N m", part(&|pin| pin.moment[k]));
        }
    }
    record.table()
}

/// Torque, shaking force and moment, transmission angle and outputs over time.
///
/// # Errors
/// If the cycle is not one of this model.
pub fn cycle_plot(model: &Model, cycle: &Cycle) -> Result<Plot, Error> {
    let column = |f: &dyn Fn(&CycleSample) -> f64| cycle.samples.iter().map(f).collect::<Vec<f64>>();
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let title = format!("{}, a cycle of {}", cycle.model, cycle.input);
    let force = InputUnits::of(model, &cycle.input)?.force;
    let mut plot = Plot::new(title, XAxis::time(column(&|s| s.time)))
        .panel(Panel::new("input torque", force).series(&cycle.input, column(&|s| s.torque)))
        .panel(Panel::new("shaking force", "N").series("ground", column(&|s| length(s.shaking_force))))
        .panel(Panel::new("shaking moment", "N m").series("ground", column(&|s| length(s.shaking_moment))));
    if cycle.transmission.is_some() {
        let angles = column(&|s| s.transmission_angle.unwrap_or(f64::NAN));
        plot = plot.panel(Panel::new("transmission angle", "rad").series(&cycle.input, angles));
    }
    for (i, output) in cycle.outputs.iter().enumerate() {
        let panel = Panel::new("output", output.unit(model));
        plot = plot.panel(panel.series(output.label(), column(&|s| s.outputs[i].value)));
    }
    Ok(plot)
}

/// The traced paths, in the coordinate plane of the world in which they extend most; `None` if no frame is traced.
pub fn path_plot(cycle: &Cycle) -> Option<Plot> {
    if cycle.frames.is_empty() {
        return None;
    }
    let extent = |k: usize| {
        let all = || cycle.samples.iter().flat_map(|s| s.points.iter().map(move |p| p[k]));
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    // the view is along the axis of the smallest extent
    let along = (0..3).min_by(|&a, &b| extent(a).total_cmp(&extent(b)))?;
    let [across, up] = [[1, 2], [0, 2], [0, 1]][along];
    let coordinate = |i: usize, k: usize| cycle.samples.iter().map(|s| s.points[i][k]).collect::<Vec<f64>>();
    let mut panel = Panel::new(AXES[up], "m");
    for (i, frame) in cycle.frames.iter().enumerate() {
        panel = panel.over(frame, coordinate(i, across), coordinate(i, up), Style::Line);
    }
    let title = format!("{}, paths", cycle.model);
    Some(Plot::new(title, XAxis::new(AXES[across], "m", coordinate(0, across))).panel(panel).equal_axes())
}

#[cfg(test)]
mod tests {
    use denoc_machines::cycle::{CycleOptions, Output};
    use denoc_mechanism::Draft;

    use super::*;

    // oracle: the samples themselves
    #[test]
    fn a_cycle_as_a_table() {
        let model = crate::load("fourbar").unwrap().model;
        let mut options = CycleOptions::new("crank_pivot", 6.0);
        options.start = Some(Draft::usual(&model).close(&model).unwrap().q);
        options.samples = 12;
        options.frames = vec!["coupler_end".into()];
        options.outputs = vec![Output::Joint("output_pivot".into())];
        let cycle = Cycle::compute(&model, &options).unwrap();
        let table = cycle_table(&model, &cycle).unwrap();
        assert_eq!(table.rows(), 13);
        let torque = table.column("tau[crank_pivot]").unwrap();
        assert_eq!((torque.values[5], torque.unit.as_str()), (cycle.samples[5].torque, "N m"));
        assert_eq!(table.column("output[output_pivot]").unwrap().unit, "rad");
        assert_eq!(table.column("y[coupler_end]").unwrap().values[3], cycle.samples[3].points[0][1]);
        assert!(cycle_plot(&model, &cycle).unwrap().to_svg().unwrap().contains("input torque"));
        // the linkage moves in the plane of x and y
        let paths = path_plot(&cycle).unwrap().to_svg().unwrap();
        assert!(paths.contains("fourbar, paths") && paths.contains(">x"), "{paths}");
        options.frames.clear();
        assert!(path_plot(&Cycle::compute(&model, &options).unwrap()).is_none());
    }
}
