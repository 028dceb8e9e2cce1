//! The samples of a cycle as a table, and plots of them.

use std::f64::consts::TAU;

use denoc_machines::cycle::{Cycle, CycleSample, InputUnits, PinForce};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use denoc_results::{Panel, Plot, Style, Table, XAxis};

use crate::display_unit::degrees;
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
    for (i, pin) in pins(cycle).iter().enumerate() {
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

/// Torques, power, shaking force and moment, transmission angle, outputs, and the forces in the joints if they were computed: over the
/// angle of the input if it turns fully, otherwise over time. Angles are in degrees.
///
/// # Errors
/// If the cycle is not one of this model.
pub fn cycle_plot(model: &Model, cycle: &Cycle) -> Result<Plot, Error> {
    let column = |f: &dyn Fn(&CycleSample) -> f64| cycle.samples.iter().map(f).collect::<Vec<f64>>();
    let title = format!("{}, a cycle of {}", cycle.model, cycle.input);
    let over = Over::of(model, cycle)?;
    let InputUnits { force, .. } = InputUnits::of(model, &cycle.input)?;
    let mut plot = Plot::new(title, over.axis.clone());
    let peaks = pin_peaks(cycle);
    let mut add = |label: &str, unit: &str, curves: Vec<(&str, Vec<f64>)>| {
        let curves: Vec<_> = curves.into_iter().filter(|(_, values)| values.iter().any(|&x| x != 0.0)).collect();
        for some in curves.chunks(MOST_CURVES) {
            let shown = degrees(unit);
            plot.panels.push(some.iter().fold(Panel::new(label, shown.unit), |panel, (name, values)| {
                panel.series(*name, over.curve(&shown.all(values)))
            }));
        }
    };
    add(if force == "N" { "input force" } else { "input torque" }, force, vec![(&cycle.input, column(&|s| s.torque))]);
    let tau = Entries::new(model, Quantity::Tau);
    for (i, follower) in cycle.followers.iter().enumerate() {
        let unit = tau.find(follower).and_then(|range| tau.units.get(range.start).copied()).unwrap_or("");
        add("torque of a follower", unit, vec![(follower, column(&|s| s.follower_torques[i]))]);
    }
    let power: Vec<f64> = cycle.samples.iter().map(|s| s.torque * s.v[over.input]).collect();
    add("input power", "W", vec![(&cycle.input, power)]);
    add("shaking force", "N", vec![("ground", column(&|s| length(s.shaking_force)))]);
    add("shaking moment", "N m", vec![("ground", column(&|s| length(s.shaking_moment)))]);
    if cycle.transmission.is_some() {
        add("transmission angle", "rad", vec![(&cycle.input, column(&|s| s.transmission_angle.unwrap_or(f64::NAN)))]);
    }
    for (i, output) in cycle.outputs.iter().enumerate() {
        let label = output.label();
        add("output", output.unit(model), vec![(&label, column(&|s| s.outputs[i].value))]);
    }
    let curves = |size: fn(&PinPeak) -> f64, part: fn(&PinForce) -> [f64; 3]| {
        let values = |i: usize| column(&|s| s.pin_forces.get(i).map_or(f64::NAN, |pin| length(part(pin))));
        let seen = peaks.iter().enumerate().filter(|(_, peak)| size(peak) > 0.0);
        seen.map(|(i, peak)| (peak.joint.as_str(), values(i))).collect::<Vec<_>>()
    };
    add("force in joints", "N", curves(|peak| peak.force, |pin| pin.force));
    add("moment in joints", "N m", curves(|peak| peak.moment, |pin| pin.moment));
    Ok(plot)
}

/// Smaller forces and moments are rounding, relative to the largest of both in all joints, in SI units.
const ROUNDING: f64 = 1e-12;
/// More curves in one panel could not be told apart.
const MOST_CURVES: usize = 8;

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The joints with forces, in the first sample that has some: there are none where the motors cannot supply the forces.
fn pins(cycle: &Cycle) -> &[PinForce] {
    cycle.samples.iter().map(|s| &s.pin_forces[..]).find(|pins| !pins.is_empty()).unwrap_or_default()
}

/// The largest force and moment in a joint over a cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct PinPeak {
    /// Name of the joint.
    pub joint: String,
    /// Magnitude of the largest force, N.
    pub force: f64,
    /// The sample in which it acts.
    pub force_at: usize,
    /// Magnitude of the largest moment about the joint origin, N m.
    pub moment: f64,
    /// The sample in which it acts.
    pub moment_at: usize,
}

/// The largest force and moment in every joint, zero where there is only rounding; empty if the cycle was computed without forces in joints.
pub fn pin_peaks(cycle: &Cycle) -> Vec<PinPeak> {
    let peak = |i: usize, part: fn(&PinForce) -> [f64; 3]| {
        let sizes = cycle.samples.iter().enumerate().filter_map(|(k, s)| Some((length(part(s.pin_forces.get(i)?)), k)));
        sizes.fold((0.0, 0), |most, size| if size.0 > most.0 { size } else { most })
    };
    let of = |(i, pin): (usize, &PinForce)| {
        let ((force, force_at), (moment, moment_at)) = (peak(i, |pin| pin.force), peak(i, |pin| pin.moment));
        PinPeak { joint: pin.joint.clone(), force, force_at, moment, moment_at }
    };
    let mut peaks: Vec<PinPeak> = pins(cycle).iter().enumerate().map(of).collect();
    let seen = ROUNDING * peaks.iter().fold(0.0_f64, |most, peak| most.max(peak.force).max(peak.moment));
    for peak in &mut peaks {
        peak.force = if peak.force > seen { peak.force } else { 0.0 };
        peak.moment = if peak.moment > seen { peak.moment } else { 0.0 };
    }
    peaks
}

/// The abscissa of a cycle.
struct Over {
    axis: XAxis,
    /// Whether the input turns backwards, so that samples are drawn in reverse.
    reversed: bool,
    /// Index of the input in v.
    input: usize,
}

impl Over {
    fn of(model: &Model, cycle: &Cycle) -> Result<Self, Error> {
        let input = model.links()[model.joint(&cycle.input)?.0].v;
        let times: Vec<f64> = cycle.samples.iter().map(|s| s.time).collect();
        let angles: Vec<f64> = (0..times.len()).map(|i| cycle.samples[i].input).collect();
        let turned = angles.last().zip(angles.first()).map_or(0.0, |(end, start)| end - start);
        let full = turned.abs() >= TAU * (1.0 - 1e-9) && angles.windows(2).all(|a| (a[1] - a[0]) * turned >= 0.0);
        if !full || InputUnits::of(model, &cycle.input)?.coordinate != "rad" {
            return Ok(Self { axis: XAxis::time(times), reversed: false, input });
        }
        let shown = degrees("rad");
        let mut over = Self { axis: XAxis::new(&cycle.input, shown.unit, Vec::new()), reversed: turned < 0.0, input };
        over.axis.values = over.curve(&shown.all(&angles));
        Ok(over)
    }

    fn curve(&self, values: &[f64]) -> Vec<f64> {
        if self.reversed { values.iter().rev().copied().collect() } else { values.to_vec() }
    }
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
        let plot = cycle_plot(&model, &cycle).unwrap();
        // the crank turns once, at 6 rad/s
        assert_eq!((plot.x.label.as_str(), plot.x.unit.as_str()), ("crank_pivot", "°"));
        assert!((plot.x.values[12] - plot.x.values[0] - 360.0).abs() < 1e-9);
        let panel = |label: &str| plot.panels.iter().find(|panel| panel.label == label).unwrap();
        assert!((panel("input power").series[0].values[3] - 6.0 * cycle.samples[3].torque).abs() < 1e-12);
        assert_eq!((panel("output").unit.as_str(), panel("transmission angle").unit.as_str()), ("°", "°"));
        let angle = panel("output").series[0].values[2] / 180.0 * std::f64::consts::PI;
        assert!((angle - cycle.samples[2].outputs[0].value).abs() < 1e-12);
        assert!(pin_peaks(&cycle).is_empty() && !plot.panels.iter().any(|panel| panel.label.contains("joints")));
        // the linkage moves in the plane of x and y
        let paths = path_plot(&cycle).unwrap().to_svg().unwrap();
        assert!(paths.contains("fourbar, paths") && paths.contains(">x"), "{paths}");
        options.pin_forces = true;
        let cycle = Cycle::compute(&model, &options).unwrap();
        let peaks = pin_peaks(&cycle);
        assert_eq!(peaks.len(), 4);
        // pins of a planar linkage transmit no moment, apart from that of the motor
        let moments: Vec<&str> = peaks.iter().filter(|peak| peak.moment > 0.0).map(|peak| &*peak.joint).collect();
        assert_eq!(moments, ["crank_pivot"]);
        for (i, peak) in peaks.iter().enumerate() {
            let size = |sample: &CycleSample| sample.pin_forces[i].force.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!(cycle.samples.iter().all(|sample| size(sample) <= peak.force * (1.0 + 1e-15)));
            assert!((size(&cycle.samples[peak.force_at]) - peak.force).abs() <= 1e-15 * peak.force);
        }
        assert!(cycle_plot(&model, &cycle).unwrap().panels.iter().any(|panel| panel.label == "force in joints"));
        let mut backwards = CycleOptions::new("crank_pivot", -6.0);
        (backwards.start, backwards.samples) = (options.start.clone(), 12);
        let back = cycle_plot(&model, &Cycle::compute(&model, &backwards).unwrap()).unwrap();
        assert!(back.x.values.is_sorted() && back.x.unit == "°");
        options.frames.clear();
        assert!(path_plot(&Cycle::compute(&model, &options).unwrap()).is_none());
    }
}
